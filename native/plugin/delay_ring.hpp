// The last few seconds of a chain's audio, to be read a number of frames late.
//
// Threads: made on one, then owned by the audio thread. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace sounddesk::plugin {

class DelayRing {
 public:
  /** Can be read up to `delay_frames` late, in blocks of up to `max_frames`. */
  DelayRing(std::size_t channels, std::size_t delay_frames, std::size_t max_frames)
      : longest_(delay_frames),
        size_(std::bit_ceil(delay_frames + max_frames + 1)),
        samples_(channels, std::vector<float>(size_, 0.0F)) {}

  std::size_t longest_delay_frames() const noexcept { return longest_; }

  void push(const float *const *from, std::size_t frames) noexcept {
    for (std::size_t channel = 0; channel < samples_.size(); ++channel) {
      for (std::size_t i = 0; i < frames; ++i) samples_[channel][(write_ + i) & (size_ - 1)] = from[channel][i];
    }
    write_ += frames;
    block_ = frames;
    held_ = std::min(held_ + frames, size_);
  }

  void forget() noexcept { held_ = 0; }

  /** Whether what is read so late, from the last block on, was ever pushed. */
  bool reaches(std::size_t delay) const noexcept { return held_ >= delay + block_; }

  /** The block that was pushed last, at its frame `index`, `delay` frames late. */
  float at(std::size_t channel, std::size_t index, std::size_t delay) const noexcept {
    return samples_[channel][(write_ - block_ + index - delay) & (size_ - 1)];
  }

  /** Takes over what another one holds, as far as both reach. */
  void copy_from(const DelayRing &other) noexcept {
    const std::size_t frames = std::min(size_, other.size_);
    for (std::size_t channel = 0; channel < samples_.size(); ++channel) {
      for (std::size_t i = 1; i <= frames; ++i) {
        samples_[channel][(other.write_ - i) & (size_ - 1)] =
            other.samples_[channel][(other.write_ - i) & (other.size_ - 1)];
      }
    }
    write_ = other.write_;
    block_ = other.block_;
    held_ = std::min(other.held_, frames);
  }

 private:
  std::size_t longest_;
  std::size_t size_;
  std::size_t write_ = 0;
  std::size_t block_ = 0;
  std::size_t held_ = 0;
  std::vector<std::vector<float>> samples_;
};

}  // namespace sounddesk::plugin
