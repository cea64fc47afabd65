// Brings a voice to -20 LUFS on its own: slowly, and only while somebody speaks.
//
// The level of speech is followed in stretches of 100 ms (K-weighted, as loudness is) that stand 9 dB above the
// quietest of the last five seconds: what hums on between the words neither counts nor is pumped up. The gain goes up by
// at most 10 dB a second and down by 30; a crest that comes too fast is caught at -3 dBFS by a compressor.
//
// It is ours, since the gain control of libwebrtc-audio-processing 0.3 was measured to miss its own target
// (docs/decisions/0005).
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "dsp/biquad.hpp"
#include "dsp/compressor.hpp"
#include "dsp/sliding_maximum.hpp"

namespace sounddesk {

inline constexpr double automatic_gain_target_lufs = -20.0;
inline constexpr double automatic_gain_max_db = 30.0;
inline constexpr double automatic_gain_min_db = -15.0;

/** How a voice is brought to a loudness. */
struct GainRiding {
  double min_db = automatic_gain_min_db;
  double max_db = automatic_gain_max_db;
  double rise_db_per_sec = 10.0;
  double fall_db_per_sec = 30.0;
  /** A second of speech weighs this much against what was heard before. */
  double memory_sec = 1.5;
  /** Both ways, while the first second of speech is heard, if that is faster. */
  double first_db_per_sec = 0.0;
};

class AutomaticGain {
 public:
  AutomaticGain(double rate_hz, std::size_t channels, const GainRiding &riding = {});

  /** Off, the gain goes back to 0 dB within half a second, and then costs nothing. */
  void set(bool is_on, double target_lufs = automatic_gain_target_lufs) noexcept {
    is_on_ = is_on;
    target_lufs_ = target_lufs;
  }

  /** In place, planar, any number of frames. */
  void process(float *const *channels, std::size_t frames) noexcept;

  /** The gain now; nothing while it is off or before anybody has spoken. */
  std::optional<double> gain_db() const noexcept;

 private:
  void measure(const float *const *channels, std::size_t at) noexcept;
  void end_part() noexcept;
  void begin_step() noexcept;

  double rate_hz_;
  std::size_t channels_;
  const GainRiding riding_;
  bool is_on_ = false;
  double target_lufs_ = automatic_gain_target_lufs;

  struct Weighting {
    Biquad shelf;
    Biquad high_pass;
  };
  std::vector<Weighting> weighting_;
  std::size_t part_frames_;
  std::size_t part_filled_ = 0;
  double part_energy_ = 0.0;
  /** Of the negative levels of the last seconds: its opposite is the quietest. */
  SlidingMaximum quietest_;
  /** Of speech, smoothed as energy; unknown before the first word. */
  std::optional<double> speech_energy_;
  bool is_speech_ = false;
  std::size_t speech_parts_ = 0;

  double gain_db_ = 0.0;
  double wanted_gain_db_ = 0.0;
  float gain_ = 1.0F;
  float gain_target_ = 1.0F;
  float gain_step_ = 0.0F;
  std::size_t step_left_ = 0;
  Compressor guard_;
};

}  // namespace sounddesk
