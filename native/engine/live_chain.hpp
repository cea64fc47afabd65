// The chain of one microphone, 10 ms at a time at the model's rate: a strip around the model, and of its two ends what
// the output is given.
//
//   input gain → (raw) → echo cancellation → repairs → automatic gain → model and mix → effects → volume → (clean)
//
// "raw" is what came in after the input gain, delayed until it is of the same moment as "clean". The output is given the
// clean sound, or the raw one at the same volume (so that the two can be compared by ear), or nothing, or a test tone, or what
// the repairs take away; it fades from one to the other.
//
// Threads: constructor and destructor on a control thread, everything else on the DSP thread. Real-time safety: yes,
// except constructor and destructor.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "denoise/channel_cleaner.hpp"
#include "dsp/ramp.hpp"
#include "engine/strip.hpp"

namespace sounddesk {

/** What the output device is given. */
enum class Listening : std::uint8_t { clean, raw, off, tone, removed };

/** Of the test tone: an A, loud enough to be heard and far from hurting. */
inline constexpr double test_tone_hz = 440.0;
inline constexpr double test_tone_db = -20.0;

struct LiveSettings {
  StripSettings strip;
  Listening listening = Listening::clean;
};
static_assert(std::is_trivially_copyable_v<LiveSettings>);

class LiveChain {
 public:
  /** Begins with these settings, without ramps but for the strip's own fade from silence. */
  explicit LiveChain(const LiveSettings &settings);

  /** Takes effect from the next frame on, smoothly. */
  void set(const LiveSettings &settings) noexcept;

  /** From the output of a frame until its sound comes back through the microphone: for echo cancellation. */
  void set_echo_delay(double sec) noexcept { strip_.set_echo_delay(sec); }

  /** `frame_samples` samples, in place: afterwards they are what the output is given. */
  CleanedFrame process(float *frame) noexcept;

  /** What has just come in, after the input gain. */
  const float *input() const noexcept { return strip_.raw(0); }
  /** The two ends, of the same moment. Valid until the next frame. */
  const float *raw() const noexcept { return raw_.data(); }
  const float *clean() const noexcept { return clean_.data(); }

  StripLevels take_levels() noexcept { return strip_.take_levels(); }

  /** By how much what comes out is older than what goes in. */
  std::size_t latency_samples() const noexcept { return model_delay_samples + strip_.latency_frames(); }

 private:
  /** More than any delay of the chain. */
  static constexpr std::size_t history_samples = 8 * frame_samples;

  bool hears_removed() const noexcept { return !removed_share_.is_still() || removed_share_.target() != 0.0F; }
  void delay_raw() noexcept;
  void read_history(std::size_t delay, float *to) const noexcept;
  void mix(float *frame) noexcept;
  void add_removed(float *frame) noexcept;
  void add_tone(float *frame) noexcept;

  Strip strip_;
  ChannelCleaner cleaner_;
  LinearRamp raw_volume_;
  LinearRamp clean_share_;
  LinearRamp raw_share_;
  LinearRamp removed_share_;
  LinearRamp tone_share_;
  /** In turns, 0 to 1. */
  double tone_phase_ = 0.0;
  /** Of the input after its gain; the newest sample is at the end. */
  std::vector<float> history_;
  std::size_t raw_delay_ = model_delay_samples;
  std::array<float, frame_samples> raw_{};
  std::array<float, frame_samples> clean_{};
  /** What the repairs before the model took away, a frame ago. */
  std::array<float, frame_samples> removed_before_{};
  /** What the output was given last. */
  std::array<float, frame_samples> speaker_{};
};

}  // namespace sounddesk
