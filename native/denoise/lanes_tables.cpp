#include "denoise/lanes_tables.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>

namespace sounddesk::lanes {
namespace {

// Written at build time by scripts/lib/noiseModelWeights.mjs.
#include "rnnoise_weights.inc"

template <int Rows, int Columns>
void set_matrix(Matrix<Rows, Columns> &matrix, const std::int8_t *weights) {
  for (int column = 0; column < padded(Columns); ++column) {
    for (int row = 0; row < Rows; ++row) {
      const float weight = column < Columns ? static_cast<float>(weights[row * Columns + column]) : 0.0F;
      matrix.weights[(column / block * Rows + row) * block + column % block] = weight;
    }
  }
}

template <class Layer, std::size_t Count>
void set_bias(Layer &layer, const std::int8_t (&bias)[Count], int activation) {
  for (std::size_t i = 0; i < Count; ++i) layer.bias[i] = static_cast<float>(bias[i]);
  layer.activation = static_cast<Activation>(activation);
}

void set_transforms(Tables &tables) {
  constexpr double pi = std::numbers::pi;
  for (int i = 0; i < frame; ++i) {
    const double inner = std::sin(0.5 * pi * (i + 0.5) / frame);
    tables.half_window[i] = static_cast<float>(std::sin(0.5 * pi * inner * inner));
  }
  for (int i = 0; i < bands; ++i) {
    for (int j = 0; j < bands; ++j) {
      const auto value = static_cast<float>(std::cos((i + 0.5) * j * pi / bands));
      tables.cosine[i * bands + j] = j == 0 ? static_cast<float>(value * std::sqrt(0.5)) : value;
    }
  }
  for (int i = 0; i < window; ++i) {
    const double phase = -2.0 * pi / window * i;
    tables.twiddle_re[i] = static_cast<float>(std::cos(phase));
    tables.twiddle_im[i] = static_cast<float>(std::sin(phase));
  }
  for (int band = 0; band + 1 < bands; ++band) {
    const int width = band_edges[band + 1] - band_edges[band];
    for (int j = 0; j < width; ++j) {
      tables.band_fraction[band_edges[band] + j] = static_cast<float>(j) / static_cast<float>(width);
    }
  }
}

Tables make_tables() {
  Tables tables{};
  set_transforms(tables);
  for (int i = 0; i < tanh_entries; ++i) tables.tanh_values[i] = tanh_values[i];
  set_bias(tables.features, features_bias, features_activation);
  set_matrix(tables.features.input, features_input);
  set_bias(tables.speech, speech_bias, speech_activation);
  set_matrix(tables.speech.input, speech_input);
  set_matrix(tables.speech.recurrent, speech_recurrent);
  set_bias(tables.speech_output, speech_output_bias, speech_output_activation);
  set_matrix(tables.speech_output.input, speech_output_input);
  set_bias(tables.noise, noise_bias, noise_activation);
  set_matrix(tables.noise.input, noise_input);
  set_matrix(tables.noise.recurrent, noise_recurrent);
  set_bias(tables.gains, gains_bias, gains_activation);
  set_matrix(tables.gains.input, gains_input);
  set_matrix(tables.gains.recurrent, gains_recurrent);
  set_bias(tables.gain_output, gain_output_bias, gain_output_activation);
  set_matrix(tables.gain_output.input, gain_output_input);
  return tables;
}

}  // namespace

const Tables &lane_tables() {
  static const Tables tables = make_tables();
  return tables;
}

}  // namespace sounddesk::lanes
