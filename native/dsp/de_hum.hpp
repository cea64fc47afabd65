// De-hum: takes the hum of the mains out, and leaves what does not stand there steadily.
//
// Two listeners look for 50 and 60 Hz (steady_tones.hpp), each half a hertz to either side. What they find is followed by a third,
// which also says which of the twelve harmonics stand there. Those are rebuilt and subtracted: two weights a harmonic, by
// the adaptive canceller of B. Widrow et al., "Adaptive noise cancelling: principles and applications" (Proc. IEEE 63, 1975),
// at about 3 kHz: a notch of 0.8 Hz. It learns from the quiet moments alone, so a voice hardly
// moves it. In digital silence, as of a muted microphone, nothing is subtracted. A harmonic that is not steady is not subtracted, however loud it is.
//
// Latency: none. Where there is no hum, every bit passes. Channels are followed one by one.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "dsp/fields.hpp"
#include "dsp/ramp.hpp"
#include "dsp/steady_tones.hpp"

namespace sounddesk {

struct DeHumSettings {
  bool is_on = false;
  /** Of the hum, how much is taken away. */
  float amount = 90.0F;

  static constexpr auto fields() {
    return std::make_tuple(Field{"isOn", &DeHumSettings::is_on}, Field{"amount", &DeHumSettings::amount, 0.0, 100.0, "%"});
  }

  bool operator==(const DeHumSettings &) const = default;
};

namespace hums {
/** What is listened and learned at. */
inline constexpr double low_rate_hz = 3000.0;
inline constexpr std::array<double, 2> mains_hz{50.0, 60.0};
inline constexpr double most_offset_hz = 0.6;
/** Of the listeners: enough to keep 50, 60 and a voice apart. */
inline constexpr std::size_t sought_tones = 3;
/** So many zeros in a row are no sound: there the hum has ended with it. */
inline constexpr std::size_t zeros_of_silence = 16;

/** Of samples, how many are one mean that is listened to. */
inline std::size_t every_of(double rate_hz) noexcept {
  return std::max<std::size_t>(1, static_cast<std::size_t>(rate_hz / low_rate_hz));
}
/** A listener for each mains, at the rate of the means. */
inline std::array<SteadyTones, 2> searches(double rate_hz) {
  return {SteadyTones{mains_hz[0], sought_tones, rate_hz}, SteadyTones{mains_hz[1], sought_tones, rate_hz}};
}
/** The mains that are steady enough, by the multiple that is the steadiest; 0 where there are none. */
double seek_hz(const std::array<SteadyTones, 2> &searches) noexcept;
}  // namespace hums

class DeHum {
 public:
  DeHum(double rate_hz, std::size_t channels);

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  void set(const DeHumSettings &settings) noexcept;

  /** In place, planar, any number of frames. */
  void process(float *const *channels, std::size_t frames) noexcept;

  /** Off, and faded out: it passes its input as it is. */
  bool is_idle() const noexcept { return share_.is_still() && share_.target() == 0.0F; }

  /** What was found in a channel; 0 where there is none. */
  double mains_hz(std::size_t channel) const noexcept { return channels_[channel].is_found ? channels_[channel].followed.frequency_hz() : 0.0; }

 private:
  struct Weight {
    double cosine = 0.0;
    double sine = 0.0;
    /** How much of the harmonic is subtracted, and is to be. */
    double depth = 0.0;
    double wanted_depth = 0.0;
    /** The reference in the middle of the stretch that is averaged. */
    double middle_cos = 0.0;
    double middle_sin = 0.0;
  };

  struct Channel {
    explicit Channel(double low_rate_hz);
    void forget() noexcept;

    std::array<SteadyTones, 2> sought;
    SteadyTones followed;
    std::array<Weight, most_tones> weights{};
    bool is_found = false;
    /** Since the weights began at nothing. */
    std::size_t hurried_steps = 0;
    double cos = 1.0;
    double sin = 0.0;
    double step_cos = 1.0;
    double step_sin = 0.0;
    /** Of what has come in, and of what is left without the hum. */
    double input_sum = 0.0;
    double error_sum = 0.0;
    std::size_t summed = 0;
    double quiet_level;
    /** In a row. */
    std::size_t zeros = 0;
  };

  double hum_of(Channel &channel, double sample) noexcept;
  void step(Channel &channel) noexcept;
  void learn(Channel &channel, double error) noexcept;
  void seek(Channel &channel) noexcept;
  void follow(Channel &channel) noexcept;
  void tune(Channel &channel) noexcept;

  const double rate_hz_;
  const std::size_t every_;
  LinearRamp share_;
  std::vector<Channel> channels_;
  bool has_started_ = false;
};

}  // namespace sounddesk
