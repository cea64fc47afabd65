#include "denoise/studio_weights.hpp"

#include <cmath>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "denoise/aligned_memory.hpp"

namespace sounddesk::studio {
namespace {

std::mutex installed_mutex;
WeightsPointer installed;

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
  std::memcpy(memory.get(), values, sizeof(Weights));
  auto *weights = static_cast<const Weights *>(memory.release());
  return {weights, [](const Weights *made) { AlignedDelete{}(const_cast<Weights *>(made)); }};
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
