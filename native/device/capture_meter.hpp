// The latency and overload of a running capture session, from what its engine counts.
//
// Threads: the session's control side, under its lock. Real-time safety: none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace sounddesk {

/** Latencies of the last ten seconds, one a tick. */
class CaptureLatency {
 public:
  void add(double latency_sec) {
    if (latency_sec <= 0.0) return;
    recent_ms_.push_back(latency_sec * 1000.0);
    if (recent_ms_.size() > most) recent_ms_.pop_front();
  }
  void clear() { recent_ms_.clear(); }
  /** Nothing in the first second: buffers are still filling. */
  bool is_known() const { return recent_ms_.size() >= 30; }
  std::optional<double> newest_ms() const {
    if (recent_ms_.empty()) return std::nullopt;
    return recent_ms_.back();
  }
  std::optional<double> at(double share) const {
    if (recent_ms_.empty()) return std::nullopt;
    std::vector<double> sorted(recent_ms_.begin(), recent_ms_.end());
    const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(sorted.size() - 1));
    std::nth_element(sorted.begin(), sorted.begin() + place, sorted.end());
    return sorted[static_cast<std::size_t>(place)];
  }

 private:
  static constexpr std::size_t most = 300;
  std::deque<double> recent_ms_;
};

/** Says when the machine does not keep up: before it is heard where the load shows it, else with the first misses. */
class CaptureOverload {
 public:
  /** Once a tick of 33 ms. `load` is the highest share of the time that was used, `misses` a count that only grows. */
  bool is_overloaded(double load, std::uint64_t misses) {
    heavy_ticks_ = load > limit ? heavy_ticks_ + 1 : std::max(0, heavy_ticks_ - 1);
    const bool has_missed = misses > misses_before_;
    misses_before_ = misses;
    missed_ticks_ = has_missed ? missed_ticks_ + 10 : std::max(0, missed_ticks_ - 1);
    ++ticks_;
    const bool is_heavy = heavy_ticks_ >= few_ticks && ticks_ > ticks_until_load_;
    const bool is_missing = missed_ticks_ >= 3 * 10 && ticks_ > ticks_until_misses_;
    if (!is_heavy && !is_missing) return false;
    begin();
    return true;
  }
  /** The chain has just changed or begun: what is missed now says nothing, and the load soon. */
  void begin() { begin_after(load_settling_ticks, settling_ticks); }
  /** Nothing helped: it is said again after half a minute. */
  void rest() { begin_after(resting_ticks, resting_ticks); }

 private:
  static constexpr double limit = 0.85;
  static constexpr int few_ticks = 8;
  static constexpr int load_settling_ticks = 30;
  static constexpr int settling_ticks = 90;
  static constexpr int resting_ticks = 900;

  void begin_after(int ticks_until_load, int ticks_until_misses) {
    heavy_ticks_ = 0;
    missed_ticks_ = 0;
    ticks_ = 0;
    ticks_until_load_ = ticks_until_load;
    ticks_until_misses_ = ticks_until_misses;
  }

  int heavy_ticks_ = 0;
  int missed_ticks_ = 0;
  int ticks_ = 0;
  int ticks_until_load_ = load_settling_ticks;
  int ticks_until_misses_ = settling_ticks;
  std::uint64_t misses_before_ = 0;
};

}  // namespace sounddesk
