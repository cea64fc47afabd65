// The channels of a capture session, the chains of plug-ins in them, and who listens to them.
#include <algorithm>

#include "device/capture_session.hpp"

namespace sounddesk {
namespace {

/** A removed channel's fader needs 20 ms. */
constexpr int ticks_of_fading = 4;

StripSettings settings_of(const CaptureChannelOptions &options) {
  StripSettings settings = options.strip;
  settings.is_muted = settings.is_muted || !options.is_enabled;
  settings.is_solo = settings.is_solo && options.is_enabled;
  return settings;
}

bool is_studio(const CaptureChannelOptions &options) {
  return options.strip.denoise_engine == DenoiseEngine::studio && studio::installed_weights() != nullptr;
}

bool is_late(const CaptureChannelOptions &options) {
  const DenoiseEngine engine = options.strip.denoise_engine;
  return engine == DenoiseEngine::strong || engine == DenoiseEngine::automatic || is_studio(options);
}

}  // namespace

void CaptureSession::set_channel(const CaptureChannelOptions &options) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_stopped_) return;
  const auto found = std::find_if(channels_.begin(), channels_.end(), [&](const Channel &channel) {
    return channel.options.id == options.id && channel.ticks_left < 0;
  });
  if (found == channels_.end()) {
    add_channel(options);
  } else if (found->options.device_channels.size() != options.device_channels.size()) {
    // Mono and stereo are different strips: the old one fades away beside the new one.
    const auto place = static_cast<std::size_t>(found - channels_.begin());
    add_channel(options);
    StripSettings fading = settings_of(channels_[place].options);
    fading.is_muted = true;
    channels_[place].node->set(fading);
    channels_[place].ticks_left = ticks_of_fading;
  } else {
    const bool is_same_source =
        found->options.device_id == options.device_id && found->options.device_channels == options.device_channels;
    const bool asks_anew = is_late(options) && found->options.strip.denoise_engine != options.strip.denoise_engine;
    if (asks_anew) is_strong_given_up_ = false;
    found->options = options;
    const std::shared_ptr<DenoiseBank> bank_before = strong_bank_;
    prepare_strong_bank();
    found->node->set(settings_of(options));
    if (is_same_source && bank_before == strong_bank_) return;
  }
  prepare_strong_bank();
  connect_devices();
  publish();
}

void CaptureSession::add_channel(const CaptureChannelOptions &options) {
  std::array<bool, max_capture_channels> is_taken{};
  std::size_t count = 0;
  for (const Channel &channel : channels_) {
    for (std::size_t i = 0; i < channel.node->channels(); ++i) is_taken[channel.bank_channels[i]] = true;
    if (channel.ticks_left < 0) ++count;
  }
  Channel added;
  added.options = options;
  std::size_t found = 0;
  for (std::size_t place = 0; place < is_taken.size() && found < options.device_channels.size(); ++place) {
    if (!is_taken[place]) added.bank_channels[found++] = place;
  }
  if (count >= max_capture_channels || found < options.device_channels.size()) {
    throw Failure(FailureCode::bad_option,
                  "The session has no room for the channel " + options.name +
                      ": it takes 32 mono channels, and a stereo one counts twice. Remove another channel first.");
  }
  added.node = std::make_shared<CaptureNode>(
      StripFormat{static_cast<double>(options_.rate_hz), options.device_channels.size(), engine_->max_frames()},
      settings_of(options));
  added.voice = listen();
  channels_.push_back(std::move(added));
}

bool CaptureSession::is_strong_wanted() const {
  return std::any_of(channels_.begin(), channels_.end(),
                     [](const Channel &channel) { return channel.ticks_left < 0 && is_late(channel.options); });
}

bool CaptureSession::is_studio_wanted() const {
  return std::any_of(channels_.begin(), channels_.end(), [](const Channel &channel) {
    return channel.ticks_left < 0 && is_studio(channel.options);
  });
}

void CaptureSession::prepare_strong_bank() {
  if (mode_ms_ != 0 || is_strong_given_up_ || !is_strong_wanted()) return;
  // A model may have come since the bank was made.
  if (strong_bank_ && (strong_bank_->has_studio() || !is_studio_wanted())) return;
  strong_bank_ = std::make_shared<DenoiseBank>(options_.rate_hz, max_capture_channels, DenoiseBank::Engines::strong,
                                               studio::installed_weights());
}

void CaptureSession::remove_channel(const std::string &id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (Channel &channel : channels_) {
    if (channel.options.id != id || channel.ticks_left >= 0) continue;
    StripSettings fading = settings_of(channel.options);
    fading.is_muted = true;
    channel.node->set(fading);
    channel.ticks_left = ticks_of_fading;
  }
}

void CaptureSession::set_insert(const std::string &id, std::shared_ptr<InsertProcessor> insert, std::size_t channels,
                                std::vector<std::string> sides) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto refuse = [](const std::string &message) { throw Failure(FailureCode::bad_option, message); };
  if (is_stopped_) return;
  const auto found = std::find_if(channels_.begin(), channels_.end(), [&](const Channel &channel) {
    return channel.options.id == id && channel.ticks_left < 0;
  });
  if (found == channels_.end()) refuse("The session has no channel " + id + ". Add it first, then its plug-ins.");
  if (insert && channels != found->node->channels()) {
    refuse("The channel " + found->options.name + (found->node->channels() == 1 ? " is mono" : " is stereo") +
           ", and its plug-ins are not. Load them again.");
  }
  if (found->insert == insert && found->sides == sides) return;
  if (found->insert && found->insert != insert) leaving_inserts_.emplace_back(found->node, found->insert);
  found->insert = std::move(insert);
  found->sides = std::move(sides);
  // Chains are waited for, which no callback of a device may do.
  follow_direct();
  publish();
}

void CaptureSession::let_go_of_inserts() {
  if (leaving_inserts_.empty() || !engine_->collect_garbage()) return;
  std::erase_if(leaving_inserts_, [this](const auto &leaving) {
    const auto &[node, insert] = leaving;
    const auto runs = std::find_if(channels_.begin(), channels_.end(), [&](const Channel &channel) { return channel.node == node; });
    return runs == channels_.end() || (runs->insert != insert && !node->has_insert(insert.get()));
  });
}

std::shared_ptr<VoiceListener> CaptureSession::listen() const {
  return are_voices_watched_ ? std::make_shared<VoiceListener>(options_.rate_hz, engine_->max_frames()) : nullptr;
}

void CaptureSession::watch_voices(bool is_wanted) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_stopped_ || is_wanted == are_voices_watched_) return;
  are_voices_watched_ = is_wanted;
  for (Channel &channel : channels_) channel.voice = listen();
  waiting_voices_.clear();
  publish();
}

void CaptureSession::report_voices() {
  if (!are_voices_watched_ || !events_.on_voices) return;
  // One that does not listen in time is owed silence by the taps: nothing piles up here.
  if (!waiting_voices_.empty() && events_.on_voices(waiting_voices_)) waiting_voices_.clear();
  if (!waiting_voices_.empty()) return;
  for (Channel &channel : channels_) {
    if (!channel.voice || channel.ticks_left >= 0) continue;
    CaptureVoice heard{channel.options.id, {}, 0.0};
    heard.at_sec = channel.voice->take(heard.samples);
    if (!heard.samples.empty()) waiting_voices_.push_back(std::move(heard));
  }
  if (!waiting_voices_.empty() && events_.on_voices(waiting_voices_)) waiting_voices_.clear();
}

bool CaptureSession::has_inserts() const {
  return std::any_of(channels_.begin(), channels_.end(), [](const Channel &channel) { return channel.insert != nullptr; });
}

}  // namespace sounddesk
