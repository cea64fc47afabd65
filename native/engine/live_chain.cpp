#include "engine/live_chain.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {
namespace {

std::size_t ramp_samples() { return samples_of(parameter_ramp_sec, model_rate_hz); }

float volume_of(const LiveSettings &settings) { return gain_of_db(settings.strip.volume_db); }

}  // namespace

LiveChain::LiveChain(const LiveSettings &settings)
    : strip_({static_cast<double>(model_rate_hz), 1, frame_samples}, settings.strip),
      cleaner_(make_rnnoise(), settings.strip.denoise),
      raw_volume_(volume_of(settings), ramp_samples()),
      clean_share_(settings.listening == Listening::clean ? 1.0F : 0.0F, ramp_samples()),
      raw_share_(settings.listening == Listening::raw ? 1.0F : 0.0F, ramp_samples()),
      removed_share_(settings.listening == Listening::removed ? 1.0F : 0.0F, ramp_samples()),
      tone_share_(settings.listening == Listening::tone ? 1.0F : 0.0F, ramp_samples()),
      history_(history_samples, 0.0F) {}

void LiveChain::set(const LiveSettings &settings) noexcept {
  strip_.set(settings.strip);
  cleaner_.set(settings.strip.denoise);
  raw_volume_.set(volume_of(settings));
  clean_share_.set(settings.listening == Listening::clean ? 1.0F : 0.0F);
  raw_share_.set(settings.listening == Listening::raw ? 1.0F : 0.0F);
  removed_share_.set(settings.listening == Listening::removed ? 1.0F : 0.0F);
  tone_share_.set(settings.listening == Listening::tone ? 1.0F : 0.0F);
}

CleanedFrame LiveChain::process(float *frame) noexcept {
  const std::array<const float *, 2> loudspeakers{speaker_.data(), speaker_.data()};
  strip_.hear(loudspeakers.data(), frame_samples);
  float *const channels[] = {frame};
  strip_.keep_removed(hears_removed());
  strip_.before_denoise(channels, frame_samples);
  const CleanedFrame cleaned = cleaner_.process(frame);
  strip_.after_denoise(channels, frame_samples);
  const StereoBlock block = strip_.to_output(channels, frame_samples, false);
  std::copy_n(block.left, frame_samples, clean_.data());
  delay_raw();
  mix(frame);
  add_removed(frame);
  add_tone(frame);
  std::copy_n(frame, frame_samples, speaker_.data());
  return cleaned;
}

void LiveChain::delay_raw() noexcept {
  std::copy(history_.begin() + frame_samples, history_.end(), history_.begin());
  std::copy_n(strip_.raw(0), frame_samples, history_.end() - frame_samples);
  const std::size_t delay = std::min(latency_samples(), history_samples - frame_samples);
  read_history(delay, raw_.data());
  if (delay == raw_delay_) return;
  // Echo cancellation was switched, which makes the chain longer or shorter: over from one delay to the other.
  std::array<float, frame_samples> before;
  read_history(raw_delay_, before.data());
  raw_delay_ = delay;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const float share = static_cast<float>(i + 1) / static_cast<float>(frame_samples);
    raw_[i] = before[i] + share * (raw_[i] - before[i]);
  }
}

void LiveChain::read_history(std::size_t delay, float *to) const noexcept {
  std::copy_n(history_.data() + (history_samples - frame_samples - delay), frame_samples, to);
}

void LiveChain::mix(float *frame) noexcept {
  const bool is_clean_alone = clean_share_.is_still() && clean_share_.target() == 1.0F && raw_share_.is_still() &&
                              raw_share_.target() == 0.0F;
  if (is_clean_alone) {
    // Without a sum: what the chain made is what is heard, bit for bit.
    std::copy_n(clean_.data(), frame_samples, frame);
    if (!raw_volume_.is_still()) raw_volume_.jump(raw_volume_.target());
    return;
  }
  for (std::size_t i = 0; i < frame_samples; ++i) {
    frame[i] = clean_share_.next() * clean_[i] + raw_share_.next() * raw_volume_.next() * raw_[i];
  }
}

void LiveChain::add_removed(float *frame) noexcept {
  if (hears_removed()) {
    for (std::size_t i = 0; i < frame_samples; ++i) {
      // The model is late by one frame, and so is what was before it.
      frame[i] += removed_share_.next() * raw_volume_.target() * (removed_before_[i] + strip_.removed_after(0)[i]);
    }
  }
  std::copy_n(strip_.removed_before(0), frame_samples, removed_before_.begin());
}

void LiveChain::add_tone(float *frame) noexcept {
  if (tone_share_.is_still() && tone_share_.target() == 0.0F) {
    tone_phase_ = 0.0;
    return;
  }
  const float level = gain_of_db(test_tone_db);
  for (std::size_t i = 0; i < frame_samples; ++i) {
    frame[i] += tone_share_.next() * level * static_cast<float>(std::sin(2.0 * std::numbers::pi * tone_phase_));
    tone_phase_ += test_tone_hz / model_rate_hz;
    if (tone_phase_ >= 1.0) tone_phase_ -= 1.0;
  }
}

}  // namespace sounddesk
