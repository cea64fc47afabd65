#include "dsp/echo_canceller.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <vector>

#ifdef SOUNDDESK_HAS_WEBRTC_AUDIO
#include <webrtc/modules/audio_processing/include/audio_processing.h>
#endif

namespace sounddesk {

#ifdef SOUNDDESK_HAS_WEBRTC_AUDIO
namespace {

/** Measured (see the tests): the library's split into bands and its blocks, and its way to 48 kHz and back. */
std::size_t latency_of(double rate_hz) { return rate_hz == 48000.0 ? 382 : rate_hz == 44100.0 ? 383 : 812; }

constexpr double max_delay_sec = 0.5;
/** What devices say is about so inexact; of the filter's 128 ms the rest is for the room. */
constexpr double delay_margin_sec = 0.04;

class WebrtcEchoCanceller : public EchoCanceller {
 public:
  WebrtcEchoCanceller(double rate_hz, std::size_t channels)
      : rate_hz_(rate_hz),
        channels_(channels),
        frames_(static_cast<std::size_t>(std::lround(rate_hz / 100.0))),
        near_(static_cast<int>(std::lround(rate_hz)), static_cast<int>(channels)),
        far_(static_cast<int>(std::lround(rate_hz)), 1),
        far_samples_(frames_, 0.0F),
        far_line_(static_cast<std::size_t>(max_delay_sec * rate_hz) + frames_, 0.0F) {
    for (auto &buffer : wet_) buffer.assign(frames_, 0.0F);
    webrtc::Config config;
    // Devices do not report their delays exactly, and rooms are longer than the plain filter. The config owns both.
    config.Set<webrtc::ExtendedFilter>(new webrtc::ExtendedFilter(true));
    config.Set<webrtc::DelayAgnostic>(new webrtc::DelayAgnostic(true));
    library_.reset(webrtc::AudioProcessing::Create(config));
    if (library_ == nullptr) throw std::bad_alloc();
    const webrtc::ProcessingConfig streams{{near_, near_, far_, far_}};
    if (library_->Initialize(streams) != 0 || library_->echo_cancellation()->Enable(true) != 0) throw std::bad_alloc();
    // The higher levels take 2 dB to 7 dB more from a talker who speaks against the loudspeakers.
    library_->echo_cancellation()->set_suppression_level(webrtc::EchoCancellation::kLowSuppression);
    // What it allocates with its first frames it allocates here.
    const std::array<const float *, 2> silence{far_samples_.data(), far_samples_.data()};
    for (int i = 0; i < 10; ++i) {
      hear_now(silence.data());
      run(silence.data());
    }
  }

  void set(bool is_on) noexcept override { is_on_ = is_on; }

  void hear(const float *const *loudspeakers) noexcept override {
    if (is_on_ || stage_ != Stage::off) hear_now(loudspeakers);
  }

  void set_delay(double sec) noexcept override {
    const double early_sec = sec - delay_margin_sec;
    far_delay_ = early_sec > 0.0 ? static_cast<std::size_t>(std::min(early_sec, max_delay_sec) * rate_hz_) : 0;
  }

  void process(float *const *channels) noexcept override {
    if (!is_on_ && stage_ == Stage::off) return;
    run(channels);
    // One frame to fill the filters, one to fade in; one to fade out.
    if (stage_ == Stage::off) {
      stage_ = Stage::filled;
    } else if (stage_ == Stage::filled) {
      if (is_on_) fade(channels, 0.0F, 1.0F);
      stage_ = is_on_ ? Stage::on : Stage::off;
    } else if (!is_on_) {
      fade(channels, 1.0F, 0.0F);
      stage_ = Stage::off;
    } else {
      for (std::size_t channel = 0; channel < channels_; ++channel) {
        std::copy_n(wet_[channel].data(), frames_, channels[channel]);
      }
    }
  }

  std::size_t latency_frames() const noexcept override {
    return stage_ == Stage::on ? latency_of(rate_hz_) : 0;
  }

 private:
  enum class Stage { off, filled, on };

  void hear_now(const float *const *loudspeakers) noexcept {
    // Delayed here: the library takes a given delay into account at its start alone (measured).
    for (std::size_t i = 0; i < frames_; ++i) {
      far_line_[far_at_] = 0.5F * (loudspeakers[0][i] + loudspeakers[1][i]);
      far_samples_[i] = far_line_[(far_at_ + far_line_.size() - far_delay_) % far_line_.size()];
      far_at_ = (far_at_ + 1) % far_line_.size();
    }
    float *channel = far_samples_.data();
    library_->ProcessReverseStream(&channel, far_, far_, &channel);
  }

  void run(const float *const *channels) noexcept {
    library_->set_stream_delay_ms(0);
    const std::array<float *, 2> wet{wet_[0].data(), wet_[1].data()};
    const int result = library_->ProcessStream(channels, near_, near_, wet.data());
    // It refuses nothing that has the right length; if it did, the sound would continue as it is.
    if (result < 0) {
      for (std::size_t channel = 0; channel < channels_; ++channel) {
        std::copy_n(channels[channel], frames_, wet[channel]);
      }
    }
  }

  void fade(float *const *channels, float from, float to) noexcept {
    const float step = (to - from) / static_cast<float>(frames_);
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      for (std::size_t i = 0; i < frames_; ++i) {
        const float share = from + step * static_cast<float>(i + 1);
        channels[channel][i] += share * (wet_[channel][i] - channels[channel][i]);
      }
    }
  }

  double rate_hz_;
  std::size_t channels_;
  std::size_t frames_;
  webrtc::StreamConfig near_;
  webrtc::StreamConfig far_;
  std::vector<float> far_samples_;
  /** The last half second of the loudspeakers. */
  std::vector<float> far_line_;
  std::size_t far_at_ = 0;
  std::size_t far_delay_ = 0;
  std::array<std::vector<float>, 2> wet_;
  std::unique_ptr<webrtc::AudioProcessing> library_;
  bool is_on_ = false;
  Stage stage_ = Stage::off;
};

}  // namespace
#endif

std::optional<const char *> echo_refusal(double rate_hz, std::size_t max_frames) noexcept {
#ifdef SOUNDDESK_HAS_WEBRTC_AUDIO
  if (static_cast<double>(max_frames) < std::floor(rate_hz / 100.0)) {
    return "Echo cancellation works on 10 ms at a time: choose the latency mode of 50 ms.";
  }
  return std::nullopt;
#else
  static_cast<void>(rate_hz);
  static_cast<void>(max_frames);
  return "This build has no echo cancellation. Use headphones instead.";
#endif
}

std::unique_ptr<EchoCanceller> make_echo_canceller(double rate_hz, std::size_t channels, std::size_t max_frames) {
  if (echo_refusal(rate_hz, max_frames).has_value()) return nullptr;
#ifdef SOUNDDESK_HAS_WEBRTC_AUDIO
  return std::make_unique<WebrtcEchoCanceller>(rate_hz, channels);
#else
  static_cast<void>(channels);
  return nullptr;
#endif
}

}  // namespace sounddesk
