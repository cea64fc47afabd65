// De-esser: lowers the band around a frequency while it is loud, and nothing else.
//
//   out = in + (gain - 1) band(in),   gain from 1 down to -range dB
//
// which is the cutting half of the peaking filter of P. A. Regalia and S. K. Mitra, "Tunable digital frequency response
// equalization filters" (IEEE Trans. ASSP 35, 1987): at the frequency the sound is lowered by exactly the gain, nowhere
// by more, and away from it not at all. The band-pass (quality 1.5, 0 dB at its middle) is the trapezoidal state variable
// filter of A. Simper, "Solving the continuous SVF equations using trapezoidal integration" (Cytomic, 2013), which may be
// tuned while it runs. The same band is what is listened to: by as many decibels as its peak of the last millisecond is
// above the threshold, up to the range, it is lowered (branching one-pole smoothing after Giannoulis, Massberg and Reiss,
// J. Audio Eng. Soc. 60, 2012; attack 1 ms, release 60 ms).
//
// Latency: none. Off, or with nothing above the threshold, every bit passes. All channels get the same gain.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <cstddef>
#include <vector>

#include "dsp/fields.hpp"
#include "dsp/ramp.hpp"
#include "dsp/sliding_maximum.hpp"

namespace sounddesk {

struct DeEsserSettings {
  bool is_on = false;
  float frequency_hz = 6500.0F;
  float threshold_db = -30.0F;
  /** By how much it lowers at most. */
  float range_db = 6.0F;

  static constexpr auto fields() {
    return std::make_tuple(Field{"isOn", &DeEsserSettings::is_on},
                           Field{"frequencyHz", &DeEsserSettings::frequency_hz, 2000.0, 12000.0, "Hz"},
                           Field{"thresholdDb", &DeEsserSettings::threshold_db, -60.0, 0.0, "dBFS"},
                           Field{"rangeDb", &DeEsserSettings::range_db, 0.0, 24.0, "dB"});
  }

  bool operator==(const DeEsserSettings &) const = default;
};

class DeEsser {
 public:
  DeEsser(double rate_hz, std::size_t channels);

  /** Values out of their ranges are brought into them. Every change takes 20 ms; off is a range of 0. */
  void set(const DeEsserSettings &settings) noexcept;

  /** In place, planar, any number of frames; all channels get the same gain. */
  void process(float *const *channels, std::size_t frames) noexcept;

  /** The largest reduction since the last call, decibels, 0 or more. */
  float take_reduction_db() noexcept;

  /** Off, and faded out: it passes its input as it is. */
  bool is_idle() const noexcept { return range_db_.is_still() && range_db_.target() == 0.0F; }

 private:
  /** A channel's band-pass. */
  struct Band {
    double first = 0.0;
    double second = 0.0;
    double output = 0.0;
  };

  void tune(float frequency_hz) noexcept;
  double filter(Band &band, double input) const noexcept;
  float reduction_db_for(float level) noexcept;
  void settle() noexcept;

  double rate_hz_;
  std::size_t channels_;
  SlidingMaximum level_;
  LinearRamp frequency_hz_;
  LinearRamp threshold_db_;
  LinearRamp range_db_;
  std::vector<Band> bands_;
  /** Of the filter at `tuned_hz_`. */
  double a1_ = 0.0;
  double a2_ = 0.0;
  double a3_ = 0.0;
  float tuned_hz_ = 0.0F;
  float attack_;
  float release_;
  float reduction_db_ = 0.0F;
  float shown_reduction_db_ = 0.0F;
  bool has_started_ = false;
  /** Both cost a logarithm or a power: kept while they do not change. */
  float last_level_ = 0.0F;
  float last_level_db_ = -120.0F;
  float last_reduction_db_ = 0.0F;
  float last_gain_ = 1.0F;
};

}  // namespace sounddesk
