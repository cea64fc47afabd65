// A second-order filter, in double precision (direct form, transposed): its poles may lie close to one.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes.
#pragma once

namespace sounddesk {

struct BiquadCoefficients {
  double b0;
  double b1;
  double b2;
  double a1;
  double a2;
};

class Biquad {
 public:
  explicit constexpr Biquad(const BiquadCoefficients &coefficients) noexcept : c_(coefficients) {}

  float process(float input) noexcept {
    const double x = input;
    const double y = c_.b0 * x + first_;
    first_ = c_.b1 * x - c_.a1 * y + second_;
    second_ = c_.b2 * x - c_.a2 * y;
    return static_cast<float>(y);
  }

  /** As if it had only heard silence. */
  void reset() noexcept { first_ = second_ = 0.0; }

 private:
  BiquadCoefficients c_;
  double first_ = 0.0;
  double second_ = 0.0;
};

}  // namespace sounddesk
