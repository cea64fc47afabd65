// Ten peaking filters in a row.
//
// Each is the peaking filter of R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients".
// Its width follows from its nearer neighbour: at the middle between their frequencies it has half its gain, so
// that bands which lie close together make no mountain (ten sliders at +6 dB: 2.3 to 8.6 dB from 50 Hz to 16 kHz).
// A band whose gain is 0 costs nothing and changes no bit.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "dsp/biquad.hpp"
#include "dsp/fields.hpp"

namespace sounddesk {

inline constexpr std::size_t equalizer_bands = 10;
inline constexpr std::array<double, equalizer_bands> equalizer_frequencies_hz{60.0,   170.0,  310.0,   600.0,   1000.0,
                                                                              3000.0, 6000.0, 12000.0, 14000.0, 16000.0};
inline constexpr float equalizer_max_gain_db = 12.0F;

using EqualizerGains = std::array<float, equalizer_bands>;

struct EqualizerSettings {
  bool is_on = false;
  EqualizerGains gains_db{};

  static constexpr auto fields() {
    return std::make_tuple(
        Field{"isOn", &EqualizerSettings::is_on},
        Field{"gainsDb", &EqualizerSettings::gains_db, -equalizer_max_gain_db, equalizer_max_gain_db, "dB"});
  }

  bool operator==(const EqualizerSettings &) const = default;
};

/** Quality of a band's filter. */
double equalizer_q(std::size_t band) noexcept;

/** The cookbook's peaking filter, normalised to a0 = 1. */
BiquadCoefficients peaking_filter(double frequency_hz, double q, double gain_db, double rate_hz) noexcept;

class Equalizer {
 public:
  /** Starts flat. A band above 0.45 times the rate does nothing. */
  Equalizer(double rate_hz, std::size_t channels);

  /** Decibels, kept within ±12. Reached over 30 ms; flat is the bypass. */
  void set(const EqualizerGains &gains_db) noexcept;

  /** In place, planar, any number of frames. After a sample that was no number the filters start again. */
  void process(float *const *channels, std::size_t frames) noexcept;

  void reset() noexcept;

 private:
  struct State {
    double first = 0.0;
    double second = 0.0;
  };
  struct Band {
    BiquadCoefficients now;
    /** Added with each sample while the gain moves. */
    BiquadCoefficients step{};
    double gain_db = 0.0;
    double target_db = 0.0;
    double gain_step_db = 0.0;
    std::size_t steps_left = 0;
    std::size_t samples_to_next_step = 0;
    bool is_possible = true;
  };

  bool is_idle(std::size_t band) const noexcept;
  void process_moving(std::size_t band, float *const *channels, std::size_t frames) noexcept;
  void begin_step(std::size_t band) noexcept;
  template <std::size_t count>
  void process_group(const std::size_t *bands, float *const *channels, std::size_t frames) noexcept;
  void settle() noexcept;

  double rate_hz_;
  std::size_t channels_;
  std::array<Band, equalizer_bands> bands_;
  /** Of each channel, ten. */
  std::vector<std::array<State, equalizer_bands>> states_;
};

/** The equalizer as an effect of a strip: off is flat. */
class EqualizerStage {
 public:
  EqualizerStage(double rate_hz, std::size_t channels) : rate_hz_(rate_hz), channels_(channels), equalizer_(rate_hz, channels) {}

  void set(const EqualizerSettings &settings) noexcept {
    equalizer_.set(settings.is_on ? settings.gains_db : EqualizerGains{});
  }
  void process(float *const *channels, std::size_t frames) noexcept { equalizer_.process(channels, frames); }

  /** Hears silence, so that the first sample is filtered like all others. Allocates. */
  void settle();

 private:
  double rate_hz_;
  std::size_t channels_;
  Equalizer equalizer_;
};

}  // namespace sounddesk
