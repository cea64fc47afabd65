// Noise gate (downward expander with a floor): what stays below its threshold is lowered by its range.
//
// It opens as soon as a sample is above the threshold and closes once the level has been 4 dB below it for the
// hold time, so that a level near the threshold does not make it chatter. Its gain moves in a straight line in
// decibels: attack and release are the times for the whole range.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <cstddef>

#include "dsp/fields.hpp"
#include "dsp/sliding_maximum.hpp"

namespace sounddesk {

inline constexpr float gate_hysteresis_db = 4.0F;

struct GateSettings {
  bool is_on = false;
  float threshold_db = -65.0F;
  /** How far it lowers. */
  float range_db = 40.0F;
  float attack_ms = 1.0F;
  float hold_ms = 120.0F;
  float release_ms = 150.0F;

  static constexpr auto fields() {
    return std::make_tuple(Field{"isOn", &GateSettings::is_on},
                           Field{"thresholdDb", &GateSettings::threshold_db, -80.0, 0.0, "dBFS"},
                           Field{"rangeDb", &GateSettings::range_db, 0.0, 80.0, "dB"},
                           Field{"attackMs", &GateSettings::attack_ms, 0.1, 100.0, "ms"},
                           Field{"holdMs", &GateSettings::hold_ms, 0.0, 2000.0, "ms"},
                           Field{"releaseMs", &GateSettings::release_ms, 1.0, 2000.0, "ms"});
  }

  bool operator==(const GateSettings &) const = default;
};

class Gate {
 public:
  /** Starts open. */
  Gate(double rate_hz, std::size_t channels);

  /** Values out of their ranges are brought into them; off is open, reached within 20 ms. */
  void set(const GateSettings &settings) noexcept;

  /** In place, planar, any number of frames; all channels get the same gain. */
  void process(float *const *channels, std::size_t frames) noexcept;

  /** The largest reduction since the last call, decibels, 0 or more. */
  float take_reduction_db() noexcept;

  bool is_open() const noexcept { return is_open_; }

 private:
  void follow(float level) noexcept;

  double rate_hz_;
  std::size_t channels_;
  GateSettings settings_;
  SlidingMaximum level_;
  float opens_at_ = 0.0F;
  float closes_at_ = 0.0F;
  float range_db_ = 0.0F;
  float rise_db_ = 0.0F;
  float fall_db_ = 0.0F;
  /** Where the gain must not be heard jumping although nobody spoke: switched off, or another range. */
  float settle_db_ = 0.0F;
  std::size_t hold_samples_ = 0;
  std::size_t hold_left_ = 0;
  bool is_open_ = true;
  float gain_db_ = 0.0F;
  float shown_reduction_db_ = 0.0F;
  /** Costs a power: kept while it stands still. */
  float last_gain_db_ = 0.0F;
  float last_gain_ = 1.0F;
};

}  // namespace sounddesk
