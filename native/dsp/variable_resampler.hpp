// Resampling whose ratio may drift while it runs: between devices that each have a clock of their own.
//
// By a `SincKernel`. Output n lies exactly at input position `position()`: the filter shifts nothing, it only needs
// `half_width` samples to have arrived.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor.
#pragma once

#include <cstddef>
#include <vector>

#include "dsp/sinc_kernel.hpp"

namespace sounddesk {

class VariableResampler {
 public:
  static constexpr std::size_t half_width = SincKernel::half_width;

  /** At most `max_block` samples go into one `push`. */
  VariableResampler(double from_hz, double to_hz, std::size_t max_block);

  /** Speeds the reading of the input up by `deviation` (0.001: a thousandth), e.g. to empty a full buffer. */
  void set_deviation(double deviation) noexcept { step_ = nominal_step_ * (1.0 + deviation); }

  /** Takes `count` samples and writes what becomes audible; `out` holds at least `max_output(count)`. */
  std::size_t push(const float *samples, std::size_t count, float *out) noexcept;

  std::size_t max_output(std::size_t count) const noexcept;

  /** Input position of the next output sample, counted in input samples since the start. */
  double position() const noexcept { return static_cast<double>(dropped_) + read_; }

 private:
  static constexpr std::size_t taps = SincKernel::taps;

  SincKernel kernel_;
  std::vector<float> history_;
  std::size_t filled_;
  double nominal_step_;
  double step_;
  /** Of the next output in `history_`, whose first sample is input number `dropped_`. */
  double read_ = 0.0;
  long long dropped_;
};

}  // namespace sounddesk
