#include "denoise/denoise_bank.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "denoise/batch_denoiser.hpp"
#include "denoise/channel_cleaner.hpp"
#include "denoise/denoise_bank_resampler.hpp"
#include "dsp/biquad.hpp"
#include "dsp/levels.hpp"
#include "rt/denormals.hpp"

namespace sounddesk {
namespace {

/** What comes out of the model before it has a whole window is faded in by it: heard only from here on. */
constexpr int priming_frames = 4;

/** How the channels get to the model's rate and back; nothing at the model's own rate. */
struct RateChange {
  explicit RateChange(std::size_t frame)
      : to_model(frame, frame_samples, FrameFilter::WholeDelay::input),
        from_model(frame_samples, frame, FrameFilter::WholeDelay::output) {}

  FrameFilter to_model;
  FrameFilter from_model;
};

class Channel {
 public:
  Channel(const RateChange *change, std::size_t frame, std::size_t latency)
      : frame_(frame), dry_(latency + frame, 0.0F), wet_(frame, 0.0F) {
    if (change != nullptr) {
      to_model_.emplace(change->to_model);
      from_model_.emplace(change->from_model);
    }
  }

  void set(const BankSettings &settings) noexcept { settings_ = settings; }

  void reset() noexcept {
    std::fill(dry_.begin(), dry_.end(), 0.0F);
    stage_ = Stage::off;
    has_heard_ = false;
    quiet_frames_ = 0;
  }

  /** Takes the newest frame in; writes what the model is to hear, in ±32768, and says whether it is to run. */
  bool begin(const float *samples, float *model, BatchDenoiser &batch, std::size_t channel) noexcept {
    float *newest = dry_.data() + dry_.size() - frame_;
    for (std::size_t i = 0; i < frame_; ++i) newest[i] = std::isfinite(samples[i]) ? samples[i] : 0.0F;
    const bool is_wanted = settings_.engine != DenoiseEngine::off;
    if (stage_ == Stage::off) {
      if (!is_wanted) return false;
      start_model(batch, channel);
    } else if (is_wanted && stage_ == Stage::leaving) {
      stage_ = Stage::on;
    } else if (!is_wanted) {
      stage_ = stage_ == Stage::on ? Stage::leaving : Stage::off;
      if (stage_ == Stage::off) return false;
    }
    mix_.set({stage_ == Stage::on, settings_.sensitivity, settings_.reduction});
    if (to_model_) {
      to_model_->process(newest, model);
    } else {
      std::copy_n(newest, frame_, model);
    }
    for (std::size_t i = 0; i < frame_samples; ++i) model[i] *= model_full_scale;
    return true;
  }

  /** After the model ran, or did not: writes what comes out. */
  BankResult finish(float *samples, float *model, float probability) noexcept {
    BankResult result{};
    if (stage_ == Stage::off) {
      std::copy_n(dry_.data(), frame_, samples);
      result.input_power = mean_square(samples, frame_);
      result.output_power = result.input_power;
      quiet_frames_ = 0;
    } else {
      result = finish_wet(samples, model, probability);
    }
    std::copy_n(dry_.data() + frame_, dry_.size() - frame_, dry_.data());
    has_heard_ = true;
    return result;
  }

 private:
  enum class Stage { off, priming, on, leaving };

  /** A channel that has not been heard yet needs no fading in. */
  void start_model(BatchDenoiser &batch, std::size_t channel) noexcept {
    batch.reset(channel);
    if (to_model_) {
      to_model_->reset();
      from_model_->reset();
    }
    low_tones_ = Biquad(low_tone_restoration);
    stage_ = has_heard_ ? Stage::priming : Stage::on;
    primed_frames_ = 0;
    const DenoiseSettings settings{stage_ == Stage::on, settings_.sensitivity, settings_.reduction};
    mix_ = DryWetMix(settings);
    restored_share_ = is_model_alone(settings) ? 0.0F : 1.0F;
  }

  BankResult finish_wet(float *samples, float *model, float probability) noexcept {
    for (std::size_t i = 0; i < frame_samples; ++i) model[i] *= 1.0F / model_full_scale;
    restore_low_tones(model);
    const float *wet = model;
    if (from_model_) {
      from_model_->process(model, wet_.data());
      wet = wet_.data();
    }
    mix_.process(dry_.data(), wet, samples, frame_, probability);
    const bool is_quiet = probability < ChannelCleaner::pause_threshold;
    quiet_frames_ = is_quiet ? std::min(quiet_frames_ + 1, ChannelCleaner::pause_after_frames) : 0;
    if (stage_ == Stage::priming && ++primed_frames_ >= priming_frames) stage_ = Stage::on;
    return {probability, quiet_frames_ >= ChannelCleaner::pause_after_frames, mean_square(dry_.data(), frame_),
            mean_square(samples, frame_)};
  }

  /** See `low_tone_restoration`: the filter always runs, a change of its share ramps over the frame. */
  void restore_low_tones(float *wet) noexcept {
    const float target = is_model_alone({true, settings_.sensitivity, settings_.reduction}) ? 0.0F : 1.0F;
    const float step = (target - restored_share_) / static_cast<float>(frame_samples);
    for (std::size_t i = 0; i < frame_samples; ++i) {
      const float restored = low_tones_.process(wet[i]);
      if (step != 0.0F) {
        const float share = restored_share_ + step * static_cast<float>(i + 1);
        wet[i] += share * (restored - wet[i]);
      } else if (target != 0.0F) {
        wet[i] = restored;
      }
    }
    restored_share_ = target;
  }

  std::size_t frame_;
  /** The untouched sound: what comes out next in front, the newest frame at the end. */
  std::vector<float> dry_;
  std::vector<float> wet_;
  std::optional<FrameResampler> to_model_;
  std::optional<FrameResampler> from_model_;
  BankSettings settings_;
  DryWetMix mix_{DenoiseSettings{false, 100.0F, 100.0F}};
  Biquad low_tones_{low_tone_restoration};
  float restored_share_ = 1.0F;
  Stage stage_ = Stage::off;
  bool has_heard_ = false;
  int primed_frames_ = 0;
  int quiet_frames_ = 0;
};

}  // namespace

class DenoiseBank::Impl {
 public:
  Impl(int rate_hz, std::size_t channels)
      : frame_(static_cast<std::size_t>(rate_hz / 100)), model_frames_(channels), model_at_(channels),
        probabilities_(channels, 0.0F), batch_(make_rnnoise_batch(channels)) {
    latency_ = frame_;
    if (rate_hz != model_rate_hz) {
      change_ = std::make_unique<RateChange>(frame_);
      latency_ += change_->to_model.delay_frames() + change_->from_model.delay_frames();
    }
    for (std::size_t channel = 0; channel < channels; ++channel) channels_.emplace_back(change_.get(), frame_, latency_);
  }

  std::size_t frame() const noexcept { return frame_; }
  std::size_t latency() const noexcept { return latency_; }

  void set(std::size_t channel, const BankSettings &settings) noexcept { channels_[channel].set(settings); }
  void reset(std::size_t channel) noexcept { channels_[channel].reset(); }

  void process(float *const *frames, BankResult *results) noexcept {
    const DenormalScope denormals(DenormalScope::Mode::flush);
    for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
      float *model = model_frames_[channel].data();
      const bool runs = frames[channel] != nullptr && channels_[channel].begin(frames[channel], model, *batch_, channel);
      model_at_[channel] = runs ? model : nullptr;
    }
    batch_->process(model_at_.data(), probabilities_.data());
    for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
      results[channel] = frames[channel] == nullptr
                             ? BankResult{}
                             : channels_[channel].finish(frames[channel], model_at_[channel], probabilities_[channel]);
    }
  }

 private:
  std::size_t frame_;
  std::size_t latency_;
  std::unique_ptr<RateChange> change_;
  std::vector<Channel> channels_;
  std::vector<std::array<float, frame_samples>> model_frames_;
  std::vector<float *> model_at_;
  std::vector<float> probabilities_;
  std::unique_ptr<BatchDenoiser> batch_;
};

DenoiseBank::DenoiseBank(int rate_hz, std::size_t channels) {
  if (rate_hz != 44100 && rate_hz != 48000 && rate_hz != 96000) {
    throw std::invalid_argument("The rate " + std::to_string(rate_hz) + " Hz is none of 44100, 48000 and 96000 Hz");
  }
  if (channels > max_channels) {
    throw std::invalid_argument("A session has at most 32 channels, not " + std::to_string(channels));
  }
  impl_ = std::make_unique<Impl>(rate_hz, channels);
}

DenoiseBank::~DenoiseBank() = default;
DenoiseBank::DenoiseBank(DenoiseBank &&) noexcept = default;
DenoiseBank &DenoiseBank::operator=(DenoiseBank &&) noexcept = default;

void DenoiseBank::set(std::size_t channel, const BankSettings &settings) noexcept { impl_->set(channel, settings); }
void DenoiseBank::reset(std::size_t channel) noexcept { impl_->reset(channel); }
void DenoiseBank::process(float *const *frames, BankResult *results) noexcept { impl_->process(frames, results); }
std::size_t DenoiseBank::frame_frames() const noexcept { return impl_->frame(); }
std::size_t DenoiseBank::latency_frames() const noexcept { return impl_->latency(); }

}  // namespace sounddesk
