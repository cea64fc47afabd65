#include "denoise/file_cleaner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "dsp/levels.hpp"
#include "rt/compiler.hpp"

namespace sounddesk {
namespace {

struct Powers {
  double power;
  /** Mean square of the differences between neighbours: the power of the high tones above all. */
  double change_power;
};

/** What is no number is silence. The sums in lanes: one alone waits for itself. */
SD_VECTOR_CLONES Powers take_in(const float *__restrict samples, float *__restrict dry) noexcept {
  constexpr std::size_t lanes = 8;
  static_assert(frame_samples % lanes == 0);
  for (std::size_t i = 0; i < frame_samples; ++i) dry[i] = samples[i] - samples[i] == 0.0F ? samples[i] : 0.0F;
  std::array<double, lanes> squares{};
  std::array<double, lanes> changes{};
  for (std::size_t i = 0; i < frame_samples; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const double sample = dry[i + lane];
      squares[lane] += sample * sample;
    }
  }
  // The lanes behind the last sample have no difference.
  for (std::size_t i = 0; i + lanes < frame_samples; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const double change = static_cast<double>(dry[i + lane + 1]) - dry[i + lane];
      changes[lane] += change * change;
    }
  }
  for (std::size_t i = frame_samples - lanes; i + 1 < frame_samples; ++i) {
    const double change = static_cast<double>(dry[i + 1]) - dry[i];
    changes[0] += change * change;
  }
  return {std::accumulate(squares.begin(), squares.end(), 0.0) / static_cast<double>(frame_samples),
          std::accumulate(changes.begin(), changes.end(), 0.0) / static_cast<double>(frame_samples - 1)};
}

}  // namespace

FileCleaner::FileCleaner(const DenoiserFacts &model, const DenoiseSettings &settings)
    : facts_(model),
      is_model_alone_(is_model_alone(settings)),
      mix_(settings),
      ring_(slots) {
  if (facts_.delay_samples % frame_samples != 0 || facts_.delay_samples > most_model_frames * frame_samples) {
    throw std::invalid_argument("A file's model is late by whole frames");
  }
}

CleanedFrame FileCleaner::process(float *samples, const float *wet, float speech_probability) noexcept {
  newest_ = (newest_ + 1) % slots;
  Slot &slot = ring_[newest_];
  // What the model gives belongs to an earlier frame.
  Slot &before = ring_[(newest_ + slots - facts_.delay_samples / frame_samples) % slots];
  const auto [dry_power, dry_change_power] = take_in(samples, slot.dry.data());
  slot.dry_power = dry_power;
  slot.dry_change_power = dry_change_power;
  before.speech_probability = speech_probability;
  for (std::size_t i = 0; i < frame_samples; ++i) before.wet[i] = wet[i] * (1.0F / model_full_scale);
  // The model alone is left as it is.
  const bool turns_low_tones = facts_.turns_low_tones && !is_model_alone_;
  const bool is_noise = detector_.process(slot.dry.data(), turns_low_tones ? before.wet.data() : nullptr);
  const Slot &oldest = ring_[(newest_ + 1) % slots];
  const double power = oldest.dry_power;
  follow_levels(power, is_noise, oldest.speech_probability);
  MixHint hint;
  std::array<float, frame_samples> restored;
  const float *wet_out = oldest.wet.data();
  if (!is_model_alone_) {
    const bool is_noise_alone = is_behind_word() || is_noise;
    hint = {is_noise_alone, room_share(), true};
    restore(restored.data());
    wet_out = restored.data();
  }
  mix_.process(oldest.dry.data(), wet_out, samples, frame_samples, oldest_speech_probability(), hint);

  const float probability = is_noise ? 0.0F : oldest.speech_probability;
  const bool is_quiet = probability < ChannelCleaner::pause_threshold;
  quiet_frames_ = is_quiet ? std::min(quiet_frames_ + 1, ChannelCleaner::pause_after_frames) : 0;
  // A pause that is found by what the model took away would prove nothing about how much it took.
  const bool is_pause = is_noise || (facts_.knows_speech && quiet_frames_ >= ChannelCleaner::pause_after_frames);
  return {probability, is_pause, power, mean_square(samples, frame_samples)};
}

/** The oldest frame of the model's output, with what is known of the noise. */
void FileCleaner::restore(float *out) noexcept {
  PostFilter::Window dry;
  PostFilter::Window wet;
  bool is_noise = true;
  for (std::size_t ahead = 0; ahead < PostFilter::window_frames; ++ahead) {
    const Slot &slot = ring_[(newest_ + 1 + ahead) % slots];
    dry[ahead] = slot.dry.data();
    wet[ahead] = slot.wet.data();
    is_noise = is_noise && detector_.is_noise(ahead);
  }
  post_filter_.process(dry, wet, is_noise, out);
}

/** The model's word, but for the end of a word: there it holds on, so what it says up to 60 ms later counts now. */
float FileCleaner::oldest_speech_probability() const noexcept {
  constexpr std::size_t held_frames = 6;
  // A shorter silence lies within a word.
  constexpr std::size_t pause_frames = 13;
  const auto at = [this](std::size_t ahead) { return ring_[(newest_ + 1 + ahead) % slots].speech_probability; };
  float lowest = at(0);
  for (std::size_t start = 0; start <= held_frames; ++start) {
    float highest = 0.0F;
    for (std::size_t i = 0; i < pause_frames; ++i) highest = std::max(highest, at(start + i));
    lowest = std::min(lowest, highest);
  }
  return lowest;
}

/**
 * The word has ended, though the model still takes the frame for speech or its windows of 20 ms still hold some, and let
 * through the noise that lies under its tones: soon nobody speaks for 130 ms, those are about as loud as this frame is, in
 * low tones and in high ones, and nothing louder comes before them.
 */
bool FileCleaner::is_behind_word() noexcept {
  constexpr std::size_t leaking_frames = 2;
  constexpr std::size_t most_held_frames = 25;
  constexpr std::size_t pause_frames = 13;
  constexpr double most_above_pause = 1.5;
  constexpr double most_above_pause_until_then = 3.0;
  const auto at = [this](std::size_t ahead) -> const Slot & { return ring_[(newest_ + 1 + ahead) % slots]; };
  const auto is_speech = [&at](std::size_t ahead) {
    return at(ahead).speech_probability >= ChannelCleaner::pause_threshold;
  };
  frames_since_speech_ = is_speech(0) ? 0 : frames_since_speech_ + 1;
  if (frames_since_speech_ > leaking_frames) return false;
  std::size_t pause = 1;
  for (std::size_t i = 1; i < pause + pause_frames; ++i) {
    if (is_speech(i)) pause = i + 1;
    if (pause > most_held_frames) return false;
  }
  double power = 0.0;
  double change_power = 0.0;
  for (std::size_t i = pause; i < pause + pause_frames; ++i) {
    power += at(i).dry_power / pause_frames;
    change_power += at(i).dry_change_power / pause_frames;
  }
  const auto is_no_louder = [&](std::size_t ahead, double most_above) {
    return at(ahead).dry_power <= most_above * power && at(ahead).dry_change_power <= most_above * change_power;
  };
  for (std::size_t i = 1; i < pause; ++i) {
    if (!is_no_louder(i, most_above_pause_until_then)) return false;
  }
  return is_no_louder(0, most_above_pause);
}

/** Powers of pauses and of speech, over the last seconds of each. */
void FileCleaner::follow_levels(double power, bool is_noise, float speech_probability) noexcept {
  constexpr double share_of_new = 0.01;
  const auto follow = [power](double &level) { level = level == 0.0 ? power : level + share_of_new * (power - level); };
  if (is_noise || speech_probability < ChannelCleaner::pause_threshold) {
    follow(noise_power_);
  } else if (speech_probability > ChannelCleaner::speech_threshold) {
    follow(speech_power_);
  }
}

/** All of the room that the settings leave from a signal-to-noise ratio of 25 dB on, none of it below 10 dB. */
float FileCleaner::room_share() const noexcept {
  constexpr double none_below_db = 10.0;
  constexpr double all_from_db = 25.0;
  if (noise_power_ <= 0.0 || speech_power_ <= 0.0) return 1.0F;
  const double ratio_db = 10.0 * std::log10(std::max(speech_power_ / noise_power_ - 1.0, 1e-3));
  return static_cast<float>(std::clamp((ratio_db - none_below_db) / (all_from_db - none_below_db), 0.0, 1.0));
}

}  // namespace sounddesk
