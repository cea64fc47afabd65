// A bus on its way to a device with a clock of its own: to the device's rate, a little faster or slower as its
// buffer fills, and what the sound's way from the microphone's converter to this device's takes.
//
// Threads: `write` on the DSP thread, `provide` on the device's callback, the readings anywhere. Real-time safety:
// yes, except the constructor (allocates). An object serves one opening of a stream.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dsp/variable_resampler.hpp"
#include "engine/buffer_control.hpp"
#include "rt/spsc_ring.hpp"
#include "rt/triple_buffer.hpp"

namespace sounddesk {

struct OutputFormat {
  double session_rate_hz;
  int device_rate_hz;
  /** Of the session, to begin with: frames may become longer and shorter, up to 10 ms; and of the device. */
  std::size_t frame;
  std::size_t block_frames;
  /** As `BufferControl`: samples pass as they are, and none is kept back. Only at equal rates. */
  bool is_same_clock = false;
};

class CaptureOutput {
 public:
  explicit CaptureOutput(const OutputFormat &format);

  /**
   * DSP thread: left and right, a session frame of 10 ms at most. `entered_sec` is when the first of these samples was
   * at the microphone's converter, monotonic clock.
   */
  void write(const float *const *planes, std::size_t frames, double entered_sec, double period_sec) noexcept;

  /** Callback: `leaves_sec` is when the first of these samples will leave. One channel gets the mean of both. */
  void provide(float *interleaved, std::size_t frames, std::size_t channels, double leaves_sec) noexcept;

  /** Any thread: from converter to converter, of the newest frame; negative while not known. */
  double latency_sec() const noexcept { return latency_sec_.load(std::memory_order_relaxed); }
  std::uint64_t calls() const noexcept { return calls_.load(std::memory_order_relaxed); }
  /** Device frames of silence since nothing was there in time. */
  std::uint64_t silent_frames() const noexcept { return control_.silent_samples(); }
  /** Any thread: how often that was heard. */
  std::uint64_t dropouts() const noexcept { return control_.dry_events(); }
  bool is_same_clock() const noexcept { return format_.is_same_clock; }
  int device_rate_hz() const noexcept { return format_.device_rate_hz; }

 private:
  struct Mark {
    double index = 0.0;
    double time_sec = 0.0;
    bool is_known = false;
  };

  std::size_t at_device(std::size_t frames) const noexcept {
    return static_cast<std::size_t>(static_cast<double>(frames) * format_.device_rate_hz / format_.session_rate_hz);
  }
  void fade_in(const float *const *planes, std::size_t frames) noexcept;
  /** To the device's rate and clock, interleaved. Returns how many frames. */
  std::size_t resample(const float *const *sources, std::size_t frames) noexcept;
  bool leave_out(const float *const *planes, std::size_t frames) noexcept;
  void measure(double end_sec, double period_sec) noexcept;

  const OutputFormat format_;
  const std::size_t max_frames_;
  VariableResampler left_;
  VariableResampler right_;
  std::vector<float> resampled_left_;
  std::vector<float> resampled_right_;
  const std::array<const float *, 2> resampled_;
  std::vector<float> interleaved_;
  /** As long as the newest one. */
  std::size_t frame_;
  /** Of a frame that is left out: it fades into the next one. */
  std::vector<float> fading_left_;
  std::vector<float> fading_right_;
  std::size_t fading_frames_ = 0;
  std::uint64_t written_ = 0;
  double pushed_ = 0.0;
  double since_asked_sec_ = 0.0;
  double deviation_ = 0.0;

  SpscRing<float> ring_;
  TripleBuffer<Mark> clock_{Mark{}};
  BufferControl control_;
  std::vector<float> block_;
  std::uint64_t read_ = 0;
  std::atomic<std::uint64_t> calls_{0};
  std::atomic<double> latency_sec_{-1.0};
};

}  // namespace sounddesk
