// The Fourier transform of 960 real samples: 480 complex points inside, as 4 × 4 × 2 × 3 × 5.
//
// Threads: an object belongs to one thread at a time. Real-time safety: all but the constructor.
#pragma once

#include <array>
#include <cstddef>

namespace sounddesk::studio {

class Fft {
 public:
  static constexpr std::size_t size = 960;

  /** To `size / 2 + 1` bins, not scaled. */
  void forward(const float *samples, float *re, float *im) noexcept;
  /** Not scaled either: there and back is `size` times the input. What `im` holds in the first and last bin counts for nothing. */
  void inverse(const float *re, const float *im, float *samples) noexcept;

 private:
  static constexpr std::size_t half = size / 2;

  void transform() noexcept;
  template <std::size_t radix>
  void stage(std::size_t stride) noexcept;

  std::array<float, half> re_{};
  std::array<float, half> im_{};
  std::array<float, half> next_re_{};
  std::array<float, half> next_im_{};
};

}  // namespace sounddesk::studio
