// What is at a strip's insert point: a chain of plug-ins, here or in another process.
//
// A frame is posted first and collected afterwards, so that the chains of all channels can work at once.
//
// Threads: everything on the DSP thread. Real-time safety: all of it has to be; a chain in another process may make the
// one system call that wakes it, and may wait for it to a deadline (sandbox/sandbox_insert.hpp).
#pragma once

#include <cstddef>

namespace sounddesk {

/** How many other channels a chain can hear in its side-chains. */
inline constexpr std::size_t side_chain_count = 4;

class InsertProcessor {
 public:
  virtual ~InsertProcessor() = default;
  /** A frame will be posted within a millisecond: anyone who works on it may get ready. */
  virtual void announce() noexcept {}
  /**
   * Before `post`, for that frame alone: what the side-chains of this number hear, left and right; valid until `post`
   * has returned. Those that are given nothing hear silence.
   */
  virtual void hear_side(std::size_t, const float *, const float *) noexcept {}
  /** Planar, as many channels as the strip has; copied before it returns. */
  virtual void post(const float *const *channels, std::size_t frames) noexcept = 0;
  /**
   * The frame that was posted last, processed. False where there is no answer in time: then nothing was written, and
   * the strip takes the dry sound instead.
   */
  virtual bool collect(float *const *channels, std::size_t frames) noexcept = 0;
  /** By how much the frame that was collected last is delayed. */
  virtual std::size_t latency_frames() const noexcept = 0;
};

}  // namespace sounddesk
