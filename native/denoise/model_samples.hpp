// What a model must never hear: one infinite sample, or one whose square overflows, would stay in its recurrent state for
// ever.
//
// Threads: pure. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "denoise/denoiser.hpp"

namespace sounddesk {

/** Samples in ±32768, in place. */
inline void remove_what_is_no_sound(float *samples, std::size_t count) noexcept {
  constexpr float largest_sample = 1024.0F * model_full_scale;
  for (std::size_t i = 0; i < count; ++i) {
    samples[i] = std::isfinite(samples[i]) ? std::clamp(samples[i], -largest_sample, largest_sample) : 0.0F;
  }
}

}  // namespace sounddesk
