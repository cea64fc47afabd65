#include "engine/bus.hpp"

#include <algorithm>

namespace sounddesk {

Bus::Bus(const BusFormat &format)
    : fader_(1.0F, samples_of(parameter_ramp_sec, format.rate_hz)),
      is_limiter_on_(format.has_limiter),
      loudness_(format.rate_hz, 2) {
  for (std::size_t side = 0; side < samples_.size(); ++side) {
    samples_[side].assign(format.max_frames, 0.0F);
    output_[side] = samples_[side].data();
  }
  if (format.has_limiter) limiter_.emplace(format.rate_hz, 2);
}

void Bus::set_limiter(bool is_on) noexcept {
  if (!limiter_.has_value()) return;
  is_limiter_on_ = is_on;
  limiter_->set(is_on);
}

void Bus::begin(std::size_t frames) noexcept {
  frames_ = std::min(frames, samples_[0].size());
  for (float *side : output_) std::fill_n(side, frames_, 0.0F);
}

void Bus::add(const StereoBlock &block) noexcept {
  const std::array<const float *, 2> sides{block.left, block.right};
  for (std::size_t side = 0; side < sides.size(); ++side) {
    for (std::size_t i = 0; i < frames_; ++i) output_[side][i] += sides[side][i];
  }
}

void Bus::finish() noexcept {
  apply_gain(fader_, output_.data(), 2, frames_);
  if (limiter_.has_value()) limiter_->process(output_.data(), frames_);
  for (std::size_t side = 0; side < meters_.size(); ++side) meters_[side].add(output_[side], frames_);
  loudness_.add(output_.data(), frames_);
}

BusLevels Bus::take_levels() noexcept {
  BusLevels levels;
  for (std::size_t side = 0; side < meters_.size(); ++side) {
    const SignalMeter::Reading reading = meters_[side].take();
    levels.peak_db[side] = reading.peak_db;
    levels.rms_db[side] = reading.rms_db;
    levels.clipped += reading.clipped;
  }
  levels.momentary_lufs = loudness_.momentary_lufs();
  levels.short_term_lufs = loudness_.short_term_lufs();
  levels.integrated_lufs = loudness_.integrated_lufs();
  if (limiter_.has_value()) {
    const float reduction_db = limiter_->take_reduction_db();
    if (is_limiter_on_) levels.limiter_reduction_db = reduction_db;
  }
  return levels;
}

void Bus::reset_meters() noexcept {
  loudness_.reset();
  meters_ = {};
}

}  // namespace sounddesk
