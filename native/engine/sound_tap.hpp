// A way out of a session for who listens beside it: late as he may be, he never makes the DSP thread wait. What he did not take
// within two seconds has become silence of the same length.
//
// Threads: constructor and destructor on the control thread; `write`, `skip` and `forget_gap` on the DSP thread; `take`,
// `next_sec` and `next_frame` on one listening thread. Real-time safety: yes, except constructor and destructor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rt/spsc_ring.hpp"
#include "rt/triple_buffer.hpp"

namespace sounddesk {

class SoundTap {
 public:
  /** `width`: interleaved channels. */
  SoundTap(int rate_hz, std::size_t width, std::size_t max_frames);

  /**
   * `sides`: as many as it is wide; null for silence. `entered_sec`: when the first frame was at the converter;
   * `session_frame`: which one it is.
   */
  void write(const float *const *sides, std::size_t frames, double entered_sec, double period_sec,
             std::uint64_t session_frame = 0) noexcept;
  /** Frames that were left out. */
  void skip(std::size_t frames) noexcept { gap_frames_ += frames; }
  /** Nobody listens: what he would be owed is none. */
  void forget_gap() noexcept { gap_frames_ = 0; }

  /** Interleaved, oldest first; how many values were written. */
  std::size_t take(float *to, std::size_t limit) noexcept;
  /** When the next sound that `take` gives was at the converter, by `monotonic_sec`. */
  double next_sec() noexcept;
  /** Which frame of the session it is; below 0 where none was given. */
  std::int64_t next_frame() noexcept;

 private:
  /** So many frames are in the tap or were taken, and when the one after them was at the converter. */
  struct Moment {
    std::uint64_t frames;
    double sec;
    std::uint64_t session_frame;
  };

  const double rate_hz_;
  const std::size_t width_;
  SpscRing<float> ring_;
  std::vector<float> block_;
  std::vector<float> silence_;
  /** Frames of silence that are owed. */
  std::uint64_t gap_frames_ = 0;
  std::uint64_t written_frames_ = 0;
  std::uint64_t taken_frames_ = 0;
  TripleBuffer<Moment> newest_{Moment{0, 0.0, 0}};
};

}  // namespace sounddesk
