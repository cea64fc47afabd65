#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "denoise/aligned_memory.hpp"
#include "denoise/denoise_bank.hpp"
#include "denoise/studio.hpp"
#include "dsp_allocation_trap.hpp"
#include "studio_plain.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

/** Random weights, small enough that no layer saturates. */
std::vector<float> made_up_weights() {
  std::vector<float> values(studio::weight_count);
  test::Noise noise;
  for (float &value : values) value = 0.12F * noise.next();
  // What is padding holds nothing.
  const auto weights = std::make_unique<studio::GivenWeights>();
  std::memcpy(weights.get(), values.data(), sizeof *weights);
  for (auto &frame : weights->path) {
    for (auto &half : frame) {
      for (auto &channel : half) std::fill(channel + 5, channel + 8, 0.0F);
    }
  }
  std::memcpy(values.data(), weights.get(), sizeof *weights);
  return values;
}

float &at(std::vector<float> &values, std::size_t offset_bytes, std::size_t index) {
  return values[offset_bytes / sizeof(float) + index];
}

/** Gains of one, and of the taps the middle one: the sound itself, as late as the engine is. */
std::vector<float> weights_that_change_nothing() {
  std::vector<float> values(studio::weight_count);
  at(values, offsetof(studio::GivenWeights, gain_bias), 0) = 30.0F;
  at(values, offsetof(studio::GivenWeights, path_bias), 4) = 1.0F;
  return values;
}

studio::WeightsPointer weights_of(const std::vector<float> &values) { return studio::make_weights(values.data(), values.size()); }

std::vector<studio::Frame> made_up_frames(std::size_t count) {
  std::vector<studio::Frame> frames(count);
  test::Noise noise;
  for (studio::Frame &frame : frames) {
    for (float &level : frame.band_levels) level = noise.next();
    for (auto &part : frame.bins) {
      for (float &bin : part) bin = noise.next();
    }
  }
  return frames;
}

std::vector<studio::Frame> through(const studio::Kernel &kernel, const studio::Weights &weights,
                                   std::vector<studio::Frame> frames, std::size_t at_once) {
  const AlignedMemory state = make_zeroed(kernel.state_bytes);
  const AlignedMemory scratch = make_zeroed(kernel.scratch_bytes);
  for (std::size_t i = 0; i < frames.size(); i += at_once) {
    kernel.run(weights, state.get(), scratch.get(), frames.data() + i, static_cast<int>(std::min(at_once, frames.size() - i)));
  }
  return frames;
}

bool are_equal(const std::vector<studio::Frame> &one, const std::vector<studio::Frame> &other) {
  return std::memcmp(one.data(), other.data(), one.size() * sizeof(studio::Frame)) == 0;
}

std::vector<float> noisy_voice(std::size_t samples) {
  const std::vector<double> voice = test::voice_like(48000, 1, samples);
  std::vector<float> sound(samples);
  test::Noise noise;
  for (std::size_t i = 0; i < samples; ++i) sound[i] = model_full_scale * (static_cast<float>(voice[i]) + 0.02F * noise.next());
  return sound;
}

std::vector<float> through(RunDenoiser &model, std::vector<float> sound) {
  std::array<float, RunDenoiser::most_frames> speech{};
  const std::size_t step = model.frames() * frame_samples;
  for (std::size_t i = 0; i + step <= sound.size(); i += step) model.process(sound.data() + i, speech.data());
  return sound;
}

}  // namespace

TEST_CASE("studio: each layer gives what its definition says") {
  const studio::WeightsPointer weights = weights_of(made_up_weights());
  const std::vector<studio::Frame> frames = through(studio::baseline_kernel, *weights, made_up_frames(7), 1);
  std::vector<studio::Frame> plain = made_up_frames(7);
  test::PlainStudio(*weights).run(plain);
  float largest = 0.0F;
  float most_tap = 0.0F;
  for (std::size_t t = 0; t < plain.size(); ++t) {
    CHECK(frames[t].local_snr_db == doctest::Approx(plain[t].local_snr_db).epsilon(1e-4));
    for (std::size_t band = 0; band < studio::bands; ++band) {
      largest = std::max(largest, std::fabs(frames[t].gains[band] - plain[t].gains[band]));
    }
    for (std::size_t bin = 0; bin < studio::filter_bins; ++bin) {
      for (std::size_t n = 0; n < 10; ++n) {
        largest = std::max(largest, std::fabs(frames[t].taps[bin][n] - plain[t].taps[bin][n]));
        most_tap = std::max(most_tap, std::fabs(plain[t].taps[bin][n]));
      }
    }
  }
  CHECK(most_tap > 0.1F);
  CHECK(largest < 2e-5F);
}

TEST_CASE("studio: frames at once, and wider vectors, change no bit") {
  const studio::WeightsPointer weights = weights_of(made_up_weights());
  const std::vector<studio::Frame> single = through(studio::baseline_kernel, *weights, made_up_frames(19), 1);
  CHECK(are_equal(single, through(studio::baseline_kernel, *weights, made_up_frames(19), 8)));
#if defined(SD_MODELS_HAVE_AVX2)
  if (__builtin_cpu_supports("avx2")) {
    CHECK(are_equal(single, through(studio::avx2_kernel, *weights, made_up_frames(19), 1)));
    CHECK(are_equal(single, through(studio::avx2_kernel, *weights, made_up_frames(19), 8)));
  }
#endif
}

TEST_CASE("studio: with weights that change nothing the sound comes back, as late as it says") {
  const std::vector<float> sound = noisy_voice(48000);
  for (const std::size_t at_once : {std::size_t{1}, std::size_t{4}}) {
    Studio model(weights_of(weights_that_change_nothing()), at_once);
    CHECK(model.facts().delay_samples == 1440);
    const std::vector<float> out = through(model, sound);
    float largest = 0.0F;
    for (std::size_t i = 1440; i < out.size(); ++i) largest = std::max(largest, std::fabs(out[i] - sound[i - 1440]));
    // The first window has no frame before it.
    CHECK(largest < 0.05F);
  }
}

TEST_CASE("studio: a run of frames gives the samples of single frames, across silence, too") {
  std::vector<float> sound = noisy_voice(48000);
  std::fill(sound.begin() + 9600, sound.begin() + 20000, 0.0F);
  const studio::WeightsPointer weights = weights_of(made_up_weights());
  Studio single(weights, 1);
  Studio run(weights, 4);
  CHECK(through(single, sound) == through(run, sound));
}

TEST_CASE("studio: it waits in silence, so ten seconds of it are as half a second") {
  const auto with_silence = [](std::size_t samples) {
    std::vector<float> sound = noisy_voice(24000);
    const std::vector<float> again = sound;
    sound.resize(sound.size() + samples, 0.0F);
    sound.insert(sound.end(), again.begin(), again.end());
    Studio model(weights_of(made_up_weights()), 1);
    std::vector<float> out = through(model, sound);
    return std::vector<float>(out.end() - 24000, out.end());
  };
  CHECK(with_silence(24000) == with_silence(480000));
}

TEST_CASE("studio: after a reset it is as new, without allocating") {
  const std::vector<float> sound = noisy_voice(24000);
  const studio::WeightsPointer weights = weights_of(made_up_weights());
  Studio fresh(weights, 1);
  const std::vector<float> expected = through(fresh, sound);
  Studio used(weights, 1);
  std::vector<float> frame(frame_samples, 100.0F);
  {
    const test::AllocationTrap trap;
    for (int i = 0; i < 20; ++i) used.process(frame.data());
    used.reset();
    CHECK(trap.counts().allocations == 0);
    CHECK(trap.counts().frees == 0);
    CHECK(trap.counts().locks == 0);
  }
  CHECK(through(used, sound) == expected);
}

TEST_CASE("studio: what is no sound does not stay in it") {
  Studio model(weights_of(made_up_weights()), 1);
  std::array<float, frame_samples> frame;
  for (const float poison : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38F}) {
    for (int i = 0; i < 4; ++i) {
      frame.fill(poison);
      model.process(frame.data());
    }
  }
  test::Noise noise;
  for (int i = 0; i < 50; ++i) {
    for (float &sample : frame) sample = 1000.0F * noise.next();
    REQUIRE(std::isfinite(model.process(frame.data())));
    for (const float sample : frame) REQUIRE(std::isfinite(sample));
  }
}

TEST_CASE("studio: in a bank its sound comes when that of all channels does") {
  const std::vector<float> sound = noisy_voice(48000);
  DenoiseBank bank(48000, 1, DenoiseBank::Engines::strong, weights_of(weights_that_change_nothing()));
  bank.set(0, {DenoiseEngine::studio, 100.0F, 100.0F});
  std::vector<float> out = sound;
  for (float &sample : out) sample *= 1.0F / model_full_scale;
  BankResult result{};
  for (std::size_t i = 0; i + frame_samples <= out.size(); i += frame_samples) {
    float *frame = out.data() + i;
    bank.process(&frame, &result);
  }
  CHECK_FALSE(result.speech_probability.has_value());
  float largest = 0.0F;
  for (std::size_t i = bank.latency_frames() + frame_samples; i < out.size(); ++i) {
    largest = std::max(largest, std::fabs(out[i] - sound[i - bank.latency_frames()] / model_full_scale));
  }
  CHECK(largest < 1e-5F);
}

TEST_CASE("studio: weights of another model, or damaged ones, are refused") {
  std::vector<float> values = made_up_weights();
  CHECK_THROWS_AS(studio::make_weights(values.data(), values.size() - 1), std::invalid_argument);
  values[100] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_AS(weights_of(values), std::invalid_argument);
}
