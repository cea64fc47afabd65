// Reads sound at positions between its samples: windowed sinc, 32 samples wide, 512 phases with linear interpolation
// between them.
//
// Threads: one at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <cstddef>
#include <vector>

namespace sounddesk {

class SincKernel {
 public:
  static constexpr std::size_t half_width = 16;
  static constexpr std::size_t taps = 2 * half_width;

  SincKernel(double from_hz, double to_hz);

  /** The sound at a position `fraction` (0-1, not 1) behind sample number `half_width - 1` of `samples`, which has `taps`. */
  float read(double fraction, const float *samples) const noexcept;

  /** The weights for such a position, where several channels are read at it. */
  void weights_at(double fraction, float *weights) const noexcept;

 private:
  static constexpr std::size_t phases = 512;
  std::vector<float> table_;
};

}  // namespace sounddesk
