#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <complex>
#include <random>
#include <vector>

#include "denoise/post_filter.hpp"
#include "dsp/levels.hpp"
#include "dsp/real_fft.hpp"
#include "dsp_allocation_trap.hpp"

using namespace sounddesk;

TEST_CASE("real transform: the sums of its definition, and back") {
  std::mt19937 generator(3);
  std::normal_distribution<float> normal(0.0F, 1.0F);
  for (const std::size_t size : {8U, 32U, 512U, 2048U, 8192U}) {
    RealFft fft(size);
    std::vector<float> samples(size);
    for (float &sample : samples) sample = normal(generator);
    std::vector<float> re(fft.bins());
    std::vector<float> im(fft.bins());
    fft.forward(samples.data(), re.data(), im.data());
    double worst = 0.0;
    for (std::size_t k = 0; k < fft.bins(); ++k) {
      std::complex<double> sum = 0.0;
      for (std::size_t i = 0; i < size; ++i) {
        const auto turn = static_cast<double>(i * k % size) / static_cast<double>(size);
        sum += static_cast<double>(samples[i]) * std::polar(1.0, -2.0 * std::numbers::pi * turn);
      }
      worst = std::max(worst, std::abs(sum - std::complex<double>(re[k], im[k])));
    }
    CHECK(worst < 1e-5 * static_cast<double>(size));
    std::vector<float> back(size);
    fft.inverse(re.data(), im.data(), back.data());
    for (std::size_t i = 0; i < size; ++i) worst = std::max(worst, std::abs(double(back[i]) - samples[i]));
    CHECK(worst < 1e-5 * static_cast<double>(size));
  }
}

namespace {

using Sound = std::vector<float>;

constexpr std::size_t second = 48000;

Sound gaussian(std::size_t count, float deviation, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal(0.0F, deviation);
  Sound samples(count);
  for (float &sample : samples) sample = normal(generator);
  return samples;
}

/** A second of silence, then harmonics of 200 Hz, four words a second. */
Sound voice(std::size_t count) {
  Sound samples(count);
  for (std::size_t i = second; i < count; ++i) {
    const double time_sec = static_cast<double>(i) / static_cast<double>(second);
    double sum = 0.0;
    for (int harmonic = 1; harmonic <= 12; ++harmonic) sum += std::sin(2.0 * std::numbers::pi * 200.0 * harmonic * time_sec) / harmonic;
    samples[i] = static_cast<float>(0.1 * sum * std::pow(std::sin(2.0 * std::numbers::pi * 2.0 * time_sec), 2.0));
  }
  return samples;
}

Sound weighted_sum(float first_share, const Sound &first, float second_share, const Sound &second_sound) {
  Sound sum(first.size());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = first_share * first[i] + second_share * second_sound[i];
  return sum;
}

/** The first `noise_only` samples are known to be noise. */
Sound filtered(const Sound &dry, const Sound &wet, std::size_t noise_only) {
  PostFilter filter;
  constexpr std::size_t reach = (PostFilter::window_frames - 1) * frame_samples;
  Sound out = wet;
  for (std::size_t at = 0; at + reach + frame_samples <= dry.size(); at += frame_samples) {
    PostFilter::Window dry_window;
    PostFilter::Window wet_window;
    for (std::size_t i = 0; i < PostFilter::window_frames; ++i) {
      dry_window[i] = dry.data() + at + i * frame_samples;
      wet_window[i] = wet.data() + at + i * frame_samples;
    }
    filter.process(dry_window, wet_window, at + reach + frame_samples <= noise_only, out.data() + at);
  }
  return out;
}

double error_db(const Sound &sound, const Sound &wanted, std::size_t from, std::size_t to) {
  const Sound error = weighted_sum(1.0F, sound, -1.0F, wanted);
  return power_to_db(mean_square(error.data() + from, to - from)) - power_to_db(mean_square(wanted.data() + from, to - from));
}

}  // namespace

TEST_CASE("post filter: without steady noise heard alone it gives the model's output, to the bit") {
  const Sound dry = weighted_sum(1.0F, voice(2 * second), 1.0F, gaussian(2 * second, 0.02F, 1));
  const Sound wet = gaussian(2 * second, 0.02F, 2);
  CHECK(filtered(dry, wet, 0) == wet);
}

TEST_CASE("post filter: knows the voice from a noise that it has heard") {
  const Sound speech = voice(5 * second);
  const Sound noise = gaussian(5 * second, 0.1F, 3);
  const Sound dry = weighted_sum(1.0F, speech, 1.0F, noise);
  // A model that takes a quarter of the voice along, and leaves a third of the noise.
  const Sound wet = weighted_sum(0.75F, speech, 0.33F, noise);
  const Sound out = filtered(dry, wet, second);
  const std::size_t from = second + 4800;
  const std::size_t to = 5 * second - 4800;
  CHECK(error_db(out, speech, from, to) < error_db(wet, speech, from, to) - 3.0);
  // In the noise alone it changes nothing.
  CHECK(std::equal(wet.begin(), wet.begin() + second - 1920, out.begin()));
}

TEST_CASE("post filter: what else the model has taken out stays out") {
  const Sound noise = gaussian(4 * second, 0.02F, 4);
  Sound dry = noise;
  for (std::size_t i = 2 * second; i < dry.size(); ++i) {
    dry[i] += 0.3F * static_cast<float>(std::sin(2.0 * std::numbers::pi * 1000.0 * static_cast<double>(i) / second));
  }
  const Sound wet = weighted_sum(0.05F, dry, 0.0F, noise);
  const Sound out = filtered(dry, wet, second);
  const std::size_t from = 2 * second + 9600;
  const double gain_db = power_to_db(mean_square(out.data() + from, second)) - power_to_db(mean_square(wet.data() + from, second));
  CHECK(gain_db < 1.0);
}

TEST_CASE("post filter: forgets a noise that has ended") {
  const Sound speech = voice(6 * second);
  Sound noise = gaussian(6 * second, 0.05F, 5);
  std::fill(noise.begin() + 2 * second, noise.end(), 0.0F);
  const Sound dry = weighted_sum(1.0F, speech, 1.0F, noise);
  const Sound wet = weighted_sum(0.9F, speech, 0.1F, noise);
  const Sound out = filtered(dry, wet, second);
  // The model's own error is -20 dB; nothing worse may come of a noise that is no more.
  CHECK(error_db(out, speech, 2 * second + 4800, 6 * second - 4800) < -20.0);
}

TEST_CASE("post filter: allocates nothing while it runs") {
  PostFilter filter;
  const Sound sound = gaussian(PostFilter::window_frames * frame_samples, 0.1F, 6);
  PostFilter::Window window;
  for (std::size_t i = 0; i < window.size(); ++i) window[i] = sound.data() + i * frame_samples;
  Sound out(frame_samples);
  const test::AllocationTrap trap;
  for (int frame = 0; frame < 100; ++frame) filter.process(window, window, frame < 50, out.data());
  const test::TrapCounts counts = trap.counts();
  CHECK(counts.allocations == 0);
  CHECK(counts.frees == 0);
}
