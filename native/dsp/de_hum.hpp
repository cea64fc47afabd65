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

class DeHum {
 public:
  DeHum(double rate_hz, std::size_t channels);

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  void set(const DeHumSettings &settings) noexcept;

  /** In place, planar, any number of frames. */
  void process(float *const *channels, std::size_t frames) noexcept;

  /** The sound begins again from where it was heard first: the hum is known, not where in its period it is. */
  void begin_again() noexcept;

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
