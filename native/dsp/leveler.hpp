// Leveler: brings speech to a loudness as a hand on a fader does, and rests where nobody speaks.
//
// It is the automatic gain (automatic_gain.hpp) with another hand: at most 3 dB a second in either direction, by what was said in
// the last three seconds, 15 dB at most. While the first second of speech is heard it may go faster: there is nothing before it
// to be heard pumping.
//
// Latency: none. Off, and back at 0 dB, every bit passes. All channels get the same gain.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <cstddef>

#include "dsp/automatic_gain.hpp"
#include "dsp/fields.hpp"

namespace sounddesk {

struct LevelerSettings {
  bool is_on = false;
  float target_lufs = -16.0F;

  static constexpr auto fields() {
    return std::make_tuple(Field{"isOn", &LevelerSettings::is_on},
                           Field{"targetLufs", &LevelerSettings::target_lufs, -30.0, -10.0, "LUFS"});
  }

  bool operator==(const LevelerSettings &) const = default;
};

class Leveler {
 public:
  Leveler(double rate_hz, std::size_t channels) : rider_(rate_hz, channels, riding) {}

  /** Values out of their ranges are brought into them. Off, the gain goes back to 0 dB within half a second. */
  void set(const LevelerSettings &settings) noexcept {
    const LevelerSettings within = limited(settings);
    rider_.set(within.is_on, static_cast<double>(within.target_lufs));
  }

  /** In place, planar, any number of frames. */
  void process(float *const *channels, std::size_t frames) noexcept { rider_.process(channels, frames); }

 private:
  static constexpr GainRiding riding{-15.0, 15.0, 3.0, 3.0, 3.0, 20.0};

  AutomaticGain rider_;
};

}  // namespace sounddesk
