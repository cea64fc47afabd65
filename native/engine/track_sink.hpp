// Where the engine leaves what a recorder is to keep, 10 ms at a time.
//
// Threads and real-time safety: `write` is called by the DSP thread and must be real-time safe: it copies and
// returns. What does not fit is the sink's to count, and to replace by silence of the same length: a track never
// becomes shorter than its session.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sounddesk {

/**
 * One track's next stretch of sound. Blocks of one track follow each other without a hole; where a channel has become
 * slower, a block begins before the end of the one before, and what comes twice is to be left out.
 */
struct TrackBlock {
  /** In the order in which the recorder was given its tracks. */
  std::size_t track;
  /** Interleaved, ±1, `frames` times the channels of the track. */
  const float *samples;
  std::size_t frames;
  /** Number of the first frame on the session's clock, at the session's rate. */
  std::uint64_t session_frame;
  /** Of these, so many are silence because a device delivered nothing in time. */
  std::size_t missing_frames;
  /** What is missing fell into a time in which the session itself stood still: a sleep, a stopped process. */
  bool is_standstill = false;
  /** A channel's plug-ins were heard before, and are not in this block, or not all through it. */
  bool lacks_plugins = false;
  /** Since the block before, how often the sound system said that it lost its time: sound may lack or come twice. */
  std::uint32_t xruns = 0;
};

class TrackSink {
 public:
  virtual ~TrackSink() = default;
  virtual void write(const TrackBlock &block) noexcept = 0;
  /** DSP thread: whether what it is given now will be in a take. */
  virtual bool is_keeping() const noexcept { return true; }
  /** DSP thread, before the blocks of a frame: when the session's frame of that number was at the converter, on the monotonic clock. */
  virtual void note_time(std::uint64_t /*session_frame*/, double /*at_sec*/) noexcept {}
};

}  // namespace sounddesk
