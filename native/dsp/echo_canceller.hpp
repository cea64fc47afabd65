// Takes out of a microphone what the loudspeakers played: libwebrtc-audio-processing, where the build had it.
//
// It works on 10 ms at a time and, inside, at 48 kHz: at 96 kHz nothing above 24 kHz is left while it is on. Its filter
// reaches 128 ms from where the delay says that the echo begins. docs/decisions/0005 has what it was measured to do.
//
// Threads: construction and destruction on a control thread; the rest on the DSP thread, never in a device's
// callback: the library takes locks of its own (nobody else asks for them, so none is waited for).
// Real-time safety: as said; it allocates nothing while it runs (a test traps it).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

namespace sounddesk {

class EchoCanceller {
 public:
  virtual ~EchoCanceller() = default;

  /** Fades within two frames; while it is off it costs nothing. */
  virtual void set(bool is_on) noexcept = 0;

  /** What the loudspeakers were given, 10 ms, planar left and right: once before every `process`. */
  virtual void hear(const float *const *loudspeakers) noexcept = 0;

  /**
   * From `hear` until the same sound arrives in `process`: latency of output and input together; 0 where it is not
   * known. From 40 ms too large to 80 ms too small does no harm; beyond that nothing is cancelled.
   */
  virtual void set_delay(double sec) noexcept = 0;

  /** 10 ms in place, planar. */
  virtual void process(float *const *channels) noexcept = 0;

  /** By how much the sound is later while it is on. */
  virtual std::size_t latency_frames() const noexcept = 0;
};

/** Why there is no echo cancellation with blocks of at most so many frames, in this build; nothing where there is. */
std::optional<const char *> echo_refusal(double rate_hz, std::size_t max_frames) noexcept;

/** Null where `echo_refusal` says why. Throws `std::bad_alloc`. */
std::unique_ptr<EchoCanceller> make_echo_canceller(double rate_hz, std::size_t channels, std::size_t max_frames);

}  // namespace sounddesk
