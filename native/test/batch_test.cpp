#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "denoise/batch_denoiser.hpp"
#include "denoise/run_denoiser.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

constexpr std::size_t length = 3 * 48000;

std::vector<float> scaled(const std::vector<double> &samples, double gain) {
  std::vector<float> result(length);
  for (std::size_t i = 0; i < length; ++i) result[i] = static_cast<float>(gain * model_full_scale * samples[i % samples.size()]);
  return result;
}

std::vector<float> voice_in_noise(double noise_level) {
  std::vector<double> samples = test::voice_like(48000, 1, length);
  test::Noise noise;
  double low = 0.0;
  for (double &sample : samples) {
    low = 0.97 * low + 0.03 * static_cast<double>(noise.next());
    sample += noise_level * (0.2 * static_cast<double>(noise.next()) + low);
  }
  return scaled(samples, 1.0);
}

std::vector<float> music() {
  std::vector<double> samples(length);
  for (std::size_t i = 0; i < length; ++i) {
    const double time = static_cast<double>(i) / 48000.0;
    const double decay = std::exp(-3.0 * std::fmod(time, 0.5));
    for (const double hz : {110.0, 220.0, 277.18, 329.63, 1318.5}) samples[i] += 0.08 * decay * std::sin(2.0 * std::numbers::pi * hz * time);
  }
  return scaled(samples, 1.0);
}

/** A recorded voice where ALSA's utilities are installed, and otherwise one more of ours. */
std::vector<float> recorded_voice(const std::string &name) {
  const test::Read read = test::read_file("/usr/share/sounds/alsa/" + name);
  return read.samples.empty() ? voice_in_noise(0.02) : scaled(read.samples, 0.9);
}

std::vector<std::vector<float>> make_material() {
  std::vector<std::vector<float>> lanes{voice_in_noise(0.0), voice_in_noise(0.1), voice_in_noise(0.6), music(),
                                        recorded_voice("Front_Center.wav"), recorded_voice("Rear_Left.wav"),
                                        recorded_voice("Noise.wav")};
  lanes.emplace_back(length, 0.0F);
  std::vector<float> clipped = voice_in_noise(0.1);
  for (float &sample : clipped) sample = std::clamp(20.0F * sample, -32767.0F, 32767.0F);
  lanes.push_back(clipped);
  std::vector<float> broken = voice_in_noise(0.1);
  for (std::size_t i = 0; i < length; i += 5003) broken[i] = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t i = 0; i < length; i += 7001) broken[i] = std::numeric_limits<float>::infinity();
  lanes.push_back(broken);
  std::vector<float> interrupted = recorded_voice("Side_Right.wav");
  std::fill_n(interrupted.begin() + 48000, 48000, 0.0F);
  lanes.push_back(interrupted);
  std::vector<float> faint = voice_in_noise(0.1);
  for (float &sample : faint) sample *= 1e-4F;
  lanes.push_back(faint);
  return lanes;
}

/** What the lanes hear at once, each something else. */
const std::vector<std::vector<float>> &material_of_all() {
  static const auto made = make_material();
  return made;
}

/** Whether a channel takes part in a frame: every third in turn pauses, for 1 to 40 frames. */
bool is_paused(std::size_t channel, std::size_t frame) {
  return channel % 3 == 1 && (frame / (1 + 13 * (channel % 4))) % 3 == 1;
}

struct Difference {
  double error = 0.0;
  double signal = 0.0;
  double probability = 0.0;
};

/** Of each batch, by channel: all of them hear the same, and the reference hears it once. */
std::vector<std::vector<Difference>> compare(const std::vector<BatchDenoiser *> &batches,
                                             const std::vector<std::vector<float>> &material, bool has_pauses) {
  const std::size_t channels = material.size();
  std::vector<std::unique_ptr<Denoiser>> reference(channels);
  for (auto &denoiser : reference) denoiser = make_rnnoise();
  std::vector<std::vector<Difference>> differences(batches.size(), std::vector<Difference>(channels));
  for (std::size_t at = 0; at + frame_samples <= length; at += frame_samples) {
    std::vector<std::array<float, frame_samples>> source(channels);
    for (std::size_t channel = 0; channel < channels; ++channel) {
      std::copy_n(material[channel].begin() + static_cast<std::ptrdiff_t>(at), frame_samples, source[channel].begin());
    }
    auto expected = source;
    std::vector<float> expected_probabilities(channels, -1.0F);
    const auto pauses = [&](std::size_t channel) { return has_pauses && is_paused(channel, at / frame_samples); };
    for (std::size_t channel = 0; channel < channels; ++channel) {
      if (!pauses(channel)) expected_probabilities[channel] = reference[channel]->process(expected[channel].data());
    }
    for (std::size_t number = 0; number < batches.size(); ++number) {
      auto work = source;
      std::vector<float *> frames(channels);
      std::vector<float> probabilities(channels, -1.0F);
      for (std::size_t channel = 0; channel < channels; ++channel) frames[channel] = pauses(channel) ? nullptr : work[channel].data();
      batches[number]->process(frames.data(), probabilities.data());
      for (std::size_t channel = 0; channel < channels; ++channel) {
        if (frames[channel] == nullptr) {
          REQUIRE(probabilities[channel] == -1.0F);
          continue;
        }
        Difference &difference = differences[number][channel];
        difference.probability =
            std::max(difference.probability, static_cast<double>(std::fabs(expected_probabilities[channel] - probabilities[channel])));
        for (std::size_t i = 0; i < frame_samples; ++i) {
          const double error = static_cast<double>(work[channel][i]) - static_cast<double>(expected[channel][i]);
          difference.error += error * error;
          difference.signal += static_cast<double>(expected[channel][i]) * static_cast<double>(expected[channel][i]);
        }
      }
    }
  }
  return differences;
}

/** At most −120 dB of the reference's own output; it is the same samples where log10 rounds alike. */
void check_equal(const std::vector<std::vector<Difference>> &differences) {
  for (std::size_t number = 0; number < differences.size(); ++number) {
    CAPTURE(number);
    for (std::size_t channel = 0; channel < differences[number].size(); ++channel) {
      CAPTURE(channel);
      CHECK(differences[number][channel].error <= 1e-12 * differences[number][channel].signal);
      CHECK(differences[number][channel].probability <= 1e-5);
    }
  }
}

/** The frames of one channel in the lanes of each of them, and the module frame by frame: to the last bit. */
void check_runs(const std::vector<RunDenoiser *> &runs, const std::vector<float> &sound) {
  const std::unique_ptr<Denoiser> module = make_rnnoise();
  std::vector<float> expected = sound;
  std::vector<float> expected_speech;
  for (std::size_t at = 0; at + frame_samples <= sound.size(); at += frame_samples) {
    expected_speech.push_back(module->process(expected.data() + at));
  }
  for (RunDenoiser *run : runs) {
    const std::size_t run_samples = run->frames() * frame_samples;
    std::vector<float> speech(run->frames());
    for (std::size_t at = 0; at + run_samples <= sound.size(); at += run_samples) {
      const auto from = static_cast<std::ptrdiff_t>(at);
      std::vector<float> out(sound.begin() + from, sound.begin() + from + static_cast<std::ptrdiff_t>(run_samples));
      run->process(out.data(), speech.data());
      for (std::size_t frame = 0; frame < run->frames(); ++frame) {
        REQUIRE(speech[frame] == expected_speech[at / frame_samples + frame]);
      }
      REQUIRE(std::equal(out.begin(), out.end(), expected.begin() + from));
    }
  }
}

}  // namespace

TEST_CASE("run: frames that follow each other give the samples that the module gives one after the other") {
  auto material = material_of_all();
  // A click after a silence in which the high-pass has decayed into denormals.
  std::vector<float> click(length, 0.0F);
  for (std::size_t at = 5; at < length; at += 48000) std::copy_n(material[0].begin() + 9600, 5, click.begin() + static_cast<std::ptrdiff_t>(at));
  material.push_back(click);
  for (const std::vector<float> &sound : material) {
    const auto run = make_rnnoise_run();
    const auto baseline = make_baseline_rnnoise_run();
    check_runs({run.get(), baseline.get()}, sound);
  }
}

TEST_CASE("batch: every lane gives the reference's samples, whatever the others hear") {
  const auto &material = material_of_all();
  const auto batch = make_rnnoise_batch(material.size());
  const auto baseline = make_baseline_rnnoise_batch(material.size());
  check_equal(compare({batch.get(), baseline.get()}, material, false));
}

TEST_CASE("batch: a channel that pauses keeps its state, while channels change places") {
  auto material = material_of_all();
  const auto &again = material_of_all();
  material.insert(material.end(), again.rbegin(), again.rend());
  const auto batch = make_rnnoise_batch(material.size());
  REQUIRE(batch->channels() == material.size());
  check_equal(compare({batch.get()}, material, true));
}

TEST_CASE("batch: few channels") {
  for (const std::size_t channels : {1U, 3U}) {
    const std::vector<std::vector<float>> material(channels, recorded_voice("Front_Center.wav"));
    const auto batch = make_rnnoise_batch(channels);
    check_equal(compare({batch.get()}, material, false));
  }
}

TEST_CASE("batch: a channel that was reset starts again, its neighbours continue") {
  const std::vector<std::vector<float>> material{voice_in_noise(0.1), voice_in_noise(0.4)};
  const auto batch = make_rnnoise_batch(2);
  const auto run = [&](std::size_t at, std::array<std::array<float, frame_samples>, 2> &work) {
    for (std::size_t channel = 0; channel < 2; ++channel) {
      std::copy_n(material[channel].begin() + static_cast<std::ptrdiff_t>(at), frame_samples, work[channel].begin());
    }
    std::array<float *, 2> frames{work[0].data(), work[1].data()};
    std::array<float, 2> probabilities{};
    batch->process(frames.data(), probabilities.data());
  };
  std::array<std::array<float, frame_samples>, 2> work;
  for (std::size_t at = 0; at < 48000; at += frame_samples) run(at, work);
  batch->reset(0);
  const auto fresh = make_rnnoise();
  const auto goes_on = make_rnnoise();
  for (std::size_t at = 0; at < 96000; at += frame_samples) {
    std::array<float, frame_samples> first;
    std::array<float, frame_samples> second;
    std::copy_n(material[0].begin() + static_cast<std::ptrdiff_t>(at), frame_samples, first.begin());
    std::copy_n(material[1].begin() + static_cast<std::ptrdiff_t>(at), frame_samples, second.begin());
    goes_on->process(second.data());
    if (at < 48000) continue;
    std::copy_n(material[0].begin() + static_cast<std::ptrdiff_t>(at), frame_samples, first.begin());
    fresh->process(first.data());
    run(at, work);
    for (std::size_t i = 0; i < frame_samples; ++i) {
      REQUIRE(std::fabs(work[0][i] - first[i]) <= 1e-3F);
      REQUIRE(std::fabs(work[1][i] - second[i]) <= 1e-3F);
    }
  }
}
