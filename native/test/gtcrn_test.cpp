#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "denoise/file_cleaner.hpp"
#include "denoise/gtcrn.hpp"
#include "denoise/gtcrn_kernel.hpp"
#include "dsp/levels.hpp"
#include "dsp_allocation_trap.hpp"
#include "file_cleaning.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

using Frame = std::array<float, frame_samples>;

/** A voice in a fan's noise, in ±1. */
std::vector<float> noisy_voice(std::size_t samples) {
  const std::vector<double> voice = test::voice_like(48000, 1, samples);
  std::vector<float> sound(voice.begin(), voice.end());
  test::Noise noise;
  float low = 0.0F;
  for (float &sample : sound) sample += 0.3F * (low = 0.98F * low + 0.02F * noise.next());
  return sound;
}

std::vector<float> through(Gtcrn &model, const std::vector<float> &input) {
  std::vector<float> output(input.size() / frame_samples * frame_samples);
  for (std::size_t i = 0; i < output.size(); ++i) output[i] = input[i] * model_full_scale;
  for (std::size_t at = 0; at < output.size(); at += frame_samples) model.process(output.data() + at);
  for (float &sample : output) sample *= 1.0F / model_full_scale;
  return output;
}

/** What the network itself makes of it, 768 samples at a time: late by `block_delay_samples`. */
std::vector<float> through_kernel(const gtcrn::Kernel &kernel, const std::vector<float> &input) {
  std::vector<float> output(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(input.size() / 768 * 768));
  const AlignedMemory voice = make_zeroed(kernel.voice_bytes);
  const AlignedMemory scratch = make_zeroed(kernel.scratch_bytes);
  kernel.begin(voice.get(), 0);
  for (std::size_t at = 0; at < output.size(); at += 768) kernel.run(voice.get(), scratch.get(), output.data() + at);
  return output;
}

}  // namespace

TEST_CASE("strong: frames of 480 are the network's blocks of 768, later by what was asked for to the sample") {
  const std::vector<float> input = noisy_voice(96000);
  const std::vector<float> blocks = through_kernel(gtcrn::best_kernel(), input);
  for (const std::size_t delay : {Gtcrn::least_delay_samples, Gtcrn::least_delay_samples + 1, std::size_t{1920}}) {
    CAPTURE(delay);
    Gtcrn model(delay);
    CHECK(model.facts().delay_samples == delay);
    const std::vector<float> output = through(model, input);
    const std::size_t queue = delay - Gtcrn::block_delay_samples;
    std::size_t different = 0;
    for (std::size_t i = 0; i < output.size(); ++i) {
      const float expected = i < queue ? 0.0F : blocks[i - queue];
      if (output[i] != expected) ++different;
    }
    CHECK(different == 0);
  }
  CHECK_THROWS_AS(Gtcrn(Gtcrn::least_delay_samples - 1), std::invalid_argument);
}

#if defined(SD_MODELS_HAVE_AVX2)
TEST_CASE("strong: both compiled copies of the network give the same samples") {
  if (__builtin_cpu_supports("avx2")) {
    const std::vector<float> input = noisy_voice(48000);
    CHECK(through_kernel(gtcrn::baseline_kernel, input) == through_kernel(gtcrn::avx2_kernel, input));
  }
}
#endif

TEST_CASE("strong: a voice comes out where it should, and noise alone does not") {
  const std::vector<double> voice = test::voice_like(48000, 1, 4 * 48000);
  Gtcrn model(1920);
  const std::vector<float> output = through(model, {voice.begin(), voice.end()});
  const std::vector<double> dry(voice.begin() + 48000, voice.end() - 1920);
  const std::vector<double> cleaned(output.begin() + 48000 + 1920, output.end());
  CHECK(test::lag_frames(dry, cleaned, 1, 0, 20) == 0);

  Gtcrn other(1920);
  test::Noise noise;
  std::vector<float> alone(3 * 48000);
  float low = 0.0F;
  for (float &sample : alone) sample = 0.5F * (low = 0.98F * low + 0.02F * noise.next());
  const std::vector<float> left = through(other, alone);
  CHECK(power_to_db(mean_square(alone.data() + 96000, 48000)) - power_to_db(mean_square(left.data() + 96000, 48000)) > 25.0);
}

TEST_CASE("strong: after a reset it is as new, without allocating") {
  const std::vector<float> input = noisy_voice(48000);
  Gtcrn fresh(1562);
  const std::vector<float> expected = through(fresh, input);
  Gtcrn used(1562);
  through(used, noisy_voice(20160));
  Frame frame;
  frame.fill(100.0F);
  {
    const test::AllocationTrap trap;
    for (int i = 0; i < 20; ++i) used.process(frame.data());
    used.reset();
    CHECK(trap.counts().allocations == 0);
    CHECK(trap.counts().frees == 0);
    CHECK(trap.counts().locks == 0);
  }
  CHECK(through(used, input) == expected);
}

TEST_CASE("strong: samples that are no number, or absurd, do not stay in the model") {
  Gtcrn model(1562);
  for (const float poison : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38F}) {
    Frame frame;
    for (int i = 0; i < 4; ++i) {
      frame.fill(poison);
      model.process(frame.data());
    }
  }
  test::Noise noise;
  for (int i = 0; i < 300; ++i) {
    Frame frame;
    for (float &sample : frame) sample = 1000.0F * noise.next();
    REQUIRE(std::isfinite(model.process(frame.data())));
    for (const float sample : frame) REQUIRE(std::isfinite(sample));
  }
}

TEST_CASE("strong: in a file everything at 100 is the model alone, at the file cleaner's delay") {
  const std::vector<float> input = noisy_voice(3 * 48000);
  Gtcrn model(1920);
  const std::vector<float> expected = through(model, input);
  Gtcrn again(1920);
  FileCleaner cleaner(again.facts(), {true, 100.0F, 100.0F});
  std::vector<float> output = input;
  for (std::size_t at = 0; at + frame_samples <= output.size(); at += frame_samples) {
    test::clean_frame(cleaner, again, output.data() + at);
  }
  const std::size_t later = FileCleaner::delay_samples - 1920;
  CHECK(std::equal(expected.begin(), expected.end() - static_cast<std::ptrdiff_t>(later), output.begin() + static_cast<std::ptrdiff_t>(later)));
  CHECK_THROWS_AS(FileCleaner(Gtcrn(1562).facts(), {true, 100.0F, 100.0F}), std::invalid_argument);
}
