// The recurrent network for one channel, a neuron a lane: frames that follow each other can't share its weights, since
// each needs the state that the last one left. Every neuron's sum runs in the order of lanes_network.hpp. Included by
// each lane kernel.
//
// Threads and real-time safety: pure functions on memory of the caller.
#pragma once

#include "denoise/lanes_network.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

struct SingleState {
  float speech[speech_neurons];
  float noise[noise_neurons];
  float gains[gain_neurons];
};

struct SingleScratch {
  float joined[speech_neurons + noise_neurons + inputs];
  float dense[padded(dense_neurons)];
  float speech[block];
  float update[gain_neurons];
  float reset_state[gain_neurons];
};

static inline void store(V values, float *to) {
  for (int lane = 0; lane < width; ++lane) to[lane] = values[lane];
}

/** Adds the products of `Vectors` vectors of columns, row by row: several sums, for none waits for another. */
template <int Vectors, int Rows, int Columns>
static inline void add_columns(V (&sums)[6], const Matrix<Rows, Columns> &matrix, int column, const float *rows) {
  const auto weights_of = [&matrix, column](int vector) {
    const int at = column + (vector < Vectors ? vector : 0) * width;
    return matrix.weights + static_cast<long>(at / block) * Rows * block + at % block;
  };
  const float *w0 = weights_of(0);
  const float *w1 = weights_of(1);
  const float *w2 = weights_of(2);
  const float *w3 = weights_of(3);
  const float *w4 = weights_of(4);
  const float *w5 = weights_of(5);
  V s0 = sums[0];
  V s1 = sums[1];
  V s2 = sums[2];
  V s3 = sums[3];
  V s4 = sums[4];
  V s5 = sums[5];
  for (int row = 0; row < Rows; ++row) {
    const V x = splat(rows[row]);
    const int at = row * block;
    s0 += x * load_unaligned(w0 + at);
    if constexpr (Vectors > 1) s1 += x * load_unaligned(w1 + at);
    if constexpr (Vectors > 2) s2 += x * load_unaligned(w2 + at);
    if constexpr (Vectors > 3) {
      s3 += x * load_unaligned(w3 + at);
      s4 += x * load_unaligned(w4 + at);
      s5 += x * load_unaligned(w5 + at);
    }
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
  sums[4] = s4;
  sums[5] = s5;
}

static inline void load_bias(V (&sums)[6], const float *bias, int vectors) {
  for (int vector = 0; vector < vectors; ++vector) sums[vector] = load_unaligned(bias + vector * width);
}

/** `output` has room for `padded(Neurons)`. */
template <int Inputs, int Neurons>
static inline void run_dense(const Dense<Inputs, Neurons> &layer, const float *input, float *output, const Tables &tables) {
  constexpr int columns = padded(Neurons);
  constexpr int vectors = columns / width;
  static_assert(vectors == 1 || vectors == 2 || vectors == 3 || vectors == 6);
  V sums[6] = {};
  load_bias(sums, layer.bias, vectors);
  add_columns<vectors>(sums, layer.input, 0, input);
  for (int vector = 0; vector < vectors; ++vector) {
    store(activated(sums[vector] * weight_scale, layer.activation, tables), output + vector * width);
  }
}

template <int Inputs, int Neurons>
static inline void run_recurrent(const Recurrent<Inputs, Neurons> &layer, const float *input, float *state,
                                 SingleScratch &scratch, const Tables &tables) {
  constexpr int vectors = Neurons % (6 * width) == 0 ? 6 : 3;
  static_assert(Neurons % (vectors * width) == 0);
  for (int column = 0; column < 3 * Neurons; column += vectors * width) {
    const bool is_candidate = column >= 2 * Neurons;
    V sums[6] = {};
    load_bias(sums, layer.bias + column, vectors);
    add_columns<vectors>(sums, layer.input, column, input);
    add_columns<vectors>(sums, layer.recurrent, column, is_candidate ? scratch.reset_state : state);
    for (int vector = 0; vector < vectors; ++vector) {
      const int neuron = (column + vector * width) % Neurons;
      const V sum = sums[vector] * weight_scale;
      if (is_candidate) {
        const V gate = load_unaligned(scratch.update + neuron);
        store(gate * load_unaligned(state + neuron) + activated(sum, layer.activation, tables) * (1.0F - gate), state + neuron);
      } else if (column >= Neurons) {
        store(load_unaligned(state + neuron) * activated(sum, Activation::sigmoid, tables), scratch.reset_state + neuron);
      } else {
        store(activated(sum, Activation::sigmoid, tables), scratch.update + neuron);
      }
    }
  }
}

/** Writes the gains of the bands (`padded(bands)` of them); returns the speech probability. */
static inline float run_network(SingleState &state, const float *features, float *gains, SingleScratch &scratch,
                                const Tables &tables) {
  float *joined = scratch.joined;
  run_dense(tables.features, features, scratch.dense, tables);
  run_recurrent(tables.speech, scratch.dense, state.speech, scratch, tables);
  run_dense(tables.speech_output, state.speech, scratch.speech, tables);

  memcpy(joined, scratch.dense, sizeof(float) * dense_neurons);
  memcpy(joined + dense_neurons, state.speech, sizeof(state.speech));
  memcpy(joined + dense_neurons + speech_neurons, features, sizeof(float) * inputs);
  run_recurrent(tables.noise, joined, state.noise, scratch, tables);

  memcpy(joined, state.speech, sizeof(state.speech));
  memcpy(joined + speech_neurons, state.noise, sizeof(state.noise));
  memcpy(joined + speech_neurons + noise_neurons, features, sizeof(float) * inputs);
  run_recurrent(tables.gains, joined, state.gains, scratch, tables);
  run_dense(tables.gain_output, state.gains, gains, tables);
  return scratch.speech[0];
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
