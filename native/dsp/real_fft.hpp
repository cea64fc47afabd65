// The Fourier transform of real sound, a power of four of complex points inside.
//
// Threads: an object belongs to one thread at a time. Real-time safety: the transforms are; the constructor allocates.
#pragma once

#include <cstddef>
#include <vector>

namespace sounddesk {

/**
 * `size` real samples to `size / 2 + 1` bins and back. Stockham's form of radix 4 (no reordering) on half as many
 * complex points; forward is not scaled, back and forth gives the input again.
 */
class RealFft {
 public:
  /** `size` is twice a power of four: 8, 32, 128, 512, 2048 or 8192. */
  explicit RealFft(std::size_t size);

  std::size_t size() const noexcept { return 2 * half_; }
  std::size_t bins() const noexcept { return half_ + 1; }

  void forward(const float *samples, float *re, float *im) noexcept;
  /** What `im` holds in the first and the last bin counts for nothing: in real sound it is 0. */
  void inverse(const float *re, const float *im, float *samples) noexcept;

 private:
  void transform() noexcept;

  std::size_t half_;
  /** exp(-2πik / size), for all k up to half_. */
  std::vector<float> turn_re_;
  std::vector<float> turn_im_;
  std::vector<float> re_;
  std::vector<float> im_;
  std::vector<float> next_re_;
  std::vector<float> next_im_;
};

}  // namespace sounddesk
