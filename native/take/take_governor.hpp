// How long the disk still lasts for this set-up, by what it really writes.
//
// Threads: one. Real-time safety: none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

namespace sounddesk {

class TakeGovernor {
 public:
  enum class Verdict { fine, low, full };

  /** `nominal_bytes_per_sec`: what the set-up writes at most; taken until 5 s were measured. */
  TakeGovernor(double nominal_bytes_per_sec, std::uint64_t keep_free_bytes)
      : nominal_(nominal_bytes_per_sec), keep_(keep_free_bytes) {}

  Verdict update(std::uint64_t free_bytes, std::uint64_t bytes_written, double recorded_sec) {
    const double measured = recorded_sec > 0.0 ? static_cast<double>(bytes_written) / recorded_sec : 0.0;
    const double rate = recorded_sec >= 5.0 && measured > 0.0 ? measured : nominal_;
    const double room = static_cast<double>(free_bytes) - static_cast<double>(keep_);
    seconds_left_ = std::max(0.0, room / rate);
    // Checked twice a second: what is written until then still has its place.
    if (room < 1.5 * rate) return Verdict::full;
    if (*seconds_left_ > 2.0 * low_sec) was_low_ = false;
    if (*seconds_left_ > low_sec || was_low_) return Verdict::fine;
    was_low_ = true;
    return Verdict::low;
  }

  std::optional<double> seconds_left() const { return seconds_left_; }

 private:
  static constexpr double low_sec = 300.0;
  double nominal_;
  std::uint64_t keep_;
  bool was_low_ = false;
  std::optional<double> seconds_left_;
};

}  // namespace sounddesk
