// From 48 kHz to spectra at 16 kHz and back, for GTCRN. Included by each copy of the network.
//
// Threads and real-time safety: pure functions on the caller's memory.
#pragma once

#include "denoise/gtcrn_layers.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

using gtcrn::filter_taps;
using gtcrn::hop;

inline constexpr int filter_history = filter_taps - 1;
/** Samples of one of three phases of a block with what came before it; vectors may read beyond its end. */
inline constexpr int phase_samples = 288;

struct SpectrumState {
  float from_48[filter_history];
  float to_48[filter_history];
  /** The last hop that came in, and what is still to be added to the next that goes out. */
  float last[hop];
  float rest[hop];
};

struct SpectrumScratch {
  alignas(64) float phases[gtcrn::rate_ratio][phase_samples];
  alignas(64) float line[filter_history + gtcrn::block + 64];
  alignas(64) float hop_samples[hop];
  alignas(64) float windowed[gtcrn::window];
  alignas(64) float re[hop];
  alignas(64) float im[hop];
  alignas(64) float next_re[hop];
  alignas(64) float next_im[hop];
};

/** A block at 48 kHz to `hop_samples` at 16 kHz. */
static inline void lower_rate(const gtcrn::Weights &weights, SpectrumState &state, SpectrumScratch &scratch,
                              const float *samples) {
  memcpy(scratch.line, state.from_48, sizeof state.from_48);
  memcpy(scratch.line + filter_history, samples, gtcrn::block * sizeof(float));
  memcpy(state.from_48, samples + gtcrn::block - filter_history, sizeof state.from_48);
  constexpr int line_samples = filter_history + gtcrn::block;
  for (int i = 0; i < line_samples; ++i) scratch.phases[i % 3][i / 3] = scratch.line[i];
  // Output d hears line[3 d + 64 - tap].
  for (int d = 0; d < hop; d += width) {
    V sum = splat(0.0F);
    for (int tap = 0; tap < filter_taps; ++tap) {
      const int from = 64 - tap;
      sum += load_unaligned(scratch.phases[from % 3] + d + from / 3) * weights.down[tap];
    }
    put(sum, scratch.hop_samples + d);
  }
}

/** A hop at 16 kHz to a block at 48 kHz. */
static inline void raise_rate(const gtcrn::Weights &weights, SpectrumState &state, SpectrumScratch &scratch,
                              const float *hop_samples, float *samples) {
  memcpy(scratch.line, state.to_48, sizeof state.to_48);
  memcpy(scratch.line + filter_history, hop_samples, hop * sizeof(float));
  memcpy(state.to_48, hop_samples + hop - filter_history, sizeof state.to_48);
  for (int phase = 0; phase < gtcrn::rate_ratio; ++phase) {
    for (int d = 0; d < hop; d += width) {
      V sum = splat(0.0F);
      for (int tap = 0; tap < filter_taps; ++tap) {
        sum += load_unaligned(scratch.line + d + filter_history - tap) * weights.up[phase][tap];
      }
      for (int lane = 0; lane < width; ++lane) samples[3 * (d + lane) + phase] = sum[lane];
    }
  }
}

/** Stockham's form: `stride` interleaved transforms of `hop / stride` points each become four times as many of a fourth. */
static inline void transform_stage(const gtcrn::Weights &weights, const float *re, const float *im, float *to_re,
                                   float *to_im, int stride) {
  const int apart = hop / stride / 4;
  for (int p = 0; p < apart; ++p) {
    // Of a transform of 512 points; this one has half of them.
    const int turn = 2 * p * stride;
    const float re1 = weights.turn_re[turn], im1 = weights.turn_im[turn];
    const float re2 = weights.turn_re[2 * turn % 512], im2 = weights.turn_im[2 * turn % 512];
    const float re3 = weights.turn_re[3 * turn % 512], im3 = weights.turn_im[3 * turn % 512];
    const float *from_re = re + stride * p;
    const float *from_im = im + stride * p;
    float *out_re = to_re + stride * 4 * p;
    float *out_im = to_im + stride * 4 * p;
    const int step = stride * apart;
    for (int s = 0; s < stride; ++s) {
      const float a_re = from_re[s], a_im = from_im[s];
      const float b_re = from_re[s + step], b_im = from_im[s + step];
      const float c_re = from_re[s + 2 * step], c_im = from_im[s + 2 * step];
      const float d_re = from_re[s + 3 * step], d_im = from_im[s + 3 * step];
      const float sum_re = a_re + c_re, sum_im = a_im + c_im;
      const float gap_re = a_re - c_re, gap_im = a_im - c_im;
      const float other_sum_re = b_re + d_re, other_sum_im = b_im + d_im;
      // i (b - d).
      const float other_gap_re = d_im - b_im, other_gap_im = b_re - d_re;
      out_re[s] = sum_re + other_sum_re;
      out_im[s] = sum_im + other_sum_im;
      const float x1_re = gap_re - other_gap_re, x1_im = gap_im - other_gap_im;
      out_re[s + stride] = x1_re * re1 - x1_im * im1;
      out_im[s + stride] = x1_re * im1 + x1_im * re1;
      const float x2_re = sum_re - other_sum_re, x2_im = sum_im - other_sum_im;
      out_re[s + 2 * stride] = x2_re * re2 - x2_im * im2;
      out_im[s + 2 * stride] = x2_re * im2 + x2_im * re2;
      const float x3_re = gap_re + other_gap_re, x3_im = gap_im + other_gap_im;
      out_re[s + 3 * stride] = x3_re * re3 - x3_im * im3;
      out_im[s + 3 * stride] = x3_re * im3 + x3_im * re3;
    }
  }
}

/** `re` and `im` of `scratch`, in place. */
static inline void transform(const gtcrn::Weights &weights, SpectrumScratch &scratch) {
  transform_stage(weights, scratch.re, scratch.im, scratch.next_re, scratch.next_im, 1);
  transform_stage(weights, scratch.next_re, scratch.next_im, scratch.re, scratch.im, 4);
  transform_stage(weights, scratch.re, scratch.im, scratch.next_re, scratch.next_im, 16);
  transform_stage(weights, scratch.next_re, scratch.next_im, scratch.re, scratch.im, 64);
}

/** `hop_samples` behind the last hop, to 257 bins. Even and odd samples are the two parts of one complex sound. */
static inline void analyse(const gtcrn::Weights &weights, SpectrumState &state, SpectrumScratch &scratch, float *re,
                           float *im) {
  for (int i = 0; i < hop; ++i) {
    scratch.windowed[i] = state.last[i] * weights.window[i];
    scratch.windowed[hop + i] = scratch.hop_samples[i] * weights.window[hop + i];
  }
  memcpy(state.last, scratch.hop_samples, sizeof state.last);
  for (int i = 0; i < hop; ++i) {
    scratch.re[i] = scratch.windowed[2 * i];
    scratch.im[i] = scratch.windowed[2 * i + 1];
  }
  transform(weights, scratch);
  for (int k = 0; k <= hop; ++k) {
    const int here = k % hop;
    const int there = (hop - k) % hop;
    const float even_re = 0.5F * (scratch.re[here] + scratch.re[there]);
    const float even_im = 0.5F * (scratch.im[here] - scratch.im[there]);
    const float odd_re = 0.5F * (scratch.im[here] + scratch.im[there]);
    const float odd_im = 0.5F * (scratch.re[there] - scratch.re[here]);
    re[k] = even_re + (weights.turn_re[k] * odd_re - weights.turn_im[k] * odd_im);
    im[k] = even_im + (weights.turn_re[k] * odd_im + weights.turn_im[k] * odd_re);
  }
  im[0] = 0.0F;
  im[hop] = 0.0F;
}

/** The same backwards, with real and imaginary parts swapped; leaves a hop in `hop_samples`. */
static inline void synthesise(const gtcrn::Weights &weights, SpectrumState &state, SpectrumScratch &scratch,
                              const float *re, const float *im) {
  for (int k = 0; k < hop; ++k) {
    const int there = hop - k;
    const float im_here = k == 0 ? 0.0F : im[k];
    const float im_there = k == 0 ? 0.0F : im[there];
    const float even_re = re[k] + re[there];
    const float even_im = im_here - im_there;
    const float gap_re = re[k] - re[there];
    const float gap_im = im_here + im_there;
    const float odd_re = weights.turn_re[k] * gap_re + weights.turn_im[k] * gap_im;
    const float odd_im = weights.turn_re[k] * gap_im - weights.turn_im[k] * gap_re;
    scratch.im[k] = even_re - odd_im;
    scratch.re[k] = even_im + odd_re;
  }
  transform(weights, scratch);
  constexpr float scale = 1.0F / static_cast<float>(gtcrn::window);
  for (int i = 0; i < hop; ++i) {
    scratch.windowed[2 * i] = scratch.im[i];
    scratch.windowed[2 * i + 1] = scratch.re[i];
  }
  for (int i = 0; i < hop; ++i) {
    scratch.hop_samples[i] = state.rest[i] + weights.window[i] * scale * scratch.windowed[i];
    state.rest[i] = weights.window[hop + i] * scale * scratch.windowed[hop + i];
  }
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
