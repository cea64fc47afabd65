// Breath control: lowers breaths between words, and does not cut them: a voice that never breathes is a machine's.
//
// A breath is a soft rush: 14 dB or more below the voice, with most of it between 350 Hz and 4.5 kHz, where a vowel has more
// below and an s more above, and longer than any consonant. After 80 ms of that the sound is lowered within 50 ms; as soon
// as it is something else, it comes back within 10.
//
// Latency: none. Off, or without a breath, every bit passes. All channels get the same gain.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <cstddef>

#include "dsp/fields.hpp"
#include "dsp/low_pass.hpp"
#include "dsp/ramp.hpp"

namespace sounddesk {

struct DeBreathSettings {
  bool is_on = false;
  /** A breath is lowered by so much of 20 dB. */
  float amount = 60.0F;

  static constexpr auto fields() {
    return std::make_tuple(Field{"isOn", &DeBreathSettings::is_on}, Field{"amount", &DeBreathSettings::amount, 0.0, 100.0, "%"});
  }

  bool operator==(const DeBreathSettings &) const = default;
};

namespace breaths {
inline constexpr double low_hz = 350.0;
inline constexpr double high_hz = 4500.0;
/** At an amount of 100. */
inline constexpr double most_db = 20.0;
/** The voice is as loud as its loudest 10 ms, which count for less by 3 dB a second. */
inline constexpr double voice_fall_db_per_sec = 3.0;
}  // namespace breaths

class DeBreath {
 public:
  DeBreath(double rate_hz, std::size_t channels);

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  void set(const DeBreathSettings &settings) noexcept;

  /** In place, planar, any number of frames. */
  void process(float *const *channels, std::size_t frames) noexcept;

 private:
  bool is_idle() const noexcept { return most_db_.is_still() && most_db_.target() == 0.0F; }
  double reduction_db_for(double sample) noexcept;

  std::size_t channels_;
  LinearRamp most_db_;
  LowPass below_350_;
  LowPass below_4500_;
  std::size_t least_samples_;
  double level_share_;
  double voice_fall_;
  double attack_;
  double release_;
  /** Mean squares of the last 10 ms. */
  double low_ = 0.0;
  double middle_ = 0.0;
  double high_ = 0.0;
  double voice_ = 0.0;
  std::size_t breathing_ = 0;
  double reduction_db_ = 0.0;
  bool has_started_ = false;
};

}  // namespace sounddesk
