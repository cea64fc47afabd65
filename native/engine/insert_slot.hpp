// The insert point of a strip: what keeps a channel sounding, and in its time, whatever its chain of plug-ins does.
//
// The slot knows the dry sound. Where the chain gives no answer it gives the dry sound, delayed as much as the chain
// delays, within the same frame; back to the chain, and from one chain to another, it fades by way of the dry sound.
//
// The latency of a chain may change at any time. The slot then goes to the dry sound, changes its own latency there, and
// comes back once the chain's sound is all of the new kind. To what is counted in session frames (the tracks) such a
// change is no change at all: the frame that comes out belongs to a time that is `latency_frames` ago, so after a rise
// some sound comes twice, the same to the bit, and before a fall the sound that would be left out can be read extra
// (`catch_up`). What is heard as it comes (the buses) reads `aligned`, which fades.
//
// Threads: constructor on a control thread, everything else on the DSP thread. Real-time safety: yes, except the
// constructor, and as far as the processor keeps its word.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dsp/sound_forecast.hpp"
#include "engine/insert_processor.hpp"
#include "engine/sound_history.hpp"

namespace sounddesk {

class InsertSlot {
 public:
  /** Chains that delay by more than that many frames are not aligned with the other channels. */
  static std::size_t longest_latency(double rate_hz) noexcept;

  InsertSlot(double rate_hz, std::size_t channels, std::size_t max_frames);

  /** Null: none. The old one is faded out first; `is_in_use` says when it may be destroyed. */
  void set(InsertProcessor *insert) noexcept { wanted_ = insert; }
  bool is_in_use(const InsertProcessor *insert) const noexcept {
    return insert != nullptr && (insert == active_ || insert == wanted_);
  }

  void announce() noexcept {
    if (active_ != nullptr) active_->announce();
  }
  /** Before `post`, as `InsertProcessor::hear_side`. */
  void hear_side(std::size_t bus, const float *left, const float *right) noexcept {
    if (active_ != nullptr) active_->hear_side(bus, left, right);
  }
  void post(const float *const *frame, std::size_t frames) noexcept;
  /** In place: what was posted goes in, and what belongs to a time `latency_frames` before comes out. */
  void collect(float *const *frame, std::size_t frames) noexcept;

  /** What is heard, or null. */
  const InsertProcessor *active() const noexcept { return active_; }

  std::size_t latency_frames() const noexcept { return latency_; }
  /** A chain is there, and the dry sound is heard. */
  bool is_dry() const noexcept { return active_ != nullptr && gain_ == 0.0F; }
  /** Of the last frame, whether a chain that was heard before was not, or not alone: it was late, or its delay changed. */
  bool lacks_chain() const noexcept { return lacks_chain_; }

  /** Number of missing frames between the last collected frame and the one before. */
  std::size_t catch_up_frames() const noexcept { return catch_up_; }
  /** Of those, `frames` from the number `from` on. */
  void read_catch_up(std::size_t from, float *const *to, std::size_t frames) const noexcept;

  /**
   * After `collect`, once: the sound of `delay` frames ago, which is at least `latency_frames`. Another delay than
   * before is faded to; it rises in no more frames than it grows by, so that what counts frames hears no fade. False
   * where what was collected is that sound: then nothing was written.
   */
  bool read_aligned(std::size_t delay, float *const *to, std::size_t frames) noexcept;

 private:
  void follow_latency(std::size_t wet_latency) noexcept;
  void mix(float *const *frame, std::size_t frames, bool has_wet, bool is_wet_wanted) noexcept;
  void begin_edge() noexcept;
  void complete_history(std::size_t delay, std::size_t frames) noexcept;

  const std::size_t channels_;
  const std::size_t longest_latency_;
  const std::size_t fade_frames_;
  const std::size_t chain_fade_frames_;
  SoundHistory dry_;
  /** What came out, by the time it belongs to. */
  SoundHistory wet_history_;
  std::vector<float> storage_;
  std::array<float *, 2> wet_{};
  std::array<float *, 2> scratch_{};

  InsertProcessor *active_ = nullptr;
  InsertProcessor *wanted_ = nullptr;
  /** Number of the frame's first sample; far enough from 0 for every delay. */
  std::uint64_t clock_;
  std::uint64_t next_clock_;
  std::size_t latency_ = 0;
  std::size_t catch_up_ = 0;
  /** How long the chain has answered every time, with one latency. */
  std::size_t settled_ = 0;
  /** How far the fade to the chain's sound has come: 1 is the chain alone. */
  float gain_ = 0.0F;
  bool is_rising_ = false;
  SoundForecast forecast_;
  /** A prediction of the chain's sound, for the length of a fade. */
  std::array<std::vector<float>, 2> edge_;
  std::size_t edge_left_ = 0;
  bool has_been_heard_ = false;
  bool lacks_chain_ = false;

  bool has_aligned_delay_ = false;
  std::size_t aligned_delay_ = 0;
  std::size_t fade_from_delay_ = 0;
  std::size_t fade_left_ = 0;
  std::size_t fade_length_ = 1;
};

}  // namespace sounddesk
