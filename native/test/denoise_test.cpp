#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "denoise/channel_cleaner.hpp"
#include "denoise/denoiser.hpp"
#include "denoise/mix.hpp"
#include "denoise/wasm/rnnoise_module.h"
#include "dsp/levels.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

using Frame = std::array<float, frame_samples>;

std::vector<float> through_model(const std::vector<double> &input) {
  const auto denoiser = make_rnnoise();
  std::vector<float> output(input.size());
  for (std::size_t i = 0; i < input.size(); ++i) output[i] = static_cast<float>(input[i]) * model_full_scale;
  for (std::size_t at = 0; at + frame_samples <= output.size(); at += frame_samples) denoiser->process(output.data() + at);
  return output;
}

std::vector<float> through_cleaner(const std::vector<double> &input, const DenoiseSettings &settings) {
  ChannelCleaner cleaner(make_rnnoise(), settings);
  std::vector<float> output(input.begin(), input.end());
  for (std::size_t at = 0; at + frame_samples <= output.size(); at += frame_samples) cleaner.process(output.data() + at);
  return output;
}

}  // namespace

TEST_CASE("instances in parallel threads give what one alone gives") {
  const std::vector<double> input = test::voice_like(48000, 1, 48000);
  const std::vector<float> alone = through_model(input);
  std::array<std::vector<float>, 4> together;
  std::vector<std::thread> threads;
  for (auto &output : together) threads.emplace_back([&] { output = through_model(input); });
  for (auto &thread : threads) thread.join();
  for (const auto &output : together) CHECK(output == alone);
}

#if defined(__x86_64__) || defined(_M_X64)
// A release runs the native suite on each system: Visual Studio's compiler would leave both out, and fail here.
TEST_CASE("a build for x86-64 has the copies for AVX2, and the lanes as vectors") {
#if defined(SD_MODELS_HAVE_AVX2) && defined(__GNUC__)
  CHECK(true);
#else
  FAIL("this compiler makes the models a scalar at a time: build with GCC or Clang");
#endif
}
#endif

#if defined(SD_MODELS_HAVE_AVX2)
TEST_CASE("both compiled copies of the model give the same samples") {
  if (__builtin_cpu_supports("avx2")) {
    const std::vector<double> input = test::voice_like(48000, 1, 48000);
    void *plain = sd_rnnoise_baseline.create();
    void *wide = sd_rnnoise_avx2.create();
    bool is_equal = true;
    for (std::size_t at = 0; at + frame_samples <= input.size(); at += frame_samples) {
      Frame first;
      for (std::size_t i = 0; i < frame_samples; ++i) first[i] = static_cast<float>(input[at + i]) * model_full_scale;
      Frame second = first;
      float first_probability = 0.0F;
      float second_probability = 1.0F;
      REQUIRE(sd_rnnoise_baseline.process(plain, first.data(), &first_probability) == 0);
      REQUIRE(sd_rnnoise_avx2.process(wide, second.data(), &second_probability) == 0);
      is_equal = is_equal && first == second && first_probability == second_probability;
    }
    CHECK(is_equal);
    sd_rnnoise_baseline.destroy(plain);
    sd_rnnoise_avx2.destroy(wide);
  }
}
#endif

TEST_CASE("samples that are no number, or absurd, do not stay in the model") {
  const auto denoiser = make_rnnoise();
  for (const float poison : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38F}) {
    Frame frame;
    frame.fill(poison);
    denoiser->process(frame.data());
  }
  test::Noise noise;
  for (int i = 0; i < 300; ++i) {
    Frame frame;
    for (float &sample : frame) sample = 1000.0F * noise.next();
    const float probability = denoiser->process(frame.data());
    REQUIRE(std::isfinite(probability));
    for (const float sample : frame) REQUIRE(std::isfinite(sample));
  }
}

TEST_CASE("with everything at 100 the output is the model's own, bit for bit") {
  const std::vector<double> input = test::voice_like(48000, 1, 96000);
  const std::vector<float> model = through_model(input);
  const std::vector<float> cleaned = through_cleaner(input, {true, 100.0F, 100.0F});
  bool is_equal = true;
  for (std::size_t i = 0; i < model.size(); ++i) is_equal = is_equal && cleaned[i] == model[i] * (1.0F / model_full_scale);
  CHECK(is_equal);
}

TEST_CASE("switched off, or at reduction 0, the output is the input one frame later") {
  const std::vector<double> input = test::voice_like(48000, 1, 48000);
  for (const DenoiseSettings &settings : {DenoiseSettings{false, 100.0F, 100.0F}, DenoiseSettings{true, 50.0F, 0.0F}}) {
    const std::vector<float> output = through_cleaner(input, settings);
    bool is_equal = true;
    for (std::size_t i = model_delay_samples; i < output.size(); ++i) {
      is_equal = is_equal && output[i] == static_cast<float>(input[i - model_delay_samples]);
    }
    CHECK(is_equal);
  }
}

TEST_CASE("noise alone falls to the floor that reduction sets, not below") {
  test::Noise noise;
  std::vector<double> input(5 * 48000);
  // Brownish, as from a fan: the model takes white noise away less completely.
  double low = 0.0;
  for (double &sample : input) {
    low = 0.98 * low + 0.02 * static_cast<double>(noise.next());
    sample = 0.5 * low;
  }
  for (const float reduction : {50.0F, 70.0F}) {
    CAPTURE(reduction);
    const std::vector<float> output = through_cleaner(input, {true, 100.0F, reduction});
    const std::size_t tail = 48000;
    const std::vector<float> dry(input.end() - static_cast<std::ptrdiff_t>(tail), input.end());
    const double fall_db = power_to_db(mean_square(dry.data(), tail)) -
                           power_to_db(mean_square(output.data() + output.size() - tail, tail));
    const double expected_db = -40.0 * std::log10(1.0 - static_cast<double>(reduction) / 100.0);
    CHECK(fall_db == doctest::Approx(expected_db).epsilon(0.05));
  }
}

TEST_CASE("a change of the mix ramps over a frame instead of jumping") {
  DryWetMix mix({true, 100.0F, 100.0F});
  Frame dry;
  Frame wet;
  Frame out;
  dry.fill(1.0F);
  wet.fill(0.0F);
  mix.process(dry.data(), wet.data(), out.data(), frame_samples, 0.0F);
  CHECK(out.back() == 0.0F);
  mix.set({true, 100.0F, 0.0F});
  mix.process(dry.data(), wet.data(), out.data(), frame_samples, 0.0F);
  float largest_step = out[0];
  for (std::size_t i = 1; i < frame_samples; ++i) largest_step = std::max(largest_step, out[i] - out[i - 1]);
  CHECK(largest_step < 1.5F / frame_samples);
  CHECK(out.back() == doctest::Approx(1.0F));
}

TEST_CASE("lower sensitivity leaves more of the sound under speech, and none in pauses") {
  Frame dry;
  Frame wet;
  Frame out;
  dry.fill(1.0F);
  wet.fill(0.0F);
  DryWetMix mix({true, 80.0F, 100.0F});
  mix.process(dry.data(), wet.data(), out.data(), frame_samples, 1.0F);
  CHECK(out.back() == doctest::Approx(0.2F));
  for (int i = 0; i < 100; ++i) mix.process(dry.data(), wet.data(), out.data(), frame_samples, 0.0F);
  CHECK(out.back() == 0.0F);
}
