// The recurrent network, a channel a lane: every weight is read once for all lanes. Included by each lane kernel.
//
// Threads and real-time safety: pure functions on memory of the caller.
#pragma once

#include "denoise/lanes_vector.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

struct NetworkState {
  V speech[speech_neurons];
  V noise[noise_neurons];
  V gains[gain_neurons];
};

struct NetworkScratch {
  V joined[speech_neurons + noise_neurons + inputs];
  V dense[padded(dense_neurons)];
  V output[padded(gain_neurons)];
  V update[gain_neurons];
  V reset_state[gain_neurons];
  V next[gain_neurons];
};

/** Linear between 201 points of the curve, with its slope: the reference's own approximation. */
static inline V tanh_of(V x, const Tables &tables) {
  const Mask is_negative = x < 0.0F;
  const V magnitude = select(is_negative, -x, x);
  const V inside = smaller(magnitude, splat(8.0F));
  V index;
  V point;
  for (int lane = 0; lane < width; ++lane) {
    const int at = static_cast<int>(inside[lane] * 25.0F + 0.5F);
    index[lane] = static_cast<float>(at);
    point[lane] = tables.tanh_values[at];
  }
  const V beyond = index * -0.04F + inside;
  const V value = (beyond * (1.0F - point * point)) * (1.0F - point * beyond) + point;
  const V bounded = select(magnitude < 8.0F, value, splat(1.0F));
  return select(is_negative, -bounded, bounded);
}

static inline V activated(V x, Activation activation, const Tables &tables) {
  switch (activation) {
    case Activation::tanh:
      return tanh_of(x, tables);
    case Activation::sigmoid:
      return tanh_of(x * 0.5F, tables) * 0.5F + 0.5F;
    case Activation::relu:
      break;
  }
  return larger(x, splat(0.0F));
}

/** Adds one block of eight columns of a matrix, row by row. */
template <int Rows, int Columns>
static inline void add_products(V (&sums)[block], const Matrix<Rows, Columns> &matrix, int column, const V *rows) {
  const float *weights = matrix.weights + static_cast<long>(column) * Rows;
  V s0 = sums[0];
  V s1 = sums[1];
  V s2 = sums[2];
  V s3 = sums[3];
  V s4 = sums[4];
  V s5 = sums[5];
  V s6 = sums[6];
  V s7 = sums[7];
  for (int row = 0; row < Rows; ++row, weights += block) {
    const V x = rows[row];
    s0 += x * weights[0];
    s1 += x * weights[1];
    s2 += x * weights[2];
    s3 += x * weights[3];
    s4 += x * weights[4];
    s5 += x * weights[5];
    s6 += x * weights[6];
    s7 += x * weights[7];
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
  sums[4] = s4;
  sums[5] = s5;
  sums[6] = s6;
  sums[7] = s7;
}

/** The weights are bytes that stand for 1/256 each. */
inline constexpr float weight_scale = 1.0F / 256.0F;

template <int Inputs, int Neurons>
static inline void run_dense(const Dense<Inputs, Neurons> &layer, const V *input, V *output, const Tables &tables) {
  for (int column = 0; column < Neurons; column += block) {
    V sums[block];
    for (int k = 0; k < block; ++k) sums[k] = splat(layer.bias[column + k]);
    add_products(sums, layer.input, column, input);
    for (int k = 0; k < block && column + k < Neurons; ++k) {
      output[column + k] = activated(sums[k] * weight_scale, layer.activation, tables);
    }
  }
}

template <int Inputs, int Neurons>
static inline void run_recurrent(const Recurrent<Inputs, Neurons> &layer, const V *input, V *state, Mask is_kept,
                                 NetworkScratch &scratch, const Tables &tables) {
  static_assert(Neurons % block == 0);
  // Columns: all update gates, all reset gates, all candidates; these see the state through the reset gate.
  for (int column = 0; column < 3 * Neurons; column += block) {
    const bool is_candidate = column >= 2 * Neurons;
    V sums[block];
    for (int k = 0; k < block; ++k) sums[k] = splat(layer.bias[column + k]);
    add_products(sums, layer.input, column, input);
    add_products(sums, layer.recurrent, column, is_candidate ? scratch.reset_state : state);
    for (int k = 0; k < block; ++k) {
      const int neuron = (column + k) % Neurons;
      const V sum = sums[k] * weight_scale;
      if (is_candidate) {
        const V gate = scratch.update[neuron];
        scratch.next[neuron] = gate * state[neuron] + activated(sum, layer.activation, tables) * (1.0F - gate);
      } else if (column >= Neurons) {
        scratch.reset_state[neuron] = state[neuron] * activated(sum, Activation::sigmoid, tables);
      } else {
        scratch.update[neuron] = activated(sum, Activation::sigmoid, tables);
      }
    }
  }
  for (int neuron = 0; neuron < Neurons; ++neuron) state[neuron] = select(is_kept, state[neuron], scratch.next[neuron]);
}

/** Writes the gains of the bands; returns the speech probability. Lanes in `is_kept` keep their state. */
static inline V run_network(NetworkState &state, const V *features, V *gains, Mask is_kept, NetworkScratch &scratch,
                            const Tables &tables) {
  V *joined = scratch.joined;
  run_dense(tables.features, features, scratch.dense, tables);
  run_recurrent(tables.speech, scratch.dense, state.speech, is_kept, scratch, tables);
  V speech;
  run_dense(tables.speech_output, state.speech, &speech, tables);

  for (int i = 0; i < dense_neurons; ++i) joined[i] = scratch.dense[i];
  for (int i = 0; i < speech_neurons; ++i) joined[dense_neurons + i] = state.speech[i];
  for (int i = 0; i < inputs; ++i) joined[dense_neurons + speech_neurons + i] = features[i];
  run_recurrent(tables.noise, joined, state.noise, is_kept, scratch, tables);

  for (int i = 0; i < speech_neurons; ++i) joined[i] = state.speech[i];
  for (int i = 0; i < noise_neurons; ++i) joined[speech_neurons + i] = state.noise[i];
  for (int i = 0; i < inputs; ++i) joined[speech_neurons + noise_neurons + i] = features[i];
  run_recurrent(tables.gains, joined, state.gains, is_kept, scratch, tables);
  run_dense(tables.gain_output, state.gains, gains, tables);
  return speech;
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
