#include "engine/device_clock.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {
namespace {

constexpr double first_band_hz = 0.5;
constexpr double last_band_hz = 0.02;
/** No crystal is off by more; what a virtual device does is not followed further. */
constexpr double most_deviation = 0.005;
constexpr double settled_after_sec = 5.0;
constexpr double revocable_sec = 2.0;
constexpr double believed_after_sec = 0.06;
/** Two readings of one constant. */
constexpr double same_age_sec = 2e-6;

}  // namespace

DeviceClock::Placement DeviceClock::place(const BlockMark &mark) noexcept {
  std::int64_t gap = static_cast<std::int64_t>(mark.discarded_before);
  note_age(mark);
  if (!is_running_ || mark.is_first) {
    // Opened again: what was missed is as long as the time that went by, to the sample.
    const double passed = is_running_ ? index_at(mark.time_sec) - static_cast<double>(next_index_) : 0.0;
    gap = std::max<std::int64_t>(0, std::llround(passed));
    start_at(mark, next_index_ + gap);
  } else {
    next_index_ += gap;
    const std::int64_t found = gap_before(mark, mark.time_sec - time_of(static_cast<double>(next_index_)));
    next_index_ += found;
    gap += found;
    // A line drawn through late blocks would lie behind all others.
    if (!is_suspecting_) follow(mark.time_sec - time_of(static_cast<double>(next_index_)), next_index_);
  }
  const Placement placement{next_index_, gap};
  next_index_ += static_cast<std::int64_t>(mark.frames);
  expected_sec_ = mark.time_sec + static_cast<double>(mark.frames) * period_sec_;
  last_arrived_sec_ = mark.arrived_sec;
  known_blocks_ = mark.is_first ? 1 : std::min(known_blocks_ + 1, few_ages + 1);
  return placement;
}

std::optional<double> DeviceClock::deviation_ppm() const noexcept {
  if (followed_sec_ < settled_after_sec) return std::nullopt;
  return (nominal_period_sec_ / period_sec_ - 1.0) * 1e6;
}

std::int64_t DeviceClock::gap_before(const BlockMark &mark, double late_sec) noexcept {
  const double block_sec = static_cast<double>(mark.frames) * nominal_period_sec_;
  const double explained_sec = mark.has_overflow ? std::max({0.4 * block_sec, 3.0 * jitter_sec_, 0.001})
                                                 : std::max({0.6 * block_sec, 6.0 * jitter_sec_, 0.0015});
  if (next_index_ > revocable_until_) revocable_frames_ = 0;
  if (is_alone_ && late_sec > explained_sec && !has_own_gap(mark, explained_sec)) {
    is_suspecting_ = false;
    anchor_time_sec_ += late_sec;
    return 0;
  }
  if (late_sec > explained_sec && is_timeless() && !mark.has_overflow && !is_alone_) return suspect(mark, late_sec);
  is_suspecting_ = false;
  if (late_sec > explained_sec) {
    const std::int64_t gap = whole_blocks(late_sec / period_sec_, mark.frames);
    revocable_frames_ = gap;
    revocable_until_ = next_index_ + gap + static_cast<std::int64_t>(revocable_sec / nominal_period_sec_);
    return gap;
  }
  if (late_sec < -explained_sec) {
    if (revocable_frames_ > 0) {
      const std::int64_t early = whole_blocks(-late_sec / period_sec_, mark.frames);
      const std::int64_t taken_back = std::min(early, revocable_frames_);
      revocable_frames_ -= taken_back;
      return -taken_back;
    }
    // No sample can come before its time: those that drew the line so far were the late ones.
    anchor_time_sec_ += late_sec;
  }
  return 0;
}

bool DeviceClock::has_own_gap(const BlockMark &mark, double explained_sec) const noexcept {
  if (mark.has_overflow || mark.arrived_sec - last_arrived_sec_ > standstill_sec) return true;
  // The first blocks do not show yet whether their times are the device's own.
  if (is_timeless() || known_blocks_ <= few_ages) return false;
  return mark.time_sec - expected_sec_ > std::min(explained_sec, 0.4 * static_cast<double>(mark.frames) * nominal_period_sec_);
}

std::int64_t DeviceClock::suspect(const BlockMark &mark, double late_sec) noexcept {
  if (!is_suspecting_) {
    is_suspecting_ = true;
    suspected_since_sec_ = mark.arrived_sec;
    least_late_sec_ = late_sec;
  }
  least_late_sec_ = std::min(least_late_sec_, late_sec);
  if (mark.arrived_sec - suspected_since_sec_ < believed_after_sec) return 0;
  is_suspecting_ = false;
  return whole_blocks(least_late_sec_ / period_sec_, mark.frames);
}

void DeviceClock::note_age(const BlockMark &mark) noexcept {
  const double age_sec = mark.arrived_sec - mark.time_sec;
  const bool is_same = std::fabs(age_sec - age_sec_) < same_age_sec;
  same_ages_ = is_same ? std::min(same_ages_ + 1, 4 * few_ages) : std::max(same_ages_ - few_ages, 0);
  age_sec_ = age_sec;
}

std::int64_t DeviceClock::whole_blocks(double frames, std::size_t block_frames) const noexcept {
  const auto block = static_cast<double>(block_frames);
  const double blocks = std::round(frames / block);
  const double tolerance = std::min(0.4 * block, std::max(0.1 * block, 3.0 * jitter_sec_ / period_sec_));
  const bool is_near = blocks >= 1.0 && std::fabs(frames - blocks * block) <= tolerance;
  return std::llround(is_near ? blocks * block : frames);
}

void DeviceClock::start_at(const BlockMark &mark, std::int64_t index) noexcept {
  is_running_ = true;
  next_index_ = index;
  anchor_index_ = index;
  anchor_time_sec_ = mark.time_sec;
  followed_sec_ = 0.0;
  revocable_frames_ = 0;
  is_suspecting_ = false;
}

void DeviceClock::follow(double late_sec, std::int64_t index) noexcept {
  const auto frames = static_cast<double>(index - anchor_index_);
  if (frames <= 0.0) return;
  const double span_sec = frames * period_sec_;
  followed_sec_ += span_sec;
  // One that lies far off says little; it must not bend the line.
  const double most_sec = 3.0 * jitter_sec_ + 0.0005;
  const double error_sec = std::clamp(late_sec, -most_sec, most_sec);
  jitter_sec_ += std::min(0.5, 0.25 * span_sec) * (std::fabs(error_sec) - jitter_sec_);
  const double band_hz = std::clamp(1.0 / followed_sec_, last_band_hz, first_band_hz);
  const double omega = std::min(0.3, 2.0 * std::numbers::pi * band_hz * span_sec);
  anchor_time_sec_ = time_of(static_cast<double>(index)) + std::numbers::sqrt2 * omega * error_sec;
  anchor_index_ = index;
  period_sec_ = std::clamp(period_sec_ + omega * omega * error_sec / frames, nominal_period_sec_ * (1.0 - most_deviation),
                           nominal_period_sec_ * (1.0 + most_deviation));
}

}  // namespace sounddesk
