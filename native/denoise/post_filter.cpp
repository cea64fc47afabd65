#include "denoise/post_filter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "rt/compiler.hpp"

namespace sounddesk {
namespace {

constexpr float unknown = std::numeric_limits<float>::max();
/** A noise is known after half a second of it and followed as fast. */
constexpr int windows_averaged = 50;
/** The quietest of a second, smoothed over 50 ms, lies no further below the mean of a noise. */
constexpr float mean_over_quietest = 5.0F;
constexpr float share_of_new = 0.2F;
/** Far below 24 bits; keeps divisions finite. */
constexpr float least_power = 1e-14F;

/** From the model's spectrum to what it lacks. (Arguments that are known to be apart let the loop become vectors.) */
SD_VECTOR_CLONES void correct_bins(std::size_t count, const float *__restrict dry_re, const float *__restrict dry_im,
                  const float *__restrict power, const float *__restrict known_noise, const float *__restrict quietest_now,
                  const float *__restrict quietest_before, float *__restrict wet_re, float *__restrict wet_im) noexcept {
  for (std::size_t k = 0; k < count; ++k) {
    const float quietest = std::min(quietest_now[k], quietest_before[k]);
    const float noise = std::min(known_noise[k], mean_over_quietest * quietest) + least_power;
    const float guess = wet_re[k] * wet_re[k] + wet_im[k] * wet_im[k];
    const float gain = guess / (guess + noise);
    const float bound = (std::sqrt(guess) + std::sqrt(noise)) / std::sqrt(power[k] + least_power);
    const float kept = std::min(gain, bound);
    wet_re[k] = kept * dry_re[k] - wet_re[k];
    wet_im[k] = kept * dry_im[k] - wet_im[k];
  }
}

}  // namespace

PostFilter::PostFilter()
    : fft_(transform_samples),
      shape_(window_samples),
      buffer_(transform_samples),
      dry_re_(bins),
      dry_im_(bins),
      wet_re_(bins),
      wet_im_(bins),
      power_(bins),
      noise_(bins),
      smooth_power_(bins),
      past_minimum_(bins, unknown) {
  // The root of a Hann window, before and after; four of them overlap to 2.
  for (std::size_t i = 0; i < window_samples; ++i) {
    shape_[i] = static_cast<float>(std::sin(std::numbers::pi * static_cast<double>(i) / window_samples));
  }
  for (Spectrum &minimum : block_minimum_) minimum.assign(bins, unknown);
}

void PostFilter::process(const Window &dry, const Window &wet, bool is_steady_noise, float *out) noexcept {
  if (is_steady_noise || windows_learnt_ > 0) {
    transform(dry, dry_re_, dry_im_);
    for (std::size_t k = 0; k < bins; ++k) power_[k] = dry_re_[k] * dry_re_[k] + dry_im_[k] * dry_im_[k];
    if (is_steady_noise) learn();
    follow_quietest();
    if (!is_steady_noise) {
      transform(wet, wet_re_, wet_im_);
      correct();
    }
  }
  for (std::size_t i = 0; i < frame_samples; ++i) out[i] = wet.front()[i] + correction_[i];
  std::copy(correction_.begin() + frame_samples, correction_.end(), correction_.begin());
  std::fill(correction_.end() - frame_samples, correction_.end(), 0.0F);
}

void PostFilter::transform(const Window &frames, Spectrum &re, Spectrum &im) noexcept {
  for (std::size_t frame = 0; frame < window_frames; ++frame) {
    const float *shape = shape_.data() + frame * frame_samples;
    float *to = buffer_.data() + frame * frame_samples;
    for (std::size_t i = 0; i < frame_samples; ++i) to[i] = shape[i] * frames[frame][i];
  }
  std::fill(buffer_.begin() + window_samples, buffer_.end(), 0.0F);
  fft_.forward(buffer_.data(), re.data(), im.data());
}

void PostFilter::learn() noexcept {
  windows_learnt_ = std::min(windows_learnt_ + 1, windows_averaged);
  const float share = 1.0F / static_cast<float>(windows_learnt_);
  for (std::size_t k = 0; k < bins; ++k) noise_[k] += share * (power_[k] - noise_[k]);
}

/** Least smoothed power of the last second (R. Martin's minimum statistics, with a bound in place of a bias). */
void PostFilter::follow_quietest() noexcept {
  const float share = std::exchange(has_smooth_power_, true) ? share_of_new : 1.0F;
  Spectrum &minimum = block_minimum_[block_];
  for (std::size_t k = 0; k < bins; ++k) {
    smooth_power_[k] += share * (power_[k] - smooth_power_[k]);
    minimum[k] = std::min(minimum[k], smooth_power_[k]);
  }
  if (++frames_in_block_ < minimum_block_frames) return;
  frames_in_block_ = 0;
  block_ = (block_ + 1) % minimum_blocks;
  block_minimum_[block_].assign(bins, unknown);
  past_minimum_ = block_minimum_.front();
  for (const Spectrum &block : block_minimum_) {
    for (std::size_t k = 0; k < bins; ++k) past_minimum_[k] = std::min(past_minimum_[k], block[k]);
  }
}

/** Adds what this window differs from the model's by to `correction_`. */
void PostFilter::correct() noexcept {
  correct_bins(bins, dry_re_.data(), dry_im_.data(), power_.data(), noise_.data(), block_minimum_[block_].data(),
               past_minimum_.data(), wet_re_.data(), wet_im_.data());
  fft_.inverse(wet_re_.data(), wet_im_.data(), buffer_.data());
  for (std::size_t i = 0; i < window_samples; ++i) correction_[i] += 0.5F * shape_[i] * buffer_[i];
}

}  // namespace sounddesk
