// Samples that are no number (float files can hold them) become silence.
//
// Threads: plain function. Real-time safety: yes.
#pragma once

#include <cmath>
#include <cstddef>

namespace sounddesk {

template <typename T>
void silence_non_numbers(T *samples, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(samples[i])) samples[i] = T{0};
  }
}

}  // namespace sounddesk
