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

/**
 * Sums of products of the window with what lies `lags[k]` before it, in one lane. Each sum runs in its own order, so
 * several run beside each other: one alone would wait for every addition.
 */
static inline void lagged_products(const float *at, const int (&lags)[block], float (&products)[block]) {
  const float *then[block];
  float sums[block] = {};
  for (int k = 0; k < block; ++k) then[k] = at - lags[k];
  for (int i = 0; i < half_window; ++i) {
    const float x = at[i];
    for (int k = 0; k < block; ++k) sums[k] += x * then[k][i];
  }
  for (int k = 0; k < block; ++k) products[k] = sums[k];
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
  // Levinson's recursion; each lane stops on its own, once it has explained 30 dB.
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

/** The fine correlation of one lane at two times five lags, each from two before to two behind the given one. */
static inline void correlate_finely(PitchScratch &scratch, int lane, int first, int second) {
  constexpr int around = 2;
  constexpr int vectors = (2 * around + width) / width;
  const float *now = scratch.lane + half_longest;
  const int middle[2] = {first, second};
  int from[2];
  V sums[2][vectors];
  for (int which = 0; which < 2; ++which) {
    from[which] = middle[which] < around ? 0 : middle[which] - around;
    for (V &sum : sums[which]) sum = splat(0.0F);
  }
  for (int i = 0; i < half_window; ++i) {
    const V x = splat(now[i]);
    for (int k = 0; k < vectors; ++k) {
      sums[0][k] += x * load_unaligned(scratch.lane + from[0] + i + k * width);
      sums[1][k] += x * load_unaligned(scratch.lane + from[1] + i + k * width);
    }
  }
  for (int which = 0; which < 2; ++which) {
    for (int lag = from[which]; lag <= middle[which] + around && lag < lags; ++lag) {
      const int place = lag - from[which];
      const float sum = sums[which][place / width][place % width];
      scratch.correlation[lag][lane] = sum > -1.0F ? sum : -1.0F;
    }
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
    correlate_finely(scratch, lane, 2 * static_cast<int>(coarse.first[lane]), 2 * static_cast<int>(coarse.second[lane]));
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

/** The fractions of a found period, and for each another multiple that a true one would show as well. */
struct Fractions {
  static constexpr int most = 16;
  int count = 1;
  int period[most];
  int other[most];
  float product[most];
  float other_product[most];
};

static inline void list_fractions(int longest, Fractions &fractions) {
  static constexpr int partner[Fractions::most] = {0, 0, 3, 2, 3, 2, 5, 2, 3, 2, 3, 2, 5, 2, 3, 2};
  fractions.period[0] = longest;
  fractions.other[0] = longest;
  for (int k = 2; k < Fractions::most; ++k) {
    const int period = (2 * longest + k) / (2 * k);
    if (period < shortest_period / 2) break;
    int other = (2 * partner[k] * longest + k) / (2 * k);
    if (k == 2) other = period + longest > half_longest ? longest : period + longest;
    fractions.period[k - 1] = period;
    fractions.other[k - 1] = other;
    fractions.count = k;
  }
}

static inline void correlate_fractions(const float *now, Fractions &fractions) {
  constexpr int pairs = block / 2;
  for (int from = 0; from < fractions.count; from += pairs) {
    int lags[block];
    float products[block];
    for (int k = 0; k < pairs; ++k) {
      const int at = from + k < fractions.count ? from + k : from;
      lags[k] = fractions.period[at];
      lags[pairs + k] = fractions.other[at];
    }
    lagged_products(now, lags, products);
    for (int k = 0; k < pairs && from + k < fractions.count; ++k) {
      fractions.product[from + k] = products[k];
      fractions.other_product[from + k] = products[pairs + k];
    }
  }
}

/** By how much the period's neighbours say that it is to be moved, at the full rate. */
static inline int refine(const float *now, int period) {
  const int lags[block] = {period - 1, period, period + 1, period, period, period, period, period};
  float products[block];
  lagged_products(now, lags, products);
  return lean(products[0], products[1], products[2]);
}

/** A period may have been found at a multiple of itself: tries its 15 fractions in one lane. */
static inline Pitch settle(PitchScratch &scratch, int lane, int found, const Pitch &previous) {
  const float *now = scratch.lane + half_longest;
  const int longest = found / 2 < half_longest ? found / 2 : half_longest - 1;
  const int previous_period = previous.period / 2;
  Fractions fractions;
  list_fractions(longest, fractions);
  correlate_fractions(now, fractions);

  const float energy = scratch.energies[0][lane];
  int period = longest;
  float best_product = fractions.product[0];
  float best_energy = scratch.energies[longest][lane];
  const float first_gain = normalised(best_product, energy * best_energy);
  float gain = first_gain;
  for (int k = 2; k <= fractions.count; ++k) {
    const int candidate = fractions.period[k - 1];
    const float product = (fractions.product[k - 1] + fractions.other_product[k - 1]) * 0.5F;
    const float lagged_energy = (scratch.energies[candidate][lane] + scratch.energies[fractions.other[k - 1]][lane]) * 0.5F;
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
  const int whole = 2 * period + refine(now, period);
  return {whole < shortest_period ? shortest_period : whole, predicted > gain ? gain : predicted};
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
