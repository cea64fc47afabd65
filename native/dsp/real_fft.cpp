#include "dsp/real_fft.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace sounddesk {
namespace {

// Arguments that are known to be apart let these loops become vectors.

/** `stride` butterflies with the same twiddle: four points each, `apart` from each other; given `stride` apart. */
template <std::size_t stride>
void butterflies(std::size_t apart, float re1, float im1, const float *__restrict from_re,
                 const float *__restrict from_im, float *__restrict to_re, float *__restrict to_im) noexcept {
  const float re2 = re1 * re1 - im1 * im1;
  const float im2 = 2.0F * re1 * im1;
  const float re3 = re1 * re2 - im1 * im2;
  const float im3 = re1 * im2 + im1 * re2;
  for (std::size_t q = 0; q < stride; ++q) {
    const float sum02_re = from_re[q] + from_re[q + 2 * apart];
    const float sum02_im = from_im[q] + from_im[q + 2 * apart];
    const float gap02_re = from_re[q] - from_re[q + 2 * apart];
    const float gap02_im = from_im[q] - from_im[q + 2 * apart];
    const float sum13_re = from_re[q + apart] + from_re[q + 3 * apart];
    const float sum13_im = from_im[q + apart] + from_im[q + 3 * apart];
    const float gap13_re = from_re[q + apart] - from_re[q + 3 * apart];
    const float gap13_im = from_im[q + apart] - from_im[q + 3 * apart];
    const float first_re = gap02_re + gap13_im;
    const float first_im = gap02_im - gap13_re;
    const float second_re = sum02_re - sum13_re;
    const float second_im = sum02_im - sum13_im;
    const float third_re = gap02_re - gap13_im;
    const float third_im = gap02_im + gap13_re;
    to_re[q] = sum02_re + sum13_re;
    to_im[q] = sum02_im + sum13_im;
    to_re[q + stride] = re1 * first_re - im1 * first_im;
    to_im[q + stride] = re1 * first_im + im1 * first_re;
    to_re[q + 2 * stride] = re2 * second_re - im2 * second_im;
    to_im[q + 2 * stride] = re2 * second_im + im2 * second_re;
    to_re[q + 3 * stride] = re3 * third_re - im3 * third_im;
    to_im[q + 3 * stride] = re3 * third_im + im3 * third_re;
  }
}

/** The spectra of even and odd samples, and from them that of all; without the first and the last bin. */
void take_apart(std::size_t half, const float *__restrict turn_re, const float *__restrict turn_im,
                const float *__restrict from_re, const float *__restrict from_im, float *__restrict to_re,
                float *__restrict to_im) noexcept {
  for (std::size_t k = 1; k < half; ++k) {
    const float even_re = 0.5F * (from_re[k] + from_re[half - k]);
    const float even_im = 0.5F * (from_im[k] - from_im[half - k]);
    const float odd_re = 0.5F * (from_im[k] + from_im[half - k]);
    const float odd_im = 0.5F * (from_re[half - k] - from_re[k]);
    to_re[k] = even_re + turn_re[k] * odd_re - turn_im[k] * odd_im;
    to_im[k] = even_im + turn_re[k] * odd_im + turn_im[k] * odd_re;
  }
}

/** The same backwards, with real and imaginary parts swapped. */
void put_together(std::size_t half, float scale, const float *__restrict turn_re, const float *__restrict turn_im,
                  const float *__restrict from_re, const float *__restrict from_im, float *__restrict to_re,
                  float *__restrict to_im) noexcept {
  for (std::size_t k = 1; k < half; ++k) {
    const float even_re = scale * (from_re[k] + from_re[half - k]);
    const float even_im = scale * (from_im[k] - from_im[half - k]);
    const float gap_re = scale * (from_re[k] - from_re[half - k]);
    const float gap_im = scale * (from_im[k] + from_im[half - k]);
    const float odd_re = turn_re[k] * gap_re + turn_im[k] * gap_im;
    const float odd_im = turn_re[k] * gap_im - turn_im[k] * gap_re;
    to_im[k] = even_re - odd_im;
    to_re[k] = even_im + odd_re;
  }
}

}  // namespace

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
  take_apart(half_, turn_re_.data(), turn_im_.data(), re_.data(), im_.data(), re, im);
}

/** The same backwards; swapping real and imaginary parts makes the transform its own inverse. */
void RealFft::inverse(const float *re, const float *im, float *samples) noexcept {
  const float scale = 0.5F / static_cast<float>(half_);
  im_[0] = scale * (re[0] + re[half_]);
  re_[0] = scale * (re[0] - re[half_]);
  put_together(half_, scale, turn_re_.data(), turn_im_.data(), re, im, re_.data(), im_.data());
  transform();
  for (std::size_t i = 0; i < half_; ++i) {
    samples[2 * i] = im_[i];
    samples[2 * i + 1] = re_[i];
  }
}

/** In re_ and im_, by stages of four points each. */
void RealFft::transform() noexcept {
  stage<1>();
}

template <std::size_t stride>
void RealFft::stage() noexcept {
  if (stride == half_) return;
  const std::size_t quarter = half_ / 4;
  for (std::size_t p = 0; p < quarter / stride; ++p) {
    // Of half_ / stride points a twiddle is every (2 · stride)-th of the table's.
    butterflies<stride>(quarter, turn_re_[2 * stride * p], turn_im_[2 * stride * p], re_.data() + stride * p,
                        im_.data() + stride * p, next_re_.data() + 4 * stride * p, next_im_.data() + 4 * stride * p);
  }
  std::swap(re_, next_re_);
  std::swap(im_, next_im_);
  if constexpr (stride < largest_half) stage<4 * stride>();
}

}  // namespace sounddesk
