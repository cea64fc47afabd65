#include "denoise/studio_fft.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk::studio {
namespace {

struct Turns {
  std::array<float, Fft::size> re;
  std::array<float, Fft::size> im;
};

/** exp(-2πik / size). */
Turns make_turns() {
  Turns turns{};
  for (std::size_t k = 0; k < Fft::size; ++k) {
    const double angle = -2.0 * std::numbers::pi * static_cast<double>(k) / Fft::size;
    turns.re[k] = static_cast<float>(std::cos(angle));
    turns.im[k] = static_cast<float>(std::sin(angle));
  }
  return turns;
}

const Turns turns = make_turns();

}  // namespace

/**
 * Stockham's form: `stride` interleaved transforms of `half / stride` points each become `stride * radix` of a `radix`th.
 * Point p of one is made of p, p + apart, …; output q of its group is turned by exp(-2πi p q / length).
 */
template <std::size_t radix>
void Fft::stage(std::size_t stride) noexcept {
  const std::size_t length = half / stride;
  const std::size_t apart = length / radix;
  for (std::size_t p = 0; p < apart; ++p) {
    for (std::size_t q = 0; q < radix; ++q) {
      // The turn of each of the inputs: of the small transform, and of the output.
      std::array<float, radix> turn_re;
      std::array<float, radix> turn_im;
      for (std::size_t r = 0; r < radix; ++r) {
        const std::size_t at = (q * (r * apart + p) * (size / length)) % size;
        turn_re[r] = turns.re[at];
        turn_im[r] = turns.im[at];
      }
      const float *from_re = re_.data() + stride * p;
      const float *from_im = im_.data() + stride * p;
      float *to_re = next_re_.data() + stride * (radix * p + q);
      float *to_im = next_im_.data() + stride * (radix * p + q);
      for (std::size_t s = 0; s < stride; ++s) {
        float sum_re = 0.0F;
        float sum_im = 0.0F;
        for (std::size_t r = 0; r < radix; ++r) {
          const float x_re = from_re[s + r * apart * stride];
          const float x_im = from_im[s + r * apart * stride];
          sum_re += x_re * turn_re[r] - x_im * turn_im[r];
          sum_im += x_re * turn_im[r] + x_im * turn_re[r];
        }
        to_re[s] = sum_re;
        to_im[s] = sum_im;
      }
    }
  }
  re_.swap(next_re_);
  im_.swap(next_im_);
}

void Fft::transform() noexcept {
  stage<4>(1);
  stage<4>(4);
  stage<2>(16);
  stage<3>(32);
  stage<5>(96);
}

/** Even and odd samples are the two parts of one complex sound; their spectra are taken apart afterwards. */
void Fft::forward(const float *samples, float *re, float *im) noexcept {
  for (std::size_t i = 0; i < half; ++i) {
    re_[i] = samples[2 * i];
    im_[i] = samples[2 * i + 1];
  }
  transform();
  for (std::size_t k = 0; k <= half; ++k) {
    const std::size_t here = k % half;
    const std::size_t there = (half - k) % half;
    const float even_re = 0.5F * (re_[here] + re_[there]);
    const float even_im = 0.5F * (im_[here] - im_[there]);
    const float odd_re = 0.5F * (im_[here] + im_[there]);
    const float odd_im = 0.5F * (re_[there] - re_[here]);
    re[k] = even_re + turns.re[k] * odd_re - turns.im[k] * odd_im;
    im[k] = even_im + turns.re[k] * odd_im + turns.im[k] * odd_re;
  }
}

/** The same backwards, with real and imaginary parts swapped. */
void Fft::inverse(const float *re, const float *im, float *samples) noexcept {
  for (std::size_t k = 0; k < half; ++k) {
    const std::size_t there = half - k;
    const float im_here = k == 0 ? 0.0F : im[k];
    const float im_there = k == 0 ? 0.0F : im[there];
    const float even_re = re[k] + re[there];
    const float even_im = im_here - im_there;
    const float gap_re = re[k] - re[there];
    const float gap_im = im_here + im_there;
    const float odd_re = turns.re[k] * gap_re + turns.im[k] * gap_im;
    const float odd_im = turns.re[k] * gap_im - turns.im[k] * gap_re;
    im_[k] = even_re - odd_im;
    re_[k] = even_im + odd_re;
  }
  transform();
  for (std::size_t i = 0; i < half; ++i) {
    samples[2 * i] = im_[i];
    samples[2 * i + 1] = re_[i];
  }
}

}  // namespace sounddesk::studio
