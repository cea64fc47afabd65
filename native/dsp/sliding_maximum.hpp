// The largest of the last `window` values, without a branch that depends on them.
//
// After M. van Herk, "A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels"
// (1992): the window spans the end of one stretch of `window` values and the beginning of the next; of the first one
// the maxima from each value to its end are known, of the second one the maximum so far.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates). A push
// costs three comparisons on average, `window` once in `window` pushes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace sounddesk {

class SlidingMaximum {
 public:
  explicit SlidingMaximum(std::size_t window) : window_(std::max<std::size_t>(window, 1)), values_(window_ + 1, lowest) {}

  /** Takes the next value, which must be a number. */
  float push(float value) noexcept {
    is_empty_ = false;
    newest_ = std::max(newest_, value);
    const float largest = std::max(newest_, values_[at_ + 1]);
    values_[at_] = value;
    if (++at_ == window_) turn();
    return largest;
  }

  /** As if nothing had been pushed. */
  void reset() noexcept {
    if (is_empty_) return;
    std::fill(values_.begin(), values_.end(), lowest);
    newest_ = lowest;
    at_ = 0;
    is_empty_ = true;
  }

 private:
  static constexpr float lowest = std::numeric_limits<float>::lowest();

  void turn() noexcept {
    for (std::size_t i = window_ - 1; i > 0; --i) values_[i - 1] = std::max(values_[i - 1], values_[i]);
    newest_ = lowest;
    at_ = 0;
  }

  std::size_t window_;
  /** Before `at_`: the newest values; from there: maxima to the end of the stretch before. The last one is none. */
  std::vector<float> values_;
  std::size_t at_ = 0;
  float newest_ = lowest;
  bool is_empty_ = true;
};

}  // namespace sounddesk
