// The largest of the last `window` values.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
// A push costs a few steps on average, never more than `window`.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sounddesk {

class SlidingMaximum {
 public:
  explicit SlidingMaximum(std::size_t window)
      : window_(window), entries_(std::bit_ceil(window + 1)), mask_(entries_.size() - 1) {}

  /** Takes the next value, which must be a number. */
  float push(float value) noexcept {
    // Only values that may still become the largest are kept: they fall from head to tail.
    while (tail_ != head_ && entries_[(tail_ - 1) & mask_].value <= value) --tail_;
    entries_[tail_++ & mask_] = {value, now_};
    if (now_ - entries_[head_ & mask_].time >= window_) ++head_;
    ++now_;
    return entries_[head_ & mask_].value;
  }

  void reset() noexcept { head_ = tail_ = 0; }

 private:
  struct Entry {
    float value = 0.0F;
    std::uint64_t time = 0;
  };
  std::size_t window_;
  std::vector<Entry> entries_;
  std::size_t mask_;
  std::uint64_t now_ = 0;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

}  // namespace sounddesk
