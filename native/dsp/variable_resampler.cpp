#include "dsp/variable_resampler.hpp"

#include <algorithm>

namespace sounddesk {

VariableResampler::VariableResampler(double from_hz, double to_hz, std::size_t max_block)
    : kernel_(from_hz, to_hz),
      history_(taps + max_block + taps, 0.0F),
      // Silence before the start, so that the first output lies on the first input sample.
      filled_(half_width - 1),
      nominal_step_(from_hz / to_hz),
      step_(nominal_step_),
      read_(static_cast<double>(half_width - 1)),
      dropped_(-static_cast<long long>(half_width - 1)) {}

std::size_t VariableResampler::max_output(std::size_t count) const noexcept {
  // Deviations stay below a tenth.
  return static_cast<std::size_t>(static_cast<double>(count + taps) / (nominal_step_ * 0.9)) + 2;
}

std::size_t VariableResampler::push(const float *samples, std::size_t count, float *out) noexcept {
  std::copy_n(samples, count, history_.data() + filled_);
  filled_ += count;
  std::size_t produced = 0;
  while (static_cast<std::size_t>(read_) + half_width < filled_) {
    const auto whole = static_cast<std::size_t>(read_);
    out[produced++] = kernel_.read(read_ - static_cast<double>(whole), history_.data() + whole - (half_width - 1));
    read_ += step_;
  }
  const std::size_t unneeded = std::min(filled_, static_cast<std::size_t>(read_) - (half_width - 1));
  std::copy(history_.begin() + static_cast<std::ptrdiff_t>(unneeded),
            history_.begin() + static_cast<std::ptrdiff_t>(filled_), history_.begin());
  filled_ -= unneeded;
  read_ -= static_cast<double>(unneeded);
  dropped_ += static_cast<long long>(unneeded);
  return produced;
}

}  // namespace sounddesk
