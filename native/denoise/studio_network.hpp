// The studio network: DeepFilterNet3 (arXiv 2305.08227), a frame after the other.
//
//   levels of 32 bands → convolutions 0-3 → ┐                       ┌→ GRU, GRU → convolutions 3-0 → gains of the bands
//   96 bins            → convolutions 0-1 → ┴ sum → GRU → embedding ┴→ GRU, GRU → taps of the bins (+ those of conv. 0)
//
// Included by each copy, which says SD_LANES and SD_LANES_ISA. Threads: a state belongs to one at a time. Real-time safety: yes.
#pragma once

#include "denoise/studio_kernel.hpp"
#include "denoise/studio_layers.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

using studio::bands;
using studio::embedding;
using studio::filter_bins;
using studio::filter_taps;
using studio::most_frames;

/** Frames that a convolution over time hears beside the newest. */
inline constexpr int heard_before = 2;
inline constexpr int path_before = filter_taps - 1;

struct StudioState {
  /** What the convolutions over time still need. */
  float band_levels[heard_before][bands];
  float bin_values[heard_before][2][filter_bins];
  alignas(64) float first[path_before][filter_bins][channels];
  alignas(64) float encoder[hidden];
  float gains[2][hidden];
  float taps[2][hidden];
};

struct StudioScratch {
  /** With an empty bin on either side. */
  float band_levels[heard_before + most_frames][bands + 2];
  float bin_values[heard_before + most_frames][2][filter_bins + 2];
  /** What came out of each convolution of the bands, and of the first one of the bins. */
  alignas(64) float encoded0[most_frames][bands][channels];
  alignas(64) float encoded1[most_frames][16][channels];
  alignas(64) float encoded2[most_frames][8][channels];
  alignas(64) float encoded3[most_frames][8][channels];
  alignas(64) float first[path_before + most_frames][filter_bins][channels];
  alignas(64) float wide[filter_bins][channels];
  alignas(64) float wider[filter_bins][channels];
  alignas(64) float embedded[most_frames][embedding];
  alignas(64) float decoded[most_frames][embedding];
  alignas(64) float neurons[most_frames][hidden];
  alignas(64) float skipped[most_frames][hidden];
  alignas(64) float outputs[16][64];
  alignas(64) float path[filter_bins][16];
  GruScratch gru;
};

/** Three frames by three neighbours of one value each, for a span of the channels. */
template <int apart>
static inline void convolve_first(const float (&weights)[3][3][channels], const float *newest, int bins, int from, int to,
                                  const float *bias, After after, float *y) {
  for (int bin = 0; bin < bins; ++bin) {
    for (int c = from; c < to; c += width) {
      V sum = bias != nullptr ? load_unaligned(bias + c) : splat(0.0F);
      for (int frame = 0; frame < 3; ++frame) {
        for (int neighbour = 0; neighbour < 3; ++neighbour) {
          const float x = newest[(frame - heard_before) * apart + bin + neighbour];
          sum += load_unaligned(weights[frame][neighbour] + c) * x;
        }
      }
      put(after == After::relu ? larger(sum, splat(0.0F)) : sum, y + bin * channels + c);
    }
  }
}

static inline void take_in(StudioState &state, StudioScratch &scratch, const studio::Frame *frames, int count) {
  for (int i = 0; i < heard_before + count; ++i) {
    const bool is_old = i < heard_before;
    const float *levels = is_old ? state.band_levels[i] : frames[i - heard_before].band_levels;
    memcpy(scratch.band_levels[i] + 1, levels, sizeof state.band_levels[0]);
    for (int part = 0; part < 2; ++part) {
      const float *values = is_old ? state.bin_values[i][part] : frames[i - heard_before].bins[part];
      memcpy(scratch.bin_values[i][part] + 1, values, sizeof state.bin_values[0][0]);
    }
  }
  for (int i = 0; i < heard_before; ++i) {
    memcpy(state.band_levels[i], scratch.band_levels[count + i] + 1, sizeof state.band_levels[0]);
    for (int part = 0; part < 2; ++part) {
      memcpy(state.bin_values[i][part], scratch.bin_values[count + i][part] + 1, sizeof state.bin_values[0][0]);
    }
  }
  memcpy(scratch.first, state.first, sizeof state.first);
}

static inline void encode_bands(const studio::Weights &weights, StudioScratch &scratch, int i) {
  float *wide = &scratch.wide[0][0];
  float *encoded[4] = {&scratch.encoded0[i][0][0], &scratch.encoded1[i][0][0], &scratch.encoded2[i][0][0],
                       &scratch.encoded3[i][0][0]};
  convolve_first<bands + 2>(weights.erb_conv0, scratch.band_levels[heard_before + i], bands, 0, channels,
                            weights.erb_conv0_bias, After::relu, encoded[0]);
  depth(weights.erb_conv1.depth, encoded[0], 32, 2, wide);
  point(weights.erb_conv1, wide, 16, encoded[1]);
  depth(weights.erb_conv2.depth, encoded[1], 16, 2, wide);
  point(weights.erb_conv2, wide, 8, encoded[2]);
  depth(weights.erb_conv3.depth, encoded[2], 8, 1, wide);
  point(weights.erb_conv3, wide, 8, encoded[3]);
}

static inline void encode_bins(const studio::Weights &weights, StudioScratch &scratch, int i) {
  constexpr int apart = 2 * (filter_bins + 2);
  float *wide = &scratch.wide[0][0];
  float *wider = &scratch.wider[0][0];
  for (int part = 0; part < 2; ++part) {
    convolve_first<apart>(weights.df_conv0, scratch.bin_values[heard_before + i][part], filter_bins, part * channels / 2,
                          (part + 1) * channels / 2, nullptr, After::nothing, wide);
  }
  float *first = &scratch.first[path_before + i][0][0];
  dense(weights.df_conv0_point, weights.df_conv0_bias, wide, channels, first, channels, filter_bins, After::relu);
  depth(weights.df_conv1.depth, first, filter_bins, 2, wide);
  point(weights.df_conv1, wide, filter_bins / 2, wider);
  float *sum = scratch.decoded[i];
  grouped(weights.df_embedding, wider, 0, sum, 0, 1, After::relu);
  const float *of_bands = &scratch.encoded3[i][0][0];
  for (int n = 0; n < embedding; ++n) sum[n] += of_bands[n];
}

/** Leaves the embedding of each frame, and its signal-to-noise ratio. */
static inline void encode(const studio::Weights &weights, StudioState &state, StudioScratch &scratch, studio::Frame *frames,
                          int count) {
  for (int i = 0; i < count; ++i) {
    encode_bands(weights, scratch, i);
    encode_bins(weights, scratch, i);
  }
  memcpy(state.first, scratch.first[count], sizeof state.first);
  float *neurons = &scratch.neurons[0][0];
  grouped(weights.encoder_in, &scratch.decoded[0][0], embedding, neurons, hidden, count, After::relu);
  recur(weights.encoder_gru, scratch.gru, state.encoder, neurons, hidden, count);
  grouped(weights.encoder_out, neurons, hidden, &scratch.embedded[0][0], embedding, count, After::relu);
  for (int i = 0; i < count; ++i) {
    float sum = weights.snr_bias[0];
    for (int n = 0; n < embedding; ++n) sum += weights.snr[n] * scratch.embedded[i][n];
    frames[i].local_snr_db = 50.0F * sigmoid(sum) - 15.0F;
  }
}

static inline void decode_gains(const studio::Weights &weights, StudioState &state, StudioScratch &scratch,
                                studio::Frame *frames, int count) {
  float *neurons = &scratch.neurons[0][0];
  float *wide = &scratch.wide[0][0];
  grouped(weights.erb_in, &scratch.embedded[0][0], embedding, neurons, hidden, count, After::relu);
  for (int layer = 0; layer < 2; ++layer) recur(weights.erb_gru[layer], scratch.gru, state.gains[layer], neurons, hidden, count);
  grouped(weights.erb_out, neurons, hidden, &scratch.decoded[0][0], embedding, count, After::relu);
  for (int i = 0; i < count; ++i) {
    // The embedding is eight bins of all channels.
    float *x = &scratch.wider[0][0];
    memcpy(x, scratch.decoded[i], sizeof scratch.decoded[0]);
    add_skip(weights.skip3, &scratch.encoded3[i][0][0], 8, x);
    depth(weights.up3.depth, x, 8, 1, wide);
    point(weights.up3, wide, 8, x);
    add_skip(weights.skip2, &scratch.encoded2[i][0][0], 8, x);
    depth_doubled(weights.up2.depth, x, 8, wide);
    point(weights.up2, wide, 16, x);
    add_skip(weights.skip1, &scratch.encoded1[i][0][0], 16, x);
    depth_doubled(weights.up1.depth, x, 16, wide);
    point(weights.up1, wide, 32, x);
    add_skip(weights.skip0, &scratch.encoded0[i][0][0], 32, x);
    depth(weights.gain, x, 32, 1, wide);
    for (int band = 0; band < bands; ++band) {
      float sum = weights.gain_bias[0];
      for (int c = 0; c < channels; ++c) sum += scratch.wide[band][c];
      frames[i].gains[band] = sigmoid(sum);
    }
  }
}

/** The taps that the first convolution of the bins gives, over five frames. */
static inline void follow_path(const studio::Weights &weights, StudioScratch &scratch, int i) {
  float *sums = &scratch.wide[0][0];
  memset(sums, 0, sizeof(float) * filter_bins * 16);
  for (int frame = 0; frame < filter_taps; ++frame) {
    for (int half = 0; half < 2; ++half) {
      const float *x = &scratch.first[i + frame][0][half * channels / 2];
      float *partial = &scratch.wider[0][0];
      sum_all<8>(&weights.path[frame][half][0][0], channels / 2, nullptr, x, channels, partial, 8, filter_bins,
                 After::nothing);
      for (int bin = 0; bin < filter_bins; ++bin) {
        for (int n = 0; n < 8; ++n) sums[bin * 16 + half * 8 + n] += partial[bin * 8 + n];
      }
    }
  }
  sum_all<16>(&weights.path_point[0][0], 16, weights.path_bias, sums, 16, &scratch.path[0][0], 16, filter_bins, After::relu);
}

static inline void decode_taps(const studio::Weights &weights, StudioState &state, StudioScratch &scratch,
                               studio::Frame *frames, int count) {
  constexpr int taps = 2 * filter_taps;
  float *neurons = &scratch.neurons[0][0];
  float *skipped = &scratch.skipped[0][0];
  grouped(weights.df_in, &scratch.embedded[0][0], embedding, neurons, hidden, count, After::relu);
  for (int layer = 0; layer < 2; ++layer) recur(weights.df_gru[layer], scratch.gru, state.taps[layer], neurons, hidden, count);
  grouped(weights.df_skip, &scratch.embedded[0][0], embedding, skipped, hidden, count, After::nothing);
  for (int n = 0; n < count * hidden; ++n) neurons[n] += skipped[n];
  for (int i = 0; i < count; ++i) {
    grouped(weights.df_out, neurons + i * hidden, 0, &scratch.outputs[0][0], 0, 1, After::nothing);
    for (auto &group : scratch.outputs) {
      for (int n = 0; n < 64; n += width) put(hyperbolic_tangent(load_unaligned(group + n)), group + n);
    }
    follow_path(weights, scratch, i);
    for (int bin = 0; bin < filter_bins; ++bin) {
      for (int n = 0; n < taps; ++n) {
        const int at = bin * taps + n;
        frames[i].taps[bin][n] = scratch.outputs[at / 60][at % 60] + scratch.path[bin][n];
      }
    }
  }
}

static void run_studio(const studio::Weights &weights, void *state_memory, void *scratch_memory, studio::Frame *frames,
                       int count) noexcept {
  auto &state = *static_cast<StudioState *>(state_memory);
  auto &scratch = *static_cast<StudioScratch *>(scratch_memory);
  take_in(state, scratch, frames, count);
  encode(weights, state, scratch, frames, count);
  decode_gains(weights, state, scratch, frames, count);
  decode_taps(weights, state, scratch, frames, count);
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
