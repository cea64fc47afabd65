// How much of the untouched sound stays in the cleaned one: the sliders "sensitivity" and "reduction".
//
// `out = q wet + k (dry - wet)`, with wet and dry aligned to the sample and
//   k = floor + (1 - floor) (1 - sensitivity) s(p),   floor = (1 - reduction)²,
// p the smoothed speech probability, s(p) how surely that is speech (0 up to p = 0.5), and q the rest that a
// pause keeps of the model's own output, which falls slowly after a word: 1 from p = 0.3 on, 0.35 below 0.1. So reduction bounds how far noise is lowered, sensitivity says how much
// of it may be taken away under speech; at 100 and 100 the output is the model's, bit for bit, at reduction 0
// the input's. docs/decisions/0003-sensitivity-and-reduction.md has the measurements.
//
// Threads: one at a time (the DSP thread or a worker). Real-time safety: yes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "dsp/fields.hpp"

namespace sounddesk {

struct DenoiseSettings {
  bool is_on = true;
  /** Percent. */
  float sensitivity = 100.0F;
  /** Percent. */
  float reduction = 100.0F;

  /** `is_on` is said by the name of the engine. */
  static constexpr auto fields() {
    return std::make_tuple(Field{"sensitivity", &DenoiseSettings::sensitivity, 0.0, 100.0, "%"},
                           Field{"reduction", &DenoiseSettings::reduction, 0.0, 100.0, "%"});
  }
};

/** Sensitivity and reduction at their ends ask for the model's own samples, with nothing added. */
constexpr bool is_model_alone(const DenoiseSettings &settings) noexcept {
  return settings.is_on && settings.sensitivity >= 100.0F && settings.reduction >= 100.0F;
}

/** What is known of a frame beyond the model's word. */
struct MixHint {
  /** Noise and nothing else, from the frame's first sample on: lowered whatever the model says of it, and at once. */
  bool is_noise_alone = false;
  /** Part of the room under the voice that stays of what sensitivity would leave, 0-1. */
  float room_share = 1.0F;
  /** The probability has looked ahead: where it falls, speech has ended. */
  bool is_end_known = false;
};

class DryWetMix {
 public:
  explicit DryWetMix(const DenoiseSettings &settings) noexcept : settings_(settings) {}

  /** Takes effect over the next frame, as a ramp. */
  void set(const DenoiseSettings &settings) noexcept { settings_ = settings; }

  /** Mixes one frame; `wet` and `out` may be the same. The gain runs from where the last frame ended, as a ramp. */
  void process(const float *dry, const float *wet, float *out, std::size_t count, float speech_probability,
               const MixHint &hint = {}) noexcept {
    follow(hint.is_noise_alone ? 0.0F : speech_probability, hint.is_end_known);
    hint_ = hint;
    const float target = dry_share();
    const float start = has_started_ ? share_ : target;
    const float wet_target = wet_share();
    const float wet_start = has_started_ ? wet_share_ : wet_target;
    has_started_ = true;
    share_ = target;
    wet_share_ = wet_target;
    const bool is_wet_whole = wet_start == 1.0F && wet_target == 1.0F;
    if (start == target && (target == 1.0F || (target == 0.0F && is_wet_whole))) {
      // Exactly one side: no rounding, so that "all" and "off" are the model's and the input's own samples.
      const float *only = target == 0.0F ? wet : dry;
      if (only != out) std::copy_n(only, count, out);
      return;
    }
    const std::size_t ramp_samples = hint.is_noise_alone ? std::min(count, shortest_ramp_samples) : count;
    // Counted in 32 bits, which processors turn into floats as vectors.
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(count); ++i) {
      const float progress = std::min(1.0F, static_cast<float>(i + 1) / static_cast<float>(ramp_samples));
      const float share = start + progress * (target - start);
      const float wet_kept = wet_start + progress * (wet_target - wet_start);
      out[i] = wet_kept * wet[i] + share * (dry[i] - wet[i]);
    }
  }

 private:
  /** 1 ms at 48 kHz: no click. */
  static constexpr std::size_t shortest_ramp_samples = 48;

  float dry_share() const noexcept {
    if (!settings_.is_on) return 1.0F;
    const float kept = 1.0F - std::clamp(settings_.reduction, 0.0F, 100.0F) / 100.0F;
    const float floor = kept * kept;
    const float lenience = 1.0F - std::clamp(settings_.sensitivity, 0.0F, 100.0F) / 100.0F;
    if (hint_.is_noise_alone) return floor;
    return floor + (1.0F - floor) * lenience * hint_.room_share * std::max(0.0F, 2.0F * speech_ - 1.0F);
  }

  /** The model alone at 100 and 100, and nothing to lower where the input passes. */
  float wet_share() const noexcept {
    if (!settings_.is_on || is_model_alone(settings_)) return 1.0F;
    constexpr float kept_in_pauses = 0.35F;
    constexpr float pause_below = 0.1F;
    constexpr float speech_above = 0.3F;
    const float certainty = std::clamp((speech_ - pause_below) / (speech_above - pause_below), 0.0F, 1.0F);
    const float reduction = std::clamp(settings_.reduction, 0.0F, 100.0F) / 100.0F;
    // The model lets white noise through unchanged, so less is kept of what is known to be noise.
    constexpr float kept_of_noise = 0.03F;
    if (hint_.is_noise_alone) return std::max(kept_of_noise, (1.0F - reduction) * (1.0F - reduction));
    return 1.0F - reduction * (1.0F - kept_in_pauses) * (1.0F - certainty);
  }

  /**
   * Opens within a frame, so that no onset is lost, and closes over about 25 ms: what follows a word is already noise.
   * It closes within 10 ms where the end was waited for.
   */
  void follow(float speech_probability, bool is_end_known) noexcept {
    const float closing_per_frame = is_end_known ? 0.8F : 0.4F;
    const float target = std::clamp(speech_probability, 0.0F, 1.0F);
    speech_ += (target > speech_ ? 1.0F : closing_per_frame) * (target - speech_);
    if (speech_ < 1e-4F) speech_ = 0.0F;
  }

  DenoiseSettings settings_;
  MixHint hint_;
  float speech_ = 0.0F;
  float share_ = 0.0F;
  float wet_share_ = 1.0F;
  bool has_started_ = false;
};

}  // namespace sounddesk
