#include "dsp/real_fft.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "rt/compiler.hpp"

namespace sounddesk {
namespace {

// Arguments that are known to be apart let these loops become vectors.

struct Point {
  float re;
  float im;
};

/** What becomes of four points, a quarter apart. */
struct Butterfly {
  Point first;
  Point second;
  Point third;
  Point fourth;
};

SD_ALWAYS_INLINE Point times(float re, float im, float by_re, float by_im) noexcept {
  return {by_re * re - by_im * im, by_re * im + by_im * re};
}

SD_ALWAYS_INLINE Butterfly butterfly(Point turn, Point a, Point b, Point c, Point d) noexcept {
  const float re2 = turn.re * turn.re - turn.im * turn.im;
  const float im2 = 2.0F * turn.re * turn.im;
  const float re3 = turn.re * re2 - turn.im * im2;
  const float im3 = turn.re * im2 + turn.im * re2;
  const Point sum_ac = {a.re + c.re, a.im + c.im};
  const Point gap_ac = {a.re - c.re, a.im - c.im};
  const Point sum_bd = {b.re + d.re, b.im + d.im};
  const Point gap_bd = {b.re - d.re, b.im - d.im};
  return {{sum_ac.re + sum_bd.re, sum_ac.im + sum_bd.im},
          times(gap_ac.re + gap_bd.im, gap_ac.im - gap_bd.re, turn.re, turn.im),
          times(sum_ac.re - sum_bd.re, sum_ac.im - sum_bd.im, re2, im2),
          times(gap_ac.re - gap_bd.im, gap_ac.im + gap_bd.re, re3, im3)};
}

/** `stride` butterflies with the same twiddle: four points each, `apart` from each other; given `stride` apart. */
template <std::size_t stride>
SD_ALWAYS_INLINE void butterflies(std::size_t apart, Point turn, const float *__restrict from_re,
                                  const float *__restrict from_im, float *__restrict to_re, float *__restrict to_im) noexcept {
  for (std::size_t q = 0; q < stride; ++q) {
    const auto [first, second, third, fourth] =
        butterfly(turn, {from_re[q], from_im[q]}, {from_re[q + apart], from_im[q + apart]},
                  {from_re[q + 2 * apart], from_im[q + 2 * apart]}, {from_re[q + 3 * apart], from_im[q + 3 * apart]});
    to_re[q] = first.re;
    to_im[q] = first.im;
    to_re[q + stride] = second.re;
    to_im[q + stride] = second.im;
    to_re[q + 2 * stride] = third.re;
    to_im[q + 2 * stride] = third.im;
    to_re[q + 3 * stride] = fourth.re;
    to_im[q + 3 * stride] = fourth.im;
  }
}

/** All `count` of the first stage: each has a twiddle of its own, every second of the table's. */
SD_ALWAYS_INLINE void first_butterflies(std::size_t count, const float *__restrict turn_re, const float *__restrict turn_im,
                       const float *__restrict from_re, const float *__restrict from_im, float *__restrict to_re,
                       float *__restrict to_im) noexcept {
  for (std::size_t p = 0; p < count; ++p) {
    const auto [first, second, third, fourth] =
        butterfly({turn_re[2 * p], turn_im[2 * p]}, {from_re[p], from_im[p]}, {from_re[p + count], from_im[p + count]},
                  {from_re[p + 2 * count], from_im[p + 2 * count]}, {from_re[p + 3 * count], from_im[p + 3 * count]});
    to_re[4 * p] = first.re;
    to_re[4 * p + 1] = second.re;
    to_re[4 * p + 2] = third.re;
    to_re[4 * p + 3] = fourth.re;
    to_im[4 * p] = first.im;
    to_im[4 * p + 1] = second.im;
    to_im[4 * p + 2] = third.im;
    to_im[4 * p + 3] = fourth.im;
  }
}

/** The spectra of even and odd samples, and from them that of all; without the first and the last bin. */
SD_VECTOR_CLONES void take_apart(std::size_t half, const float *__restrict turn_re, const float *__restrict turn_im,
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
SD_VECTOR_CLONES void put_together(std::size_t half, float scale, const float *__restrict turn_re, const float *__restrict turn_im,
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

/** Where the points of a transform lie. */
struct Points {
  float *re;
  float *im;
};

constexpr std::size_t largest_half = 4096;

/** This stage and those behind it; says whether the result lies in the second place. The strides are constants, or the
 *  compiler could make no vectors. */
template <std::size_t stride>
SD_ALWAYS_INLINE bool run_stages_from(std::size_t half, const float *turn_re, const float *turn_im, Points from, Points to) noexcept {
  if (stride == half) return false;
  const std::size_t quarter = half / 4;
  if constexpr (stride == 1) {
    first_butterflies(quarter, turn_re, turn_im, from.re, from.im, to.re, to.im);
  } else {
    for (std::size_t p = 0; p < quarter / stride; ++p) {
      // Of half / stride points a twiddle is every (2 · stride)-th of the table's.
      butterflies<stride>(quarter, {turn_re[2 * stride * p], turn_im[2 * stride * p]}, from.re + stride * p,
                          from.im + stride * p, to.re + 4 * stride * p, to.im + 4 * stride * p);
    }
  }
  if constexpr (stride < largest_half) return !run_stages_from<4 * stride>(half, turn_re, turn_im, to, from);
  return true;
}

SD_VECTOR_CLONES bool run_stages(std::size_t half, const float *turn_re, const float *turn_im, Points from, Points to) noexcept {
  return run_stages_from<1>(half, turn_re, turn_im, from, to);
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
  const bool is_in_next = run_stages(half_, turn_re_.data(), turn_im_.data(), {re_.data(), im_.data()},
                                     {next_re_.data(), next_im_.data()});
  if (!is_in_next) return;
  std::swap(re_, next_re_);
  std::swap(im_, next_im_);
}

}  // namespace sounddesk
