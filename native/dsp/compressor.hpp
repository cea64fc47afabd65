// Feed-forward compressor that works in decibels.
//
// Static curve and smoothing after D. Giannoulis, M. Massberg, J. D. Reiss, "Digital dynamic range compressor
// design" (J. Audio Eng. Soc. 60, 2012): quadratic soft knee, branching one-pole smoothing of the gain reduction.
// The level is the largest sample of the last 10 ms of all channels: down to 50 Hz it does not ripple, so a
// steady tone is compressed by exactly the curve and not bent within its period.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <cstddef>

#include "dsp/fields.hpp"
#include "dsp/ramp.hpp"
#include "dsp/sliding_maximum.hpp"

namespace sounddesk {

struct CompressorSettings {
  bool is_on = false;
  float threshold_db = -18.0F;
  float ratio = 4.0F;
  /** Until a step has been followed by 63 %. */
  float attack_ms = 3.0F;
  /** Likewise; begins 10 ms after the sound has become quieter. */
  float release_ms = 100.0F;
  float makeup_gain_db = 2.0F;
  /** Width of the bend, half of it below the threshold. */
  float knee_db = 2.0F;

  static constexpr auto fields() {
    return std::make_tuple(Field{"isOn", &CompressorSettings::is_on},
                           Field{"thresholdDb", &CompressorSettings::threshold_db, -40.0, 0.0, "dB"},
                           Field{"ratio", &CompressorSettings::ratio, 1.0, 20.0, ": 1"},
                           Field{"attackMs", &CompressorSettings::attack_ms, 0.1, 100.0, "ms"},
                           Field{"releaseMs", &CompressorSettings::release_ms, 10.0, 1000.0, "ms"},
                           Field{"makeupGainDb", &CompressorSettings::makeup_gain_db, 0.0, 20.0, "dB"},
                           Field{"kneeDb", &CompressorSettings::knee_db, 0.0, 10.0, "dB"});
  }

  bool operator==(const CompressorSettings &) const = default;
};

/** Decibels by which a steady level is lowered, 0 or more; `slope` is 1 - 1/ratio. */
double compressor_reduction_db(double level_db, double threshold_db, double slope, double knee_db) noexcept;

class Compressor {
 public:
  Compressor(double rate_hz, std::size_t channels);

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  void set(const CompressorSettings &settings) noexcept;

  /** In place, planar, any number of frames; all channels get the same gain. */
  void process(float *const *channels, std::size_t frames) noexcept;

  /** The largest reduction since the last call, decibels, 0 or more, without the make-up gain. */
  float take_reduction_db() noexcept;

  /** Off, and faded out: it passes its input as it is. */
  bool is_idle() const noexcept { return amount_.is_still() && amount_.target() == 0.0F; }

 private:
  float gain_db_for(float level) noexcept;
  float coefficient_of(float time_ms) const noexcept;

  double rate_hz_;
  std::size_t channels_;
  CompressorSettings settings_;
  SlidingMaximum level_;
  LinearRamp amount_;
  LinearRamp threshold_db_;
  LinearRamp slope_;
  LinearRamp knee_db_;
  LinearRamp makeup_db_;
  float attack_;
  float release_;
  float reduction_db_ = 0.0F;
  float shown_reduction_db_ = 0.0F;
  bool has_started_ = false;
  /** Of the curve, and of the last gain: both cost a logarithm or a power. */
  float last_level_ = 0.0F;
  bool is_last_known_ = false;
  float wanted_db_ = 0.0F;
  float last_gain_db_ = 0.0F;
  float last_gain_ = 1.0F;
};

}  // namespace sounddesk
