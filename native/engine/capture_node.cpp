#include "engine/capture_node.hpp"

#include <algorithm>
#include <cmath>

namespace sounddesk {
namespace {

constexpr double same_echo_delay_sec = 0.003;

}  // namespace

void CaptureNode::Edge::begin(float last) noexcept {
  from_ = last;
  left_ = length;
}

float CaptureNode::Edge::process(float sample) noexcept {
  if (left_ > 0) {
    const float share = static_cast<float>(left_--) / static_cast<float>(length);
    sample += share * (from_ - sample);
  }
  last_ = sample;
  return sample;
}

CaptureNode::CaptureNode(const StripFormat &format, const StripSettings &settings)
    : format_(format),
      strip_(format, settings),
      settings_(settings),
      storage_(format.channels * format.max_frames, 0.0F) {
  for (std::size_t channel = 0; channel < format.channels; ++channel) {
    frame_[channel] = storage_.data() + channel * format.max_frames;
  }
}

StripLevels CaptureNode::read_levels() noexcept {
  are_levels_wanted_.store(true, std::memory_order_release);
  return levels_.read();
}

void CaptureNode::take(const CaptureInput *input, const std::array<std::size_t, 2> &device_channels, std::size_t frames) noexcept {
  const bool has_changed = input != source_ || (input != nullptr && device_channels != source_channels_);
  const std::uint64_t xruns = input == nullptr ? 0 : input->xruns();
  xruns_ = input == source_ ? static_cast<std::uint32_t>(xruns - seen_xruns_) : 0;
  seen_xruns_ = xruns;
  source_ = input;
  source_channels_ = device_channels;
  missing_ = input == nullptr ? frames : input->missing();
  for (std::size_t channel = 0; channel < format_.channels; ++channel) {
    Edge &edge = input_edges_[channel];
    if (has_changed) edge.begin(edge.last());
    // The models begin with silence, so the sound must, too.
    if (has_chain_changed_) edge.begin(0.0F);
    const float *from = input == nullptr ? nullptr : input->plane(device_channels[channel]);
    for (std::size_t i = 0; i < frames; ++i) frame_[channel][i] = edge.process(from == nullptr ? 0.0F : from[i]);
  }
}

void CaptureNode::set_echo_delay(double sec) noexcept {
  if (std::fabs(sec - echo_delay_sec_) < same_echo_delay_sec) return;
  echo_delay_sec_ = sec;
  strip_.set_echo_delay(sec);
}

void CaptureNode::before_denoise(const float *const *loudspeakers, std::size_t frames) noexcept {
  strip_.set(settings_.read());
  if (strip_.settings().echo_cancellation) strip_.hear(loudspeakers, frames);
  strip_.before_denoise(frame_.data(), frames);
}

void CaptureNode::before_insert(std::size_t frames) noexcept {
  for (std::size_t channel = 0; channel < format_.channels; ++channel) {
    Edge &edge = chain_edges_[channel];
    if (has_chain_changed_) edge.begin(edge.last());
    for (std::size_t i = 0; i < frames; ++i) frame_[channel][i] = edge.process(frame_[channel][i]);
  }
  has_chain_changed_ = false;
  strip_.before_insert(frame_.data(), frames);
}

StereoBlock CaptureNode::to_output(std::size_t frames, bool is_any_solo) noexcept {
  return strip_.to_output(frame_.data(), frames, is_any_solo);
}

void CaptureNode::finish(std::optional<float> speech_probability) noexcept {
  active_insert_.store(strip_.active_insert(), std::memory_order_release);
  has_speech_ = speech_probability.has_value();
  speech_ = speech_probability.value_or(0.0F);
  if (!are_levels_wanted_.exchange(false, std::memory_order_acquire)) return;
  StripLevels levels = strip_.take_levels();
  if (has_speech_) levels.speech_probability = static_cast<double>(speech_);
  levels_.publish(levels);
}

BankSettings CaptureNode::bank_settings() const noexcept {
  const StripSettings &settings = strip_.settings();
  return {settings.denoise_engine, settings.denoise.sensitivity, settings.denoise.reduction};
}

}  // namespace sounddesk
