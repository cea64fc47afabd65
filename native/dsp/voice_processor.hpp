// Echo cancellation and automatic gain of one strip, by libwebrtc-audio-processing where it was there at build time.
//
// It works on 10 ms at a time: other block lengths pass untouched.
//
// Threads: construction and destruction on a control thread; the rest on the DSP thread.
// Real-time safety: see docs/decisions/0005: the library takes uncontended locks of its own, so it must never run
// in a device's callback.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

namespace sounddesk {

class VoiceProcessor {
 public:
  virtual ~VoiceProcessor() = default;

  /** Each fades in and out over one frame. */
  virtual void set(bool cancels_echo, bool has_automatic_gain) noexcept = 0;

  /** What loudspeakers were given, 10 ms, planar left and right: once for every `process`, before it. */
  virtual void hear(const float *const *loudspeakers, std::size_t frames) noexcept = 0;

  /** From `hear` until the same sound comes back in `process`, as far as known; found by itself otherwise. */
  virtual void set_echo_delay(double sec) noexcept = 0;

  /** In place, planar. */
  virtual void process(float *const *channels, std::size_t frames) noexcept = 0;

  /** Samples by which the sound is later while a stage is on. */
  virtual std::size_t latency_frames() const noexcept = 0;

  /** Gain of the last second's speech; nothing while it is off or nobody has spoken. */
  virtual std::optional<double> automatic_gain_db() const noexcept = 0;
};

/** Why there is none at this rate, or for this build; nothing where there is. */
std::optional<const char *> voice_processing_refusal(double rate_hz) noexcept;

/** Null where `voice_processing_refusal` says why. Throws `std::bad_alloc`. */
std::unique_ptr<VoiceProcessor> make_voice_processor(double rate_hz, std::size_t channels);

}  // namespace sounddesk
