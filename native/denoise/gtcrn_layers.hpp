// The layers of GTCRN. Activations lie as `[bin][channel]`, with an empty bin on either side where neighbours are heard.
// Each sum has an output a lane, so that it runs in the same order whatever the vector's width. Included by each copy.
//
// Threads and real-time safety: pure functions on the caller's memory.
#pragma once

#include "denoise/gtcrn_weights.hpp"
#include "denoise/lanes_curves.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

using gtcrn::channels;
using gtcrn::gates;
using gtcrn::grid;
using gtcrn::half;

/** What a sum hears: so many spans of inputs, so far from each other; the next column's lie `next` further. */
struct Heard {
  const float *x;
  int spans;
  int apart;
  int inputs;
  int next;
};

/** What is below zero is multiplied by `slope`: 1 leaves all as it is. */
static inline V bent(V x, float slope) { return select(x < 0.0F, x * slope, x); }

template <int outputs, int columns>
static inline void sum_columns(const float *weights, const float *bias, Heard heard, float slope, float *y, int y_next) {
  constexpr int vectors = outputs / width;
  V sums[columns][vectors];
  for (int c = 0; c < columns; ++c) {
    for (int v = 0; v < vectors; ++v) sums[c][v] = load_unaligned(bias + v * width);
  }
  for (int span = 0; span < heard.spans; ++span) {
    const float *x = heard.x + span * heard.apart;
    for (int i = 0; i < heard.inputs; ++i, weights += outputs) {
      for (int v = 0; v < vectors; ++v) {
        const V weight = load_unaligned(weights + v * width);
        for (int c = 0; c < columns; ++c) sums[c][v] += weight * x[c * heard.next + i];
      }
    }
  }
  for (int c = 0; c < columns; ++c) {
    for (int v = 0; v < vectors; ++v) put(bent(sums[c][v], slope), y + c * y_next + v * width);
  }
}

/** `outputs` sums of each of `columns` columns: as many at once as registers hold. */
template <int outputs>
static inline void sums(const float *weights, const float *bias, Heard heard, float slope, float *y, int y_next,
                        int columns) {
  constexpr int fitting = 8 * width / outputs;
  constexpr int at_once = fitting > 8 ? 8 : fitting < 1 ? 1 : fitting;
  for (; columns >= at_once; columns -= at_once, heard.x += at_once * heard.next, y += at_once * y_next) {
    sum_columns<outputs, at_once>(weights, bias, heard, slope, y, y_next);
  }
  for (; columns > 0; --columns, heard.x += heard.next, y += y_next) {
    sum_columns<outputs, 1>(weights, bias, heard, slope, y, y_next);
  }
}

/** What neurons hold next. Update, reset and candidate of a vector of them lie `apart` in `of_input` and `of_state`. */
static inline V next_neurons(const float *of_input, const float *of_state, int apart, V state) {
  const V update = sigmoid(load_unaligned(of_input) + load_unaligned(of_state));
  const V reset = sigmoid(load_unaligned(of_input + apart) + load_unaligned(of_state + apart));
  const V candidate =
      hyperbolic_tangent(load_unaligned(of_input + 2 * apart) + reset * load_unaligned(of_state + 2 * apart));
  return (1.0F - update) * candidate + update * state;
}

/** Three frames by three neighbours, each channel on its own. */
static inline void convolve_depth(const gtcrn::Block &block, const float *oldest, const float *older, const float *newest,
                                  float *y) {
  const float *frames[3] = {oldest, older, newest};
  for (int at = 0; at < grid * channels; at += channels) {
    for (int c = 0; c < channels; c += width) {
      V sum = load_unaligned(block.depth_bias + c);
      for (int frame = 0; frame < 3; ++frame) {
        for (int neighbour = 0; neighbour < 3; ++neighbour) {
          sum += load_unaligned(block.depth[3 * frame + neighbour] + c) *
                 load_unaligned(frames[frame] + at + neighbour * channels + c);
        }
      }
      put(bent(sum, block.depth_slope), y + at + c);
    }
  }
}

/** How much of each of eight channels stays, by the mean of their squares over the grid. */
static inline void run_gate(const gtcrn::Gate &gate, const float *x, float *state, float *shares) {
  float powers[half];
  for (int c = 0; c < half; c += width) {
    V sum = splat(0.0F);
    for (int bin = 0; bin < grid; ++bin) {
      const V value = load_unaligned(x + bin * half + c);
      sum += value * value;
    }
    put(sum / static_cast<float>(grid), powers + c);
  }
  float of_input[gates * channels];
  float of_state[gates * channels];
  sums<gates * channels>(&gate.input[0][0], gate.input_bias, {powers, 1, 0, half, 0}, 1.0F, of_input, 0, 1);
  sums<gates * channels>(&gate.state[0][0], gate.state_bias, {state, 1, 0, channels, 0}, 1.0F, of_state, 0, 1);
  for (int n = 0; n < channels; n += width) {
    put(next_neurons(of_input + n, of_state + n, channels, load_unaligned(state + n)), state + n);
  }
  sums<half>(&gate.out[0][0], gate.out_bias, {state, 1, 0, channels, 0}, 1.0F, shares, 0, 1);
  for (int c = 0; c < half; c += width) put(sigmoid(load_unaligned(shares + c)), shares + c);
}

/** All channels by all channels, normalised over the grid, added to `x`. */
static inline void add_dense(const gtcrn::Dense &dense, const float *neurons, float *mixed, float *x) {
  constexpr int count = grid * channels;
  sums<channels>(&dense.weights[0][0], dense.bias, {neurons, 1, 0, channels, channels}, 1.0F, mixed, channels, grid);
  float lanes[channels];
  const auto mean_of = [&lanes](const float *values) {
    for (int c = 0; c < channels; c += width) {
      V sum = splat(0.0F);
      for (int at = c; at < count; at += channels) sum += load_unaligned(values + at);
      put(sum, lanes + c);
    }
    float sum = 0.0F;
    for (const float lane : lanes) sum += lane;
    return sum / static_cast<float>(count);
  };
  const float mean = mean_of(mixed);
  float squares[count];
  for (int at = 0; at < count; at += width) {
    const V value = load_unaligned(mixed + at) - mean;
    put(value, mixed + at);
    put(value * value, squares + at);
  }
  const float deviation = sqrtf(mean_of(squares) + 1e-8F);
  const float *scale = &dense.scale[0][0];
  const float *shift = &dense.shift[0][0];
  for (int at = 0; at < count; at += width) {
    const V value = load_unaligned(mixed + at) / deviation * load_unaligned(scale + at) + load_unaligned(shift + at);
    put(load_unaligned(x + at) + value, x + at);
  }
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
