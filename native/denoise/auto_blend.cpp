#include "denoise/auto_blend.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

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

double product(const std::array<float, frame_samples> &a, const std::array<float, frame_samples> &b) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < frame_samples; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
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

/** The sum of squares of a frame behind a filter, one filter at a time: of two in one loop GCC 12 leaves out that each gives floats. */
double power_through(Biquad &filter, const float *samples) noexcept {
  std::array<float, frame_samples> filtered;
  for (std::size_t i = 0; i < frame_samples; ++i) filtered[i] = filter.process(samples[i]);
  return square_sum(filtered.data(), frame_samples);
}

/** `share` of the second. */
double mean_of(float first, float second, double share) noexcept {
  return static_cast<double>(first) + share * (static_cast<double>(second) - static_cast<double>(first));
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

/** From its middle on: a low-pass at 7.85 kHz of linear phase (windowed by Blackman), which ends as GTCRN does. As floats, which all libraries agree on. */
using Taps = std::array<double, AutoBlend::ahead_samples + 1>;
Taps low_pass() noexcept {
  constexpr double edge = 2.0 * 7850.0 / model_rate_hz;
  constexpr double end = AutoBlend::ahead_samples + 1;
  Taps taps;
  double sum = 0.0;
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const double x = std::numbers::pi * static_cast<double>(i);
    const double window = 0.42 + 0.5 * std::cos(x / end) + 0.08 * std::cos(2.0 * x / end);
    taps[i] = (i == 0 ? edge : std::sin(edge * x) / x) * window;
    sum += i == 0 ? taps[i] : 2.0 * taps[i];
  }
  for (double &tap : taps) tap = static_cast<double>(static_cast<float>(tap / sum));
  return taps;
}
const Taps taps = low_pass();

}  // namespace

float AutoBlend::process(const float *dry, const float *rnnoise, const float *ahead, float *strong, float speech_probability) noexcept {
  // A page has no other arithmetic.
  const DenormalScope denormals(DenormalScope::Mode::keep);
  rnnoise_.process(rnnoise);
  strong_.process(strong);
  rnnoise_below_.process(rnnoise, ahead);
  rnnoise_edge_.process(rnnoise_below_.sound.data());
  strong_edge_.process(strong);
  rnnoise_level_.hear(voice_power(rnnoise_.low.data(), rnnoise_.middle.data()));
  strong_level_.hear(voice_power(strong_.low.data(), strong_.middle.data()));
  dry_level_.hear(square_sum(dry, frame_samples) / static_cast<double>(frame_samples));
  Samples taken;
  for (std::size_t i = 0; i < frame_samples; ++i) taken[i] = dry[i] - rnnoise[i];
  const Samples taken_voice = taken_voice_.process(taken.data());
  taken_.hear(product(taken_voice, taken_voice) / static_cast<double>(frame_samples));
  const bool is_speech = speech_probability > speech_from;
  if (is_speech) {
    rnnoise_level_.follow();
    strong_level_.follow();
    dry_level_.follow();
  }
  const Samples dry_voice = dry_voice_.process(dry);
  const Samples strong_voice = strong_voice_.process(strong);
  const double dry_power = product(dry_voice, dry_voice);
  const double strong_power = product(strong_voice, strong_voice);
  explained_.hear(dry_power, strong_power, product(dry_voice, strong_voice));
  const Judgement judgement = judge(is_speech);
  const double kept = kept_of(strong_power, dry_power);
  rumble_.take_out(rnnoise_below_.sound.data(), strong, rnnoise_edge_.low, strong_edge_.low);
  for (std::size_t at = 0; at < frame_samples; at += step_samples) blend(strong, at, next_shares(judgement, at));
  voice_gain_.follow(dry_voice, left_voice_.process(strong), is_speech ? 1.0 : kept);
  make_louder(dry, strong, 1.0 + judgement.louder * (voice_gain_.value() - 1.0), judgement.dry_share);
  return static_cast<float>(std::max(static_cast<double>(speech_probability), (1.0 - judgement.babble) * kept));
}

/** By what the voice lost in the last second. */
AutoBlend::Judgement AutoBlend::judge(bool is_speech) noexcept {
  const double kept = strong_level_.speech() / rnnoise_level_.speech();
  // In steady noise GTCRN takes away as much of RNNoise's sound as RNNoise does of the input's, or less; among voices far more.
  const double taken = dry_level_.speech() / rnnoise_level_.speech();
  const double noise = noise_alone_.hear(kept, taken, is_speech);
  // Noise that holds still is no babble, however little of it GTCRN leaves; nor is what GTCRN does not leave with the voice.
  const double moving = (1.0 - ramp(taken_.value(), 0.84, 0.9)) * ramp(explained_.value(), 0.6, 0.75);
  const double babble = std::max(1.0 - ramp(kept, 0.5, 0.8), 1.0 - ramp(kept * taken, 0.55, 0.8)) * moving * (1.0 - noise);
  // Where RNNoise finds little to take, what GTCRN does not leave is the voice.
  constexpr double usual_share = 2.0 / 3.0;
  constexpr double least_share = 0.25;
  const double least = least_share + (usual_share - least_share) * ramp(kept + 0.15 * (taken - 1.0), 0.3, 0.5);
  const double share = ramp(kept, 0.03, 0.15) * (least + (1.0 - least) * ramp(kept, 0.65, 0.95));
  // What RNNoise takes nearly all of is hardly a voice.
  const double louder = (1.0 - noise) * (1.0 - ramp(taken, 5.0, 8.0));
  return {std::max(noise, ramp(kept, 0.4, 0.7)), babble, std::max(noise, share * (1.0 - 0.8 * babble)),
          babble * 0.6 * ramp(taken, 1.3, 2.2), louder};
}

double AutoBlend::NoiseAlone::hear(double kept, double taken, bool is_speech) noexcept {
  constexpr double share_of_new = 0.003;
  const double nothing = 1.0 - ramp(kept, 0.02, 0.06);
  const double some = nothing * ramp(taken, 1.1, 1.3);
  if (is_speech) lasting_ = some < lasting_ ? some : lasting_ + share_of_new * (some - lasting_);
  return std::max(nothing * ramp(taken, 1.8, 2.5), some * ramp(lasting_, 0.3, 0.7));
}

/** By what each model makes of this step. */
AutoBlend::Shares AutoBlend::next_shares(const Judgement &judgement, std::size_t at) noexcept {
  const double trust = judgement.trust;
  const double strong_share = judgement.strong_share;
  const auto follow = [&](double share, double ratio) {
    const double wanted = strong_share + (1.0 - strong_share) * trust * (1.0 - ramp(ratio, 0.1, 0.3));
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
          treble < shares_.treble ? treble : shares_.treble + 0.2 * (treble - shares_.treble)};
}

void AutoBlend::blend(float *out, std::size_t at, const Shares &next) noexcept {
  const Shares before = shares_;
  for (std::size_t i = 0; i < step_samples; ++i) {
    const double progress = static_cast<double>(i + 1) / static_cast<double>(step_samples);
    const double attack = std::min(1.0, static_cast<double>(i + 1) / static_cast<double>(attack_samples));
    const double low = before.low + (next.low > before.low ? attack : progress) * (next.low - before.low);
    const double middle = before.middle + (next.middle > before.middle ? attack : progress) * (next.middle - before.middle);
    const double treble = before.treble + (next.treble < before.treble ? attack : progress) * (next.treble - before.treble);
    const std::size_t n = at + i;
    const double low_sound = mean_of(rnnoise_edge_.low[n], strong_edge_.low[n], low);
    const double middle_sound = mean_of(rnnoise_edge_.middle[n], strong_edge_.middle[n], middle);
    out[n] = static_cast<float>(low_sound + middle_sound + treble * static_cast<double>(rnnoise_below_.treble[n]));
  }
  shares_ = next;
}

/** Both change over the frame. */
void AutoBlend::make_louder(const float *dry, float *out, double gain, double dry_share) noexcept {
  const double next_dry_share = dry_share_ + 0.34 * (dry_share - dry_share_);
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const double progress = static_cast<double>(i + 1) / static_cast<double>(frame_samples);
    const double sound = (gain_ + progress * (gain - gain_)) * static_cast<double>(out[i]);
    const double share = dry_share_ + progress * (next_dry_share - dry_share_);
    out[i] = static_cast<float>(sound + share * (static_cast<double>(dry[i]) - sound));
  }
  gain_ = gain;
  dry_share_ = next_dry_share;
}

void AutoBlend::VoiceGain::follow(const Samples &dry, const Samples &left, double speech) noexcept {
  constexpr double least_of_new = 0.001;
  heard_ += speech;
  const double of_new = speech * std::max(least_of_new, 1.0 / (1.0 + heard_));
  const double left_power = product(left, left);
  dry_by_left_ += of_new * (product(dry, left) - dry_by_left_);
  left_power_ += of_new * (left_power - left_power_);
}

double AutoBlend::VoiceGain::value() const noexcept {
  constexpr double most = 1.8;
  constexpr double made_good = 0.7;
  // Of the first half second of speech nothing is sure.
  const double wanted = 1.0 + made_good * ramp(heard_, 0.0, 50.0) * (dry_by_left_ / left_power_ - 1.0);
  return std::min(most, std::max(1.0, wanted));
}

void AutoBlend::Split::process(const float *samples) noexcept {
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const float below = top_second_.process(top_first_.process(samples[i]));
    low[i] = edge_.process(below);
    middle[i] = below - low[i];
    treble[i] = samples[i] - below;
  }
}

void AutoBlend::Below::process(const float *samples, const float *ahead) noexcept {
  std::copy_n(samples, frame_samples, line_.data() + ahead_samples);
  std::copy_n(ahead, ahead_samples, line_.data() + ahead_samples + frame_samples);
  const double *middle = line_.data() + ahead_samples;
  std::array<double, frame_samples> sums;
  for (std::size_t i = 0; i < frame_samples; ++i) sums[i] = taps[0] * middle[i];
  // All samples by one tap after the other: every sum is in the same order, and the loop a vector.
  for (std::size_t tap = 1; tap < taps.size(); ++tap) {
    const double *before = middle - tap;
    const double *behind = middle + tap;
    for (std::size_t i = 0; i < frame_samples; ++i) sums[i] += taps[tap] * (before[i] + behind[i]);
  }
  for (std::size_t i = 0; i < frame_samples; ++i) {
    sound[i] = static_cast<float>(sums[i]);
    treble[i] = samples[i] - sound[i];
  }
  std::copy_n(line_.data() + frame_samples, ahead_samples, line_.data());
}

void AutoBlend::Edge::process(const float *samples) noexcept {
  for (std::size_t i = 0; i < frame_samples; ++i) {
    low[i] = edge_.process(samples[i]);
    middle[i] = samples[i] - low[i];
  }
}

void AutoBlend::Rumble::take_out(const float *rnnoise, const float *strong, const Samples &rnnoise_low, Samples &strong_low) noexcept {
  const double before = share_;
  follow(rnnoise, strong);
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const float added = strong_low[i] - rnnoise_low[i];
    const double progress = static_cast<double>(i + 1) / static_cast<double>(frame_samples);
    const double share = before + progress * (share_ - before);
    const double without = static_cast<double>(high_pass_.process(added)) - static_cast<double>(added);
    strong_low[i] = static_cast<float>(static_cast<double>(strong_low[i]) + share * without);
  }
}

void AutoBlend::Rumble::follow(const float *rnnoise, const float *strong) noexcept {
  constexpr double share_of_new = 0.02;
  const double of_rnnoise = power_through(rnnoise_, rnnoise);
  const double of_strong = power_through(strong_, strong);
  rnnoise_power_ += share_of_new * (of_rnnoise - rnnoise_power_);
  strong_power_ += share_of_new * (of_strong - strong_power_);
  whole_power_ += share_of_new * (square_sum(strong, frame_samples) - whole_power_);
  share_ = ramp((strong_power_ + least_power) / (rnnoise_power_ + least_power), 1.5, 3.0) * ramp(strong_power_ / (whole_power_ + least_power), 0.05, 0.15);
}

void AutoBlend::Explained::hear(double dry, double strong, double both) noexcept {
  constexpr double share_of_new = 0.002;
  dry_ += share_of_new * (dry - dry_);
  strong_ += share_of_new * (strong - strong_);
  both_ += share_of_new * (both - both_);
}

AutoBlend::Samples AutoBlend::VoiceBand::process(const float *samples) noexcept {
  Samples voice;
  for (std::size_t i = 0; i < frame_samples; ++i) voice[i] = to_.process(from_.process(samples[i]));
  return voice;
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
