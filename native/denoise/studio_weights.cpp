#include "denoise/studio_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "denoise/aligned_memory.hpp"

namespace sounddesk::studio {
namespace {

std::mutex installed_mutex;
WeightsPointer installed;

void shorten(const float (&given)[3 * hidden / block][hidden][block], ShortMatrix &matrix) {
  for (int b = 0; b < 3 * hidden / block; ++b) {
    for (int output = 0; output < block; ++output) {
      float largest = 0.0F;
      for (int input = 0; input < hidden; ++input) largest = std::max(largest, std::fabs(given[b][input][output]));
      const float scale = largest / std::numeric_limits<std::int16_t>::max();
      matrix.scale[b * block + output] = scale;
      for (int input = 0; input < hidden; ++input) {
        matrix.weights[b][input][output] =
            static_cast<std::int16_t>(scale > 0.0F ? std::lround(given[b][input][output] / scale) : 0);
      }
    }
  }
}

void shorten(const GivenGru &given, Gru &gru) {
  shorten(given.input, gru.input);
  std::memcpy(gru.input_bias, given.input_bias, sizeof gru.input_bias);
  shorten(given.state, gru.state);
  std::memcpy(gru.state_bias, given.state_bias, sizeof gru.state_bias);
}

/** What lies from one field to another is the same in both. */
template <typename Field, typename Target>
void copy_up_to(const void *end, const Field &given, Target &target) {
  const auto *from = reinterpret_cast<const std::byte *>(&given);
  std::memcpy(&target, from, static_cast<std::size_t>(static_cast<const std::byte *>(end) - from));
}

}  // namespace

WeightsPointer make_weights(const float *values, std::size_t count) {
  if (count != weight_count) {
    throw std::invalid_argument("The studio model has " + std::to_string(weight_count) + " weights, not " +
                                std::to_string(count));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(values[i])) throw std::invalid_argument("A weight of the studio model is no number");
  }
  AlignedMemory memory = make_zeroed(sizeof(Weights));
  const auto &given = *reinterpret_cast<const GivenWeights *>(values);
  auto &weights = *static_cast<Weights *>(memory.get());
  copy_up_to(&given.erb_gru, given.erb_conv0, weights.erb_conv0);
  for (int layer = 0; layer < 2; ++layer) shorten(given.erb_gru[layer], weights.erb_gru[layer]);
  copy_up_to(&given.df_gru, given.erb_out, weights.erb_out);
  for (int layer = 0; layer < 2; ++layer) shorten(given.df_gru[layer], weights.df_gru[layer]);
  copy_up_to(&given + 1, given.df_skip, weights.df_skip);
  return {static_cast<const Weights *>(memory.release()), [](const Weights *made) { AlignedDelete{}(const_cast<Weights *>(made)); }};
}

void install_weights(WeightsPointer weights) {
  const std::lock_guard<std::mutex> lock(installed_mutex);
  installed = std::move(weights);
}

WeightsPointer installed_weights() {
  const std::lock_guard<std::mutex> lock(installed_mutex);
  return installed;
}

}  // namespace sounddesk::studio
