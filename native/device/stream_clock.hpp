// When each sample of a stream is at its converter, from a sound server's statements about the stream.
//
// A statement says: sample number `index` was at the converter at `time_sec`. Single ones are off by what the
// server's threads were late, the samples themselves follow an even clock: so the middle of the statements of
// the last second or two holds, and a new way (the server moved its buffers) is followed after half of that.
//
// Threads: the stream's own thread alone. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace sounddesk {

class StreamClock {
 public:
  explicit StreamClock(double rate_hz) : rate_hz_(rate_hz) {}

  void state(double index, double time_sec) noexcept {
    starts_sec_[count_++ % kept] = time_sec - index / rate_hz_;
    const std::size_t filled = std::min(count_, kept);
    std::array<double, kept> sorted;
    std::copy_n(starts_sec_.begin(), filled, sorted.begin());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((filled - 1) / 2);
    std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(filled));
    start_sec_ = *middle;
  }

  bool is_known() const noexcept { return count_ > 0; }
  /** Time at which sample number `index` is at the converter; only where `is_known`. */
  double time_of(double index) const noexcept { return start_sec_ + index / rate_hz_; }

 private:
  static constexpr std::size_t kept = 15;

  const double rate_hz_;
  std::array<double, kept> starts_sec_{};
  std::size_t count_ = 0;
  double start_sec_ = 0.0;
};

}  // namespace sounddesk
