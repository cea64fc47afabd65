#include "denoise/band_filter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sounddesk {
namespace {

/** Twice as many at 96 kHz: the same time. */
constexpr std::size_t taps_up_to_48_khz = 128;
/** A word's onset waits for it. Half as long gains 0.1 dB more, and may be heard as a step. */
constexpr double fade_sec = 0.005;
/** As many outputs at once as a processor has room for in its registers. */
constexpr std::size_t block = 16;
constexpr std::size_t lanes = 8;

/**
 * Of a band's share of the logarithmic curve the mean of share × cos(tap × angle) over the circle. The share is all at the
 * band's own frequency, none from its neighbours' on and straight between, so that each slope's integral is its ends' cosine.
 */
double mean_with_cosine(std::size_t band, std::size_t tap, double rate_hz) {
  const auto angle_of = [rate_hz](std::size_t i) { return 2.0 * std::numbers::pi * static_cast<double>(noise_band_hz[i]) / rate_hz; };
  const auto n = static_cast<double>(tap);
  const double own = angle_of(band);
  double integral = 0.0;
  if (band > 0) {
    const double from = angle_of(band - 1);
    integral += tap == 0 ? (own - from) / 2.0 : (std::cos(n * own) - std::cos(n * from)) / (n * n * (own - from));
  }
  if (band + 1 < noise_bands) {
    const double to = angle_of(band + 1);
    integral += tap == 0 ? (to - own) / 2.0 : (std::cos(n * own) - std::cos(n * to)) / (n * n * (to - own));
  } else if (tap == 0) {
    // Up to half the rate it stays, which only the mean itself knows of.
    integral += std::numbers::pi - own;
  }
  return integral / std::numbers::pi;
}

/** Sum of products, `lanes` sums at a time: one after the other each would wait for the one before. */
float dot(const float *a, const float *b, std::size_t count) noexcept {
  std::array<float, lanes> sums{};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  float rest = 0.0F;
  for (; i < count; ++i) rest += a[i] * b[i];
  return rest + ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

}  // namespace

BandFilterShapes::BandFilterShapes(double rate_hz)
    : taps_(rate_hz > 48000.0 ? 2 * taps_up_to_48_khz : taps_up_to_48_khz),
      fade_frames_(static_cast<std::size_t>(rate_hz * fade_sec)),
      shapes_(noise_bands * taps_),
      window_(taps_, 1.0F) {
  for (std::size_t band = 0; band < noise_bands; ++band) {
    float *shape = shapes_.data() + band * taps_;
    // What lies before the first tap is folded to behind it.
    shape[0] = static_cast<float>(mean_with_cosine(band, 0, rate_hz));
    for (std::size_t tap = 1; tap < taps_; ++tap) {
      shape[tap] = static_cast<float>(2.0 * static_cast<double>(tap) * mean_with_cosine(band, tap, rate_hz));
    }
  }
  for (std::size_t tap = taps_ / 2; tap < taps_; ++tap) {
    const double place = static_cast<double>(tap - taps_ / 2) / static_cast<double>(taps_ - taps_ / 2);
    window_[tap] = static_cast<float>(0.5 + 0.5 * std::cos(std::numbers::pi * place));
  }
}

void BandFilterShapes::taps_for(const float *gains, float *taps) const noexcept {
  std::array<float, 2 * taps_up_to_48_khz> cepstrum{};
  for (std::size_t band = 0; band < noise_bands; ++band) {
    const float level = std::log(gains[band]);
    const float *shape = shapes_.data() + band * taps_;
    for (std::size_t tap = 0; tap < taps_; ++tap) cepstrum[tap] += level * shape[tap];
  }
  const std::size_t last = taps_ - 1;
  taps[last] = std::exp(cepstrum[0]);
  for (std::size_t tap = 1; tap <= last; ++tap) {
    taps[last - tap] = dot(cepstrum.data() + 1, taps + last - tap + 1, tap) / static_cast<float>(tap);
  }
  for (std::size_t tap = 0; tap <= last; ++tap) taps[last - tap] *= window_[tap];
}

BandFilter::BandFilter(const BandFilterShapes &shapes, std::size_t max_frames)
    : shapes_(&shapes),
      history_(shapes.taps() - 1 + max_frames, 0.0F),
      taps_(shapes.taps(), 0.0F),
      taps_before_(shapes.taps(), 0.0F),
      before_(max_frames, 0.0F) {
  reset();
}

void BandFilter::reset() noexcept {
  std::fill(history_.begin(), history_.end(), 0.0F);
  std::fill(taps_.begin(), taps_.end(), 0.0F);
  taps_.back() = 1.0F;
  fade_left_ = 0;
  passes_ = true;
}

void BandFilter::set(const float *gains) noexcept {
  const bool is_neutral = std::all_of(gains, gains + noise_bands, [](float gain) { return gain == 1.0F; });
  if (is_neutral && passes_) return;
  settle_where_it_is();
  std::swap(taps_, taps_before_);
  if (is_neutral) {
    std::fill(taps_.begin(), taps_.end(), 0.0F);
    taps_.back() = 1.0F;
  } else {
    shapes_->taps_for(gains, taps_.data());
  }
  passes_ = is_neutral;
  fade_left_ = shapes_->fade_frames();
}

void BandFilter::settle_where_it_is() noexcept {
  if (fade_left_ == 0) return;
  const float share = static_cast<float>(fade_left_) / static_cast<float>(shapes_->fade_frames());
  for (std::size_t tap = 0; tap < taps_.size(); ++tap) taps_[tap] += share * (taps_before_[tap] - taps_[tap]);
}

void BandFilter::process(float *samples, std::size_t frames) noexcept {
  const std::size_t kept = taps_.size() - 1;
  std::copy_n(samples, frames, history_.data() + kept);
  if (!passes_ || fade_left_ > 0) {
    filter(taps_, samples, frames);
    const std::size_t fading = std::min(frames, fade_left_);
    if (fading > 0) filter(taps_before_, before_.data(), fading);
    for (std::size_t i = 0; i < fading; ++i) {
      const float share = static_cast<float>(fade_left_ - i - 1) / static_cast<float>(shapes_->fade_frames());
      samples[i] += share * (before_[i] - samples[i]);
    }
    fade_left_ -= fading;
  }
  std::copy_n(history_.data() + frames, kept, history_.data());
}

void BandFilter::filter(const std::vector<float> &taps, float *out, std::size_t frames) const noexcept {
  const std::size_t count = taps.size();
  std::size_t from = 0;
  for (; from + block <= frames; from += block) {
    std::array<float, block> sums{};
    for (std::size_t tap = 0; tap < count; ++tap) {
      const float gain = taps[tap];
      const float *in = history_.data() + from + tap;
      for (std::size_t i = 0; i < block; ++i) sums[i] += gain * in[i];
    }
    std::copy(sums.begin(), sums.end(), out + from);
  }
  for (; from < frames; ++from) out[from] = dot(taps.data(), history_.data() + from, count);
}

}  // namespace sounddesk
