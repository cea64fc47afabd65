// When a session frame was at the converter, as the engine says it: a device's own delay, and that of a channel's
// chain, are not in it.
//
// Threads: `note` on the DSP thread, the rest on any. Real-time safety: yes.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace sounddesk {

class SessionTime {
 public:
  explicit SessionTime(int rate_hz) : rate_hz_(rate_hz) {}

  /** `at_sec` on the monotonic clock. */
  void note(std::uint64_t frame, double at_sec) noexcept {
    origin_sec_.store(at_sec - static_cast<double>(frame) / rate_hz_, std::memory_order_relaxed);
  }

  /**
   * Where frame 0 would lie if the session had always counted at its nominal rate: it moves as the session's clock
   * goes slower (up) or faster than the machine's. Nothing before the first frame.
   */
  std::optional<double> origin_sec() const noexcept {
    const double origin_sec = origin_sec_.load(std::memory_order_relaxed);
    return std::isnan(origin_sec) ? std::nullopt : std::optional(origin_sec);
  }

  /** Seconds since a frame was at the converter. */
  std::optional<double> age_sec(std::uint64_t frame) const noexcept {
    const std::optional<double> origin = origin_sec();
    if (!origin.has_value()) return std::nullopt;
    const double now_sec = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    return now_sec - *origin - static_cast<double>(frame) / rate_hz_;
  }

 private:
  static_assert(std::atomic<double>::is_always_lock_free);
  const double rate_hz_;
  std::atomic<double> origin_sec_{std::numeric_limits<double>::quiet_NaN()};
};

}  // namespace sounddesk
