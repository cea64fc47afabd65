// When a session frame is due, what time it belongs to, and the sound of every device at that time.
//
// The session counts as its main device does (the first input that runs): with one device nothing is resampled.
// While that device is gone the session counts on at its last rate, and takes the next one.
//
// Where all devices that are open count alike (there is one, or all belong to one JACK server), nothing else knows the
// time better: their samples are never cut or filled up, however slowly they come, and a frame waits for its sound.
//
// A frame is due once every device has delivered its sound, or once one is later than it usually is; a device
// that let a frame down is not waited for until it is back. Without an output the delay is not audible, so lateness
// of half a second costs nothing.
//
// Threads: the DSP thread, but for the atomics. Real-time safety: yes, except constructors.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/aligned_input.hpp"

namespace sounddesk {

/** A device's input as the session uses it. */
class CaptureInput {
 public:
  explicit CaptureInput(const AlignedFormat &format);

  const AlignedFormat &format() const noexcept { return format_; }
  AlignedInput &aligned() noexcept { return aligned_; }
  /** Any thread: as `AlignedInput::usual_age_sec`. */
  double usual_age_sec() const noexcept { return usual_age_sec_.load(std::memory_order_relaxed); }
  /** Control thread: a device that is gone is not waited for. */
  void set_open(bool is_open) noexcept { is_open_.store(is_open, std::memory_order_relaxed); }
  bool is_open() const noexcept { return is_open_.load(std::memory_order_relaxed); }

  /** DSP thread: the newest session frame of one of the device's channels; silence for one that it has not. */
  const float *plane(std::size_t channel) const noexcept {
    return channel < planes_.size() ? planes_[channel] : silence_.data();
  }
  std::size_t missing() const noexcept { return missing_; }
  void read(double from_sec, double to_sec, std::size_t count) noexcept;

  /** Any thread: silence since the device's first block for sound that never came, in session frames. */
  std::uint64_t missing_frames() const noexcept { return missing_total_.load(std::memory_order_relaxed); }
  /** Any thread: against the session's clock, NaN while not known. */
  double drift_ppm() const noexcept { return drift_ppm_.load(std::memory_order_relaxed); }
  /** DSP thread: a frame that can no longer be read. */
  void skip(std::size_t count) noexcept;
  void note_drift(double session_period_sec) noexcept;

  /** Any thread: how often the sound system said that it lost its time. */
  void note_xrun() noexcept { xruns_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t xruns() const noexcept { return xruns_.load(std::memory_order_relaxed); }

  /** Control thread: devices of one server (the same number, not 0) count alike. */
  void set_clock_group(int group) noexcept { clock_group_.store(group, std::memory_order_relaxed); }
  int clock_group() const noexcept { return clock_group_.load(std::memory_order_relaxed); }

  bool is_stalled = false;
  /** Session frames for which it was far from the session's time, though it counts as the main device does. */
  std::size_t astray_frames = 0;

 private:
  const AlignedFormat format_;
  AlignedInput aligned_;
  std::vector<float> storage_;
  std::vector<float *> planes_;
  std::vector<float> silence_;
  std::size_t missing_ = 0;
  std::atomic<bool> is_open_{true};
  std::atomic<int> clock_group_{0};
  std::atomic<std::uint64_t> missing_total_{0};
  std::atomic<std::uint64_t> xruns_{0};
  std::atomic<double> usual_age_sec_{0.0};
  std::atomic<double> drift_ppm_{std::numeric_limits<double>::quiet_NaN()};
};

class CaptureGather {
 public:
  static constexpr std::size_t max_inputs = 32;

  CaptureGather(double rate_hz, double now_sec) noexcept : period_sec_(1.0 / rate_hz), anchor_sec_(now_sec) {}

  void set_inputs(CaptureInput *const *inputs, std::size_t count) noexcept;
  /** Seconds that a frame may wait beyond its time for a late device. */
  void set_patience(double longest_sec, bool is_heard) noexcept;

  /**
   * Frames are due as soon as their sound is there, whatever the clock says: for a session that runs in the callbacks of
   * the one server that all its devices belong to.
   */
  void set_direct(bool is_direct) noexcept { is_direct_ = is_direct; }

  /** Takes what arrived, and follows the main device. */
  void collect() noexcept;
  bool is_due(double now_sec, std::size_t frames) noexcept;
  /** Reads the frame from every input and continues behind it. */
  void read(std::size_t frames) noexcept;

  /** Continues behind a frame without its sound. */
  void skip(std::size_t frames) noexcept;

  /** How long after its time a frame is read at the latest. */
  double longest_wait_sec() const noexcept { return longest_wait_sec_; }
  /** Number of the frame that `read` reads next. */
  std::uint64_t next_frame() const noexcept { return next_frame_; }
  double time_of_next_sec() const noexcept { return time_of(next_frame_); }
  double time_of(std::uint64_t frame) const noexcept {
    return anchor_sec_ + (static_cast<double>(frame) - static_cast<double>(anchor_frame_)) * period_sec_;
  }
  double period_sec() const noexcept { return period_sec_; }

 private:
  void choose_main() noexcept;
  bool count_alike() const noexcept;
  void lock_others() noexcept;

  std::array<CaptureInput *, max_inputs> inputs_{};
  std::size_t count_ = 0;
  CaptureInput *main_ = nullptr;
  bool is_alone_ = false;
  bool is_direct_ = false;
  double period_sec_;
  double anchor_sec_;
  std::uint64_t anchor_frame_ = 0;
  std::uint64_t next_frame_ = 0;
  double longest_wait_sec_ = 0.5;
  bool is_heard_ = false;
};

}  // namespace sounddesk
