// How much of the untouched sound stays in the cleaned one: the sliders "sensitivity" and "reduction".
//
// `out = wet + k (dry - wet)`, with wet and dry aligned to the sample and
//   k = floor + (1 - floor) (1 - sensitivity) p,   floor = (1 - reduction)²,
// p the smoothed speech probability. So reduction bounds how far noise is lowered, sensitivity says how much
// of it may be taken away under speech; at 100 and 100 the output is the model's, bit for bit, at reduction 0
// the input's. docs/decisions/0003-sensitivity-and-reduction.md has the measurements.
//
// Threads: one at a time (the DSP thread or a worker). Real-time safety: yes.
#pragma once

#include <algorithm>
#include <cstddef>

namespace sounddesk {

struct DenoiseSettings {
  bool is_on = true;
  /** Percent. */
  float sensitivity = 100.0F;
  /** Percent. */
  float reduction = 100.0F;
};

class DryWetMix {
 public:
  explicit DryWetMix(const DenoiseSettings &settings) noexcept : settings_(settings) {}

  /** Takes effect over the next frame, as a ramp. */
  void set(const DenoiseSettings &settings) noexcept { settings_ = settings; }

  /** Mixes one frame; `wet` and `out` may be the same. The gain runs from where the last frame ended. */
  void process(const float *dry, const float *wet, float *out, std::size_t count, float speech_probability) noexcept {
    follow(speech_probability);
    const float target = dry_share();
    const float start = has_started_ ? share_ : target;
    has_started_ = true;
    share_ = target;
    if (start == target && (target == 0.0F || target == 1.0F)) {
      // Exactly one side: no rounding, so that "all" and "off" are the model's and the input's own samples.
      const float *only = target == 0.0F ? wet : dry;
      if (only != out) std::copy_n(only, count, out);
      return;
    }
    const float step = (target - start) / static_cast<float>(count);
    for (std::size_t i = 0; i < count; ++i) {
      const float share = start + step * static_cast<float>(i + 1);
      out[i] = wet[i] + share * (dry[i] - wet[i]);
    }
  }

 private:
  float dry_share() const noexcept {
    if (!settings_.is_on) return 1.0F;
    const float kept = 1.0F - std::clamp(settings_.reduction, 0.0F, 100.0F) / 100.0F;
    const float floor = kept * kept;
    const float lenience = 1.0F - std::clamp(settings_.sensitivity, 0.0F, 100.0F) / 100.0F;
    return floor + (1.0F - floor) * lenience * speech_;
  }

  /** Opens within a frame, so that no onset is lost, and closes over about 80 ms, as rooms decay. */
  void follow(float speech_probability) noexcept {
    constexpr float closing_per_frame = 0.12F;
    const float target = std::clamp(speech_probability, 0.0F, 1.0F);
    speech_ += (target > speech_ ? 1.0F : closing_per_frame) * (target - speech_);
    if (speech_ < 1e-4F) speech_ = 0.0F;
  }

  DenoiseSettings settings_;
  float speech_ = 0.0F;
  float share_ = 0.0F;
  bool has_started_ = false;
};

}  // namespace sounddesk
