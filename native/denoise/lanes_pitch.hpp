// The pitch of every lane: the signal at half the rate, whitened by a linear predictor of order 4, correlated with
// its past (coarsely at a quarter of the rate, then finely), and checked for multiples of the period. Every sum
// runs in the reference's order, so that no decision falls otherwise. Included by each lane kernel.
//
// Threads and real-time safety: pure functions on memory of the caller.
#pragma once

#include "denoise/lanes_vector.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

/** In samples at 48 kHz. */
inline constexpr int longest_period = 768;
inline constexpr int shortest_period = 60;
inline constexpr int pitch_window = 960;
inline constexpr int pitch_history = longest_period + pitch_window;
/** At half the rate. */
inline constexpr int half_history = pitch_history / 2;
inline constexpr int half_longest = longest_period / 2;
inline constexpr int half_window = pitch_window / 2;
inline constexpr int lags = (longest_period - 3 * shortest_period) / 2;
inline constexpr int coarse_lags = lags / 2;

struct PitchScratch {
  V half[half_history];
  V correlation[lags];
  V energies[half_longest + 1];
  V coarse[coarse_lags + block];
  /** One lane of `half`, with room for reading a whole vector behind its end. */
  alignas(64) float lane[half_history + 16];
};

/** Sum of products of the window with what lies `lag` before it, in one lane. */
static inline float lagged_product(const float *at, int lag) {
  float sum = 0.0F;
  for (int i = 0; i < half_window; ++i) sum += at[i] * at[i - lag];
  return sum;
}

/** Removes the spectral tilt, so that formants are not taken for pitch. */
static inline void whiten(V *half) {
  constexpr int order = 4;
  V correlation[order + 1];
  for (int lag = 0; lag <= order; ++lag) {
    constexpr int whole = half_history - order;
    V sum = splat(0.0F);
    for (int i = 0; i < whole; ++i) sum += half[i] * half[i + lag];
    V rest = splat(0.0F);
    for (int i = lag + whole; i < half_history; ++i) rest += half[i] * half[i - lag];
    correlation[lag] = rest + sum;
  }
  correlation[0] = correlation[0] * 1.0001F;
  for (int lag = 1; lag <= order; ++lag) {
    const float width_of_lag = 0.008F * static_cast<float>(lag);
    correlation[lag] = (correlation[lag] * -width_of_lag) * width_of_lag + correlation[lag];
  }

  V predictor[order];
  for (V &coefficient : predictor) coefficient = splat(0.0F);
  // Levinson's recursion; each lane stops by itself, once it has explained 30 dB.
  for (int lane = 0; lane < width; ++lane) {
    const float whole = correlation[0][lane];
    float error = whole;
    float p[order] = {};
    for (int i = 0; i < order && whole != 0.0F; ++i) {
      float sum = 0.0F;
      for (int j = 0; j < i; ++j) sum += p[j] * correlation[i - j][lane];
      sum += correlation[i + 1][lane];
      const float reflection = -sum / error;
      p[i] = reflection;
      for (int j = 0; j < (i + 1) >> 1; ++j) {
        const float low = p[j];
        const float high = p[i - 1 - j];
        p[j] = reflection * high + low;
        p[i - 1 - j] = reflection * low + high;
      }
      error = error - reflection * reflection * error;
      if (error < 0.001F * whole) break;
    }
    for (int i = 0; i < order; ++i) predictor[i][lane] = p[i];
  }

  constexpr float bandwidth[order] = {0x1.ccccccp-1F, 0x1.9eb85p-1F, 0x1.753f7ap-1F, 0x1.4fec54p-1F};
  for (int i = 0; i < order; ++i) predictor[i] = predictor[i] * bandwidth[i];
  constexpr float zero = 0.8F;
  const V taps[order + 1] = {predictor[0] + zero, predictor[0] * zero + predictor[1], predictor[1] * zero + predictor[2],
                             predictor[2] * zero + predictor[3], predictor[3] * zero};
  V m0 = splat(0.0F);
  V m1 = m0;
  V m2 = m0;
  V m3 = m0;
  V m4 = m0;
  for (int i = 0; i < half_history; ++i) {
    const V x = half[i];
    half[i] = ((((x + taps[0] * m0) + taps[1] * m1) + taps[2] * m2) + taps[3] * m3) + taps[4] * m4;
    m4 = m3;
    m3 = m2;
    m2 = m1;
    m1 = m0;
    m0 = x;
  }
}

static inline void halve(const V *history, V *half) {
  half[0] = (history[1] * 0.5F + history[0]) * 0.5F;
  for (int i = 1; i < half_history; ++i) {
    half[i] = ((history[2 * i - 1] + history[2 * i + 1]) * 0.5F + history[2 * i]) * 0.5F;
  }
  whiten(half);
}

/** The two lags whose correlation is largest against the energy of what they correlate with, as floats. */
struct BestLags {
  V first;
  V second;
};

static inline BestLags find_best(const V *correlation, const V *samples, int stride, int count, int lag_count) {
  V energy = splat(1.0F);
  for (int i = 0; i < count; ++i) energy += samples[i * stride] * samples[i * stride];
  BestLags best{splat(0.0F), splat(1.0F)};
  V first_numerator = splat(-1.0F);
  V second_numerator = splat(-1.0F);
  V first_energy = splat(0.0F);
  V second_energy = splat(0.0F);
  for (int lag = 0; lag < lag_count; ++lag) {
    const V at = splat(static_cast<float>(lag));
    const V small = correlation[lag] * 1e-12F;
    const V numerator = small * small;
    const Mask enters = (correlation[lag] > 0.0F) & (numerator * second_energy > second_numerator * energy);
    const Mask leads = enters & (numerator * first_energy > first_numerator * energy);
    best.second = select(leads, best.first, select(enters, at, best.second));
    second_numerator = select(leads, first_numerator, select(enters, numerator, second_numerator));
    second_energy = select(leads, first_energy, select(enters, energy, second_energy));
    best.first = select(leads, at, best.first);
    first_numerator = select(leads, numerator, first_numerator);
    first_energy = select(leads, energy, first_energy);
    const V in = samples[(lag + count) * stride];
    const V out = samples[lag * stride];
    energy = larger(energy + (in * in - out * out), splat(1.0F));
  }
  return best;
}

static inline void correlate_coarsely(PitchScratch &scratch) {
  const V *now = scratch.half + half_longest;
  for (int lag = 0; lag < coarse_lags; lag += block) {
    V sums[block];
    for (V &sum : sums) sum = splat(0.0F);
    const V *then = scratch.half + 2 * lag;
    for (int i = 0; i < half_window / 2; ++i) {
      const V x = now[2 * i];
      for (int k = 0; k < block; ++k) sums[k] += x * then[2 * (i + k)];
    }
    for (int k = 0; k < block; ++k) scratch.coarse[lag + k] = sums[k];
  }
}

/** The fine correlation of one lane at the lags `from` to `from + 4`, those that exist. */
static inline void correlate_finely(PitchScratch &scratch, int lane, int from) {
  constexpr int around = 5;
  constexpr int vectors = (around + width - 1) / width;
  const float *now = scratch.lane + half_longest;
  const int start = from < 0 ? 0 : from;
  V sums[vectors];
  for (V &sum : sums) sum = splat(0.0F);
  for (int i = 0; i < half_window; ++i) {
    const V x = splat(now[i]);
    for (int k = 0; k < vectors; ++k) sums[k] += x * load_unaligned(scratch.lane + start + i + k * width);
  }
  for (int lag = start; lag < from + around && lag < lags; ++lag) {
    const float sum = sums[(lag - start) / width][(lag - start) % width];
    scratch.correlation[lag][lane] = sum > -1.0F ? sum : -1.0F;
  }
}

static inline void copy_lane(PitchScratch &scratch, int lane) {
  for (int i = 0; i < half_history; ++i) scratch.lane[i] = scratch.half[i][lane];
}

/** Whether the neighbours say that the true maximum lies half a step later (1) or earlier (-1). */
static inline int lean(float before, float at, float after) {
  if (after - before > (at - before) * 0.7F) return 1;
  if (before - after > (at - after) * 0.7F) return -1;
  return 0;
}

/** `half[...]` is in place; writes the lag of the best period of each lane, at the full rate. */
static inline void search(PitchScratch &scratch, int *lag) {
  correlate_coarsely(scratch);
  const BestLags coarse = find_best(scratch.coarse, scratch.half, 2, half_window / 2, coarse_lags);
  for (V &value : scratch.correlation) value = splat(0.0F);
  for (int lane = 0; lane < width; ++lane) {
    copy_lane(scratch, lane);
    correlate_finely(scratch, lane, 2 * static_cast<int>(coarse.first[lane]) - 2);
    correlate_finely(scratch, lane, 2 * static_cast<int>(coarse.second[lane]) - 2);
  }
  const BestLags fine = find_best(scratch.correlation, scratch.half, 1, half_window, lags);
  for (int lane = 0; lane < width; ++lane) {
    const int best = static_cast<int>(fine.first[lane]);
    int offset = 0;
    if (best > 0 && best < lags - 1) {
      offset = lean(scratch.correlation[best - 1][lane], scratch.correlation[best][lane], scratch.correlation[best + 1][lane]);
    }
    lag[lane] = 2 * best - offset;
  }
}

struct Pitch {
  int period;
  float gain;
};

static inline float normalised(float product, float energies) {
  return static_cast<float>(static_cast<double>(product) / sqrt(static_cast<double>(energies + 1.0F)));
}

/** How strong a shorter period must be to replace the one found. */
static inline float threshold_of(int period, float gain, float continuity) {
  float factor = 0.7F;
  float floor = 0.3F;
  if (period < 3 * (shortest_period / 2)) {
    factor = 0.85F;
    floor = 0.4F;
  }
  const float threshold = gain * factor - continuity;
  return threshold > floor ? threshold : floor;
}

/** Energies of the window as it moves into the past, for every lane. */
static inline void measure_energies(PitchScratch &scratch) {
  const V *now = scratch.half + half_longest;
  V energy = splat(0.0F);
  for (int i = 0; i < half_window; ++i) energy += now[i] * now[i];
  scratch.energies[0] = energy;
  for (int i = 1; i <= half_longest; ++i) {
    energy = (energy + now[-i] * now[-i]) - now[half_window - i] * now[half_window - i];
    scratch.energies[i] = larger(energy, splat(0.0F));
  }
}

/** A period may have been found at a multiple of itself: tries its 15 fractions in one lane. */
static inline Pitch settle(PitchScratch &scratch, int lane, int found, const Pitch &previous) {
  static constexpr int partner[16] = {0, 0, 3, 2, 3, 2, 5, 2, 3, 2, 3, 2, 5, 2, 3, 2};
  const float *now = scratch.lane + half_longest;
  const int longest = found / 2 < half_longest ? found / 2 : half_longest - 1;
  const int previous_period = previous.period / 2;
  const float energy = scratch.energies[0][lane];
  int period = longest;
  float best_product = lagged_product(now, longest);
  float best_energy = scratch.energies[longest][lane];
  const float first_gain = normalised(best_product, energy * best_energy);
  float gain = first_gain;
  for (int k = 2; k <= 15; ++k) {
    const int candidate = (2 * longest + k) / (2 * k);
    if (candidate < shortest_period / 2) break;
    int other = (2 * partner[k] * longest + k) / (2 * k);
    if (k == 2) other = candidate + longest > half_longest ? longest : candidate + longest;
    const float product = (lagged_product(now, candidate) + lagged_product(now, other)) * 0.5F;
    const float lagged_energy = (scratch.energies[candidate][lane] + scratch.energies[other][lane]) * 0.5F;
    const float candidate_gain = normalised(product, energy * lagged_energy);
    const int distance = candidate > previous_period ? candidate - previous_period : previous_period - candidate;
    float continuity = 0.0F;
    if (distance <= 1) {
      continuity = previous.gain;
    } else if (distance == 2 && 5 * k * k < longest) {
      continuity = previous.gain * 0.5F;
    }
    if (candidate_gain > threshold_of(candidate, first_gain, continuity)) {
      period = candidate;
      best_product = product;
      best_energy = lagged_energy;
      gain = candidate_gain;
    }
  }
  const float positive = best_product > 0.0F ? best_product : 0.0F;
  const float predicted = best_energy <= positive ? 1.0F : positive / (best_energy + 1.0F);
  const int offset =
      lean(lagged_product(now, period - 1), lagged_product(now, period), lagged_product(now, period + 1));
  const int whole = 2 * period + offset;
  return {whole < shortest_period ? shortest_period : whole, predicted > gain ? gain : predicted};
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
