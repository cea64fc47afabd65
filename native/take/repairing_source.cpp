#include "take/repairing_source.hpp"

#include <algorithm>
#include <utility>

#include "take/sanitize.hpp"

namespace sounddesk {
namespace {

constexpr std::size_t ahead_sec = 8;
/** Of all channels together: 64 MiB. */
constexpr std::size_t most_ahead_samples = std::size_t{1} << 24;

}  // namespace

RepairingSource::RepairingSource(std::unique_ptr<AudioSource> source, const EffectSettings &settings)
    : source_(std::move(source)),
      channels_(static_cast<std::size_t>(source_->format().channels)),
      effects_(static_cast<double>(source_->format().rate_hz), channels_),
      ready_(channels_),
      planar_(channels_),
      planes_(channels_) {
  EffectSettings others = settings;
  others.de_click.is_on = false;
  effects_.set(others);
  if (settings.de_click.is_on) {
    clicks_.emplace(settings.de_click, static_cast<double>(source_->format().rate_hz), channels_);
  }
}

std::size_t RepairingSource::read(float *interleaved, std::size_t frames) {
  if (!has_heard_ahead_) hear_ahead();
  const std::size_t got = clicks_ ? read_without_clicks(interleaved, frames) : read_source(interleaved, frames);
  repair(interleaved, got);
  return got;
}

std::size_t RepairingSource::read_source(float *interleaved, std::size_t frames) {
  const std::size_t from_ahead = std::min(frames, ahead_.size() / channels_ - ahead_read_);
  std::copy_n(ahead_.begin() + static_cast<std::ptrdiff_t>(ahead_read_ * channels_), from_ahead * channels_, interleaved);
  ahead_read_ += from_ahead;
  std::size_t got = from_ahead;
  if (got < frames) got += source_->read(interleaved + got * channels_, frames - got);
  silence_non_numbers(interleaved, got * channels_);
  return got;
}

std::size_t RepairingSource::read_without_clicks(float *interleaved, std::size_t frames) {
  std::vector<float> block(frames * channels_);
  // A channel with a click is further ahead than the others.
  const auto ready_frames = [this] {
    std::size_t least = ready_.front().size();
    for (const std::vector<float> &channel : ready_) least = std::min(least, channel.size());
    return least;
  };
  while (ready_frames() < frames && !has_ended_) {
    const std::size_t got = read_source(block.data(), frames);
    has_ended_ = got < frames;
    split(block.data(), got);
    clicks_->process(planes_.data(), got, has_ended_, ready_);
  }
  const std::size_t got = std::min(frames, ready_frames());
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    std::vector<float> &ready = ready_[channel];
    for (std::size_t i = 0; i < got; ++i) interleaved[i * channels_ + channel] = ready[i];
    ready.erase(ready.begin(), ready.begin() + static_cast<std::ptrdiff_t>(got));
  }
  return got;
}

std::size_t RepairingSource::read(double *interleaved, std::size_t frames) {
  std::vector<float> block(frames * channels_);
  const std::size_t got = read(block.data(), frames);
  std::copy_n(block.begin(), got * channels_, interleaved);
  return got;
}

void RepairingSource::hear_ahead() {
  has_heard_ahead_ = true;
  const std::size_t wanted = ahead_sec * static_cast<std::size_t>(source_->format().rate_hz);
  ahead_.resize(std::min(wanted * channels_, most_ahead_samples / channels_ * channels_));
  ahead_.resize(source_->read(ahead_.data(), ahead_.size() / channels_) * channels_);
  // A short sound again and again: what is to be known of it takes some seconds.
  for (std::size_t heard = 0; heard < wanted && !ahead_.empty(); heard += ahead_.size() / channels_) {
    std::vector<float> once = ahead_;
    silence_non_numbers(once.data(), once.size());
    repair(once.data(), once.size() / channels_);
  }
  effects_.begin_again();
}

void RepairingSource::split(const float *interleaved, std::size_t frames) {
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    planar_[channel].resize(frames);
    planes_[channel] = planar_[channel].data();
    for (std::size_t i = 0; i < frames; ++i) planar_[channel][i] = interleaved[i * channels_ + channel];
  }
}

void RepairingSource::repair(float *interleaved, std::size_t frames) {
  split(interleaved, frames);
  effects_.repair(planes_.data(), frames);
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    for (std::size_t i = 0; i < frames; ++i) interleaved[i * channels_ + channel] = planar_[channel][i];
  }
}

}  // namespace sounddesk
