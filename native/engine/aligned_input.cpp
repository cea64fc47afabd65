#include "engine/aligned_input.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sounddesk {
namespace {

/** What lies between the callback and the DSP thread at most, and what the timeline remembers. */
constexpr double remembered_sec = 1.2;
constexpr std::size_t edge_frames = 64;
/** Further off than this, the reading jumps; nearer, it runs a little faster or slower. */
constexpr double jump_beyond_sec = 0.003;
constexpr double most_deviation = 0.005;
/** An error shrinks to a third in this time. */
constexpr double steering_sec = 1.0;
/** A session that passed a device's first sample by less than this steps back for it. */
constexpr double first_kept_sec = 0.1;
constexpr double delay_forgotten_per_sec = 0.002;

std::size_t remembered_frames(const AlignedFormat &format) {
  return std::bit_ceil(static_cast<std::size_t>(remembered_sec * format.device_rate_hz));
}

}  // namespace

AlignedInput::AlignedInput(const AlignedFormat &format)
    : format_(format),
      ratio_(format.device_rate_hz / format.session_rate_hz),
      kernel_(format.device_rate_hz, format.session_rate_hz),
      sample_ring_(remembered_frames(format) * format.channels),
      mark_ring_(4096),
      clock_(format.device_rate_hz),
      size_(remembered_frames(format)),
      mask_(size_ - 1),
      timeline_(size_ * format.channels, 0.0F),
      is_there_(size_, 0),
      block_(1024 * format.channels),
      step_(ratio_),
      last_(format.channels, 0.0F),
      tail_(format.channels, 0.0F) {
  const auto longest = static_cast<std::size_t>(static_cast<double>(format.max_frames) * ratio_ * 1.01) + SincKernel::taps + 4;
  stretch_.resize(longest * format.channels);
  stretch_valid_.resize(longest);
  frame_valid_.resize(format.max_frames);
}

void AlignedInput::receive(const float *interleaved, std::size_t frames, double time_sec, double now_sec, bool has_overflow,
                           bool is_first) noexcept {
  is_first_pending_ = is_first_pending_ || is_first;
  const bool fits = mark_ring_.free_space() > 0 && sample_ring_.free_space() >= frames * format_.channels;
  if (fits) {
    sample_ring_.push(interleaved, frames * format_.channels);
    const BlockMark mark{frames, time_sec, now_sec, has_overflow, is_first_pending_, discarded_frames_};
    mark_ring_.push(&mark, 1);
    discarded_frames_ = 0;
    is_first_pending_ = false;
  } else {
    discarded_frames_ += frames;
    discarded_total_.fetch_add(frames, std::memory_order_relaxed);
  }
  calls_.fetch_add(1, std::memory_order_relaxed);
}

void AlignedInput::collect() noexcept {
  BlockMark mark{};
  while (mark_ring_.pop(&mark, 1) == 1) place(mark);
}

void AlignedInput::place(const BlockMark &mark) noexcept {
  const DeviceClock::Placement placement = clock_.place(mark);
  if (placement.gap_frames < 0) take_back(-placement.gap_frames);
  if (placement.gap_frames > 0) gap_start_ = end_;
  append_silence(placement.index);
  std::int64_t at = placement.index;
  for (std::size_t done = 0; done < mark.frames;) {
    const std::size_t count = std::min(mark.frames - done, block_.size() / format_.channels);
    sample_ring_.pop(block_.data(), count * format_.channels);
    for (std::size_t channel = 0; channel < format_.channels; ++channel) {
      for (std::size_t i = 0; i < count; ++i) {
        sample(channel, at + static_cast<std::int64_t>(i)) = block_[i * format_.channels + channel];
      }
    }
    for (std::size_t i = 0; i < count; ++i) is_there_[static_cast<std::size_t>(at + static_cast<std::int64_t>(i)) & mask_] = 1;
    at += static_cast<std::int64_t>(count);
    done += count;
  }
  end_ = std::max(end_, at);
  // A gap that is taken back, in steps as the blocks catch up, was lateness of a device that does not say when its
  // sound was taken.
  if (placement.gap_frames > 0) taken_back_frames_ = 0;
  if (placement.gap_frames < 0) taken_back_frames_ -= placement.gap_frames;
  const double was_late_sec = placement.gap_frames < 0 ? static_cast<double>(taken_back_frames_) * clock_.period_sec() : 0.0;
  const double behind_sec = mark.arrived_sec - clock_.time_of(static_cast<double>(at)) + was_late_sec;
  const double block_sec = static_cast<double>(mark.frames) * clock_.period_sec();
  // One that is late now and then counts little.
  usual_age_sec_ += std::clamp(behind_sec - usual_age_sec_, -0.0002, 0.0002);
  delay_sec_ = std::max(delay_sec_ - delay_forgotten_per_sec * block_sec, std::max(behind_sec, 0.0) + block_sec);
}

void AlignedInput::append_silence(std::int64_t until) noexcept {
  const std::int64_t from = std::max(end_, until - static_cast<std::int64_t>(size_));
  for (std::int64_t index = from; index < until; ++index) {
    is_there_[static_cast<std::size_t>(index) & mask_] = 0;
    for (std::size_t channel = 0; channel < format_.channels; ++channel) sample(channel, index) = 0.0F;
  }
  end_ = std::max(end_, until);
}

void AlignedInput::take_back(std::int64_t frames) noexcept {
  // What was put behind the gap moves to where it belongs; what has been read as silence stays silence.
  for (std::int64_t index = gap_start_; index + frames < end_; ++index) {
    const std::int64_t from = index + frames;
    is_there_[static_cast<std::size_t>(index) & mask_] = is_there_[static_cast<std::size_t>(from) & mask_];
    for (std::size_t channel = 0; channel < format_.channels; ++channel) sample(channel, index) = sample(channel, from);
  }
  end_ = std::max(gap_start_, end_ - frames);
}

bool AlignedInput::has_until(double time_sec, std::size_t count) const noexcept {
  if (!clock_.is_running()) return false;
  const double until = is_locked_ ? position_ + ratio_ * static_cast<double>(count) : clock_.index_at(time_sec);
  // Samples that pass unchanged have no neighbours to wait for.
  if (is_locked_ && step_ == 1.0 && position_ == std::floor(position_)) return static_cast<double>(end_) >= until;
  const double wanted = until + static_cast<double>(SincKernel::half_width) + 2.0;
  return static_cast<double>(end_) >= wanted;
}

bool AlignedInput::is_valid(std::int64_t index) const noexcept {
  return index < end_ && index >= end_ - static_cast<std::int64_t>(size_) && is_there_[static_cast<std::size_t>(index) & mask_] != 0;
}

void AlignedInput::lock_to(double time_sec) noexcept {
  const double exact = clock_.index_at(time_sec);
  if (is_aligned_ && std::fabs(exact - position_) * clock_.period_sec() < jump_beyond_sec) {
    position_ = std::round(position_);
  } else {
    const bool has_just_begun = !is_aligned_ && exact > 0.0 && exact * clock_.period_sec() < first_kept_sec;
    position_ = has_just_begun ? 0.0 : std::round(exact);
    has_jumped_ = is_aligned_;
  }
  is_aligned_ = true;
  is_locked_ = true;
  step_ = ratio_;
}

void AlignedInput::skip(std::size_t count) noexcept {
  position_ += ratio_ * static_cast<double>(count);
  has_jumped_ = true;
}

void AlignedInput::steer(double from_sec, double to_sec, std::size_t count) noexcept {
  if (is_locked_) return;
  const double aim = clock_.index_at(from_sec);
  const double wanted_step = (to_sec - from_sec) / clock_.period_sec() / static_cast<double>(count);
  const double error = aim - position_;
  if (!is_aligned_ || std::fabs(error) * clock_.period_sec() > jump_beyond_sec) {
    has_jumped_ = is_aligned_;
    is_aligned_ = true;
    position_ = aim;
    step_ = wanted_step;
    return;
  }
  const double correction = error * clock_.period_sec() / steering_sec;
  step_ = ratio_ * std::clamp(wanted_step / ratio_ + correction, 1.0 - most_deviation, 1.0 + most_deviation);
}

std::size_t AlignedInput::copy_stretch(std::int64_t from, std::size_t frames) noexcept {
  std::size_t invalid = 0;
  for (std::size_t i = 0; i < frames; ++i) {
    const std::int64_t index = from + static_cast<std::int64_t>(i);
    stretch_valid_[i] = is_valid(index) ? 1 : 0;
    invalid += stretch_valid_[i] == 0 ? 1 : 0;
  }
  const std::size_t longest = stretch_valid_.size();
  for (std::size_t channel = 0; channel < format_.channels; ++channel) {
    float *to = stretch_.data() + channel * longest;
    for (std::size_t i = 0; i < frames; ++i) {
      to[i] = stretch_valid_[i] != 0 ? sample(channel, from + static_cast<std::int64_t>(i)) : 0.0F;
    }
  }
  return invalid;
}

std::size_t AlignedInput::read(double from_sec, double to_sec, std::size_t count, float *const *planes) noexcept {
  if (!clock_.is_running()) {
    for (std::size_t channel = 0; channel < format_.channels; ++channel) std::fill_n(planes[channel], count, 0.0F);
    std::fill_n(frame_valid_.begin(), count, std::uint8_t{0});
    round_edges(count, planes);
    return count;
  }
  steer(from_sec, to_sec, count);
  constexpr auto before = static_cast<std::int64_t>(SincKernel::half_width) - 1;
  const auto whole = static_cast<std::int64_t>(std::floor(position_));
  const std::int64_t from = whole - before;
  const double span = (position_ - static_cast<double>(whole)) + step_ * static_cast<double>(count);
  const std::size_t longest = stretch_valid_.size();
  const std::size_t frames = std::min(longest, static_cast<std::size_t>(span) + SincKernel::taps + 1);
  copy_stretch(from, frames);

  const bool is_whole = step_ == 1.0 && position_ == static_cast<double>(whole);
  double at = position_ - static_cast<double>(from);
  std::size_t missing = 0;
  for (std::size_t i = 0; i < count; ++i, at += step_) {
    const auto first = std::min(static_cast<std::size_t>(at), longest - SincKernel::half_width - 1);
    frame_valid_[i] = stretch_valid_[first];
    // Before its first sample the device had not begun: that is silence, and nothing is missing.
    missing += frame_valid_[i] == 0 && from + static_cast<std::int64_t>(first) >= 0 ? 1 : 0;
    if (is_whole) {
      for (std::size_t channel = 0; channel < format_.channels; ++channel) {
        planes[channel][i] = stretch_[channel * longest + first];
      }
      continue;
    }
    float weights[SincKernel::taps];
    kernel_.weights_at(at - static_cast<double>(first), weights);
    for (std::size_t channel = 0; channel < format_.channels; ++channel) {
      const float *samples = stretch_.data() + channel * longest + first - static_cast<std::size_t>(before);
      float sum = 0.0F;
      for (std::size_t tap = 0; tap < SincKernel::taps; ++tap) sum += weights[tap] * samples[tap];
      planes[channel][i] = frame_valid_[i] != 0 ? sum : 0.0F;
    }
  }
  position_ += step_ * static_cast<double>(count);
  round_edges(count, planes);
  return missing;
}

void AlignedInput::round_edges(std::size_t count, float *const *planes) noexcept {
  bool begins_anew = has_jumped_;
  has_jumped_ = false;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_valid_now = frame_valid_[i] != 0;
    if (begins_anew || is_valid_now != was_valid_) {
      tail_ = last_;
      tail_left_ = edge_frames;
      rise_left_ = is_valid_now ? edge_frames : 0;
      begins_anew = false;
    }
    was_valid_ = is_valid_now;
    const float fall = static_cast<float>(tail_left_) / edge_frames;
    const float rise = 1.0F - static_cast<float>(rise_left_) / edge_frames;
    for (std::size_t channel = 0; channel < format_.channels; ++channel) {
      float &out = planes[channel][i];
      if (rise_left_ > 0) out *= rise;
      if (tail_left_ > 0) out += fall * tail_[channel];
      last_[channel] = out;
    }
    if (tail_left_ > 0) --tail_left_;
    if (rise_left_ > 0) --rise_left_;
  }
}

}  // namespace sounddesk
