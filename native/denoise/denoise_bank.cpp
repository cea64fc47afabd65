#include "denoise/denoise_bank.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "denoise/auto_blend.hpp"
#include "denoise/batch_denoiser.hpp"
#include "denoise/channel_cleaner.hpp"
#include "denoise/denoise_bank_resampler.hpp"
#include "denoise/gtcrn.hpp"
#include "denoise/studio.hpp"
#include "dsp/biquad.hpp"
#include "dsp/levels.hpp"
#include "rt/denormals.hpp"

namespace sounddesk {
namespace {

/** What comes out of a model before it has a whole window is faded in by it: heard only from here on. */
constexpr std::size_t priming_frames = 4;
/** A model that takes over from another has heard so much before: it knows the noise by then. */
constexpr std::size_t handover_frames = 20;

/** How the channels get to the model's rate and back; nothing at the model's own rate. */
struct RateChange {
  explicit RateChange(std::size_t frame)
      : to_model(frame, frame_samples, FrameFilter::WholeDelay::input),
        from_model(frame_samples, frame, FrameFilter::WholeDelay::output) {}

  FrameFilter to_model;
  FrameFilter from_model;
};

/** Samples at 48 kHz, whole at the bank's rate, too: 160 of them are 147 at 44.1 kHz. */
std::size_t model_latency(int rate_hz, DenoiseBank::Engines engines) {
  if (engines == DenoiseBank::Engines::rnnoise) return model_delay_samples;
  const std::size_t step = rate_hz == 44100 ? 160 : 1;
  return (Gtcrn::least_delay_samples + step - 1) / step * step;
}

/** RNNoise's side of a channel: low tones restored, and as late as the bank. */
class RnnoiseSide {
 public:
  explicit RnnoiseSide(std::size_t model_latency)
      : extra_samples_(model_latency - model_delay_samples), late_(extra_samples_ + frame_samples, 0.0F) {}

  void start(bool is_model_alone) noexcept {
    low_tones_ = Biquad(low_tone_restoration);
    restored_share_ = is_model_alone ? 0.0F : 1.0F;
    std::fill(late_.begin(), late_.end(), 0.0F);
    probabilities_.fill(0.0F);
  }

  /** `model` is the model's newest frame in ±32768, and in ±1 and late when it returns; the probability becomes late with it. */
  float process(float *model, float probability, bool is_model_alone) noexcept {
    for (std::size_t i = 0; i < frame_samples; ++i) model[i] *= 1.0F / model_full_scale;
    restore_low_tones(model, is_model_alone);
    if (extra_samples_ > 0) {
      std::copy_n(model, frame_samples, late_.data() + extra_samples_);
      std::copy_n(late_.data(), frame_samples, model);
      std::copy_n(late_.data() + frame_samples, extra_samples_, late_.data());
    }
    const std::size_t late_frames = extra_samples_ / frame_samples;
    std::copy_backward(probabilities_.begin(), probabilities_.end() - 1, probabilities_.end());
    probabilities_[0] = probability;
    return probabilities_[late_frames];
  }

  /** What comes behind the frame that `process` gave, as far as the bank is later than the model. */
  const float *ahead() const noexcept { return late_.data(); }

 private:
  /** See `low_tone_restoration`: the filter always runs, a change of its share ramps over the frame. */
  void restore_low_tones(float *wet, bool is_model_alone) noexcept {
    const float target = is_model_alone ? 0.0F : 1.0F;
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

  std::size_t extra_samples_;
  std::vector<float> late_;
  std::array<float, 4> probabilities_{};
  Biquad low_tones_{low_tone_restoration};
  float restored_share_ = 1.0F;
};

/** A later model's side of a channel: as late as the bank. */
class LateSide {
 public:
  LateSide(std::unique_ptr<RestartableDenoiser> model, std::size_t model_latency)
      : model_(std::move(model)),
        extra_samples_(model_latency - model_->facts().delay_samples),
        late_(extra_samples_ + frame_samples, 0.0F) {}

  void start() noexcept {
    model_->reset();
    std::fill(late_.begin(), late_.end(), 0.0F);
  }

  /** Takes the newest frame in ±32768; afterwards `out` is what the model made, in ±1 and late. */
  float process(const float *newest) noexcept {
    float *frame = late_.data() + extra_samples_;
    std::copy_n(newest, frame_samples, frame);
    const float estimate = model_->process(frame);
    for (std::size_t i = 0; i < frame_samples; ++i) frame[i] *= 1.0F / model_full_scale;
    std::copy_n(late_.data(), frame_samples, out_.data());
    std::copy_n(late_.data() + frame_samples, extra_samples_, late_.data());
    return estimate;
  }
  float *out() noexcept { return out_.data(); }

 private:
  std::unique_ptr<RestartableDenoiser> model_;
  std::size_t extra_samples_;
  std::vector<float> late_;
  std::array<float, frame_samples> out_{};
};

/** RNNoise and strong together: both are late by then, and the untouched sound has to be. */
class AutoSide {
 public:
  explicit AutoSide(std::size_t model_latency) : late_(model_latency + frame_samples, 0.0F) {}

  void start() noexcept {
    blend_.reset();
    std::fill(late_.begin(), late_.end(), 0.0F);
  }

  /** Takes the newest frame in ±32768, and what both models made, in ±1, with what RNNoise made behind it; the result is in `out`. Returns how surely it is speech. */
  float process(const float *newest, const float *rnnoise, const float *ahead, const float *strong, float speech_probability) noexcept {
    float *at = late_.data() + late_.size() - frame_samples;
    for (std::size_t i = 0; i < frame_samples; ++i) at[i] = newest[i] * (1.0F / model_full_scale);
    std::copy_n(strong, frame_samples, out_.data());
    const float by_both = blend_.process(late_.data(), rnnoise, ahead, out_.data(), speech_probability);
    std::copy(late_.begin() + frame_samples, late_.end(), late_.begin());
    return by_both;
  }
  float *out() noexcept { return out_.data(); }

 private:
  AutoBlend blend_;
  std::vector<float> late_;
  std::array<float, frame_samples> out_{};
};

/** What a channel has beside RNNoise. */
struct LateModels {
  bool has_strong;
  studio::WeightsPointer studio_weights;
};

class Channel {
 public:
  Channel(const RateChange *change, std::size_t frame, std::size_t latency, std::size_t model_latency, const LateModels &late,
          std::size_t turn)
      : frame_(frame),
        late_frames_((model_latency + frame_samples - 1) / frame_samples - 1),
        dry_(latency + frame, 0.0F),
        wet_(frame, 0.0F),
        rnnoise_(model_latency) {
    if (change != nullptr) {
      to_model_.emplace(change->to_model);
      from_model_.emplace(change->from_model);
    }
    if (late.has_strong) {
      strong_.emplace(std::make_unique<Gtcrn>(model_latency, turn), model_latency);
      automatic_.emplace(model_latency);
    }
    if (late.studio_weights) studio_.emplace(std::make_unique<Studio>(late.studio_weights, 1), model_latency);
  }

  void set(const BankSettings &settings) noexcept {
    settings_ = settings;
    if (!has(settings_.engine)) settings_.engine = DenoiseEngine::rnnoise;
  }

  void reset() noexcept {
    std::fill(dry_.begin(), dry_.end(), 0.0F);
    stage_ = Stage::off;
    has_heard_ = false;
    quiet_frames_ = 0;
  }

  /** Takes the newest frame in; writes what the models are to hear, in ±32768, and says whether RNNoise is to run. */
  bool begin(const float *samples, float *model, BatchDenoiser &batch, std::size_t channel) noexcept {
    float *newest = dry_.data() + dry_.size() - frame_;
    for (std::size_t i = 0; i < frame_; ++i) newest[i] = std::isfinite(samples[i]) ? samples[i] : 0.0F;
    follow_engine(batch, channel);
    if (stage_ == Stage::off) return false;
    mix_.set({stage_ == Stage::on, settings_.sensitivity, settings_.reduction});
    if (to_model_) {
      to_model_->process(newest, model);
    } else {
      std::copy_n(newest, frame_, model);
    }
    for (std::size_t i = 0; i < frame_samples; ++i) model[i] *= model_full_scale;
    if (is_late(engine_) || is_late(next_)) std::copy_n(model, frame_samples, heard_.data());
    return runs_rnnoise(engine_) || runs_rnnoise(next_);
  }

  /** After RNNoise ran, or did not: writes what comes out. */
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

  static bool runs_rnnoise(DenoiseEngine engine) noexcept {
    return engine == DenoiseEngine::rnnoise || engine == DenoiseEngine::automatic;
  }
  static bool runs_strong(DenoiseEngine engine) noexcept {
    return engine == DenoiseEngine::strong || engine == DenoiseEngine::automatic;
  }
  static bool is_late(DenoiseEngine engine) noexcept { return runs_strong(engine) || engine == DenoiseEngine::studio; }
  bool has(DenoiseEngine engine) const noexcept {
    return !is_late(engine) || (engine == DenoiseEngine::studio ? studio_.has_value() : strong_.has_value());
  }
  bool is_alone() const noexcept { return is_model_alone({true, settings_.sensitivity, settings_.reduction}); }

  void follow_engine(BatchDenoiser &batch, std::size_t channel) noexcept {
    const DenoiseEngine wanted = settings_.engine;
    if (wanted == DenoiseEngine::off) {
      stage_ = stage_ == Stage::on ? Stage::leaving : Stage::off;
      next_ = DenoiseEngine::off;
      return;
    }
    if (stage_ == Stage::off || (stage_ == Stage::priming && engine_ != wanted)) {
      start(wanted, batch, channel);
      return;
    }
    if (stage_ == Stage::leaving) stage_ = Stage::on;
    if (wanted == engine_) {
      next_ = DenoiseEngine::off;
    } else if (next_ != wanted) {
      next_ = wanted;
      next_frames_ = 0;
      start_models(wanted, engine_, batch, channel);
    }
  }

  /** A channel that has not been heard yet needs no fading in. */
  void start(DenoiseEngine engine, BatchDenoiser &batch, std::size_t channel) noexcept {
    engine_ = engine;
    next_ = DenoiseEngine::off;
    if (to_model_) {
      to_model_->reset();
      from_model_->reset();
    }
    start_models(engine, DenoiseEngine::off, batch, channel);
    stage_ = has_heard_ ? Stage::priming : Stage::on;
    primed_frames_ = 0;
    mix_ = DryWetMix({stage_ == Stage::on, settings_.sensitivity, settings_.reduction});
  }

  /** Those that do not run already, for another engine. */
  void start_models(DenoiseEngine engine, DenoiseEngine running, BatchDenoiser &batch, std::size_t channel) noexcept {
    if (runs_rnnoise(engine) && !runs_rnnoise(running)) {
      batch.reset(channel);
      rnnoise_.start(is_alone());
    }
    if (runs_strong(engine) && !runs_strong(running)) strong_->start();
    if (engine == DenoiseEngine::automatic) automatic_->start();
    if (engine == DenoiseEngine::studio) studio_->start();
  }

  BankResult finish_wet(float *samples, float *model, float probability) noexcept {
    run_models(model, probability);
    Made made = made_by(engine_, model);
    if (next_ != DenoiseEngine::off) {
      const Made next = made_by(next_, model);
      if (++next_frames_ > handover_frames) {
        hand_over(made.wet, next.wet);
        made.surely_speech = std::max(made.surely_speech, next.surely_speech);
      }
    }
    const float *wet = made.wet;
    if (from_model_) {
      from_model_->process(made.wet, wet_.data());
      wet = wet_.data();
    }
    const float surely_speech = made.surely_speech;
    mix_.process(dry_.data(), wet, samples, frame_, surely_speech);
    if (stage_ == Stage::priming && ++primed_frames_ >= priming_frames + late_frames_) stage_ = Stage::on;
    const bool reports_speech = runs_rnnoise(engine_);
    const bool is_quiet = reports_speech && surely_speech < ChannelCleaner::pause_threshold;
    quiet_frames_ = is_quiet ? std::min(quiet_frames_ + 1, ChannelCleaner::pause_after_frames) : 0;
    return {reports_speech ? std::optional(probability) : std::nullopt, quiet_frames_ >= ChannelCleaner::pause_after_frames,
            mean_square(dry_.data(), frame_), mean_square(samples, frame_)};
  }

  struct Made {
    float *wet;
    float surely_speech;
  };

  /** Each model once, of the newest frame; RNNoise has run already, in `model`. */
  void run_models(float *model, float probability) noexcept {
    const auto is_run = [this](bool (*runs)(DenoiseEngine)) { return runs(engine_) || runs(next_); };
    const auto is_wanted = [this](DenoiseEngine engine) { return engine_ == engine || next_ == engine; };
    const bool is_automatic = is_wanted(DenoiseEngine::automatic);
    if (is_run(runs_rnnoise)) rnnoise_speech_ = rnnoise_.process(model, probability, is_alone() && !is_automatic);
    if (is_run(runs_strong)) strong_estimate_ = strong_->process(heard_.data());
    if (is_wanted(DenoiseEngine::studio)) studio_estimate_ = studio_->process(heard_.data());
    if (is_automatic) automatic_speech_ = automatic_->process(heard_.data(), model, rnnoise_.ahead(), strong_->out(), rnnoise_speech_);
  }

  Made made_by(DenoiseEngine engine, float *model) noexcept {
    switch (engine) {
      case DenoiseEngine::strong: return {strong_->out(), strong_estimate_};
      case DenoiseEngine::studio: return {studio_->out(), studio_estimate_};
      case DenoiseEngine::automatic: return {automatic_->out(), automatic_speech_};
      default: return {model, rnnoise_speech_};
    }
  }

  /** Over this frame, in `from`. */
  void hand_over(float *from, const float *to) noexcept {
    for (std::size_t i = 0; i < frame_samples; ++i) {
      from[i] += static_cast<float>(i + 1) / static_cast<float>(frame_samples) * (to[i] - from[i]);
    }
    engine_ = next_;
    next_ = DenoiseEngine::off;
  }

  std::size_t frame_;
  /** By how many frames more than RNNoise alone the bank is late. */
  std::size_t late_frames_;
  /** The untouched sound: what comes out next in front, the newest frame at the end. */
  std::vector<float> dry_;
  std::vector<float> wet_;
  std::optional<FrameResampler> to_model_;
  std::optional<FrameResampler> from_model_;
  BankSettings settings_;
  DryWetMix mix_{DenoiseSettings{false, 100.0F, 100.0F}};
  RnnoiseSide rnnoise_;
  std::optional<LateSide> strong_;
  std::optional<LateSide> studio_;
  std::optional<AutoSide> automatic_;
  /** How surely there is speech in what each made, by its own word. */
  float rnnoise_speech_ = 0.0F;
  float strong_estimate_ = 0.0F;
  float automatic_speech_ = 0.0F;
  float studio_estimate_ = 0.0F;
  /** What the later models hear. */
  std::array<float, frame_samples> heard_{};
  Stage stage_ = Stage::off;
  /** Whose output is heard; and which engine gets ready to take over. */
  DenoiseEngine engine_ = DenoiseEngine::off;
  DenoiseEngine next_ = DenoiseEngine::off;
  std::size_t next_frames_ = 0;
  bool has_heard_ = false;
  std::size_t primed_frames_ = 0;
  int quiet_frames_ = 0;
};

}  // namespace

class DenoiseBank::Impl {
 public:
  Impl(int rate_hz, std::size_t channels, Engines engines, studio::WeightsPointer studio_weights)
      : engines_(engines), has_studio_(engines == Engines::strong && studio_weights), frame_(static_cast<std::size_t>(rate_hz / 100)), model_frames_(channels), model_at_(channels),
        probabilities_(channels, 0.0F), batch_(make_rnnoise_batch(channels)) {
    const std::size_t late = model_latency(rate_hz, engines);
    latency_ = late * frame_ / frame_samples;
    if (rate_hz != model_rate_hz) {
      change_ = std::make_unique<RateChange>(frame_);
      latency_ += change_->to_model.delay_frames() + change_->from_model.delay_frames();
    }
    const bool is_late = engines == Engines::strong;
    const LateModels models{is_late, is_late ? std::move(studio_weights) : nullptr};
    for (std::size_t channel = 0; channel < channels; ++channel) {
      channels_.emplace_back(change_.get(), frame_, latency_, late, models, channel);
    }
  }

  std::size_t frame() const noexcept { return frame_; }
  std::size_t latency() const noexcept { return latency_; }
  Engines engines() const noexcept { return engines_; }
  bool has_studio() const noexcept { return has_studio_; }

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
                             : channels_[channel].finish(frames[channel], model_frames_[channel].data(), probabilities_[channel]);
    }
  }

 private:
  Engines engines_;
  bool has_studio_;
  std::size_t frame_;
  std::size_t latency_;
  std::unique_ptr<RateChange> change_;
  std::vector<Channel> channels_;
  std::vector<std::array<float, frame_samples>> model_frames_;
  std::vector<float *> model_at_;
  std::vector<float> probabilities_;
  std::unique_ptr<BatchDenoiser> batch_;
};

DenoiseBank::DenoiseBank(int rate_hz, std::size_t channels, Engines engines, studio::WeightsPointer studio_weights) {
  if (rate_hz != 44100 && rate_hz != 48000 && rate_hz != 96000) {
    throw std::invalid_argument("The rate " + std::to_string(rate_hz) + " Hz is none of 44100, 48000 and 96000 Hz");
  }
  if (channels > max_channels) {
    throw std::invalid_argument("A session has at most 32 channels, not " + std::to_string(channels));
  }
  impl_ = std::make_unique<Impl>(rate_hz, channels, engines, std::move(studio_weights));
}

DenoiseBank::~DenoiseBank() = default;
DenoiseBank::DenoiseBank(DenoiseBank &&) noexcept = default;
DenoiseBank &DenoiseBank::operator=(DenoiseBank &&) noexcept = default;

void DenoiseBank::set(std::size_t channel, const BankSettings &settings) noexcept { impl_->set(channel, settings); }
void DenoiseBank::reset(std::size_t channel) noexcept { impl_->reset(channel); }
void DenoiseBank::process(float *const *frames, BankResult *results) noexcept { impl_->process(frames, results); }
std::size_t DenoiseBank::frame_frames() const noexcept { return impl_->frame(); }
std::size_t DenoiseBank::latency_frames() const noexcept { return impl_->latency(); }
DenoiseBank::Engines DenoiseBank::engines() const noexcept { return impl_->engines(); }
bool DenoiseBank::has_studio() const noexcept { return impl_->has_studio(); }

}  // namespace sounddesk
