#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "denoise/auto_denoiser.hpp"
#include "dsp/biquad.hpp"
#include "dsp/levels.hpp"
#include "dsp_allocation_trap.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

std::vector<float> voice_of(std::size_t samples) {
  const std::vector<double> voice = test::voice_like(48000, 1, samples);
  return {voice.begin(), voice.end()};
}

std::vector<float> noise_of(std::size_t samples, float level) {
  test::Noise noise;
  std::vector<float> sound(samples);
  for (float &sample : sound) sample = level * noise.next();
  return sound;
}

std::vector<float> sum_of(const std::vector<float> &a, const std::vector<float> &b, float gain = 1.0F) {
  std::vector<float> sum = a;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += gain * b[i];
  return sum;
}

/** Without what GTCRN never has: 3 kHz, four times a second-order low-pass (Butterworth). */
std::vector<float> dull(std::vector<float> sound) {
  for (int time = 0; time < 4; ++time) {
    Biquad low_pass({0.029954582208092474, 0.05990916441618495, 0.029954582208092474, -1.454243586251585, 0.5740619150839548});
    for (float &sample : sound) sample = low_pass.process(sample);
  }
  return sound;
}

std::vector<float> blended(AutoBlend &blend, const std::vector<float> &dry, const std::vector<float> &rnnoise,
                           const std::vector<float> &strong, float speech) {
  std::vector<float> out = strong;
  std::vector<float> first = rnnoise;
  first.resize(first.size() + AutoBlend::ahead_samples, 0.0F);
  for (std::size_t at = 0; at + frame_samples <= out.size(); at += frame_samples) {
    blend.process(dry.data() + at, first.data() + at, first.data() + at + frame_samples, out.data() + at, speech);
  }
  return out;
}

/** Of the second half, dB. */
double level_of(const std::vector<float> &samples) {
  return power_to_db(mean_square(samples.data() + samples.size() / 2, samples.size() / 2));
}

double difference_db(const std::vector<float> &a, const std::vector<float> &b) { return level_of(sum_of(a, b, -1.0F)); }

std::vector<float> through(RunDenoiser &model, const std::vector<float> &input) {
  std::vector<float> output(input.size() / (8 * frame_samples) * 8 * frame_samples);
  for (std::size_t i = 0; i < output.size(); ++i) output[i] = input[i] * model_full_scale;
  const std::size_t step = model.frames() * frame_samples;
  std::array<float, RunDenoiser::most_frames> speech{};
  for (std::size_t at = 0; at < output.size(); at += step) model.process(output.data() + at, speech.data());
  for (float &sample : output) sample *= 1.0F / model_full_scale;
  return output;
}

}  // namespace

TEST_CASE("auto: where both models say the same, that comes out") {
  AutoBlend blend;
  const std::vector<float> voice = dull(voice_of(96000));
  const std::vector<float> dry = sum_of(voice, noise_of(voice.size(), 0.05F));
  CHECK(difference_db(blended(blend, dry, voice, voice, 1.0F), voice) < level_of(voice) - 40.0);
  AutoBlend other;
  CHECK(difference_db(blended(other, voice, voice, voice, 1.0F), voice) < level_of(voice) - 60.0);
}

TEST_CASE("auto: where the strong model takes the voice away, RNNoise is heard") {
  AutoBlend blend;
  const std::vector<float> voice = voice_of(4 * 48000);
  const std::vector<float> dry = sum_of(voice, noise_of(voice.size(), 0.02F));
  std::vector<float> weak = voice;
  for (float &sample : weak) sample *= 0.25F;
  const std::vector<float> out = blended(blend, dry, voice, weak, 1.0F);
  CHECK(level_of(out) > level_of(voice) - 0.5);
}

TEST_CASE("auto: of a voice of which both models take half some is made good, and it is hardly louder once they leave it alone") {
  const std::vector<float> voice = dull(voice_of(8 * 48000));
  std::vector<float> noise = noise_of(voice.size(), 0.05F);
  std::vector<float> half = voice;
  for (std::size_t i = 0; i < half.size(); ++i) {
    if (i < half.size() / 2) half[i] *= 0.5F;
    else noise[i] = 0.0F;
  }
  AutoBlend blend;
  const std::vector<float> out = blended(blend, sum_of(voice, noise), half, half, 1.0F);
  const auto apart_db = [&](std::size_t from, std::size_t to) {
    return power_to_db(mean_square(out.data() + from, to - from)) - power_to_db(mean_square(voice.data() + from, to - from));
  };
  CHECK(apart_db(2 * 48000, 4 * 48000) > -3.2);
  CHECK(apart_db(5 * 48000, 8 * 48000) < 1.7);
}

TEST_CASE("auto: among people who talk some of the untouched sound stays, and none of a steady noise") {
  const std::vector<float> voice = voice_of(4 * 48000);
  // Somebody else, who speaks 0.4 s later.
  const std::vector<double> talkers = test::voice_like(48000, 2, voice.size());
  std::vector<float> others(voice.size());
  for (std::size_t i = 19200; i < others.size(); ++i) others[i] = static_cast<float>(talkers[2 * (i - 19200) + 1]);
  const std::vector<float> noise = noise_of(voice.size(), 0.1F);
  std::vector<float> weak = voice;
  for (float &sample : weak) sample *= 0.6F;
  // GTCRN leaves the others, too.
  const std::vector<float> weak_both = sum_of(weak, others, 0.5F);
  const auto kept_of = [&](const std::vector<float> &beside) {
    AutoBlend blend;
    const std::vector<float> out = blended(blend, sum_of(voice, beside), voice, &beside == &others ? weak_both : weak, 1.0F);
    double both = 0.0;
    double alone = 0.0;
    double voiced = 0.0;
    double mixed = 0.0;
    double of_voice = 0.0;
    for (std::size_t i = out.size() / 2; i < out.size(); ++i) {
      both += static_cast<double>(out[i]) * beside[i];
      alone += static_cast<double>(beside[i]) * beside[i];
      voiced += static_cast<double>(out[i]) * voice[i];
      mixed += static_cast<double>(voice[i]) * beside[i];
      of_voice += static_cast<double>(voice[i]) * voice[i];
    }
    // Least squares: out = a voice + b beside.
    return (both * of_voice - voiced * mixed) / (alone * of_voice - mixed * mixed);
  };
  CHECK(kept_of(others) > 0.1);
  CHECK(kept_of(noise) < 0.02);
}

TEST_CASE("auto: a click that RNNoise lets through is gone, above 8 kHz, too") {
  AutoBlend blend;
  const std::vector<float> voice = voice_of(4 * 48000);
  std::vector<float> clicking = voice;
  const std::vector<float> noise = noise_of(voice.size(), 0.5F);
  for (std::size_t at = 0; at < clicking.size(); at += 9600) {
    for (std::size_t i = at; i < std::min(at + 240, clicking.size()); ++i) clicking[i] += noise[i];
  }
  const std::vector<float> out = blended(blend, clicking, clicking, voice, 1.0F);
  CHECK(difference_db(out, voice) < difference_db(clicking, voice) - 6.0);
}

TEST_CASE("auto: treble is RNNoise's, which the strong model has none of") {
  AutoBlend blend;
  std::vector<float> treble(96000);
  for (std::size_t i = 0; i < treble.size(); ++i) treble[i] = 0.1F * static_cast<float>(std::sin(2.0 * std::numbers::pi * 11000.0 * static_cast<double>(i) / 48000.0));
  const std::vector<float> voice = sum_of(voice_of(treble.size()), noise_of(treble.size(), 0.05F));
  const std::vector<float> bright = sum_of(voice, treble);
  CHECK(difference_db(blended(blend, bright, bright, voice, 1.0F), voice) > level_of(treble) - 1.5);
}

TEST_CASE("auto: there is speech where GTCRN keeps it though RNNoise hears none, and none in what GTCRN takes away") {
  AutoBlend blend;
  const std::vector<float> voice = voice_of(96000);
  const std::vector<float> dry = sum_of(voice, noise_of(voice.size(), 0.05F));
  // GTCRN is known to keep the voice.
  blended(blend, dry, voice, voice, 1.0F);
  std::vector<float> kept(voice.begin(), voice.begin() + frame_samples);
  float surest = 0.0F;
  for (std::size_t at = 0; at + 2 * frame_samples <= voice.size(); at += frame_samples) {
    std::copy_n(voice.data() + at, frame_samples, kept.data());
    surest = std::max(surest, blend.process(dry.data() + at, voice.data() + at, voice.data() + at + frame_samples, kept.data(), 0.1F));
  }
  CHECK(surest > 0.9F);
  const std::vector<float> noise = noise_of(2 * frame_samples, 0.05F);
  std::vector<float> nothing(frame_samples, 0.0F);
  float speech = 1.0F;
  for (int frame = 0; frame < 4; ++frame) {
    std::fill(nothing.begin(), nothing.end(), 0.0F);
    speech = blend.process(noise.data(), noise.data(), noise.data() + frame_samples, nothing.data(), 0.1F);
  }
  CHECK(speech == doctest::Approx(0.1F));
}

TEST_CASE("auto: noise that RNNoise takes for speech is gone where GTCRN leaves nothing of it; what RNNoise keeps whole stays") {
  const std::vector<float> noise = noise_of(4 * 48000, 0.1F);
  std::vector<float> weaker = noise;
  std::vector<float> nothing = noise;
  for (float &sample : weaker) sample *= 0.8F;
  for (float &sample : nothing) sample *= 0.01F;
  AutoBlend blend;
  CHECK(level_of(blended(blend, noise, weaker, nothing, 1.0F)) < level_of(noise) - 30.0);
  const std::vector<float> song = voice_of(4 * 48000);
  AutoBlend other;
  CHECK(level_of(blended(other, song, song, std::vector<float>(song.size(), 0.0F), 1.0F)) > level_of(song) - 3.0);
}

TEST_CASE("auto: a loud voice that begins among others is RNNoise's while GTCRN leaves nothing of it") {
  AutoBlend blend;
  const std::vector<float> others = noise_of(3 * 48000, 0.1F);
  std::vector<float> left = others;
  for (float &sample : left) sample *= 0.4F;
  blended(blend, others, left, left, 1.0F);
  const std::vector<float> voice = voice_of(48000);
  std::vector<float> nothing(voice.size(), 0.0F);
  CHECK(level_of(blended(blend, sum_of(voice, voice, 0.1F), voice, nothing, 1.0F)) > level_of(voice) - 1.0);
}

TEST_CASE("auto: a run of frames gives the samples of single frames") {
  const std::vector<float> input = sum_of(voice_of(96000), noise_of(96000, 0.02F));
  AutoDenoiser single(make_single_run(make_rnnoise()), AutoDenoiser::file_delay_samples);
  AutoDenoiser run(make_rnnoise_run(), AutoDenoiser::file_delay_samples);
  CHECK(through(single, input) == through(run, input));
}

TEST_CASE("auto: what is no sound does not stay in it, and a blend begins again without allocating") {
  AutoBlend blend;
  const std::vector<float> sound = voice_of(48000);
  std::vector<float> broken = sound;
  broken[1000] = std::numeric_limits<float>::quiet_NaN();
  AutoDenoiser model(make_single_run(make_rnnoise()), AutoDenoiser::file_delay_samples);
  for (const float sample : through(model, broken)) REQUIRE(std::isfinite(sample));
  const std::vector<float> first = blended(blend, sound, sound, voice_of(48000), 1.0F);
  const test::AllocationTrap trap;
  blend.reset();
  CHECK(trap.counts().allocations == 0);
  CHECK(blended(blend, sound, sound, voice_of(48000), 1.0F) == first);
}
