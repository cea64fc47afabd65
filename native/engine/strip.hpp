// One channel's way through the mixer:
//
//   before_denoise: input gain → (tap "raw", input meters) → echo cancellation → repairs (hum, clicks, thumps) → automatic gain
//   the owner:      denoise, all channels at once
//   before_insert:  effects → (what other channels' side-chains hear)
//   post_insert:    posted to the insert
//   after_insert:   collected from the insert → (tap "processed": the frame itself)
//   to_output:      aligned with the other strips → fader, mute, solo → (output meters) → pan → left and right
//
// Samples are planar floats in ±1 at the session's rate. A frame has up to `max_frames` frames; 10 ms (rate/100) is
// the usual one, and the only length at which echo cancellation works (others pass it untouched). All parameters are
// smoothed; switching a stage, or putting in another plug-in, fades.
//
// Threads: constructor and destructor on a control thread; everything else on the DSP thread, which takes settings
// from a queue or triple buffer of the session. Real-time safety: yes, except constructor and destructor; echo
// cancellation as echo_canceller.hpp says.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "dsp/automatic_gain.hpp"
#include "dsp/echo_canceller.hpp"
#include "dsp/live_loudness.hpp"
#include "dsp/ramp.hpp"
#include "dsp/hum_meter.hpp"
#include "dsp/signal_meter.hpp"
#include "engine/insert_slot.hpp"
#include "engine/strip_settings.hpp"

namespace sounddesk {

struct StripFormat {
  double rate_hz;
  /** 1 or 2. */
  std::size_t channels;
  std::size_t max_frames;
};

/** What a strip gives to the buses, valid until the strip's next frame. */
struct StereoBlock {
  const float *left;
  const float *right;
};

class Strip {
 public:
  /** Begins with these settings, without ramps. */
  Strip(const StripFormat &format, const StripSettings &settings);
  ~Strip();
  Strip(const Strip &) = delete;
  Strip &operator=(const Strip &) = delete;

  /** Takes effect from the next frame on, smoothly; the same settings again cost nothing much. */
  void set(const StripSettings &settings) noexcept;
  const StripSettings &settings() const noexcept { return settings_; }
  std::size_t channels() const noexcept { return format_.channels; }

  /**
   * Puts another processor (null: none) at the insert point: the old one fades out, then the new one in, without a
   * click. `insert_in_use` says when the old one may be destroyed.
   */
  void set_insert(InsertProcessor *insert) noexcept { insert_.set(insert); }
  /** The processor is at the insert point, or fading out there. */
  bool insert_in_use(const InsertProcessor *insert) const noexcept { return insert_.is_in_use(insert); }

  /**
   * What the loudspeakers near this microphone are given (the monitor bus), left and right: once for every frame,
   * before `before_denoise`. Needed for echo cancellation alone; costs nothing while that is off.
   */
  void hear(const float *const *loudspeakers, std::size_t frames) noexcept;
  /** From `hear` until the same sound arrives in `before_denoise`: output and input latency. Echo needs it. */
  void set_echo_delay(double sec) noexcept;

  /** In place. What is no number becomes silence. */
  void before_denoise(float *const *frame, std::size_t frames) noexcept;

  /** The last frame as it came in, after the input gain: the tap "raw". */
  const float *raw(std::size_t channel) const noexcept { return raw_[channel].data(); }

  /** Whether what the repairs take away is kept, for who listens to it. */
  void keep_removed(bool is_kept) noexcept { keeps_removed_ = is_kept; }
  /** Of the last frame, by the repairs before and behind the model; silence where it is not kept. */
  const float *removed_before(std::size_t channel) const noexcept { return removed_before_[channel].data(); }
  const float *removed_after(std::size_t channel) const noexcept { return removed_after_[channel].data(); }

  /** A frame has come in: its insert gets ready while the rest of the strip works on it. */
  void announce() noexcept { insert_.announce(); }
  /** In place. The strips of a mixer all do this before the first does the next step: so that each can hear the others. */
  void before_insert(float *const *frame, std::size_t frames) noexcept;
  /** Before `post_insert`: what a side-chain of this strip's insert hears, left and right. */
  void hear_side(std::size_t bus, const float *left, const float *right) noexcept { insert_.hear_side(bus, left, right); }
  /** All strips again before the first does the next step: so their inserts work at once. */
  void post_insert(const float *const *frame, std::size_t frames) noexcept { insert_.post(frame, frames); }
  /** In place: afterwards the frame is the tap "processed", and belongs to a time `latency_frames` before. */
  void after_insert(float *const *frame, std::size_t frames) noexcept;
  /** All of them, for a strip that is alone. */
  void after_denoise(float *const *frame, std::size_t frames) noexcept {
    before_insert(frame, frames);
    post_insert(frame, frames);
    after_insert(frame, frames);
  }
  /** The insert's latency has become shorter: see `InsertSlot`. */
  std::size_t catch_up_frames() const noexcept { return insert_.catch_up_frames(); }
  void read_catch_up(std::size_t from, float *const *to, std::size_t frames) const noexcept {
    insert_.read_catch_up(from, to, frames);
  }
  /** Before `to_output`: the delay of the mixer's slowest strip, which this one is brought to; at least its own. */
  void align_to(std::size_t latency_frames) noexcept { aligned_latency_ = latency_frames; }
  const InsertProcessor *active_insert() const noexcept { return insert_.active(); }
  /** There is a chain of plug-ins, and the dry sound is heard. */
  bool is_insert_dry() const noexcept { return insert_.is_dry(); }
  /** Of the last frame, see `InsertSlot`. */
  bool lacks_insert() const noexcept { return insert_.lacks_chain(); }

  /**
   * Fader, mute, solo and pan. `is_any_solo`: whether some strip of the mixer is solo; the others are then silent
   * (solo in place, on both buses). A muted strip is silent, solo or not.
   */
  StereoBlock to_output(const float *const *frame, std::size_t frames, bool is_any_solo) noexcept;

  /** Peaks, powers and reductions since the last call. */
  StripLevels take_levels() noexcept;

  /** Loudness and clip counts start again. */
  void reset_meters() noexcept;

  /** By how much the strip delays the sound: an insert's latency and the echo canceller's. */
  std::size_t latency_frames() const noexcept;

  /** Why there is no echo cancellation, with what helps; nothing where there is. */
  std::optional<const char *> echo_refusal() const noexcept {
    return sounddesk::echo_refusal(format_.rate_hz, format_.max_frames);
  }

 private:
  void begin_removed(std::array<std::vector<float>, 2> &removed, const float *const *frame, std::size_t frames) noexcept;
  void end_removed(std::array<std::vector<float>, 2> &removed, const float *const *frame, std::size_t frames) noexcept;
  void count_converter_clips(const float *const *frame, std::size_t frames) noexcept;

  const StripFormat format_;
  StripSettings settings_;

  LinearRamp input_gain_;
  std::unique_ptr<EchoCanceller> echo_;
  AutomaticGain automatic_gain_;
  EffectChain effects_;
  InsertSlot insert_;
  std::size_t aligned_latency_ = 0;
  LinearRamp fader_;
  LinearRamp pan_left_;
  LinearRamp pan_right_;

  std::array<std::vector<float>, 2> raw_;
  bool keeps_removed_ = false;
  std::array<std::vector<float>, 2> removed_before_;
  std::array<std::vector<float>, 2> removed_after_;
  std::array<std::vector<float>, 2> out_;

  SignalMeter input_meter_;
  HumMeter hum_meter_;
  SignalMeter output_meter_;
  LiveLoudness loudness_;
  std::uint64_t converter_clips_ = 0;
};

}  // namespace sounddesk
