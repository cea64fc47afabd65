#include "dsp/real_fft.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace sounddesk {

RealFft::RealFft(std::size_t size)
    : half_(size / 2), turn_re_(half_ + 1), turn_im_(half_ + 1), re_(half_), im_(half_), next_re_(half_), next_im_(half_) {
  for (std::size_t k = 0; k <= half_; ++k) {
    const double turn = -2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size);
    turn_re_[k] = static_cast<float>(std::cos(turn));
    turn_im_[k] = static_cast<float>(std::sin(turn));
  }
}

/** Even samples as real parts, odd ones as imaginary: one transform of half the size, taken apart afterwards. */
void RealFft::forward(const float *samples, float *re, float *im) noexcept {
  for (std::size_t i = 0; i < half_; ++i) {
    re_[i] = samples[2 * i];
    im_[i] = samples[2 * i + 1];
  }
  transform();
  re[0] = re_[0] + im_[0];
  im[0] = 0.0F;
  re[half_] = re_[0] - im_[0];
  im[half_] = 0.0F;
  for (std::size_t k = 1; k < half_; ++k) {
    const float even_re = 0.5F * (re_[k] + re_[half_ - k]);
    const float even_im = 0.5F * (im_[k] - im_[half_ - k]);
    const float odd_re = 0.5F * (im_[k] + im_[half_ - k]);
    const float odd_im = 0.5F * (re_[half_ - k] - re_[k]);
    re[k] = even_re + turn_re_[k] * odd_re - turn_im_[k] * odd_im;
    im[k] = even_im + turn_re_[k] * odd_im + turn_im_[k] * odd_re;
  }
}

/** The same backwards; swapping real and imaginary parts makes the transform its own inverse. */
void RealFft::inverse(const float *re, const float *im, float *samples) noexcept {
  const float scale = 0.5F / static_cast<float>(half_);
  im_[0] = scale * (re[0] + re[half_]);
  re_[0] = scale * (re[0] - re[half_]);
  for (std::size_t k = 1; k < half_; ++k) {
    const float even_re = scale * (re[k] + re[half_ - k]);
    const float even_im = scale * (im[k] - im[half_ - k]);
    const float gap_re = scale * (re[k] - re[half_ - k]);
    const float gap_im = scale * (im[k] + im[half_ - k]);
    const float odd_re = turn_re_[k] * gap_re + turn_im_[k] * gap_im;
    const float odd_im = turn_re_[k] * gap_im - turn_im_[k] * gap_re;
    im_[k] = even_re - odd_im;
    re_[k] = even_im + odd_re;
  }
  transform();
  for (std::size_t i = 0; i < half_; ++i) {
    samples[2 * i] = im_[i];
    samples[2 * i + 1] = re_[i];
  }
}

/** In re_ and im_: stages of four points each, `stride` apart in what they give. */
void RealFft::transform() noexcept {
  std::size_t stride = 1;
  for (std::size_t points = half_; points > 1; points /= 4, stride *= 4) {
    const std::size_t quarter = points / 4;
    const std::size_t apart = stride * quarter;
    for (std::size_t p = 0; p < quarter; ++p) {
      // Of `points` points a twiddle is every (2 · stride)-th of the table's; beyond half a turn it is the opposite.
      const std::size_t at = 2 * stride * p;
      const float re1 = turn_re_[at];
      const float im1 = turn_im_[at];
      const float re2 = re1 * re1 - im1 * im1;
      const float im2 = 2.0F * re1 * im1;
      const float re3 = re1 * re2 - im1 * im2;
      const float im3 = re1 * im2 + im1 * re2;
      const float *from_re = re_.data() + stride * p;
      const float *from_im = im_.data() + stride * p;
      float *to_re = next_re_.data() + 4 * stride * p;
      float *to_im = next_im_.data() + 4 * stride * p;
      for (std::size_t q = 0; q < stride; ++q) {
        const float sum02_re = from_re[q] + from_re[q + 2 * apart];
        const float sum02_im = from_im[q] + from_im[q + 2 * apart];
        const float gap02_re = from_re[q] - from_re[q + 2 * apart];
        const float gap02_im = from_im[q] - from_im[q + 2 * apart];
        const float sum13_re = from_re[q + apart] + from_re[q + 3 * apart];
        const float sum13_im = from_im[q + apart] + from_im[q + 3 * apart];
        const float gap13_re = from_re[q + apart] - from_re[q + 3 * apart];
        const float gap13_im = from_im[q + apart] - from_im[q + 3 * apart];
        to_re[q] = sum02_re + sum13_re;
        to_im[q] = sum02_im + sum13_im;
        const float first_re = gap02_re + gap13_im;
        const float first_im = gap02_im - gap13_re;
        to_re[q + stride] = re1 * first_re - im1 * first_im;
        to_im[q + stride] = re1 * first_im + im1 * first_re;
        const float second_re = sum02_re - sum13_re;
        const float second_im = sum02_im - sum13_im;
        to_re[q + 2 * stride] = re2 * second_re - im2 * second_im;
        to_im[q + 2 * stride] = re2 * second_im + im2 * second_re;
        const float third_re = gap02_re - gap13_im;
        const float third_im = gap02_im + gap13_re;
        to_re[q + 3 * stride] = re3 * third_re - im3 * third_im;
        to_im[q + 3 * stride] = re3 * third_im + im3 * third_re;
      }
    }
    std::swap(re_, next_re_);
    std::swap(im_, next_im_);
  }
}

}  // namespace sounddesk
