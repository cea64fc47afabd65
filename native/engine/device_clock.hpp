// What time a device's samples belong to, and which of them never arrived.
//
// Every block comes with the time at which its first sample was at the converter, on the machine's monotonic
// clock. Those times jitter; the device's own counting does not. A delay-locked loop of second order (F. Adriaensen,
// "Using a DLL to filter time", 2005) finds the line through them: when sample number n was taken, and how fast the
// device really counts. Its band starts at 0.5 Hz and narrows to 0.02 Hz.
//
// The device's timeline is what it would have counted had nothing been lost. A block whose time lies further
// behind the line than jitter explains has a gap in front of it, of whole blocks where it is near one (a sound
// system loses whole blocks). Where the blocks were only late, the following ones are early by as much: then the
// gap is taken back, so lateness never lengthens the timeline.
//
// Some systems have no times of their own (JACK through PortAudio): a block's time is then the callback's, less a
// constant, and a thread that wakes late looks like a loss. There a gap is only believed when no block has caught
// up for 60 ms.
//
// Where the session has no other clock to hold a device against (`set_alone`), the device's own counting is the
// time: one that counts slowly, or stands still for a moment without a time of its own that says so, lost nothing.
// There only a step of the device's own times, a loss that was reported, or half a second without any block is a gap.
//
// Threads: one (the DSP thread). Real-time safety: yes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace sounddesk {

/** A block as the callback saw it. */
struct BlockMark {
  std::size_t frames;
  /** When its first frame was at the converter, monotonic clock. */
  double time_sec;
  /** When the callback had it. */
  double arrived_sec;
  /** The sound system said that it lost input before this block. */
  bool has_overflow;
  /** The first block of a stream that was opened (again): what lies before it is unknown. */
  bool is_first;
  /** Frames that the callback had to discard directly before this block, because they were not read in time. */
  std::size_t discarded_before;
};

class DeviceClock {
 public:
  explicit DeviceClock(double nominal_rate_hz) noexcept
      : nominal_period_sec_(1.0 / nominal_rate_hz), period_sec_(nominal_period_sec_) {}

  struct Placement {
    /** Of the block's first frame, on the device's timeline. */
    std::int64_t index;
    /** Frames that were lost before it; negative: the number of frames of the last gap that were not lost after all. */
    std::int64_t gap_frames;
  };

  /** After this long without a block a device that has no timestamps, or the reader of its blocks, counts as absent. */
  static constexpr double standstill_sec = 0.5;

  Placement place(const BlockMark &mark) noexcept;
  /** Whether the session has no other clock than this device's. */
  void set_alone(bool is_alone) noexcept { is_alone_ = is_alone; }

  bool is_running() const noexcept { return is_running_; }
  /** Timeline index behind the last block. */
  std::int64_t next_index() const noexcept { return next_index_; }
  double time_of(double index) const noexcept {
    return anchor_time_sec_ + (index - static_cast<double>(anchor_index_)) * period_sec_;
  }
  double index_at(double time_sec) const noexcept {
    return static_cast<double>(anchor_index_) + (time_sec - anchor_time_sec_) / period_sec_;
  }
  double period_sec() const noexcept { return period_sec_; }
  /** How much faster than stated the device counts; nothing in the first seconds. */
  std::optional<double> deviation_ppm() const noexcept;
  /** Mean distance of the marks from the line, seconds. */
  double jitter_sec() const noexcept { return jitter_sec_; }

 private:
  std::int64_t gap_before(const BlockMark &mark, double late_sec) noexcept;
  bool has_own_gap(const BlockMark &mark, double explained_sec) const noexcept;
  std::int64_t suspect(const BlockMark &mark, double late_sec) noexcept;
  void note_age(const BlockMark &mark) noexcept;
  bool is_timeless() const noexcept { return same_ages_ >= few_ages; }
  std::int64_t whole_blocks(double frames, std::size_t block_frames) const noexcept;
  void start_at(const BlockMark &mark, std::int64_t index) noexcept;
  void follow(double late_sec, std::int64_t index) noexcept;

  const double nominal_period_sec_;
  double period_sec_;
  bool is_alone_ = false;
  /** Of the block before: when its successor was due by its own time, and when it came. */
  double expected_sec_ = 0.0;
  double last_arrived_sec_ = 0.0;
  int known_blocks_ = 0;
  bool is_running_ = false;
  std::int64_t anchor_index_ = 0;
  double anchor_time_sec_ = 0.0;
  std::int64_t next_index_ = 0;
  double followed_sec_ = 0.0;
  double jitter_sec_ = 0.0005;
  static constexpr int few_ages = 4;
  double age_sec_ = -1.0;
  int same_ages_ = 0;
  /** A gap that may be mere lateness so far: since when, and how late the least late block was. */
  bool is_suspecting_ = false;
  double suspected_since_sec_ = 0.0;
  double least_late_sec_ = 0.0;
  /** Of the newest gap, what may still turn out to be lateness, and until which index. */
  std::int64_t revocable_frames_ = 0;
  std::int64_t revocable_until_ = 0;
};

}  // namespace sounddesk
