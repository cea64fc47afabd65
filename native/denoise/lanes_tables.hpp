// Numbers that every lane kernel shares: transforms' tables and the network, as floats in the order of use.
//
// Threads: constant after the first call of `lane_tables`, which is thread-safe. Real-time safety: the first call
// is not (it computes, in static memory); later ones are.
#pragma once

namespace sounddesk::lanes {

inline constexpr int frame = 480;
inline constexpr int window = 960;
inline constexpr int bins = 481;
inline constexpr int bands = 22;
/** Bins that a band edge step spans, and the edges: the layout of Opus up to 20 kHz. */
inline constexpr int band_edges[bands] = {0, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 136, 160, 192, 240, 312, 400};
inline constexpr int shaped_bins = band_edges[bands - 1];
inline constexpr int inputs = 42;
inline constexpr int dense_neurons = 24;
inline constexpr int speech_neurons = 24;
inline constexpr int noise_neurons = 48;
inline constexpr int gain_neurons = 96;
inline constexpr int tanh_entries = 201;

/** Outputs that are computed at once: as many sums as fit into the registers of every processor. */
inline constexpr int block = 8;
constexpr int padded(int columns) { return (columns + block - 1) / block * block; }

enum class Activation { tanh = 0, sigmoid = 1, relu = 2 };

/** Weights of one matrix, in blocks of `block` columns: `[column / block][row][column % block]`. */
template <int Rows, int Columns>
struct Matrix {
  static constexpr int rows = Rows;
  static constexpr int columns = Columns;
  alignas(64) float weights[Rows * padded(Columns)];
};

template <int Inputs, int Neurons>
struct Dense {
  static constexpr int neurons = Neurons;
  Activation activation;
  float bias[padded(Neurons)];
  Matrix<Inputs, Neurons> input;
};

/** Columns: update gate, reset gate, candidate. */
template <int Inputs, int Neurons>
struct Recurrent {
  static constexpr int neurons = Neurons;
  Activation activation;
  float bias[3 * Neurons];
  Matrix<Inputs, 3 * Neurons> input;
  Matrix<Neurons, 3 * Neurons> recurrent;
};

struct Tables {
  /** Half of the power-complementary window; the other half mirrors it. */
  float half_window[frame];
  float cosine[bands * bands];
  float twiddle_re[window];
  float twiddle_im[window];
  /** How far a bin lies between its band's lower edge and the next, 0-1. */
  float band_fraction[shaped_bins];
  float tanh_values[tanh_entries];
  Dense<inputs, dense_neurons> features;
  Recurrent<dense_neurons, speech_neurons> speech;
  Dense<speech_neurons, 1> speech_output;
  Recurrent<dense_neurons + speech_neurons + inputs, noise_neurons> noise;
  Recurrent<speech_neurons + noise_neurons + inputs, gain_neurons> gains;
  Dense<gain_neurons, bands> gain_output;
};

const Tables &lane_tables();

}  // namespace sounddesk::lanes
