// The layers of the studio network: sums of products with an output a lane, so that each sum runs in the same order
// whatever the vector's width. Included by each copy of the network.
//
// Activations of a convolution lie as `[bin][channel]`. Threads and real-time safety: pure functions on the caller's memory.
#pragma once

#include <string.h>

#include "denoise/lanes_curves.hpp"
#include "denoise/studio_weights.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

using studio::block;
using studio::channels;
using studio::hidden;

enum class After { nothing, relu };

/** `outputs` sums of each of `columns` columns of x, which lie `x_apart` from each other; `bias` may be null. */
template <int outputs, int columns>
static inline void sum_columns(const float *weights, int inputs, const float *bias, const float *x, int x_apart, float *y,
                               int y_apart, After after) {
  constexpr int vectors = outputs / width;
  V sums[columns][vectors];
  for (int c = 0; c < columns; ++c) {
    for (int v = 0; v < vectors; ++v) sums[c][v] = bias != nullptr ? load_unaligned(bias + v * width) : splat(0.0F);
  }
  for (int i = 0; i < inputs; ++i) {
    for (int v = 0; v < vectors; ++v) {
      const V weight = load_unaligned(weights + i * outputs + v * width);
      for (int c = 0; c < columns; ++c) sums[c][v] += weight * x[c * x_apart + i];
    }
  }
  for (int c = 0; c < columns; ++c) {
    for (int v = 0; v < vectors; ++v) {
      const V sum = after == After::relu ? larger(sums[c][v], splat(0.0F)) : sums[c][v];
      put(sum, y + c * y_apart + v * width);
    }
  }
}

/** As many columns at once as registers hold sums. */
template <int outputs>
static inline void sum_all(const float *weights, int inputs, const float *bias, const float *x, int x_apart, float *y,
                           int y_apart, int columns, After after) {
  constexpr int at_once = outputs / width > 4 ? 1 : 8 * width / outputs;
  const int together = columns / at_once * at_once;
  for (int c = 0; c < together; c += at_once) {
    sum_columns<outputs, at_once>(weights, inputs, bias, x + c * x_apart, x_apart, y + c * y_apart, y_apart, after);
  }
  if constexpr (at_once > 1) {
    for (int c = together; c < columns; ++c) {
      sum_columns<outputs, 1>(weights, inputs, bias, x + c * x_apart, x_apart, y + c * y_apart, y_apart, after);
    }
  }
}

/** Blocks of outputs that all hear the same inputs. */
template <int blocks, int inputs>
static inline void dense(const float (&weights)[blocks][inputs][block], const float *bias, const float *x, int x_apart,
                         float *y, int y_apart, int columns, After after) {
  for (int b = 0; b < blocks; ++b) {
    sum_all<block>(&weights[b][0][0], inputs, bias == nullptr ? nullptr : bias + b * block, x, x_apart, y + b * block,
                   y_apart, columns, after);
  }
}

/** Each group of outputs hears its own group of inputs. */
template <int groups, int inputs, int outputs>
static inline void grouped(const float (&weights)[groups][inputs][outputs], const float *x, int x_apart, float *y,
                           int y_apart, int columns, After after) {
  for (int g = 0; g < groups; ++g) {
    sum_all<outputs>(&weights[g][0][0], inputs, nullptr, x + g * inputs, x_apart, y + g * outputs, y_apart, columns, after);
  }
}

/** Three neighbours, each channel on its own, from every `stride`th bin; beyond the edges is nothing. */
static inline void depth(const float (&weights)[3][channels], const float *x, int bins_in, int stride, float *y) {
  for (int bin = 0, out = 0; bin < bins_in; bin += stride, ++out) {
    for (int c = 0; c < channels; c += width) {
      V sum = load_unaligned(weights[1] + c) * load_unaligned(x + bin * channels + c);
      if (bin > 0) sum += load_unaligned(weights[0] + c) * load_unaligned(x + (bin - 1) * channels + c);
      if (bin + 1 < bins_in) sum += load_unaligned(weights[2] + c) * load_unaligned(x + (bin + 1) * channels + c);
      put(sum, y + out * channels + c);
    }
  }
}

/** The transposed convolution: twice as many bins come out as go in. */
static inline void depth_doubled(const float (&weights)[3][channels], const float *x, int bins_in, float *y) {
  for (int bin = 0; bin < bins_in; ++bin) {
    for (int c = 0; c < channels; c += width) {
      const V here = load_unaligned(x + bin * channels + c);
      put(load_unaligned(weights[1] + c) * here, y + 2 * bin * channels + c);
      V between = load_unaligned(weights[2] + c) * here;
      if (bin + 1 < bins_in) between += load_unaligned(weights[0] + c) * load_unaligned(x + (bin + 1) * channels + c);
      put(between, y + (2 * bin + 1) * channels + c);
    }
  }
}

static inline void point(const studio::Separable &layer, const float *x, int bins, float *y) {
  dense(layer.point, layer.bias, x, channels, y, channels, bins, After::relu);
}

/** Adds what the encoder heard at this width: scaled, and nothing below zero. */
static inline void add_skip(const studio::Scale &skip, const float *encoded, int bins, float *x) {
  for (int bin = 0; bin < bins; ++bin) {
    for (int c = 0; c < channels; c += width) {
      const int at = bin * channels + c;
      const V scaled = load_unaligned(skip.scale + c) * load_unaligned(encoded + at) + load_unaligned(skip.bias + c);
      put(load_unaligned(x + at) + larger(scaled, splat(0.0F)), x + at);
    }
  }
}

/** `vectors * width` sums of each of `columns` columns of x. */
template <int vectors, int columns>
static inline void sum_shorts(const short *weights, const float *scale, const float *bias, const float *x, int x_apart,
                              float *y, int y_apart) {
  V sums[columns][vectors];
  for (int c = 0; c < columns; ++c) {
    for (int v = 0; v < vectors; ++v) sums[c][v] = splat(0.0F);
  }
  for (int i = 0; i < hidden; ++i) {
    for (int v = 0; v < vectors; ++v) {
      const V weight = load_shorts(weights + i * block + v * width);
      for (int c = 0; c < columns; ++c) sums[c][v] += weight * x[c * x_apart + i];
    }
  }
  for (int c = 0; c < columns; ++c) {
    for (int v = 0; v < vectors; ++v) {
      put(sums[c][v] * load_unaligned(scale + v * width) + load_unaligned(bias + v * width), y + c * y_apart + v * width);
    }
  }
}

/** All outputs of a recurrent layer's matrix. What one vector of weights costs is shared by up to four columns. */
static inline void dense(const studio::ShortMatrix &matrix, const float *bias, const float *x, int x_apart, float *y,
                         int y_apart, int columns) {
  constexpr int together = 4;
  constexpr int few = 2;
  for (int b = 0; b < 3 * hidden / block; ++b) {
    const short *weights = &matrix.weights[b][0][0];
    const int first = b * block;
    int c = 0;
    for (; c + together <= columns; c += together) {
      for (int at = 0; at < block; at += few * width) {
        sum_shorts<few, together>(weights + at, matrix.scale + first + at, bias + first + at, x + c * x_apart, x_apart,
                                  y + c * y_apart + first + at, y_apart);
      }
    }
    for (; c < columns; ++c) {
      sum_shorts<block / width, 1>(weights, matrix.scale + first, bias + first, x + c * x_apart, x_apart,
                                   y + c * y_apart + first, y_apart);
    }
  }
}

static inline void dense(const float (&weights)[3 * hidden / block][hidden][block], const float *bias, const float *x,
                         int x_apart, float *y, int y_apart, int columns) {
  dense(weights, bias, x, x_apart, y, y_apart, columns, After::nothing);
}

struct GruScratch {
  alignas(64) float of_input[8][3 * hidden];
  alignas(64) float of_state[3 * hidden];
};

/** Frames that follow each other, in place; `state` is the last output. */
template <typename Gru>
static inline void recur(const Gru &gru, GruScratch &scratch, float *state, float *x, int x_apart, int frames) {
  dense(gru.input, gru.input_bias, x, x_apart, &scratch.of_input[0][0], 3 * hidden, frames);
  for (int frame = 0; frame < frames; ++frame) {
    dense(gru.state, gru.state_bias, state, hidden, scratch.of_state, 3 * hidden, 1);
    const float *of_input = scratch.of_input[frame];
    const float *of_state = scratch.of_state;
    for (int n = 0; n < hidden; n += width) {
      const auto both = [of_input, of_state, n](int gate) {
        return load_unaligned(of_input + gate * hidden + n) + load_unaligned(of_state + gate * hidden + n);
      };
      const V update = sigmoid(both(0));
      const V reset = sigmoid(both(1));
      const V candidate = hyperbolic_tangent(load_unaligned(of_input + 2 * hidden + n) +
                                             reset * load_unaligned(of_state + 2 * hidden + n));
      put((1.0F - update) * candidate + update * load_unaligned(state + n), state + n);
    }
    memcpy(x + frame * x_apart, state, hidden * sizeof(float));
  }
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
