// Carries one track from the DSP thread to the writer's: samples in one ring, and in another which session frames
// they are.
//
// Threads: `push` on the DSP thread; `peek`, `take`, `skip` on the writer's; `end_frame` and `dropped_frames` on
// any. Real-time safety: `push` is; the constructor allocates.
//
// What does not fit is dropped whole and counted. Nothing has to mark the place: the next block's session frame
// reports to the reader how much is missing.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/track_sink.hpp"
#include "rt/spsc_ring.hpp"

namespace sounddesk {

/** What is left of a block in the ring. */
struct PendingBlock {
  std::uint64_t session_frame;
  std::uint32_t frames;
  std::uint32_t missing_frames;
  bool is_standstill;
  bool lacks_plugins;
  std::uint32_t xruns;
};

class TrackInput {
 public:
  TrackInput(int channels, int rate_hz, double room_sec)
      : channels_(static_cast<std::size_t>(channels)),
        samples_(static_cast<std::size_t>(room_sec * rate_hz) * channels_),
        // Blocks are 10 ms long; four times as many, where they come in pieces.
        blocks_(static_cast<std::size_t>(room_sec * 400.0)) {}

  void push(const TrackBlock &block) noexcept {
    const std::size_t count = block.frames * channels_;
    if (samples_.free_space() < count || blocks_.free_space() < 1) {
      dropped_frames_.fetch_add(block.frames, std::memory_order_relaxed);
    } else {
      samples_.push(block.samples, count);
      const PendingBlock pending{block.session_frame, static_cast<std::uint32_t>(block.frames),
                                 static_cast<std::uint32_t>(block.missing_frames), block.is_standstill,
                                 block.lacks_plugins, block.xruns};
      blocks_.push(&pending, 1);
    }
    end_frame_.store(block.session_frame + block.frames, std::memory_order_release);
  }

  /** The oldest block, or what is left of it. */
  const PendingBlock *peek() noexcept {
    if (!current_.has_value()) {
      PendingBlock next{};
      if (blocks_.pop(&next, 1) == 1) current_ = next;
    }
    return current_.has_value() ? &*current_ : nullptr;
  }

  /** Its first frames, at most all; where `to` is null they are dropped. */
  void take(float *to, std::uint32_t frames) noexcept {
    const std::size_t count = frames * channels_;
    if (to != nullptr) {
      samples_.pop(to, count);
    } else {
      samples_.skip(count);
    }
    current_->session_frame += frames;
    current_->frames -= frames;
    current_->xruns = 0;
    current_->missing_frames = std::min(current_->missing_frames, current_->frames);
    if (current_->frames == 0) current_.reset();
  }

  std::size_t channels() const noexcept { return channels_; }
  /** Behind the newest frame that was delivered, dropped ones too; 0 before the first. */
  std::uint64_t end_frame() const noexcept { return end_frame_.load(std::memory_order_acquire); }
  std::uint64_t dropped_frames() const noexcept { return dropped_frames_.load(std::memory_order_relaxed); }
  /** How full the ring is, 0 to 1, as the writer's thread sees it. */
  double fill() const noexcept {
    return static_cast<double>(samples_.readable()) / static_cast<double>(samples_.capacity());
  }

 private:
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
  std::size_t channels_;
  SpscRing<float> samples_;
  SpscRing<PendingBlock> blocks_;
  std::optional<PendingBlock> current_;
  std::atomic<std::uint64_t> end_frame_{0};
  std::atomic<std::uint64_t> dropped_frames_{0};
};

}  // namespace sounddesk
