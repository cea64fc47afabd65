// The spectrum of a real signal and back, in doubles: for what solves equations with it. Where speed counts, dsp/real_fft.hpp.
//
// A complex transform of half the length (radix 2; J. W. Cooley, J. W. Tukey, 1965) and the split of its even and odd parts, in the order
// of `src-renderer/media/dsp/realFft.ts`, so that both have the same samples.
//
// Threads: an object belongs to one thread at a time. Real-time safety: the transforms are; the constructor allocates.
#pragma once

#include <cstddef>
#include <vector>

namespace sounddesk {

class DoubleFft {
 public:
  /** `length` is a power of two, 4 at least. */
  explicit DoubleFft(std::size_t length);

  /** Of `length` samples the `length / 2 + 1` bins; not scaled. */
  void forward(const double *samples, double *to_re, double *to_im) noexcept;
  /** The samples of which `forward` made these bins. */
  void inverse(const double *re, const double *im, double *to) noexcept;

 private:
  void transform() noexcept;
  void reverse_bits() noexcept;

  std::size_t half_;
  std::vector<double> re_;
  std::vector<double> im_;
  std::vector<double> cos_;
  std::vector<double> sin_;
};

}  // namespace sounddesk
