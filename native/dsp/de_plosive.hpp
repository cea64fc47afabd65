// De-plosive: lowers what is below 120 Hz while the breath of a P or B hits the microphone, and nothing else.
//
//   out = in + (gain - 1) (in - high(in)),   gain from 1 down to -24 dB
//
// Such a burst is louder than all that is above it, which the lowest tone of a voice is not, and louder than what is usual
// down there. By twice as many decibels as it is over both, it is lowered.
//
// Latency: none. Off, or without a burst, every bit passes. All channels get the same gain.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <cstddef>
#include <vector>

#include "dsp/fields.hpp"
#include "dsp/low_pass.hpp"
#include "dsp/ramp.hpp"

namespace sounddesk {

struct DePlosiveSettings {
  bool is_on = false;
  /** How readily a burst is taken for one. */
  float amount = 50.0F;

  static constexpr auto fields() {
    return std::make_tuple(Field{"isOn", &DePlosiveSettings::is_on}, Field{"amount", &DePlosiveSettings::amount, 0.0, 100.0, "%"});
  }

  bool operator==(const DePlosiveSettings &) const = default;
};

namespace plosives {
inline constexpr double burst_below_hz = 120.0;
inline constexpr double most_level = 16.0;
}  // namespace plosives

/** By how much a burst is to be lowered, from the levels below and above 120 Hz. */
class PlosiveDetector {
 public:
  explicit PlosiveDetector(double rate_hz) noexcept;

  void set_amount(float amount) noexcept;
  void reset() noexcept { low_level_ = rest_level_ = usual_level_ = 0.0; }
  /** Decibels, 0 or more; of the next sample. */
  double wanted_db(double low, double rest) noexcept;

 private:
  double low_release_;
  double rest_release_;
  double usual_attack_;
  double usual_release_;
  double low_level_ = 0.0;
  double rest_level_ = 0.0;
  double usual_level_ = 0.0;
  double margin_ = 1.0;
};

class DePlosive {
 public:
  DePlosive(double rate_hz, std::size_t channels);

  /** Values out of their ranges are brought into them. Every change takes 20 ms. */
  void set(const DePlosiveSettings &settings) noexcept;

  /** In place, planar, any number of frames. */
  void process(float *const *channels, std::size_t frames) noexcept;

 private:
  double reduction_db_for(double low, double rest) noexcept;

  std::size_t channels_;
  LinearRamp share_;
  std::vector<LowPass> filters_;
  std::vector<double> lows_;
  PlosiveDetector detector_;
  double attack_;
  double release_;
  double reduction_db_ = 0.0;
  bool has_started_ = false;
};

}  // namespace sounddesk
