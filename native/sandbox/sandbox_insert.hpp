// A channel's chain of plug-ins in a process of its own, as the strip's insert point sees it.
//
// A frame is posted, and collected to a deadline. What misses it is late: the strip gives the dry sound, and nothing
// waits for this sandbox again until it has caught up, and, where it was late before, kept up for a while: so a plug-in
// that hangs costs the session one deadline once, and a dead one too, and a machine that stood still costs one block. With several channels all frames are posted before the first is collected, and the deadlines
// run at the same time.
//
// Files ("file mode") have no deadline: there the engine waits as long as the sandbox lives, and 10 s at most for one
// block, after which it counts as hung.
//
// Threads: constructor, destructor, `state`, `memory_name` and `close` on control threads, the rest on the DSP thread
// (file mode: the thread that renders). Real-time safety: `post` and `collect` allocate, lock and log nothing. They make
// the only system calls that the DSP thread makes, and for channels that have a chain alone: one futex wake a frame
// where the sandbox sleeps, one futex wait to the deadline where it is not done yet.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include "engine/insert_processor.hpp"
#include "sandbox/shared_block.hpp"
#include "sandbox/shared_memory.hpp"
#include "sandbox/shared_signal.hpp"

namespace sounddesk {

struct SandboxInsertState {
  /** A sandbox has the memory open, as far as the system knows. */
  bool is_alive = false;
  /** It has taken up its work, and has not ended it. */
  bool is_serving = false;
  /** The dry sound is heard instead of this chain's. */
  bool is_dry = true;
  std::uint64_t missed_blocks = 0;
  std::uint64_t answered_blocks = 0;
  /** Of its own counting: moves with each block that it gives back, in time or late. */
  std::uint32_t served_count = 0;
  std::size_t latency_frames = 0;
};

class SandboxInsert final : public InsertProcessor {
 public:
  /**
   * `deadline_frames`: so long a block may take, live: a block of the devices, at least 5 ms, and never longer than the
   * block that was posted. Throws `Failure`.
   */
  SandboxInsert(const SharedBlockFormat &format, std::size_t deadline_frames);
  /** Ends the sandbox's loop. */
  ~SandboxInsert() override;
  SandboxInsert(const SandboxInsert &) = delete;
  SandboxInsert &operator=(const SandboxInsert &) = delete;

  /** What the sandbox is started with. */
  const std::string &memory_name() const noexcept { return memory_.name(); }
  const SharedBlockFormat &format() const noexcept { return view_.format(); }
  SandboxInsertState state() const noexcept;

  void announce() noexcept override;
  void hear_side(std::size_t bus, const float *left, const float *right) noexcept override;
  void post(const float *const *channels, std::size_t frames) noexcept override;
  bool collect(float *const *channels, std::size_t frames) noexcept override;
  std::size_t latency_frames() const noexcept override { return latency_frames_.load(std::memory_order_relaxed); }

 private:
  /** Blocks without an answer; more than there are slots: what the sandbox says makes no sense. */
  std::uint32_t behind() const noexcept {
    return number_ - view_.header().answered.load(std::memory_order_acquire);
  }
  bool has_own_core() const noexcept;
  void write_sides(SharedSlot &slot, std::size_t frames) noexcept;
  bool wait_live() noexcept;
  bool wait_for_file() noexcept;
  bool has_answer() const noexcept { return view_.header().answered.load(std::memory_order_acquire) == number_; }
  void note_miss() noexcept;

  SharedMemory memory_;
  SharedBlockView view_;
  SharedSignal posted_;
  SharedSignal answered_;
  AdaptiveSpin spin_;
  const int core_count_;
  const double deadline_sec_;

  // DSP thread.
  std::uint32_t number_ = 0;
  double posted_at_sec_ = 0.0;
  double allowed_sec_ = 0.0;
  bool is_posted_ = false;
  /** Left and right; null: silence. */
  std::array<std::array<const float *, 2>, side_chain_count> sides_{};
  bool has_failed_ = false;
  /** There is no wait until this many frames were on time; one at least: a sandbox that is late is not waited for. */
  std::size_t probation_frames_ = 1;
  /** After the next miss. */
  std::size_t next_probation_frames_ = 1;
  std::size_t good_frames_ = 0;

  std::atomic<std::size_t> latency_frames_{0};
  std::atomic<bool> is_dry_{true};
  std::atomic<std::uint64_t> missed_blocks_{0};
  std::atomic<std::uint64_t> answered_blocks_{0};
};

}  // namespace sounddesk
