// One frame of every lane, from samples to samples: Valin, "A Hybrid DSP/Deep Learning Approach to Real-Time
// Full-Band Speech Enhancement" (2018), with the numbers of the module that is the reference, in its order of
// operations. Included by each lane kernel.
//
// Threads and real-time safety: see lanes_kernel.hpp.
#pragma once

#include <string.h>

#include "denoise/lanes_fft.hpp"
#include "denoise/lanes_kernel.hpp"
#include "denoise/lanes_network.hpp"
#include "denoise/lanes_pitch.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

inline constexpr int cepstra = 8;

/** Rows of one word a lane, throughout: see `Kernel::state_bytes`. */
struct alignas(64) State {
  V high_pass[2];
  V analysis[frame];
  V history[pitch_history];
  V synthesis[frame];
  V cepstrum[cepstra][bands];
  V last_gain[bands];
  V pitch_gain;
  int pitch_period[width];
  int newest_cepstrum[width];
  NetworkState network;
};

struct alignas(64) Scratch {
  V samples[frame];
  V windowed[window];
  Complex transform[window];
  Complex spectrum[bins];
  Complex periodic[bins];
  V energy[bands];
  V periodic_energy[bands];
  V coherence[bands];
  V features[inputs];
  V gain[bands];
  V shape[shaped_bins];
  PitchScratch pitch;
  NetworkScratch network;
};

/** The high-pass at 30 Hz, its sums in double precision as in the reference. */
static inline void read_samples(State &state, float *const *frames, V *samples) {
  static constexpr float silence[frame] = {};
  const float *from[width];
  for (int lane = 0; lane < width; ++lane) from[lane] = frames[lane] != nullptr ? frames[lane] : silence;
  V first = state.high_pass[0];
  V second = state.high_pass[1];
  for (int i = 0; i < frame; ++i) {
    V in;
    for (int lane = 0; lane < width; ++lane) in[lane] = from[lane][i];
    const V out = in + first;
    const Wide x = widen(in);
    const Wide y = widen(out);
    first = narrow((y * 0x1.fef934p+0 - (x + x)) + widen(second));
    second = narrow(x + y * -0x1.fdf3b6p-1);
    samples[i] = out;
  }
  state.high_pass[0] = first;
  state.high_pass[1] = second;
}

static inline void apply_window(V *samples, const Tables &tables) {
  for (int i = 0; i < frame; ++i) {
    samples[i] = samples[i] * tables.half_window[i];
    samples[window - 1 - i] = samples[window - 1 - i] * tables.half_window[i];
  }
}

static inline void analyse(Scratch &scratch, Complex *spectrum, const Tables &tables) {
  apply_window(scratch.windowed, tables);
  const V *samples = scratch.windowed;
  transform([samples](int n, float scale) { return Complex{samples[n] * scale, splat(0.0F)}; }, scratch.transform, tables);
  for (int i = 0; i < bins; ++i) spectrum[i] = scratch.transform[i];
}

/** Triangular bands, as the sum of `product(bin)` over each. */
template <class Product>
static inline void sum_bands(const Product &product, V *sums, const Tables &tables) {
  for (int band = 0; band < bands; ++band) sums[band] = splat(0.0F);
  for (int band = 0; band + 1 < bands; ++band) {
    V lower = sums[band];
    V upper = splat(0.0F);
    for (int bin = band_edges[band]; bin < band_edges[band + 1]; ++bin) {
      const V value = product(bin);
      const float fraction = tables.band_fraction[bin];
      lower = value * (1.0F - fraction) + lower;
      upper = value * fraction + upper;
    }
    sums[band] = lower;
    sums[band + 1] = upper;
  }
  // The outermost have one flank only.
  sums[0] = sums[0] + sums[0];
  sums[bands - 1] = sums[bands - 1] + sums[bands - 1];
}

static inline void measure_bands(const Complex *spectrum, V *energy, const Tables &tables) {
  sum_bands([spectrum](int bin) { return spectrum[bin].im * spectrum[bin].im + spectrum[bin].re * spectrum[bin].re; },
            energy, tables);
}

static inline void interpolate(const V *of_bands, V *of_bins, const Tables &tables) {
  for (int band = 0; band + 1 < bands; ++band) {
    for (int bin = band_edges[band]; bin < band_edges[band + 1]; ++bin) {
      const float fraction = tables.band_fraction[bin];
      of_bins[bin] = of_bands[band] * (1.0F - fraction) + of_bands[band + 1] * fraction;
    }
  }
}

static inline void cosine_transform(const V *in, V *out, int count, const Tables &tables) {
  for (int i = 0; i < count; ++i) {
    V sum = splat(0.0F);
    for (int j = 0; j < bands; ++j) sum += in[j] * tables.cosine[j * bands + i];
    out[i] = narrow(widen(sum) * 0x1.34bf63d156826p-2);
  }
}

/** Finds each lane's period and puts the sound of one period ago into `windowed`; `previous` knows that of a lane's last frame. */
template <class Previous>
static inline void find_pitch(const V *history, Scratch &scratch, Pitch *pitch, const Previous &previous) {
  halve(history, scratch.pitch.half);
  int lag[width];
  search(scratch.pitch, lag);
  measure_energies(scratch.pitch);
  for (int lane = 0; lane < width; ++lane) {
    copy_lane(scratch.pitch, lane);
    pitch[lane] = settle(scratch.pitch, lane, longest_period - lag[lane], previous(lane));
    const V *from = history + (pitch_history - window - pitch[lane].period);
    for (int i = 0; i < window; ++i) scratch.windowed[i][lane] = from[i][lane];
  }
}

static inline void correlate_bands(Scratch &scratch, const Tables &tables) {
  const Complex *x = scratch.spectrum;
  const Complex *p = scratch.periodic;
  sum_bands([x, p](int bin) { return x[bin].im * p[bin].im + x[bin].re * p[bin].re; }, scratch.coherence, tables);
  for (int band = 0; band < bands; ++band) {
    const Wide energies = widen(scratch.energy[band] * scratch.periodic_energy[band]);
    scratch.coherence[band] = narrow(widen(scratch.coherence[band]) / square_root(energies + 0.001));
  }
}

/** Band levels in bels, none far below the loudest or steeply below its neighbour. */
static inline V measure_levels(const V *energy, V *levels) {
  V loudest = splat(-2.0F);
  V following = splat(-2.0F);
  V sum = splat(0.0F);
  for (int band = 0; band < bands; ++band) {
    V level;
    for (int lane = 0; lane < width; ++lane) {
      level[lane] = static_cast<float>(log10(static_cast<double>(energy[band][lane]) + 0.01));
    }
    const V fallen = following - 1.5F;
    const V lowest = loudest - 7.0F;
    level = select(fallen > level, fallen, level);
    level = select(level < lowest, lowest, level);
    loudest = larger(loudest, level);
    following = select(fallen > level, fallen, level);
    levels[band] = level;
    sum = sum + energy[band];
  }
  return sum;
}

/** How much the last eight cepstra differ: the mean distance of each to its nearest. */
static inline V measure_variability(const V (&cepstrum)[cepstra][bands]) {
  V nearest[cepstra];
  for (V &distance : nearest) distance = splat(1e15F);
  for (int i = 0; i < cepstra; ++i) {
    for (int j = 0; j < i; ++j) {
      V distance = splat(0.0F);
      for (int k = 0; k < bands; ++k) {
        const V step = cepstrum[i][k] - cepstrum[j][k];
        distance = step * step + distance;
      }
      nearest[i] = smaller(nearest[i], distance);
      nearest[j] = smaller(nearest[j], distance);
    }
  }
  V sum = splat(0.0F);
  for (const V &distance : nearest) sum = sum + distance;
  return sum;
}

/** Cepstral coefficients whose changes the network sees. */
inline constexpr int deltas = 6;

/** Begins the 42 inputs of the network with the cepstrum of every lane; says which lanes are silent. */
static inline Mask make_cepstrum(Scratch &scratch, const Tables &tables) {
  V levels[bands];
  const V total = measure_levels(scratch.energy, levels);
  Mask is_silent;
  for (int lane = 0; lane < width; ++lane) is_silent[lane] = static_cast<double>(total[lane]) < 0.04 ? -1 : 0;
  V *features = scratch.features;
  cosine_transform(levels, features, bands, tables);
  features[0] = features[0] - 12.0F;
  features[1] = features[1] - 4.0F;
  return is_silent;
}

/** Of the cepstra of the last frame and of the one before. */
struct Recent {
  V before[deltas];
  V long_before[deltas];
};

/** What of `features` changes, and what comes from the pitch. */
static inline void finish_features(Scratch &scratch, const Recent &recent, const V (&cepstrum)[cepstra][bands],
                                   const Pitch *pitch, const Tables &tables) {
  V *features = scratch.features;
  for (int i = 0; i < deltas; ++i) {
    const V now = features[i];
    features[i] = recent.long_before[i] + (now + recent.before[i]);
    features[bands + i] = now - recent.long_before[i];
    features[bands + deltas + i] = recent.long_before[i] + (now - (recent.before[i] + recent.before[i]));
  }
  V *rest = features + bands + 2 * deltas;
  cosine_transform(scratch.coherence, rest, deltas, tables);
  rest[0] = narrow(widen(rest[0]) - 1.3);
  rest[1] = narrow(widen(rest[1]) - 0.9);
  for (int lane = 0; lane < width; ++lane) rest[deltas][lane] = static_cast<float>((pitch[lane].period - 300) * 0.01);
  rest[deltas + 1] = narrow(widen(measure_variability(cepstrum) * 0.125F) - 2.1);
}

/** The 42 inputs of the network; lanes that are silent keep their cepstra. */
static inline Mask make_features(State &state, Scratch &scratch, const Pitch *pitch, const Tables &tables) {
  const Mask is_silent = make_cepstrum(scratch, tables);
  Recent recent;
  for (int lane = 0; lane < width; ++lane) {
    const int at = state.newest_cepstrum[lane];
    for (int i = 0; i < deltas; ++i) {
      recent.before[i][lane] = state.cepstrum[(at + cepstra - 1) % cepstra][i][lane];
      recent.long_before[i][lane] = state.cepstrum[(at + cepstra - 2) % cepstra][i][lane];
    }
    if (is_silent[lane] != 0) continue;
    for (int i = 0; i < bands; ++i) state.cepstrum[at][i][lane] = scratch.features[i][lane];
    state.newest_cepstrum[lane] = (at + 1) % cepstra;
  }
  finish_features(scratch, recent, state.cepstrum, pitch, tables);
  return is_silent;
}

/** Strengthens what repeats with the pitch where the network wants more of it, at the same band energies. */
static inline void filter_pitch(Scratch &scratch, const Tables &tables) {
  V strength[bands];
  for (int band = 0; band < bands; ++band) {
    const V coherence = scratch.coherence[band];
    const V gain = scratch.gain[band];
    const V c = coherence * coherence;
    const V g = gain * gain;
    const V partly = narrow(widen(c * (1.0F - g)) / (widen((1.0F - c) * g) + 0.001));
    const V share = select(coherence > gain, splat(1.0F), partly);
    const V bounded = smaller(larger(share, splat(0.0F)), splat(1.0F));
    const Wide level = square_root(widen(scratch.energy[band]) / (widen(scratch.periodic_energy[band]) + 1e-8));
    strength[band] = narrow(level * widen(square_root(bounded)));
  }
  interpolate(strength, scratch.shape, tables);
  Complex *work = scratch.transform;
  for (int bin = 0; bin < shaped_bins; ++bin) {
    const V share = scratch.shape[bin];
    work[bin] = {share * scratch.periodic[bin].re + scratch.spectrum[bin].re,
                 share * scratch.periodic[bin].im + scratch.spectrum[bin].im};
  }
  V energy[bands];
  measure_bands(work, energy, tables);
  V level[bands];
  for (int band = 0; band < bands; ++band) {
    level[band] = narrow(square_root(widen(scratch.energy[band]) / (widen(energy[band]) + 1e-8)));
  }
  interpolate(level, scratch.shape, tables);
  for (int bin = 0; bin < shaped_bins; ++bin) {
    work[bin] = {work[bin].re * scratch.shape[bin], work[bin].im * scratch.shape[bin]};
  }
}

/** A gain falls slowly. Silent lanes keep their last ones. */
static inline void smooth_gains(State &state, Scratch &scratch, Mask is_silent) {
  for (int band = 0; band < bands; ++band) {
    const V lowest = state.last_gain[band] * 0.6F;
    const V gain = larger(scratch.gain[band], lowest);
    scratch.gain[band] = gain;
    state.last_gain[band] = select(is_silent, state.last_gain[band], gain);
  }
}

/** Puts the gains onto the spectrum; what lies above the bands goes. Silent lanes pass as they are. */
static inline void shape(Scratch &scratch, Mask is_silent, const Tables &tables) {
  interpolate(scratch.gain, scratch.shape, tables);
  for (int bin = 0; bin < bins; ++bin) {
    V re = splat(0.0F);
    V im = re;
    if (bin < shaped_bins) {
      re = scratch.transform[bin].re * scratch.shape[bin];
      im = scratch.transform[bin].im * scratch.shape[bin];
    }
    scratch.spectrum[bin].re = select(is_silent, scratch.spectrum[bin].re, re);
    scratch.spectrum[bin].im = select(is_silent, scratch.spectrum[bin].im, im);
  }
}

/** The spectrum as sound, in `windowed`: the frame and what of it reaches into the next. */
static inline void invert(Scratch &scratch, const Tables &tables) {
  const Complex *spectrum = scratch.spectrum;
  transform(
      [spectrum](int n, float scale) {
        if (n < bins) return Complex{spectrum[n].re * scale, spectrum[n].im * scale};
        return Complex{spectrum[window - n].re * scale, -spectrum[window - n].im * scale};
      },
      scratch.transform, tables);
  V *out = scratch.windowed;
  for (int i = 0; i < window; ++i) out[i] = scratch.transform[i == 0 ? 0 : window - i].re * static_cast<float>(window);
  apply_window(out, tables);
}

static inline void overlap(State &state, const V *out, float *const *frames) {
  for (int i = 0; i < frame; ++i) {
    const V sample = out[i] + state.synthesis[i];
    for (int lane = 0; lane < width; ++lane) {
      if (frames[lane] != nullptr) frames[lane][i] = sample[lane];
    }
    state.synthesis[i] = out[frame + i];
  }
}

static inline bool is_any_heard(Mask is_silent) {
  for (int lane = 0; lane < width; ++lane) {
    if (is_silent[lane] == 0) return true;
  }
  return false;
}

static inline void process_frame(State &state, Scratch &scratch, float *const *frames, float *speech_probability) {
  const Tables &tables = lane_tables();
  read_samples(state, frames, scratch.samples);
  memcpy(scratch.windowed, state.analysis, sizeof(state.analysis));
  memcpy(scratch.windowed + frame, scratch.samples, sizeof(scratch.samples));
  memcpy(state.analysis, scratch.samples, sizeof(state.analysis));
  analyse(scratch, scratch.spectrum, tables);
  measure_bands(scratch.spectrum, scratch.energy, tables);

  memmove(state.history, state.history + frame, sizeof(V) * (pitch_history - frame));
  memcpy(state.history + pitch_history - frame, scratch.samples, sizeof(V) * frame);
  Pitch pitch[width];
  find_pitch(state.history, scratch, pitch, [&state](int lane) { return Pitch{state.pitch_period[lane], state.pitch_gain[lane]}; });
  for (int lane = 0; lane < width; ++lane) {
    state.pitch_period[lane] = pitch[lane].period;
    state.pitch_gain[lane] = pitch[lane].gain;
  }
  analyse(scratch, scratch.periodic, tables);
  measure_bands(scratch.periodic, scratch.periodic_energy, tables);
  correlate_bands(scratch, tables);

  const Mask is_silent = make_features(state, scratch, pitch, tables);
  V speech = splat(0.0F);
  if (is_any_heard(is_silent)) {
    speech = run_network(state.network, scratch.features, scratch.gain, is_silent, scratch.network, tables);
    filter_pitch(scratch, tables);
    smooth_gains(state, scratch, is_silent);
    shape(scratch, is_silent, tables);
  }
  invert(scratch, tables);
  overlap(state, scratch.windowed, frames);
  for (int lane = 0; lane < width; ++lane) {
    if (frames[lane] != nullptr) speech_probability[lane] = is_silent[lane] != 0 ? 0.0F : speech[lane];
  }
}

static void process(void *state, void *scratch, float *const *frames, float *speech_probability, float *const *gains) noexcept {
  State &lanes = *static_cast<State *>(state);
  process_frame(lanes, *static_cast<Scratch *>(scratch), frames, speech_probability);
  if (gains == nullptr) return;
  for (int lane = 0; lane < width; ++lane) {
    if (gains[lane] == nullptr) continue;
    for (int band = 0; band < bands; ++band) gains[lane][band] = lanes.last_gain[band][lane];
  }
}

static_assert(sizeof(V) == 4 * width && sizeof(State) % sizeof(V) == 0);

}  // namespace sounddesk::lanes::SD_LANES_ISA
