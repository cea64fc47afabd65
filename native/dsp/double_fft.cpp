#include "dsp/double_fft.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace sounddesk {

DoubleFft::DoubleFft(std::size_t length) : half_(length / 2), re_(half_), im_(half_), cos_(half_), sin_(half_) {
  for (std::size_t k = 0; k < half_; ++k) {
    const double angle = (2.0 * std::numbers::pi * static_cast<double>(k)) / static_cast<double>(length);
    cos_[k] = std::cos(angle);
    sin_[k] = std::sin(angle);
  }
}

void DoubleFft::forward(const double *samples, double *to_re, double *to_im) noexcept {
  for (std::size_t i = 0; i < half_; ++i) {
    re_[i] = samples[2 * i];
    im_[i] = samples[2 * i + 1];
  }
  transform();
  for (std::size_t k = 0; k <= half_; ++k) {
    const std::size_t a = k % half_;
    const std::size_t b = (half_ - k) % half_;
    const double even_re = (re_[a] + re_[b]) / 2.0;
    const double even_im = (im_[a] - im_[b]) / 2.0;
    const double odd_re = (im_[a] + im_[b]) / 2.0;
    const double odd_im = (re_[b] - re_[a]) / 2.0;
    const double cos = k == half_ ? -1.0 : cos_[k];
    const double sin = k == half_ ? 0.0 : sin_[k];
    to_re[k] = even_re + cos * odd_re + sin * odd_im;
    to_im[k] = even_im + cos * odd_im - sin * odd_re;
  }
}

void DoubleFft::inverse(const double *re, const double *im, double *to) noexcept {
  for (std::size_t k = 0; k < half_; ++k) {
    const std::size_t b = half_ - k;
    // In real sound the first and the last bin have no imaginary part.
    const double own_im = k == 0 ? 0.0 : im[k];
    const double other_im = k == 0 ? 0.0 : -im[b];
    const double even_re = (re[k] + re[b]) / 2.0;
    const double even_im = (own_im + other_im) / 2.0;
    const double difference_re = (re[k] - re[b]) / 2.0;
    const double difference_im = (own_im - other_im) / 2.0;
    const double odd_re = difference_re * cos_[k] - difference_im * sin_[k];
    const double odd_im = difference_re * sin_[k] + difference_im * cos_[k];
    // Backwards is forwards with both parts changed over.
    re_[k] = even_im + odd_re;
    im_[k] = even_re - odd_im;
  }
  transform();
  for (std::size_t i = 0; i < half_; ++i) {
    to[2 * i] = im_[i] / static_cast<double>(half_);
    to[2 * i + 1] = re_[i] / static_cast<double>(half_);
  }
}

void DoubleFft::transform() noexcept {
  reverse_bits();
  for (std::size_t size = 2; size <= half_; size *= 2) {
    // The table is of twice this transform's length.
    const std::size_t stride = 2 * half_ / size;
    for (std::size_t start = 0; start < half_; start += size) {
      for (std::size_t k = 0; k < size / 2; ++k) {
        const std::size_t a = start + k;
        const std::size_t b = a + size / 2;
        const double cos = cos_[k * stride];
        const double sin = sin_[k * stride];
        const double turned_re = re_[b] * cos + im_[b] * sin;
        const double turned_im = im_[b] * cos - re_[b] * sin;
        re_[b] = re_[a] - turned_re;
        im_[b] = im_[a] - turned_im;
        re_[a] += turned_re;
        im_[a] += turned_im;
      }
    }
  }
}

void DoubleFft::reverse_bits() noexcept {
  for (std::size_t i = 1, j = 0; i < half_; ++i) {
    std::size_t bit = half_ >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    std::swap(re_[i], re_[j]);
    std::swap(im_[i], im_[j]);
  }
}

}  // namespace sounddesk
