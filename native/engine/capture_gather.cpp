#include "engine/capture_gather.hpp"

#include <algorithm>
#include <cmath>

namespace sounddesk {
namespace {

/** Beyond a device's usual lateness: so late may a thread wake on a busy machine. */
constexpr double margin_sec = 0.003;
/** Devices that count alike may lie so far apart for so long before one is set to the session's time again. */
constexpr double astray_sec = 0.02;
constexpr double astray_for_sec = 1.0;
/** A device that has the time alone is given up later than its own clock takes it for gone. */
constexpr double patience_alone_sec = DeviceClock::standstill_sec + 0.1;
static_assert(std::atomic<double>::is_always_lock_free);

}  // namespace

CaptureInput::CaptureInput(const AlignedFormat &format)
    : format_(format), aligned_(format), storage_(format.channels * format.max_frames, 0.0F), silence_(format.max_frames, 0.0F) {
  for (std::size_t channel = 0; channel < format.channels; ++channel) {
    planes_.push_back(storage_.data() + channel * format.max_frames);
  }
}

void CaptureInput::read(double from_sec, double to_sec, std::size_t count) noexcept {
  usual_age_sec_.store(aligned_.usual_age_sec(), std::memory_order_relaxed);
  missing_ = aligned_.read(from_sec, to_sec, count, planes_.data());
  // One that is open and has not called yet misses nothing; one that is not there does.
  if (!aligned_.clock().is_running() && is_open()) missing_ = 0;
  if (missing_ > 0 && aligned_.clock().is_running()) missing_total_.fetch_add(missing_, std::memory_order_relaxed);
}

void CaptureInput::skip(std::size_t count) noexcept {
  aligned_.skip(count);
  missing_ = count;
  if (aligned_.clock().is_running()) missing_total_.fetch_add(count, std::memory_order_relaxed);
}

void CaptureInput::note_drift(double session_period_sec) noexcept {
  if (!aligned_.clock().deviation_ppm().has_value()) return;
  const double wanted = session_period_sec * format_.session_rate_hz / format_.device_rate_hz;
  drift_ppm_.store((wanted / aligned_.clock().period_sec() - 1.0) * 1e6, std::memory_order_relaxed);
}

void CaptureGather::set_inputs(CaptureInput *const *inputs, std::size_t count) noexcept {
  count_ = std::min(count, max_inputs);
  std::copy_n(inputs, count_, inputs_.begin());
  // It may have been freed: only its absence from the list may be looked at.
  if (std::find(inputs_.begin(), inputs_.begin() + static_cast<std::ptrdiff_t>(count_), main_) ==
      inputs_.begin() + static_cast<std::ptrdiff_t>(count_)) {
    main_ = nullptr;
  }
}

void CaptureGather::set_patience(double longest_sec, bool is_heard) noexcept {
  longest_wait_sec_ = longest_sec;
  is_heard_ = is_heard;
}

void CaptureGather::collect() noexcept {
  is_alone_ = count_alike();
  for (std::size_t i = 0; i < count_; ++i) {
    inputs_[i]->aligned().set_alone(is_alone_);
    inputs_[i]->aligned().collect();
  }
  choose_main();
  lock_others();
  if (main_ != nullptr) {
    anchor_frame_ = next_frame_;
    anchor_sec_ = main_->aligned().locked_time_sec();
    period_sec_ = main_->aligned().locked_period_sec();
  }
}

void CaptureGather::choose_main() noexcept {
  if (main_ != nullptr && main_->is_open()) return;
  if (main_ != nullptr) main_->aligned().unlock();
  main_ = nullptr;
  for (std::size_t i = 0; i < count_ && main_ == nullptr; ++i) {
    if (inputs_[i]->is_open() && inputs_[i]->aligned().clock().is_running()) main_ = inputs_[i];
  }
  if (main_ != nullptr) main_->aligned().lock_to(time_of_next_sec());
}

bool CaptureGather::count_alike() const noexcept {
  const CaptureInput *first = nullptr;
  for (std::size_t i = 0; i < count_; ++i) {
    if (!inputs_[i]->is_open()) continue;
    if (first == nullptr) {
      first = inputs_[i];
    } else if (first->clock_group() == 0 || first->clock_group() != inputs_[i]->clock_group()) {
      return false;
    }
  }
  return first != nullptr;
}

void CaptureGather::lock_others() noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    CaptureInput &input = *inputs_[i];
    if (&input == main_) continue;
    AlignedInput &aligned = input.aligned();
    if (!is_alone_ || main_ == nullptr || !input.is_open()) {
      if (aligned.is_locked()) aligned.unlock();
      continue;
    }
    if (!aligned.clock().is_running()) continue;
    if (!aligned.is_locked() || static_cast<double>(input.astray_frames) * period_sec_ > astray_for_sec) {
      aligned.lock_to(time_of_next_sec());
      input.astray_frames = 0;
    }
  }
}

bool CaptureGather::is_due(double now_sec, std::size_t frames) noexcept {
  const double end_sec = time_of(next_frame_ + frames);
  // A sound server may state that its sound is as new as its callback, or that a program's is from the future.
  if (now_sec < end_sec && !(is_direct_ && is_alone_)) return false;
  bool is_waiting = false;
  bool has_any = false;
  double usual_sec = 0.0;
  for (std::size_t i = 0; i < count_; ++i) {
    CaptureInput &input = *inputs_[i];
    if (!input.is_open()) continue;
    usual_sec = std::max(usual_sec, input.aligned().arrival_delay_sec());
    if (input.aligned().has_until(end_sec, frames)) {
      input.is_stalled = false;
      has_any = true;
    } else if (!input.is_stalled) {
      is_waiting = true;
    }
  }
  if (has_any && !is_waiting) return true;
  const double usual_wait_sec = is_heard_ ? std::min(longest_wait_sec_, usual_sec + margin_sec) : longest_wait_sec_;
  const double wait_sec = is_alone_ && main_ != nullptr ? patience_alone_sec + usual_sec : usual_wait_sec;
  if (now_sec < end_sec + wait_sec) return false;
  for (std::size_t i = 0; i < count_; ++i) {
    CaptureInput &input = *inputs_[i];
    if (input.is_open() && !input.aligned().has_until(end_sec, frames)) input.is_stalled = true;
  }
  return true;
}

void CaptureGather::read(std::size_t frames) noexcept {
  const double from_sec = time_of(next_frame_);
  const double to_sec = time_of(next_frame_ + frames);
  for (std::size_t i = 0; i < count_; ++i) {
    inputs_[i]->read(from_sec, to_sec, frames);
    inputs_[i]->note_drift(period_sec_);
    const bool is_astray = is_alone_ && inputs_[i] != main_ && std::fabs(inputs_[i]->aligned().offset_sec(to_sec)) > astray_sec;
    inputs_[i]->astray_frames = is_astray ? inputs_[i]->astray_frames + frames : 0;
  }
  next_frame_ += frames;
}

void CaptureGather::skip(std::size_t frames) noexcept {
  for (std::size_t i = 0; i < count_; ++i) inputs_[i]->skip(frames);
  next_frame_ += frames;
}

}  // namespace sounddesk
