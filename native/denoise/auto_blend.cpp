#include "denoise/auto_blend.hpp"

#include <algorithm>
#include <cmath>

#include "rt/denormals.hpp"

namespace sounddesk {
namespace {

/** So often shares are judged: 1.25 ms. */
constexpr std::size_t step_samples = 60;
/** A click is taken away from the beginning of its step on, within this. */
constexpr std::size_t attack_samples = 12;
/** -90 dBFS: beneath it nothing is compared. */
constexpr double least_power = 1e-9;
constexpr double least_of_step = least_power * step_samples;
constexpr float speech_from = 0.5F;

/** 0 up to `from`, 1 from `to` on. */
double ramp(double x, double from, double to) noexcept { return std::min(1.0, std::max(0.0, (x - from) / (to - from))); }

double square_sum(const float *samples, std::size_t count) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += static_cast<double>(samples[i]) * static_cast<double>(samples[i]);
  return sum;
}

double voice_power(const float *low, const float *middle) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const double sample = static_cast<double>(low[i]) + static_cast<double>(middle[i]);
    sum += sample * sample;
  }
  return sum / static_cast<double>(frame_samples);
}

/** How much of a step's power GTCRN left of what RNNoise did. */
double ratio_of(const float *strong, const float *rnnoise) noexcept {
  return (square_sum(strong, step_samples) + least_of_step) / (square_sum(rnnoise, step_samples) + least_of_step);
}

/** How surely GTCRN has left speech, by sums of squares of the band of voices: none at -24 dB, all from -12 dB on. */
double kept_of(double strong, double dry) noexcept {
  constexpr double none_from = 0.063;
  constexpr double all_from = 0.25;
  if (dry < least_power * static_cast<double>(frame_samples)) return 0.0;
  return ramp(std::sqrt(strong / dry), none_from, all_from);
}

}  // namespace

float AutoBlend::process(const float *dry, const float *rnnoise, float *strong, float speech_probability) noexcept {
  // A page has no other arithmetic.
  const DenormalScope denormals(DenormalScope::Mode::keep);
  rnnoise_.process(rnnoise);
  strong_.process(strong);
  rnnoise_level_.hear(voice_power(rnnoise_.low.data(), rnnoise_.middle.data()));
  strong_level_.hear(voice_power(strong_.low.data(), strong_.middle.data()));
  dry_level_.hear(square_sum(dry, frame_samples) / static_cast<double>(frame_samples));
  Samples taken;
  for (std::size_t i = 0; i < frame_samples; ++i) taken[i] = dry[i] - rnnoise[i];
  taken_.hear(taken_voice_.power(taken.data()) / static_cast<double>(frame_samples));
  if (speech_probability > speech_from) {
    rnnoise_level_.follow();
    strong_level_.follow();
    dry_level_.follow();
  }
  const Judgement judgement = judge();
  const double kept = kept_of(strong_voice_.power(strong), dry_voice_.power(dry));
  const double speech = std::max(static_cast<double>(speech_probability), judgement.trust * (1.0 - judgement.babble) * kept);
  for (std::size_t at = 0; at < frame_samples; at += step_samples) {
    blend(dry, strong, at, next_shares(judgement, at), judgement.strong_gain);
  }
  return static_cast<float>(speech);
}

/** By what the voice lost in the last second. */
AutoBlend::Judgement AutoBlend::judge() const noexcept {
  constexpr double most_gain = 1.4;
  const double kept = strong_level_.speech() / rnnoise_level_.speech();
  // In steady noise GTCRN takes away as much of RNNoise's sound as RNNoise does of the input's, or less; among voices far more.
  const double taken = dry_level_.speech() / rnnoise_level_.speech();
  // Of voices it leaves something, and of music RNNoise takes nothing: where neither is so, RNNoise took noise for speech.
  const double noise = (1.0 - ramp(kept, 0.02, 0.06)) * ramp(taken, 1.1, 1.3);
  // Noise that holds still is no babble, however little of it GTCRN leaves.
  const double moving = 1.0 - ramp(taken_.value(), 0.84, 0.9);
  const double babble = std::max(1.0 - ramp(kept, 0.5, 0.8), 1.0 - ramp(kept * taken, 0.55, 0.8)) * moving * (1.0 - noise);
  const double share = std::max(noise, std::min(1.0, std::max(0.15 * ramp(kept, 0.06, 0.2), 1.4 * kept - 0.2)));
  return {std::max(noise, ramp(kept, 0.4, 0.7)), babble, share * (1.0 - babble),
          std::min(most_gain, std::max(1.0, std::sqrt(1.0 / kept))), babble * (0.1 + 0.6 * ramp(taken, 1.3, 2.2))};
}

/** By what each model makes of this step. */
AutoBlend::Shares AutoBlend::next_shares(const Judgement &judgement, std::size_t at) noexcept {
  const auto &[trust, babble, strong_share, strong_gain, dry_share] = judgement;
  const auto follow = [&](double share, double ratio) {
    const double wanted = strong_share + (1.0 - strong_share) * trust * (1.0 - ramp(ratio, 0.25, 0.6));
    return wanted > share ? wanted : share + 0.25 * (wanted - share);
  };
  const double low = ratio_of(strong_.low.data() + at, rnnoise_.low.data() + at);
  const double middle = ratio_of(strong_.middle.data() + at, rnnoise_.middle.data() + at);
  // A voice's S has as much up to 8 kHz, where GTCRN ends, as above it; a click, which comes of a sudden, has none left there.
  const double treble_power = square_sum(rnnoise_.treble.data() + at, step_samples);
  const double sudden = ramp(treble_power / (treble_level_ + least_of_step), 1.0, 2.0);
  treble_level_ += 0.002 * (treble_power - treble_level_);
  const double top = std::max(1.5 * ratio_of(strong_.treble.data() + at, rnnoise_.treble.data() + at), 1.0 - sudden);
  const double treble = 1.0 - trust * (1.0 - ramp(std::min(middle, top), 0.3, 0.7));
  return {follow(shares_.low, low), follow(shares_.middle, middle),
          treble < shares_.treble ? treble : shares_.treble + 0.2 * (treble - shares_.treble),
          shares_.dry + 0.05 * (dry_share - shares_.dry)};
}

void AutoBlend::blend(const float *dry, float *out, std::size_t at, const Shares &next, double strong_gain) noexcept {
  const Shares before = shares_;
  for (std::size_t i = 0; i < step_samples; ++i) {
    const double progress = static_cast<double>(i + 1) / static_cast<double>(step_samples);
    const double attack = std::min(1.0, static_cast<double>(i + 1) / static_cast<double>(attack_samples));
    const double low = before.low + (next.low > before.low ? attack : progress) * (next.low - before.low);
    const double middle = before.middle + (next.middle > before.middle ? attack : progress) * (next.middle - before.middle);
    const double treble = before.treble + (next.treble < before.treble ? attack : progress) * (next.treble - before.treble);
    const double dry_share = before.dry + progress * (next.dry - before.dry);
    const std::size_t n = at + i;
    const double low_sound = rnnoise_.low[n] + low * (strong_gain * strong_.low[n] - rnnoise_.low[n]);
    const double middle_sound = rnnoise_.middle[n] + middle * (strong_gain * strong_.middle[n] - rnnoise_.middle[n]);
    const double treble_sound = strong_.treble[n] + treble * (static_cast<double>(rnnoise_.treble[n]) - strong_.treble[n]);
    const double sound = low_sound + middle_sound + treble_sound;
    out[n] = static_cast<float>(sound + dry_share * (dry[n] - sound));
  }
  shares_ = next;
}

void AutoBlend::Split::process(const float *samples) noexcept {
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const float below = top_second_.process(top_first_.process(samples[i]));
    low[i] = edge_.process(below);
    middle[i] = below - low[i];
    treble[i] = samples[i] - below;
  }
}

double AutoBlend::VoiceBand::power(const float *samples) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const double sample = to_.process(from_.process(samples[i]));
    sum += sample * sample;
  }
  return sum;
}

void AutoBlend::Level::hear(double power) noexcept {
  recent_[oldest_] = power;
  oldest_ = (oldest_ + 1) % recent_.size();
}

void AutoBlend::Level::follow() noexcept {
  std::array<double, 5> sorted = recent_;
  std::sort(sorted.begin(), sorted.end());
  constexpr double share_of_new = 0.02;
  speech_ += share_of_new * (sorted[2] - speech_);
}

void AutoBlend::Steadiness::hear(double power) noexcept {
  constexpr double share_of_new = 0.005;
  const double mean = 0.5 * (power + before_);
  before_ = power;
  heard_ += share_of_new * (1.0 - heard_);
  roots_ += share_of_new * (std::sqrt(mean) - roots_);
  powers_ += share_of_new * (mean - powers_);
}

}  // namespace sounddesk
