// The newest stretch of a sound, found by the number of its frames.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sounddesk {

class SoundHistory {
 public:
  /** Keeps at least `frames` frames of one or two channels; silence at first. */
  SoundHistory(std::size_t channels, std::size_t frames) : channels_(channels), mask_(std::bit_ceil(frames) - 1) {
    for (std::size_t channel = 0; channel < channels_; ++channel) ring_[channel].assign(mask_ + 1, 0.0F);
  }

  void write(std::uint64_t at, const float *const *from, std::size_t frames) noexcept {
    const auto start = static_cast<std::size_t>(at) & mask_;
    const std::size_t first = std::min(frames, mask_ + 1 - start);
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      std::copy_n(from[channel], first, ring_[channel].data() + start);
      std::copy_n(from[channel] + first, frames - first, ring_[channel].data());
    }
  }

  void read(std::uint64_t at, float *const *to, std::size_t frames) const noexcept {
    const auto start = static_cast<std::size_t>(at) & mask_;
    const std::size_t first = std::min(frames, mask_ + 1 - start);
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      std::copy_n(ring_[channel].data() + start, first, to[channel]);
      std::copy_n(ring_[channel].data(), frames - first, to[channel] + first);
    }
  }

  /** The same frames of another history. */
  void copy(const SoundHistory &other, std::uint64_t at, std::uint64_t to) noexcept {
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      for (std::uint64_t i = at; i < to; ++i) {
        ring_[channel][static_cast<std::size_t>(i) & mask_] = other.ring_[channel][static_cast<std::size_t>(i) & other.mask_];
      }
    }
  }

 private:
  const std::size_t channels_;
  const std::size_t mask_;
  std::array<std::vector<float>, 2> ring_;
};

}  // namespace sounddesk
