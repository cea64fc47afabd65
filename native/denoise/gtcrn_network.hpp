// GTCRN (ICASSP 2024, doi 10.1109/ICASSP48485.2024.10448310), a hop after the other.
//
//   bands → every 2nd → every 2nd → 3 blocks → 2 dual paths → 3 blocks → twice as many → twice as many → mask
//
// What each layer of the first half gives is added to what its counterpart in the second half hears.
//
// Included by each copy, which says SD_LANES and SD_LANES_ISA. Threads: a voice belongs to one at a time. Real-time safety: yes.
#pragma once

#include "denoise/gtcrn_kernel.hpp"
#include "denoise/gtcrn_spectrum.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

using gtcrn::wide_grid;

/** A grid with an empty bin on either side. */
struct Grid {
  alignas(64) float x[grid + 2][channels];
};

/** Frames between those that a block hears: the decoder's go the other way round. */
inline constexpr int dilations[3] = {1, 2, 5};
/** How many frames before they repeat where all blocks keep theirs. */
inline constexpr unsigned frame_cycle = 20;
/** Of a block of the encoder or of the decoder: where what it heard lies. */
inline constexpr int history_of[3] = {0, 2, 6};
inline constexpr int histories = 16;

/** How loud a voice lately was, and by how much less of it the network hears. */
struct Loudness {
  float last_power;
  float level;
  float gain;
};

struct NetworkState {
  Loudness loudness;
  Grid heard[2][histories];
  float gates[2][3][channels];
  float time[2][grid][channels];
  unsigned frame;
  SpectrumState spectrum;
};

struct NetworkScratch {
  SpectrumScratch spectrum;
  float re[gtcrn::bins];
  float im[gtcrn::bins];
  /** `[band][input]`, with three empty bands on either side. */
  float features[gtcrn::bands + 6][gtcrn::inputs];
  /** With two empty bins on either side. */
  alignas(64) float wide[wide_grid + 4][channels];
  Grid encoded[4];
  Grid newest;
  Grid current;
  alignas(64) float deep[grid][channels];
  alignas(64) float kept[grid][half];
  alignas(64) float of_input[grid][2][gates * half];
  alignas(64) float of_state[grid][2][gates * half];
  alignas(64) float neurons[grid][channels];
  alignas(64) float mixed[grid][channels];
  alignas(64) float upper[wide_grid][channels];
  /** `[channel][bin]`, with an empty bin before and behind, and room for vectors beyond. */
  alignas(64) float turned[channels][wide_grid + 16];
  alignas(64) float mask_even[2][wide_grid + 16];
  alignas(64) float mask_odd[2][wide_grid + 16];
  float mask[2][gtcrn::bands];
};

/** Mean square of the loud parts of a voice as the network hears it best: -28 dBFS. Up to 4 dB off nothing is changed. */
inline constexpr float best_power = 1.585e-3F;
inline constexpr float tolerance = 1.585F;
/** -8 dB, until the first voice says otherwise. */
inline constexpr float first_gain = 0.4F;

/**
 * What the network is to hear of this hop: a loud voice among others it takes for noise, and it never forgets what it heard
 * too loud. So a gain is small at first, falls within a syllable, and rises over seconds. Its mask is for the sound as it is.
 */
static inline float next_gain(Loudness &loudness, const NetworkScratch &scratch) {
  constexpr int first_bin = 7;
  constexpr int last_bin = 127;
  constexpr float of_one_bin = 1.0F / 65536.0F;
  float power = 0.0F;
  for (int bin = first_bin; bin <= last_bin; ++bin) {
    power += scratch.re[bin] * scratch.re[bin] + scratch.im[bin] * scratch.im[bin];
  }
  power *= of_one_bin;
  // A click is shorter than two hops, and nothing that can be played is louder than this.
  constexpr float loudest = 0.25F;
  float lasting = power < loudness.last_power ? power : loudness.last_power;
  if (lasting > loudest) lasting = loudest;
  loudness.last_power = power;
  if (lasting > loudness.level) {
    loudness.level += 0.3F * (lasting - loudness.level);
  } else {
    loudness.level -= 0.003F * loudness.level;
  }
  const float wanted = sqrtf(best_power / (loudness.level + 1e-12F));
  const float most = wanted * tolerance;
  const float least = wanted / tolerance < 1.0F ? wanted / tolerance : 1.0F;
  if (loudness.gain > most) loudness.gain = most;
  if (loudness.gain < least) loudness.gain += 0.01F * (least - loudness.gain);
  return loudness.gain;
}

static inline void begin_network(NetworkState &state) {
  memset(&state, 0, sizeof state);
  state.loudness.gain = first_gain;
  state.loudness.level = best_power / (first_gain * first_gain);
}

/** Magnitude, real and imaginary part of each band. */
static inline void hear_bands(const gtcrn::Weights &weights, NetworkScratch &scratch, float gain) {
  float(*const bands)[gtcrn::inputs] = scratch.features + 3;
  memset(scratch.features, 0, sizeof scratch.features);
  for (int bin = 0; bin < gtcrn::bins; ++bin) {
    const float re = gain * scratch.re[bin];
    const float im = gain * scratch.im[bin];
    const float values[gtcrn::inputs] = {sqrtf(re * re + im * im + 1e-12F), re, im};
    if (bin < gtcrn::low_bins) {
      for (int i = 0; i < gtcrn::inputs; ++i) bands[bin][i] = values[i];
      continue;
    }
    const int high = bin - gtcrn::low_bins;
    const float *share = weights.into_bands[high];
    float(*const band)[gtcrn::inputs] = bands + gtcrn::low_bins + static_cast<int>(weights.into_band[high]);
    for (int i = 0; i < gtcrn::inputs; ++i) {
      band[0][i] += values[i] * share[0];
      band[1][i] += values[i] * share[1];
    }
  }
}

static inline void encode_start(const gtcrn::Weights &weights, NetworkScratch &scratch) {
  constexpr int step = 2 * gtcrn::inputs;
  float *wide = scratch.wide[2];
  // Output t hears bands 2 t - 3 to 2 t + 3.
  const auto hear = [&](int variant, int first, int count) {
    sums<channels>(&weights.first[variant][0][0][0], weights.first_bias,
                   {&scratch.features[0][0] + first * step, 1, 0, 7 * gtcrn::inputs, step}, weights.first_slope,
                   wide + first * channels, channels, count);
  };
  hear(0, 0, 1);
  hear(1, 1, wide_grid - 2);
  hear(2, wide_grid - 1, 1);
  for (int group = 0; group < 2; ++group) {
    sums<half>(&weights.second[group][0][0][0], weights.second_bias + group * half,
               {&scratch.wide[0][0] + group * half, 5, channels, half, 2 * channels}, weights.second_slope,
               scratch.encoded[0].x[1] + group * half, channels, grid);
  }
}

/** `from` and `to` may be one. `heard` is a ring of twice as many frames as `dilation`. */
static inline void run_block(const gtcrn::Block &block, NetworkScratch &scratch, Grid *heard, unsigned frame, int dilation,
                             float *gate, const Grid &from, Grid &to) {
  const unsigned ring = 2 * static_cast<unsigned>(dilation);
  Grid &oldest = heard[frame % ring];
  const Grid &older = heard[(frame + static_cast<unsigned>(dilation)) % ring];
  sums<channels>(&block.into[0][0][0], block.into_bias, {from.x[0], 3, channels, half, channels}, block.into_slope,
                 scratch.newest.x[1], channels, grid);
  convolve_depth(block, oldest.x[0], older.x[0], scratch.newest.x[0], scratch.deep[0]);
  oldest = scratch.newest;
  sums<half>(&block.out[0][0], block.out_bias, {scratch.deep[0], 1, 0, channels, channels}, 1.0F, scratch.kept[0], half,
             grid);
  alignas(64) float shares[half];
  run_gate(block.gate, scratch.kept[0], gate, shares);
  for (int bin = 0; bin < grid; ++bin) {
    float row[channels];
    for (int c = 0; c < half; ++c) {
      row[2 * c] = shares[c] * scratch.kept[bin][c];
      row[2 * c + 1] = from.x[bin + 1][half + c];
    }
    memcpy(to.x[bin + 1], row, sizeof row);
  }
}

/** In each group of four lanes the one of this number. */
template <int lane>
static inline V spread(V x) {
#if defined(SD_LANES_PORTABLE) || !defined(__GNUC__)
  V result;
  for (int i = 0; i < width; ++i) result[i] = x[i / 4 * 4 + lane];
  return result;
#elif defined(__clang__) && SD_LANES == 8
  return __builtin_shufflevector(x, x, lane, lane, lane, lane, lane + 4, lane + 4, lane + 4, lane + 4);
#elif defined(__clang__)
  return __builtin_shufflevector(x, x, lane, lane, lane, lane);
#elif SD_LANES == 8
  return __builtin_shuffle(x, Mask{lane, lane, lane, lane, lane + 4, lane + 4, lane + 4, lane + 4});
#else
  return __builtin_shuffle(x, Mask{lane, lane, lane, lane});
#endif
}

/** Four sequences of four neurons each side by side: two groups of channels, upwards and downwards. */
static inline void recur_over_bins(const gtcrn::DualPath &path, NetworkScratch &scratch) {
  for (int group = 0; group < 2; ++group) {
    sums<gates * half>(&path.bins_input[group][0][0], path.bins_input_bias[group],
                       {scratch.current.x[1] + group * half, 1, 0, half, channels}, 1.0F, scratch.of_input[0][group],
                       2 * gates * half, grid);
  }
  constexpr int vectors = channels / width;
  V neurons[vectors];
  for (V &vector : neurons) vector = splat(0.0F);
  for (int step = 0; step < grid; ++step) {
    float of_input[gates][channels];
    for (int sequence = 0; sequence < 4; ++sequence) {
      const int direction = sequence % 2;
      const float *from = scratch.of_input[direction == 0 ? step : grid - 1 - step][sequence / 2] + direction * gates * 4;
      for (int gate = 0; gate < gates; ++gate) memcpy(of_input[gate] + 4 * sequence, from + 4 * gate, 4 * sizeof(float));
    }
    for (int v = 0; v < vectors; ++v) {
      const int n = v * width;
      const V heard[4] = {spread<0>(neurons[v]), spread<1>(neurons[v]), spread<2>(neurons[v]), spread<3>(neurons[v])};
      float of_state[gates][width];
      for (int gate = 0; gate < gates; ++gate) {
        V sum = load_unaligned(path.bins_state_bias[gate] + n);
        for (int i = 0; i < 4; ++i) sum += load_unaligned(path.bins_state[i][gate] + n) * heard[i];
        put(sum, of_state[gate]);
      }
      const V update = sigmoid(load_unaligned(of_input[0] + n) + load_unaligned(of_state[0]));
      const V reset = sigmoid(load_unaligned(of_input[1] + n) + load_unaligned(of_state[1]));
      const V candidate = hyperbolic_tangent(load_unaligned(of_input[2] + n) + reset * load_unaligned(of_state[2]));
      neurons[v] = (1.0F - update) * candidate + update * neurons[v];
    }
    float now[channels];
    for (int v = 0; v < vectors; ++v) put(neurons[v], now + v * width);
    for (int sequence = 0; sequence < 4; ++sequence) {
      memcpy(scratch.neurons[sequence % 2 == 0 ? step : grid - 1 - step] + 4 * sequence, now + 4 * sequence,
             4 * sizeof(float));
    }
  }
}

static inline void recur_over_time(const gtcrn::DualPath &path, NetworkScratch &scratch, float (*state)[channels]) {
  constexpr int row = 2 * gates * half;
  for (int group = 0; group < 2; ++group) {
    const int at = group * half;
    sums<gates * half>(&path.time_input[group][0][0], path.time_input_bias[group],
                       {scratch.current.x[1] + at, 1, 0, half, channels}, 1.0F, scratch.of_input[0][group], row, grid);
    sums<gates * half>(&path.time_state[group][0][0], path.time_state_bias[group], {state[0] + at, 1, 0, half, channels},
                       1.0F, scratch.of_state[0][group], row, grid);
    for (int bin = 0; bin < grid; ++bin) {
      for (int n = 0; n < half; n += width) {
        float *neurons = state[bin] + at + n;
        put(next_neurons(scratch.of_input[bin][group] + n, scratch.of_state[bin][group] + n, half, load_unaligned(neurons)),
            neurons);
      }
    }
  }
}

static inline void add_grid(const Grid &other, Grid &to) {
  for (int at = channels; at < (grid + 1) * channels; at += width) {
    put(load_unaligned(to.x[0] + at) + load_unaligned(other.x[0] + at), to.x[0] + at);
  }
}

/** Two transposed convolutions, each to twice as many bins, and the mask's curve. */
static inline void decode_end(const gtcrn::Weights &weights, NetworkScratch &scratch) {
  const float(*const x)[channels] = scratch.current.x;
  for (int group = 0; group < 2; ++group) {
    const int at = group * half;
    sums<half>(&weights.second_up[group][0][0][0], weights.second_up_bias + at, {x[0] + at, 3, channels, half, channels},
               weights.second_up_slope, scratch.upper[0] + at, 2 * channels, grid);
    sums<half>(&weights.second_up[group][3][0][0], weights.second_up_bias + at, {x[1] + at, 2, channels, half, channels},
               weights.second_up_slope, scratch.upper[1] + at, 2 * channels, grid - 1);
  }
  for (int bin = 0; bin < wide_grid; ++bin) {
    for (int c = 0; c < channels; ++c) scratch.turned[c][bin + 1] = scratch.upper[bin][c] + scratch.wide[bin + 2][c];
  }
  for (int out = 0; out < 2; ++out) {
    for (int bin = 0; bin < wide_grid; bin += width) {
      V even = splat(weights.first_up_bias[out]);
      V odd = even;
      for (int tap = 0; tap < 5; ++tap) {
        V &sum = tap < 3 ? even : odd;
        const int from = bin + (tap < 3 ? tap : tap - 2);
        for (int c = 0; c < channels; ++c) sum += load_unaligned(scratch.turned[c] + from) * weights.first_up[out][tap][c];
      }
      put(hyperbolic_tangent(even), scratch.mask_even[out] + bin);
      put(hyperbolic_tangent(odd), scratch.mask_odd[out] + bin);
    }
    for (int band = 0; band < gtcrn::bands; ++band) {
      scratch.mask[out][band] = band % 2 == 0 ? scratch.mask_even[out][band / 2] : scratch.mask_odd[out][band / 2];
    }
  }
}

/** A complex number for each bin, by which it is multiplied. */
static inline void apply_mask(const gtcrn::Weights &weights, NetworkScratch &scratch) {
  for (int bin = 0; bin < gtcrn::bins; ++bin) {
    float mask[2];
    for (int part = 0; part < 2; ++part) {
      const float *bands = scratch.mask[part];
      if (bin < gtcrn::low_bins) {
        mask[part] = bands[bin];
        continue;
      }
      const int high = bin - gtcrn::low_bins;
      const float *band = bands + gtcrn::low_bins + static_cast<int>(weights.from_band[high]);
      mask[part] = band[0] * weights.from_bands[high][0] + band[1] * weights.from_bands[high][1];
    }
    const float re = scratch.re[bin];
    const float im = scratch.im[bin];
    scratch.re[bin] = re * mask[0] - im * mask[1];
    scratch.im[bin] = im * mask[0] + re * mask[1];
  }
}

static inline void run_network(NetworkState &state, NetworkScratch &scratch, float *samples) {
  const gtcrn::Weights &weights = gtcrn::weights();
  lower_rate(weights, state.spectrum, scratch.spectrum, samples);
  analyse(weights, state.spectrum, scratch.spectrum, scratch.re, scratch.im);
  hear_bands(weights, scratch, next_gain(state.loudness, scratch));
  encode_start(weights, scratch);
  for (int i = 0; i < 3; ++i) {
    run_block(weights.encoder[i], scratch, state.heard[0] + history_of[i], state.frame, dilations[i], state.gates[0][i],
              scratch.encoded[i], scratch.encoded[i + 1]);
  }
  scratch.current = scratch.encoded[3];
  for (int i = 0; i < 2; ++i) {
    recur_over_bins(weights.dual[i], scratch);
    add_dense(weights.dual[i].bins_out, scratch.neurons[0], scratch.mixed[0], scratch.current.x[1]);
    recur_over_time(weights.dual[i], scratch, state.time[i]);
    add_dense(weights.dual[i].time_out, state.time[i][0], scratch.mixed[0], scratch.current.x[1]);
  }
  for (int i = 0; i < 3; ++i) {
    const int mirrored = 2 - i;
    add_grid(scratch.encoded[mirrored + 1], scratch.current);
    run_block(weights.decoder[i], scratch, state.heard[1] + history_of[mirrored], state.frame, dilations[mirrored],
              state.gates[1][i], scratch.current, scratch.current);
  }
  add_grid(scratch.encoded[0], scratch.current);
  decode_end(weights, scratch);
  apply_mask(weights, scratch);
  synthesise(weights, state.spectrum, scratch.spectrum, scratch.re, scratch.im);
  raise_rate(weights, state.spectrum, scratch.spectrum, scratch.spectrum.hop_samples, samples);
  state.frame = (state.frame + 1) % frame_cycle;
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
