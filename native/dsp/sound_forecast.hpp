// How a sound continues for some milliseconds, predicted from its last ones: it replaces the rest where that did not come.
//
// Linear prediction by Burg's method (J. P. Burg, "Maximum Entropy Spectral Analysis", Stanford 1975) with the errors weighted
// by a Hamming window, which takes most of the method's bias from tones (D. N. Swingler, "A modified Burg algorithm for
// maximum entropy spectral analysis", Proc. IEEE 67, 1979), and with the poles drawn in a little: deep tones at a high rate
// lie so close to each other that rounding would make them grow.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates). A forecast
// costs about `past_frames` · `order` · 4 multiplications.
#pragma once

#include <cstddef>
#include <vector>

namespace sounddesk {

class SoundForecast {
 public:
  /** From `past_frames` frames, each by the `order` before it; `order` is smaller. */
  SoundForecast(std::size_t past_frames, std::size_t order);

  std::size_t past_frames() const noexcept { return forward_.size(); }
  /** `past`: `past_frames` finite frames; `to`: the `frames` that would follow. Never louder than the past was. */
  void predict(const float *past, float *to, std::size_t frames) noexcept;

 private:
  void learn(const float *past) noexcept;

  const std::vector<double> window_;
  std::vector<double> forward_;
  std::vector<double> backward_;
  /** By how far back the frame lies that each belongs to, from 1. */
  std::vector<double> weights_;
  std::vector<double> previous_;
  /** The newest frames, the newest last. */
  std::vector<double> tail_;
};

}  // namespace sounddesk
