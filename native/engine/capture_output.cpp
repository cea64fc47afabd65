#include "engine/capture_output.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/levels.hpp"

namespace sounddesk {
namespace {

constexpr std::size_t ring_frames = 1 << 15;
constexpr std::size_t block_limit = 2048;
/** -50 dB: a cut in this is not heard. */
constexpr float quiet_peak = 0.003F;

}  // namespace

CaptureOutput::CaptureOutput(const OutputFormat &format)
    : format_(format),
      max_frames_(std::max(format.frame, static_cast<std::size_t>(format.session_rate_hz / 100.0))),
      left_(format.session_rate_hz, format.device_rate_hz, max_frames_),
      right_(format.session_rate_hz, format.device_rate_hz, max_frames_),
      resampled_left_(left_.max_output(max_frames_)),
      resampled_right_(right_.max_output(max_frames_)),
      resampled_{resampled_left_.data(), resampled_right_.data()},
      interleaved_(2 * resampled_left_.size()),
      frame_(format.frame),
      fading_left_(max_frames_),
      fading_right_(max_frames_),
      ring_(2 * ring_frames),
      control_(format.device_rate_hz, format.block_frames, at_device(format.frame), format.is_same_clock),
      block_(2 * block_limit) {}

void CaptureOutput::write(const float *const *planes, std::size_t frames, double entered_sec, double period_sec) noexcept {
  const double end_sec = entered_sec + static_cast<double>(frames) * period_sec;
  if (frames > max_frames_) return;
  if (frames != frame_) {
    frame_ = frames;
    control_.set_produced_at_once(at_device(frames));
  }
  // The control counts in frames of 10 ms, whatever the session's are.
  since_asked_sec_ += static_cast<double>(frames) / format_.session_rate_hz;
  if (since_asked_sec_ >= 0.0099) {
    since_asked_sec_ = 0.0;
    deviation_ = control_.deviation();
  }
  if (leave_out(planes, frames)) return;
  const float *sources[2] = {planes[0], planes[1]};
  if (fading_frames_ > 0) {
    fade_in(planes, frames);
    sources[0] = fading_left_.data();
    sources[1] = fading_right_.data();
    fading_frames_ = 0;
  }
  const std::size_t count = resample(sources, frames);
  const std::size_t fitting = std::min(count, ring_.free_space() / 2);
  written_ += ring_.push(interleaved_.data(), 2 * fitting) / 2;
  measure(end_sec, period_sec);
}

void CaptureOutput::fade_in(const float *const *planes, std::size_t frames) noexcept {
  const std::size_t fading = std::min(frames, fading_frames_);
  for (std::size_t i = 0; i < fading; ++i) {
    const float share = static_cast<float>(i + 1) / static_cast<float>(fading);
    fading_left_[i] += share * (planes[0][i] - fading_left_[i]);
    fading_right_[i] += share * (planes[1][i] - fading_right_[i]);
  }
  for (std::size_t i = fading; i < frames; ++i) {
    fading_left_[i] = planes[0][i];
    fading_right_[i] = planes[1][i];
  }
}

std::size_t CaptureOutput::resample(const float *const *sources, std::size_t frames) noexcept {
  std::size_t count = frames;
  if (!format_.is_same_clock) {
    left_.set_deviation(deviation_);
    right_.set_deviation(deviation_);
    count = left_.push(sources[0], frames, resampled_left_.data());
    right_.push(sources[1], frames, resampled_right_.data());
    pushed_ += static_cast<double>(frames);
    sources = resampled_.data();
  }
  for (std::size_t i = 0; i < count; ++i) {
    interleaved_[2 * i] = sources[0][i];
    interleaved_[2 * i + 1] = sources[1][i];
  }
  return count;
}

bool CaptureOutput::leave_out(const float *const *planes, std::size_t frames) noexcept {
  const std::size_t left_out = at_device(frames);
  const std::size_t idle = control_.idle_samples();
  const bool is_quiet = std::max(peak_of(planes[0], frames), peak_of(planes[1], frames)) < quiet_peak;
  const auto audible = static_cast<std::size_t>(format_.device_rate_hz / 25);
  if (fading_frames_ > 0 || idle < std::max(is_quiet ? std::size_t{0} : audible, left_out)) return false;
  control_.left_out(left_out);
  std::copy_n(planes[0], frames, fading_left_.data());
  std::copy_n(planes[1], frames, fading_right_.data());
  fading_frames_ = frames;
  return true;
}

void CaptureOutput::measure(double end_sec, double period_sec) noexcept {
  const Mark mark = clock_.read();
  if (!mark.is_known) return;
  // The sample that is written next comes from this far before the end of what went in.
  const double held = format_.is_same_clock ? 0.0 : pushed_ - left_.position();
  const double entered_sec = end_sec - held * period_sec;
  const double leaves_sec = mark.time_sec + (static_cast<double>(written_) - mark.index) / format_.device_rate_hz;
  latency_sec_.store(leaves_sec - entered_sec, std::memory_order_relaxed);
}

void CaptureOutput::provide(float *interleaved, std::size_t frames, std::size_t channels, double leaves_sec) noexcept {
  calls_.fetch_add(1, std::memory_order_relaxed);
  std::size_t done = 0;
  if (!control_.must_wait(ring_.readable() / 2, frames)) {
    read_ += ring_.skip(2 * control_.surplus(ring_.readable() / 2, frames)) / 2;
    clock_.publish({static_cast<double>(read_), leaves_sec, true});
    while (done < frames) {
      const std::size_t got = ring_.pop(block_.data(), 2 * std::min(block_limit, frames - done)) / 2;
      if (got == 0) break;
      for (std::size_t i = 0; i < got; ++i) {
        float *to = interleaved + (done + i) * channels;
        if (channels == 1) {
          to[0] = 0.5F * (block_[2 * i] + block_[2 * i + 1]);
        } else {
          to[0] = block_[2 * i];
          to[1] = block_[2 * i + 1];
          std::fill_n(to + 2, channels - 2, 0.0F);
        }
      }
      done += got;
    }
    read_ += done;
  }
  std::fill_n(interleaved + done * channels, (frames - done) * channels, 0.0F);
  control_.took(frames - done, ring_.readable() / 2);
}

}  // namespace sounddesk
