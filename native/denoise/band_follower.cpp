#include "denoise/band_follower.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "denoise/band_filter.hpp"
#include "denoise/batch_denoiser.hpp"
#include "denoise/denoise_bank_resampler.hpp"
#include "rt/denormals.hpp"

namespace sounddesk {
namespace {

/** Channels that the model hears at once. */
constexpr std::size_t group_channels = 8;
/** The model's first gains say nothing: it has not heard a whole window yet. */
constexpr std::size_t priming_frames = 4;
/** Part of the way that a gain falls in a model's frame; it rises at once. */
constexpr float falling = 0.6F;
/** No band is lowered further: bands that come and go are heard as a chirping. */
constexpr float lowest_gain = 0.05F;

using BandGains = std::array<float, noise_bands>;

class Channel {
 public:
  Channel(const BandFilterShapes &shapes, const FrameFilter *to_model, std::size_t ten_ms)
      : pending_(ten_ms, 0.0F), filter_(shapes, ten_ms) {
    if (to_model != nullptr) to_model_.emplace(*to_model);
    gains_.fill(1.0F);
  }

  void set(const BankSettings &settings) noexcept { settings_ = settings; }

  void reset() noexcept {
    stop();
    filter_.reset();
  }

  bool runs() const noexcept { return runs_; }
  std::optional<float> speech() const noexcept { return runs_ ? std::optional(speech_) : std::nullopt; }

  /** Before each frame of the session; whether the model starts again. */
  bool follow_settings() noexcept {
    const bool is_wanted = settings_.engine != DenoiseEngine::off;
    if (is_wanted == runs_) return false;
    if (is_wanted) {
      std::fill(pending_.begin(), pending_.end(), 0.0F);
      if (to_model_) to_model_->reset();
      runs_ = true;
    } else {
      stop();
      filter_.set(gains_.data());
    }
    return is_wanted;
  }

  /** Sound for the model, from this place of its frame on. */
  void hear(const float *samples, std::size_t place, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) pending_[place + i] = std::isfinite(samples[i]) ? samples[i] : 0.0F;
  }

  void write_model_frame(float *model) noexcept {
    if (to_model_) {
      to_model_->process(pending_.data(), model);
    } else {
      std::copy_n(pending_.data(), frame_samples, model);
    }
    for (std::size_t i = 0; i < frame_samples; ++i) model[i] *= model_full_scale;
  }

  void follow(const float *model_gains, float speech) noexcept {
    speech_ = speech;
    if (heard_frames_ < priming_frames) {
      ++heard_frames_;
      return;
    }
    const float kept = kept_share(speech);
    const float heard = model_share(speech);
    for (std::size_t band = 0; band < noise_bands; ++band) {
      const float gain = heard * model_gains[band] + kept * (1.0F - model_gains[band]);
      const float wanted = std::clamp(gain, lowest_gain, 1.0F);
      gains_[band] += (wanted > gains_[band] ? 1.0F : falling) * (wanted - gains_[band]);
    }
    filter_.set(gains_.data());
  }

  void process(float *samples, std::size_t frames) noexcept { filter_.process(samples, frames); }

 private:
  /** As denoise/mix.hpp has it: what of the sound stays whatever the model says. */
  float kept_share(float speech) const noexcept {
    const float kept = 1.0F - std::clamp(settings_.reduction, 0.0F, 100.0F) / 100.0F;
    const float floor = kept * kept;
    const float lenience = 1.0F - std::clamp(settings_.sensitivity, 0.0F, 100.0F) / 100.0F;
    return floor + (1.0F - floor) * lenience * std::clamp(2.0F * speech - 1.0F, 0.0F, 1.0F);
  }

  /** As there, too: where nobody speaks the model still lets some noise through. */
  float model_share(float speech) const noexcept {
    const float reduction = std::clamp(settings_.reduction, 0.0F, 100.0F) / 100.0F;
    const float certainty = std::clamp((speech - 0.1F) / 0.2F, 0.0F, 1.0F);
    return 1.0F - reduction * 0.65F * (1.0F - certainty);
  }

  void stop() noexcept {
    runs_ = false;
    heard_frames_ = 0;
    speech_ = 0.0F;
    gains_.fill(1.0F);
  }

  BankSettings settings_;
  bool runs_ = false;
  std::size_t heard_frames_ = 0;
  float speech_ = 0.0F;
  std::vector<float> pending_;
  std::optional<FrameResampler> to_model_;
  BandGains gains_;
  BandFilter filter_;
};

/** What the model hears at once, and how far its next frame is. */
struct Group {
  std::unique_ptr<BatchDenoiser> batch;
  std::size_t first;
  std::size_t filled;
};

}  // namespace

class BandFollower::Impl {
 public:
  Impl(int rate_hz, std::size_t channels)
      : ten_ms_(static_cast<std::size_t>(rate_hz / 100)), shapes_(rate_hz) {
    if (rate_hz != model_rate_hz) {
      to_model_ = std::make_unique<FrameFilter>(ten_ms_, frame_samples, FrameFilter::WholeDelay::input);
    }
    channels_.reserve(channels);
    for (std::size_t channel = 0; channel < channels; ++channel) channels_.emplace_back(shapes_, to_model_.get(), ten_ms_);
    const std::size_t groups = (channels + group_channels - 1) / group_channels;
    for (std::size_t group = 0; group < groups; ++group) {
      const std::size_t first = group * group_channels;
      groups_.push_back({make_rnnoise_batch(std::min(group_channels, channels - first)), first, group * ten_ms_ / groups});
    }
  }

  void set(std::size_t channel, const BankSettings &settings) noexcept { channels_[channel].set(settings); }
  void reset(std::size_t channel) noexcept { channels_[channel].reset(); }
  std::optional<float> speech(std::size_t channel) const noexcept { return channels_[channel].speech(); }

  void process(float *const *channels, std::size_t frames) noexcept {
    const DenormalScope denormals(DenormalScope::Mode::flush);
    for (Group &group : groups_) listen(group, channels, frames);
    for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
      if (channels[channel] != nullptr) channels_[channel].process(channels[channel], frames);
    }
  }

 private:
  std::size_t size_of(const Group &group) const noexcept { return group.batch->channels(); }

  void listen(Group &group, float *const *channels, std::size_t frames) noexcept {
    const std::size_t here = std::min(frames, ten_ms_ - group.filled);
    for (std::size_t i = 0; i < size_of(group); ++i) {
      Channel &channel = channels_[group.first + i];
      const float *samples = channels[group.first + i];
      if (samples == nullptr) continue;
      if (channel.follow_settings()) group.batch->reset(i);
      if (channel.runs()) channel.hear(samples, group.filled, here);
    }
    group.filled += here;
    if (group.filled < ten_ms_) return;
    run(group, channels);
    group.filled = frames - here;
    for (std::size_t i = 0; i < size_of(group); ++i) {
      const float *samples = channels[group.first + i];
      if (samples != nullptr) channels_[group.first + i].hear(samples + here, 0, group.filled);
    }
  }

  void run(Group &group, float *const *channels) noexcept {
    std::array<float *, group_channels> models{};
    std::array<float *, group_channels> gains{};
    std::array<float, group_channels> speech{};
    for (std::size_t i = 0; i < size_of(group); ++i) {
      if (channels[group.first + i] == nullptr || !channels_[group.first + i].runs()) continue;
      models[i] = model_frames_[i].data();
      gains[i] = model_gains_[i].data();
      channels_[group.first + i].write_model_frame(models[i]);
    }
    group.batch->process(models.data(), speech.data(), gains.data());
    for (std::size_t i = 0; i < size_of(group); ++i) {
      if (models[i] != nullptr) channels_[group.first + i].follow(gains[i], speech[i]);
    }
  }

  std::size_t ten_ms_;
  BandFilterShapes shapes_;
  std::unique_ptr<FrameFilter> to_model_;
  std::vector<Channel> channels_;
  std::vector<Group> groups_;
  std::array<std::array<float, frame_samples>, group_channels> model_frames_{};
  std::array<BandGains, group_channels> model_gains_{};
};

BandFollower::BandFollower(int rate_hz, std::size_t channels) : impl_(std::make_unique<Impl>(rate_hz, channels)) {}
BandFollower::~BandFollower() = default;
BandFollower::BandFollower(BandFollower &&) noexcept = default;
BandFollower &BandFollower::operator=(BandFollower &&) noexcept = default;

void BandFollower::set(std::size_t channel, const BankSettings &settings) noexcept { impl_->set(channel, settings); }
void BandFollower::reset(std::size_t channel) noexcept { impl_->reset(channel); }
void BandFollower::process(float *const *channels, std::size_t frames) noexcept { impl_->process(channels, frames); }
std::optional<float> BandFollower::speech_probability(std::size_t channel) const noexcept { return impl_->speech(channel); }

}  // namespace sounddesk
