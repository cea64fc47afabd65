#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "denoise/file_cleaner.hpp"
#include "dsp/levels.hpp"
#include "file_cleaning.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

constexpr DenoiseSettings defaults{true, 90.0F, 95.0F};

std::vector<float> white_noise(std::size_t count, float deviation, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal(0.0F, deviation);
  std::vector<float> samples(count);
  for (float &sample : samples) sample = normal(generator);
  return samples;
}

/** The cleaned sound, in step with the input. */
std::vector<float> cleaned(const std::vector<float> &input, const DenoiseSettings &settings) {
  const std::unique_ptr<Denoiser> model = make_rnnoise();
  FileCleaner cleaner(model->facts(), settings);
  std::vector<float> samples = input;
  samples.resize((input.size() + FileCleaner::delay_samples + frame_samples - 1) / frame_samples * frame_samples);
  for (std::size_t at = 0; at < samples.size(); at += frame_samples) test::clean_frame(cleaner, *model, samples.data() + at);
  const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(FileCleaner::delay_samples);
  return {begin, begin + static_cast<std::ptrdiff_t>(input.size())};
}

double lowered_db(const std::vector<float> &before, const std::vector<float> &after, std::size_t from, std::size_t to) {
  return power_to_db(mean_square(before.data() + from, to - from)) - power_to_db(mean_square(after.data() + from, to - from));
}

}  // namespace

TEST_CASE("file cleaner: white noise without any speech is lowered from its second frame on") {
  for (const float level : {0.1F, 0.02F, 0.005F}) {
    const std::vector<float> noise = white_noise(4 * 48000, level, 7);
    const std::vector<float> out = cleaned(noise, defaults);
    CHECK(lowered_db(noise, out, frame_samples, 4800) > 25.0);
    CHECK(lowered_db(noise, out, 4800, noise.size()) > 25.0);
  }
}

TEST_CASE("file cleaner: a held tone and a voice are no steady noise") {
  SteadyNoiseDetector detector;
  std::vector<float> sound(6 * 48000);
  const std::vector<float> hiss = white_noise(sound.size(), 0.0005F, 3);
  for (std::size_t i = 0; i < sound.size(); ++i) {
    const double time_sec = static_cast<double>(i) / 48000.0;
    for (int harmonic = 1; harmonic <= 20; ++harmonic) {
      sound[i] += static_cast<float>(0.1 / harmonic * std::sin(2.0 * std::numbers::pi * 440.0 * harmonic * time_sec));
    }
    sound[i] += hiss[i];
  }
  int noise_frames = 0;
  for (std::size_t at = 0; at < sound.size(); at += frame_samples) noise_frames += detector.process(sound.data() + at);
  CHECK(noise_frames == 0);

  const std::vector<double> voice = test::voice_like(48000, 1, 6 * 48000);
  for (std::size_t i = 0; i < sound.size(); ++i) sound[i] = static_cast<float>(voice[i]) + hiss[i];
  SteadyNoiseDetector other;
  for (std::size_t at = 0; at < sound.size(); at += frame_samples) noise_frames += other.process(sound.data() + at);
  CHECK(noise_frames == 0);
}

TEST_CASE("file cleaner: reduction bounds how far steady noise is lowered") {
  const std::vector<float> noise = white_noise(2 * 48000, 0.05F, 11);
  const std::vector<float> out = cleaned(noise, {true, 90.0F, 50.0F});
  CHECK(lowered_db(noise, out, 0, noise.size()) < 14.0);
  const std::vector<float> whole = cleaned(noise, {true, 90.0F, 0.0F});
  CHECK(whole == noise);
}

TEST_CASE("file cleaner: at 100 and 100 it is the model alone, to the last bit") {
  const std::vector<float> noise = white_noise(48000, 0.05F, 5);
  const std::vector<float> out = cleaned(noise, {true, 100.0F, 100.0F});
  const std::unique_ptr<Denoiser> model = make_rnnoise();
  std::vector<float> expected;
  for (std::size_t at = 0; at < noise.size() + frame_samples; at += frame_samples) {
    float frame[frame_samples];
    for (std::size_t i = 0; i < frame_samples; ++i) frame[i] = at + i < noise.size() ? noise[at + i] * model_full_scale : 0.0F;
    model->process(frame);
    for (const float sample : frame) expected.push_back(sample * (1.0F / model_full_scale));
  }
  expected.erase(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(model_delay_samples));
  expected.resize(noise.size());
  CHECK(out == expected);
}
