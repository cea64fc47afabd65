#include "denoise/gtcrn.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <stdexcept>

#include "denoise/gtcrn_kernel.hpp"
#include "dsp/levels.hpp"
#include "rt/denormals.hpp"

namespace sounddesk {
namespace {

static_assert(Gtcrn::block_samples == gtcrn::block);

/** Bristow-Johnson's second-order Butterworth filters, at 48 kHz. */
Biquad butterworth(double hz, bool is_high_pass) {
  const double angle = 2.0 * std::numbers::pi * hz / model_rate_hz;
  const double alpha = std::sin(angle) / std::numbers::sqrt2;
  const double a0 = 1.0 + alpha;
  const double side = (is_high_pass ? 1.0 + std::cos(angle) : 1.0 - std::cos(angle)) / 2.0 / a0;
  return Biquad({side, is_high_pass ? -2.0 * side : 2.0 * side, side, -2.0 * std::cos(angle) / a0, (1.0 - alpha) / a0});
}

std::array<Biquad, 4> speech_bands() {
  const Biquad high_pass = butterworth(200.0, true);
  const Biquad low_pass = butterworth(4000.0, false);
  return {high_pass, low_pass, high_pass, low_pass};
}

constexpr float largest_sample = 1024.0F * model_full_scale;

}  // namespace

Gtcrn::Gtcrn(std::size_t delay_samples, std::size_t turn)
    : delay_samples_(delay_samples),
      turn_(static_cast<unsigned>(turn)),
      voice_(make_zeroed(gtcrn::best_kernel().voice_bytes)),
      scratch_(make_zeroed(gtcrn::best_kernel().scratch_bytes)),
      ready_(delay_samples + block_samples, 0.0F),
      dry_(delay_samples + frame_samples, 0.0F),
      speech_band_(speech_bands()) {
  if (delay_samples < least_delay_samples) throw std::invalid_argument("GTCRN cannot be so early");
  gtcrn::best_kernel().begin(voice_.get(), turn_);
  ready_count_ = delay_samples_ - block_delay_samples;
}

void Gtcrn::reset() noexcept {
  if (is_new_) return;
  is_new_ = true;
  gtcrn::best_kernel().begin(voice_.get(), turn_);
  waiting_count_ = 0;
  std::fill(ready_.begin(), ready_.end(), 0.0F);
  ready_count_ = delay_samples_ - block_delay_samples;
  std::fill(dry_.begin(), dry_.end(), 0.0F);
  for (Biquad &filter : speech_band_) filter.reset();
}

float Gtcrn::process(float *frame) noexcept {
  is_new_ = false;
  float *newest = dry_.data() + delay_samples_;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const float sample = std::isfinite(frame[i]) ? std::clamp(frame[i], -largest_sample, largest_sample) : 0.0F;
    newest[i] = sample * (1.0F / model_full_scale);
  }
  std::copy_n(newest, frame_samples, waiting_.data() + waiting_count_);
  waiting_count_ += frame_samples;
  if (waiting_count_ >= block_samples) run_block();

  const float *wet = ready_.data();
  const float estimate = speech_estimate(dry_.data(), wet);
  for (std::size_t i = 0; i < frame_samples; ++i) frame[i] = wet[i] * model_full_scale;
  ready_count_ -= frame_samples;
  std::memmove(ready_.data(), ready_.data() + frame_samples, ready_count_ * sizeof(float));
  std::memmove(dry_.data(), dry_.data() + frame_samples, delay_samples_ * sizeof(float));
  return estimate;
}

void Gtcrn::run_block() noexcept {
  float *block = ready_.data() + ready_count_;
  std::copy_n(waiting_.data(), block_samples, block);
  {
    // As in the page, which has no other way.
    const DenormalScope denormals(DenormalScope::Mode::keep);
    gtcrn::best_kernel().run(voice_.get(), scratch_.get(), block);
  }
  ready_count_ += block_samples;
  waiting_count_ -= block_samples;
  std::copy_n(waiting_.data() + block_samples, waiting_count_, waiting_.data());
}

float Gtcrn::speech_estimate(const float *dry, const float *wet) noexcept {
  constexpr double none_below_db = -24.0;
  constexpr double all_from_db = -12.0;
  // Beneath the hum of any converter there is nothing to judge by.
  constexpr double least_power = 1e-9;
  double dry_power = 0.0;
  double wet_power = 0.0;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const double of_dry = speech_band_[1].process(speech_band_[0].process(dry[i]));
    const double of_wet = speech_band_[3].process(speech_band_[2].process(wet[i]));
    dry_power += of_dry * of_dry;
    wet_power += of_wet * of_wet;
  }
  if (dry_power < least_power * frame_samples) return 0.0F;
  const double kept_db = power_to_db(wet_power / dry_power);
  return static_cast<float>(std::clamp((kept_db - none_below_db) / (all_from_db - none_below_db), 0.0, 1.0));
}

const char *gtcrn_path() noexcept { return gtcrn::best_kernel().path; }

}  // namespace sounddesk
