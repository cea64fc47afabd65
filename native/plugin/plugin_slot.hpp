// A plug-in's place in a chain: what comes out is the plug-in, or what went in, late by as much as is wanted; from
// one to the other it cross-fades.
//
// Threads: the constructor, `want`, `is_settled`, `settle`, `give_ring` and `take_faults` on the main thread (`settle`
// only while the audio thread is out of the chain); `process` on the audio thread. Real-time safety: `process` yes.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "plugin/delay_ring.hpp"
#include "plugin/plugin_instance.hpp"

namespace sounddesk::plugin {

/** How many sounds of other channels a chain can get. */
inline constexpr std::size_t side_sound_count = 4;
/** Of one block: left and right, null: silence. */
using SideSounds = std::array<std::array<const float *, 2>, side_sound_count>;

/** What the main thread wants of a slot. */
struct SlotTarget {
  /** The plug-in's output; else the input, `delay_frames` late. */
  bool is_wet = false;
  /** Whether the plug-in is called at all. */
  bool is_running = false;
  /** Dry: how late. Wet: by how much the plug-in delays, so that warming up takes at least as long. */
  std::uint32_t delay_frames = 0;
  /** Set by the slot: distinguishes a request that was reached from an older one for the same. */
  std::uint32_t request = 0;

  bool is_like(const SlotTarget &other) const noexcept {
    return is_wet == other.is_wet && is_running == other.is_running && delay_frames == other.delay_frames;
  }
};

class PluginSlot {
 public:
  PluginSlot(std::unique_ptr<PluginInstance> instance, const ProcessFormat &format);

  PluginInstance &instance() noexcept { return *instance_; }

  void want(SlotTarget target) noexcept;
  SlotTarget wanted() const noexcept { return unpack(wanted_.load(std::memory_order_acquire)); }
  /** Whether the audio thread has got there, fades and all. */
  bool is_settled() const noexcept {
    return reached_.load(std::memory_order_acquire) == wanted_.load(std::memory_order_acquire) && next_ring_ == nullptr;
  }
  /** The plug-in is to be heard for a while before it is faded in, though it has been running. Before `want`. */
  void warm_again() noexcept { warm_again_.store(true, std::memory_order_release); }
  /** What went in so far belongs to another place in the chain: not to be heard, however late. Before `want`. */
  void forget_past() noexcept { forgets_.store(true, std::memory_order_release); }
  /** At once, without a fade. */
  void settle() noexcept;
  /** Room for delays up to this; the audio thread changes over with its next block. */
  void give_ring(std::size_t delay_frames);
  /** Blocks since the last call in which the plug-in's output was no number. */
  std::size_t take_faults() noexcept { return faults_.exchange(0, std::memory_order_acq_rel); }

  /** Which of the chain's side-chain sounds it hears; none: its side-chain is the plug-in's own matter. */
  void set_side(std::optional<std::size_t> number) noexcept {
    side_.store(number ? static_cast<int>(*number) : -1, std::memory_order_release);
  }

  /**
   * In place.
   * @param start_frame the chain's count of frames
   * @param sides left and right of each side-chain sound, null where it is silent
   * @param before_frames by how much the chain is late in front of this slot: the side-chain is brought to that
   */
  void process(float *const *io, std::size_t frames, std::int64_t start_frame, const SideSounds &sides,
               std::size_t before_frames) noexcept;
  /** By how much the sound is late behind this slot as of the last block, or on its way to that. */
  std::size_t delay_frames() const noexcept { return to_.delay_frames; }

 private:
  static std::uint64_t pack(const SlotTarget &target) noexcept;
  static SlotTarget unpack(std::uint64_t packed) noexcept;
  void begin_fade(const SlotTarget &wanted) noexcept;
  SideChain hear_side(std::size_t frames, const SideSounds &sides, std::size_t before_frames) noexcept;
  float source(const SlotTarget &target, std::size_t channel, std::size_t index) const noexcept {
    return target.is_wet ? wet_[channel][index] : ring_->at(channel, index, target.delay_frames);
  }

  std::unique_ptr<PluginInstance> instance_;
  std::size_t channels_;
  std::size_t max_frames_;
  std::size_t fade_frames_;

  std::uint32_t requests_ = 0;
  std::atomic<std::uint64_t> wanted_{0};
  std::atomic<std::uint64_t> reached_{0};
  std::atomic<std::size_t> faults_{0};
  std::atomic<bool> warm_again_{false};
  std::atomic<bool> forgets_{false};
  std::atomic<int> side_{-1};
  std::atomic<DelayRing *> next_ring_{nullptr};
  std::atomic<DelayRing *> old_ring_{nullptr};
  // The main thread owns the rings; the audio thread uses one of them.
  std::vector<std::unique_ptr<DelayRing>> rings_;

  // The audio thread's.
  DelayRing *ring_;
  std::vector<std::vector<float>> storage_;
  std::vector<float *> wet_;
  DelayRing side_ring_;
  std::array<std::vector<float>, 2> side_storage_;
  std::array<const float *, 2> side_planes_{};
  SlotTarget from_;
  SlotTarget to_;
  std::size_t fade_left_ = 0;
  std::size_t warmed_frames_ = 0;
  bool is_running_ = false;
};

}  // namespace sounddesk::plugin
