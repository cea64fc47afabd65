// One input device on the session's clock: whatever the device delivers, drops or delays, every session frame gets
// the sound of its own time.
//
//   callback → rings → `collect`: the device's clock places each block on the device's timeline → `read`: the
//   stretch of the timeline that belongs to a session frame, resampled where the two clocks differ
//
// What never arrived is silence of the same length, and counted. The edges of such silence are rounded off over
// 64 samples, since a jump to zero clicks.
//
// Threads: `receive` on the device's callback, everything else on the DSP thread. Real-time safety: yes, except the
// constructor (allocates).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dsp/sinc_kernel.hpp"
#include "engine/device_clock.hpp"
#include "rt/spsc_ring.hpp"

namespace sounddesk {

struct AlignedFormat {
  double device_rate_hz;
  double session_rate_hz;
  std::size_t channels;
  /** The most session frames that one `read` asks for. */
  std::size_t max_frames;

  bool operator==(const AlignedFormat &) const = default;
};

class AlignedInput {
 public:
  explicit AlignedInput(const AlignedFormat &format);
  AlignedInput(const AlignedInput &) = delete;
  AlignedInput &operator=(const AlignedInput &) = delete;

  /**
   * Callback: `time_sec` is when the first of these frames was at the converter, `now_sec` when the callback came,
   * both on the monotonic clock. `is_first`: the first block of a stream that was opened.
   */
  void receive(const float *interleaved, std::size_t frames, double time_sec, double now_sec, bool has_overflow,
               bool is_first) noexcept;
  /** Any thread: only grows; standing still it shows that the device died. */
  std::uint64_t calls() const noexcept { return calls_.load(std::memory_order_relaxed); }

  /** Takes what has arrived. */
  void collect() noexcept;

  const DeviceClock &clock() const noexcept { return clock_; }
  std::size_t channels() const noexcept { return format_.channels; }
  /** As `DeviceClock::set_alone`. */
  void set_alone(bool is_alone) noexcept { clock_.set_alone(is_alone); }
  /** Whether everything up to this time has arrived; while locked, `count` session frames from the last `read` on. */
  bool has_until(double time_sec, std::size_t count) const noexcept;
  /** How long after its time sound is here: the longest of late, and how long until the next block at most. */
  double arrival_delay_sec() const noexcept { return delay_sec_; }
  /** How long after its time a block's last sample usually arrives. */
  double usual_age_sec() const noexcept { return usual_age_sec_; }

  /**
   * Session frames `count`, from the time `from_sec` to `to_sec`; `planes[channel]` takes them. Returns how many
   * of them are silence because nothing arrived. Each call continues where the last one ended.
   */
  std::size_t read(double from_sec, double to_sec, std::size_t count, float *const *planes) noexcept;

  /** As `read`, without the sound: for a session that was stopped for so long that it would never catch up. */
  void skip(std::size_t count) noexcept;

  /**
   * From now on the session counts as this device does: samples pass unchanged where the rates are equal. The first
   * time, a session that has just passed the device's first sample begins with that.
   */
  void lock_to(double time_sec) noexcept;
  void unlock() noexcept { is_locked_ = false; }
  bool is_locked() const noexcept { return is_locked_; }
  /** How far the reading lies from the session's time. */
  double offset_sec(double time_sec) const noexcept { return (clock_.index_at(time_sec) - position_) * clock_.period_sec(); }
  /** While locked: the time of the session frame that `read` would begin with, and the length of a session frame. */
  double locked_time_sec() const noexcept { return clock_.time_of(position_); }
  double locked_period_sec() const noexcept { return clock_.period_sec() * ratio_; }

  /** Samples that came too late for their session frame, or found no room. */
  std::uint64_t discarded_frames() const noexcept { return discarded_total_.load(std::memory_order_relaxed); }

 private:
  void place(const BlockMark &mark) noexcept;
  void append_silence(std::int64_t until) noexcept;
  void take_back(std::int64_t frames) noexcept;
  /** Copies a stretch of the timeline; what is not there is zero. Returns how many frames were invalid. */
  std::size_t copy_stretch(std::int64_t from, std::size_t frames) noexcept;
  bool is_valid(std::int64_t index) const noexcept;
  void steer(double from_sec, double to_sec, std::size_t count) noexcept;
  void round_edges(std::size_t count, float *const *planes) noexcept;
  float &sample(std::size_t channel, std::int64_t index) noexcept {
    return timeline_[channel * size_ + (static_cast<std::size_t>(index) & mask_)];
  }

  const AlignedFormat format_;
  const double ratio_;
  const SincKernel kernel_;

  // Callback → DSP thread.
  SpscRing<float> sample_ring_;
  SpscRing<BlockMark> mark_ring_;
  std::size_t discarded_frames_ = 0;
  bool is_first_pending_ = false;
  std::atomic<std::uint64_t> calls_{0};
  std::atomic<std::uint64_t> discarded_total_{0};

  // DSP thread.
  DeviceClock clock_;
  const std::size_t size_;
  const std::size_t mask_;
  std::vector<float> timeline_;
  std::vector<std::uint8_t> is_there_;
  std::vector<float> block_;
  std::int64_t end_ = 0;
  std::int64_t gap_start_ = 0;
  std::int64_t taken_back_frames_ = 0;
  double delay_sec_ = 0.0;
  double usual_age_sec_ = 0.0;

  bool is_locked_ = false;
  bool is_aligned_ = false;
  double position_ = 0.0;
  double step_;
  bool has_jumped_ = false;
  std::vector<float> stretch_;
  std::vector<std::uint8_t> stretch_valid_;
  std::vector<std::uint8_t> frame_valid_;
  /** Per channel: what sounded last, and how far the rounding of an edge has come. */
  std::vector<float> last_;
  std::vector<float> tail_;
  std::size_t tail_left_ = 0;
  std::size_t rise_left_ = 0;
  bool was_valid_ = false;
};

}  // namespace sounddesk
