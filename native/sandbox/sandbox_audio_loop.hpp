// The sandbox's side of the shared memory: waits for blocks, has them processed, answers.
//
// Threads: constructor and destructor on a control thread; `run` on a thread of its own, which becomes the audio
// thread; `stop` on any. Real-time safety: `run` allocates nothing once it goes; what the processor does is its own.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include "sandbox/block_forecast.hpp"
#include "sandbox/shared_block.hpp"
#include "sandbox/shared_memory.hpp"
#include "sandbox/shared_signal.hpp"

namespace sounddesk {

/** What the blocks are given to: a chain of plug-ins. */
class BlockProcessor {
 public:
  virtual ~BlockProcessor() = default;
  /** Audio thread, before each block: what the side-chains of this number hear in it; null: silence. */
  virtual void hear_side(std::size_t, const float *, const float *) noexcept {}
  /** Audio thread: in place, planar, ±1; 1 to `block_frames` frames. */
  virtual void process_block(float *const *io, std::size_t channels, std::size_t frames) noexcept = 0;
  /** Audio thread, after each block: by how much it delays the sound. */
  virtual std::size_t latency_frames() noexcept = 0;
};

class SandboxAudioLoop {
 public:
  /** Throws `Failure` (BAD_OPTION) where the name is not that of a memory that an engine of this version made. */
  explicit SandboxAudioLoop(const std::string &memory_name);
  SandboxAudioLoop(const SandboxAudioLoop &) = delete;
  SandboxAudioLoop &operator=(const SandboxAudioLoop &) = delete;

  /** What the engine wants: rate, channels and the largest block. */
  const SharedBlockFormat &format() const noexcept { return view_.format(); }

  /**
   * Serves until `stop` or until the engine closes the memory. Live, it asks for a real-time priority below the
   * engine's, with a limit to what it may take without a pause: a plug-in that hangs is then ended by the system
   * instead of keeping a core from everybody.
   */
  void run(BlockProcessor &processor) noexcept;
  void stop() noexcept;
  /** Any thread: whether `run` has come so far that a block is taken. */
  bool is_serving() const noexcept { return view_.header().is_serving.load(std::memory_order_acquire) == 1; }

 private:
  void serve(std::uint32_t number, BlockProcessor &processor) noexcept;
  /** Until there is a block behind `done`, for some time at most. */
  void wait_for_block(std::uint32_t done) noexcept;
  /** Without sleeping, where that is about to pay; whether there is one. */
  bool look_for_block(std::uint32_t done) noexcept;

  SharedMemory memory_;
  SharedBlockView view_;
  SharedSignal posted_;
  SharedSignal answered_;
  std::atomic<bool> is_stopping_{false};
  BlockForecast forecast_;
  std::uint32_t seen_announcements_ = 0;
};

}  // namespace sounddesk
