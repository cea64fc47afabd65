// A short filter that follows gains of the noise model's bands, without delay: of all filters with the same curve the one
// of minimum phase, whose sound comes first.
//
// Its logarithmic curve is a sum over the bands, so is its cepstrum, and that gives the taps by a recursion (Oppenheim and
// Schafer, "Discrete-Time Signal Processing", 12.3). From one setting to the next it fades over 5 ms, at every sample as if
// the taps lay between the two; with all gains at 1 samples pass unchanged.
//
// Threads: one at a time; shapes are constant once made. Real-time safety: yes, except the constructors (allocate).
#pragma once

#include <cstddef>
#include <vector>

#include "denoise/batch_denoiser.hpp"

namespace sounddesk {

/** What every filter of one rate shares: each band's share of the cepstrum. */
class BandFilterShapes {
 public:
  explicit BandFilterShapes(double rate_hz);

  std::size_t taps() const noexcept { return taps_; }
  std::size_t fade_frames() const noexcept { return fade_frames_; }
  /** `gains`: `noise_bands` of them, above 0. Writes `taps()` taps, the last first. */
  void taps_for(const float *gains, float *taps) const noexcept;

 private:
  const std::size_t taps_;
  const std::size_t fade_frames_;
  /** `noise_bands` rows of `taps()`: the cepstrum at k, times k. */
  std::vector<float> shapes_;
  std::vector<float> window_;
};

class BandFilter {
 public:
  /** `shapes` outlives it. */
  BandFilter(const BandFilterShapes &shapes, std::size_t max_frames);

  /** From now on, over 5 ms; a fade that still runs turns to the new gains where it is. */
  void set(const float *gains) noexcept;
  /** In place, at most `max_frames`. */
  void process(float *samples, std::size_t frames) noexcept;
  /** As after the constructor: silence, and all gains at 1. */
  void reset() noexcept;

 private:
  void settle_where_it_is() noexcept;
  void filter(const std::vector<float> &taps, float *out, std::size_t frames) const noexcept;

  const BandFilterShapes *shapes_;
  std::vector<float> history_;
  /** The last tap first, as all taps here. */
  std::vector<float> taps_;
  std::vector<float> taps_before_;
  std::vector<float> before_;
  std::size_t fade_left_ = 0;
  bool passes_ = true;
};

}  // namespace sounddesk
