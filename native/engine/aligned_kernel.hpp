// Reads a recorded stretch at positions between its samples: windowed sinc, 32 samples wide, 512 phases with linear
// interpolation between them, the weights worked out once for all channels of a device.
//
// Threads: one at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <cstddef>
#include <vector>

namespace sounddesk {

class AlignedKernel {
 public:
  static constexpr std::size_t half_width = 16;
  static constexpr std::size_t taps = 2 * half_width;

  AlignedKernel(double from_hz, double to_hz);

  /** The weights for a position `fraction` (0-1) behind the sample number `half_width - 1` of the stretch. */
  void weights_at(double fraction, float *weights) const noexcept;

 private:
  static constexpr std::size_t phases = 512;
  std::vector<float> table_;
};

}  // namespace sounddesk
