// Loudness after ITU-R BS.1770-4 and EBU Tech 3341, while it runs: momentary (400 ms), short-term (3 s) and
// integrated with both gates, in memory that does not grow.
//
// The gate's blocks go into bins of 0.1 LU that each keep their exact energy, so only the relative gate's edge is
// rounded, never the loudness. All channels weigh the same (left and right, or one).
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dsp/biquad.hpp"

namespace sounddesk {

/** The two filters of BS.1770 at any rate: a shelf for the head, a high-pass for the ear. */
struct KWeighting {
  BiquadCoefficients shelf;
  BiquadCoefficients high_pass;
};
KWeighting k_weighting(double rate_hz) noexcept;

class LiveLoudness {
 public:
  LiveLoudness(double rate_hz, std::size_t channels);

  /** Planar, ±1, any number of frames. After a sample that was no number the filters start again. */
  void add(const float *const *channels, std::size_t frames) noexcept;

  /** LUFS of the last 400 ms and 3 s, every 100 ms again; nothing before that, or below -70 (silence). */
  std::optional<double> momentary_lufs() const noexcept { return momentary_; }
  std::optional<double> short_term_lufs() const noexcept { return short_term_; }
  /** LUFS since the start; costs a walk over the bins, at most once every 100 ms. */
  std::optional<double> integrated_lufs() noexcept;

  /** As if nothing had been heard. */
  void reset() noexcept;

 private:
  static constexpr std::size_t parts_of_short_term = 30;
  static constexpr std::size_t parts_of_momentary = 4;
  /** From -70 to +30 LUFS. */
  static constexpr std::size_t bin_count = 1000;

  struct State {
    double shelf_first = 0.0;
    double shelf_second = 0.0;
    double high_first = 0.0;
    double high_second = 0.0;
  };
  struct Bin {
    std::uint64_t blocks = 0;
    double energy = 0.0;
  };

  double filtered_energy(const float *samples, std::size_t count, State &state) const noexcept;
  void end_part() noexcept;
  double mean_of_last(std::size_t parts) const noexcept;

  KWeighting weighting_;
  std::size_t part_frames_;
  std::vector<State> states_;
  std::array<double, parts_of_short_term> parts_{};
  std::uint64_t parts_done_ = 0;
  double part_energy_ = 0.0;
  std::size_t part_filled_ = 0;
  std::vector<Bin> bins_;
  std::optional<double> momentary_;
  std::optional<double> short_term_;
  std::optional<double> integrated_;
  bool is_integrated_old_ = false;
};

}  // namespace sounddesk
