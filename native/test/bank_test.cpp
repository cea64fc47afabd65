#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "denoise/channel_cleaner.hpp"
#include "denoise/denoise_bank.hpp"
#include "denoise/denoise_bank_resampler.hpp"
#include "dsp/levels.hpp"
#include "dsp_allocation_trap.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

constexpr BankSettings off{DenoiseEngine::off, 90.0F, 95.0F};
constexpr BankSettings rnnoise{DenoiseEngine::rnnoise, 90.0F, 95.0F};
constexpr BankSettings strong{DenoiseEngine::strong, 90.0F, 95.0F};
constexpr BankSettings automatic{DenoiseEngine::automatic, 90.0F, 95.0F};

std::vector<float> as_floats(const std::vector<double> &samples) { return {samples.begin(), samples.end()}; }

/** A voice in brownish noise. */
std::vector<float> noisy_voice(int rate_hz, double seconds) {
  std::vector<float> samples = as_floats(test::voice_like(rate_hz, 1, static_cast<std::size_t>(seconds * rate_hz)));
  test::Noise noise;
  float low = 0.0F;
  for (float &sample : samples) {
    low = 0.98F * low + 0.02F * noise.next();
    sample += 0.3F * low;
  }
  return samples;
}

/** Every channel is given the same sound; `before_frame` may change settings. Returns what comes out of each. */
std::vector<std::vector<float>> through_bank(DenoiseBank &bank, std::size_t channels, const std::vector<float> &input,
                                             const std::function<void(std::size_t)> &before_frame = {},
                                             std::vector<std::vector<BankResult>> *reports = nullptr) {
  const std::size_t frame = bank.frame_frames();
  std::vector<std::vector<float>> output(channels, input);
  std::vector<float *> frames(channels);
  std::vector<BankResult> results(channels);
  for (std::size_t at = 0; at + frame <= input.size(); at += frame) {
    if (before_frame) before_frame(at / frame);
    for (std::size_t channel = 0; channel < channels; ++channel) frames[channel] = output[channel].data() + at;
    bank.process(frames.data(), results.data());
    if (reports != nullptr) reports->push_back(results);
  }
  return output;
}

double largest_step(const std::vector<float> &samples, std::size_t from, std::size_t to) {
  double largest = 0.0;
  for (std::size_t i = from + 1; i < to; ++i) largest = std::max(largest, std::fabs(static_cast<double>(samples[i]) - static_cast<double>(samples[i - 1])));
  return largest;
}

}  // namespace

TEST_CASE("bank: at the model's rate a channel gives what the cleaner of one channel gives") {
  for (const BankSettings &settings : {rnnoise, BankSettings{DenoiseEngine::rnnoise, 100.0F, 100.0F}}) {
    const std::vector<float> input = noisy_voice(48000, 3.0);
    DenoiseBank bank(48000, 3);
    bank.set(1, settings);
    std::vector<std::vector<BankResult>> reports;
    const auto output = through_bank(bank, 3, input, {}, &reports);
    ChannelCleaner cleaner(make_rnnoise(), {true, settings.sensitivity, settings.reduction});
    std::vector<float> expected = input;
    bool is_same = true;
    for (std::size_t at = 0; at + frame_samples <= input.size(); at += frame_samples) {
      const CleanedFrame frame = cleaner.process(expected.data() + at);
      const BankResult &result = reports[at / frame_samples][1];
      is_same = is_same && std::fabs(frame.speech_probability - result.speech_probability.value_or(-1.0F)) < 1e-5F &&
                frame.is_pause == result.is_pause && std::fabs(frame.output_power - result.output_power) < 1e-9;
      for (std::size_t i = at; i < at + frame_samples; ++i) is_same = is_same && std::fabs(output[1][i] - expected[i]) < 1e-6F;
    }
    CHECK(is_same);
  }
}

TEST_CASE("bank: a channel that is off is the input, late by the bank's latency to the sample") {
  for (const int rate_hz : {44100, 48000, 96000}) {
    CAPTURE(rate_hz);
    const std::vector<float> input = noisy_voice(rate_hz, 1.0);
    DenoiseBank bank(rate_hz, 2);
    bank.set(1, rnnoise);
    CHECK(bank.frame_frames() == static_cast<std::size_t>(rate_hz / 100));
    const std::size_t latency = bank.latency_frames();
    CHECK(latency < static_cast<std::size_t>(0.012 * rate_hz));
    const auto output = through_bank(bank, 2, input);
    CHECK(std::equal(input.begin(), input.end() - static_cast<std::ptrdiff_t>(latency), output[0].begin() + static_cast<std::ptrdiff_t>(latency)));
  }
}

TEST_CASE("bank: what is cleaned comes out aligned with what is not") {
  for (const int rate_hz : {44100, 48000, 96000}) {
    CAPTURE(rate_hz);
    const std::vector<double> voice = test::voice_like(rate_hz, 1, static_cast<std::size_t>(4 * rate_hz));
    DenoiseBank bank(rate_hz, 2);
    bank.set(1, rnnoise);
    const auto output = through_bank(bank, 2, as_floats(voice));
    const std::vector<double> dry(output[0].begin() + rate_hz, output[0].end());
    const std::vector<double> cleaned(output[1].begin() + rate_hz, output[1].end());
    // What is left of the model's turn of low tones is less than a sample at 48 kHz.
    CHECK(std::abs(test::lag_frames(dry, cleaned, 1, 0, 20)) <= (rate_hz == 96000 ? 1 : 0));
    double difference = 0.0;
    for (std::size_t i = 0; i < dry.size(); ++i) difference += (dry[i] - cleaned[i]) * (dry[i] - cleaned[i]);
    double power = 0.0;
    for (const double sample : dry) power += sample * sample;
    CHECK(10.0 * std::log10(power / difference) > 10.0);
  }
}

TEST_CASE("bank: noise falls and pauses are reported at every rate") {
  for (const int rate_hz : {44100, 48000, 96000}) {
    CAPTURE(rate_hz);
    test::Noise noise;
    std::vector<float> input(static_cast<std::size_t>(5 * rate_hz));
    float low = 0.0F;
    for (float &sample : input) sample = 0.5F * (low = 0.98F * low + 0.02F * noise.next());
    DenoiseBank bank(rate_hz, 1);
    bank.set(0, {DenoiseEngine::rnnoise, 100.0F, 70.0F});
    std::vector<std::vector<BankResult>> reports;
    const auto output = through_bank(bank, 1, input, {}, &reports);
    const BankResult last = reports.back()[0];
    CHECK(last.is_pause);
    CHECK(last.speech_probability < 0.2F);
    CHECK(power_to_db(last.input_power) - power_to_db(last.output_power) == doctest::Approx(21.0).epsilon(0.1));
  }
}

TEST_CASE("bank: switching the engine on and off does not click") {
  const int rate_hz = 48000;
  std::vector<float> input(static_cast<std::size_t>(4 * rate_hz));
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<float>(0.5 * std::sin(2.0 * std::numbers::pi * 200.0 * static_cast<double>(i) / rate_hz));
  DenoiseBank bank(rate_hz, 1);
  const auto output = through_bank(bank, 1, input, [&](std::size_t frame) {
    if (frame % 50 == 25) bank.set(0, rnnoise);
    if (frame % 50 == 0) bank.set(0, off);
  });
  const double of_input = largest_step(input, 0, input.size());
  CHECK(largest_step(output[0], 2 * bank.latency_frames(), input.size()) < 1.2 * of_input);
}

TEST_CASE("bank: a channel without sound says so, and continues where it was") {
  const std::vector<float> input = noisy_voice(48000, 1.0);
  DenoiseBank bank(48000, 2);
  bank.set(0, rnnoise);
  bank.set(1, rnnoise);
  std::vector<float> first = input;
  std::vector<float> second = input;
  std::array<BankResult, 2> results{};
  for (std::size_t at = 0; at + 480 <= input.size(); at += 480) {
    std::array<float *, 2> frames{first.data() + at, second.data() + at};
    bank.process(frames.data(), results.data());
    frames[0] = nullptr;
    frames[1] = nullptr;
    bank.process(frames.data(), results.data());
    CHECK(results[0].output_power == 0.0);
    CHECK_FALSE(results[1].speech_probability.has_value());
  }
  CHECK(first == second);
  DenoiseBank alone(48000, 1);
  alone.set(0, rnnoise);
  CHECK(through_bank(alone, 1, input)[0] == first);
}

TEST_CASE("bank: a channel that was reset has forgotten what it heard, and its numbers stay numbers") {
  std::vector<float> input = noisy_voice(44100, 1.0);
  for (std::size_t i = 0; i < input.size(); i += 997) input[i] = std::numeric_limits<float>::quiet_NaN();
  DenoiseBank bank(44100, 1);
  bank.set(0, rnnoise);
  const auto output = through_bank(bank, 1, input, [&](std::size_t frame) {
    if (frame == 50) bank.reset(0);
  });
  CHECK(std::all_of(output[0].begin(), output[0].end(), [](float sample) { return std::isfinite(sample); }));
  const auto start = output[0].begin() + 50 * 441;
  DenoiseBank fresh(44100, 1);
  fresh.set(0, rnnoise);
  const std::vector<float> rest(input.begin() + 50 * 441, input.end());
  const auto expected = through_bank(fresh, 1, rest);
  CHECK(std::equal(start, output[0].begin() + 100 * 441, expected[0].begin()));
}

TEST_CASE("bank: with the strong engine all channels wait for it, to the sample, whatever they run") {
  for (const int rate_hz : {44100, 48000, 96000}) {
    CAPTURE(rate_hz);
    const std::vector<double> voice = test::voice_like(rate_hz, 1, static_cast<std::size_t>(4 * rate_hz));
    const std::vector<float> input = as_floats(voice);
    DenoiseBank bank(rate_hz, 4, DenoiseBank::Engines::strong);
    bank.set(1, rnnoise);
    bank.set(2, strong);
    bank.set(3, automatic);
    const std::size_t latency = bank.latency_frames();
    if (rate_hz == 48000) CHECK(latency == 1562);
    CHECK(latency < static_cast<std::size_t>(0.036 * rate_hz));
    std::vector<std::vector<BankResult>> reports;
    const auto output = through_bank(bank, 4, input, {}, &reports);
    CHECK(std::equal(input.begin(), input.end() - static_cast<std::ptrdiff_t>(latency), output[0].begin() + static_cast<std::ptrdiff_t>(latency)));
    const std::vector<double> dry(output[0].begin() + rate_hz, output[0].end());
    for (const std::size_t channel : {1U, 2U, 3U}) {
      CAPTURE(channel);
      const std::vector<double> cleaned(output[channel].begin() + rate_hz, output[channel].end());
      CHECK(std::abs(test::lag_frames(dry, cleaned, 1, 0, 20)) <= (rate_hz == 96000 && channel != 2 ? 1 : 0));
      double difference = 0.0;
      double power = 0.0;
      for (std::size_t i = 0; i < dry.size(); ++i) {
        difference += (dry[i] - cleaned[i]) * (dry[i] - cleaned[i]);
        power += dry[i] * dry[i];
      }
      // No real voice: the strong engine takes part of it for noise, and gives back the rest in its place.
      CHECK(10.0 * std::log10(power / difference) > (channel == 1 ? 10.0 : 4.0));
    }
    CHECK(reports.back()[1].speech_probability.has_value());
    CHECK(reports.back()[3].speech_probability.has_value());
    CHECK_FALSE(reports.back()[2].speech_probability.has_value());
  }
}

TEST_CASE("bank: RNNoise beside the strong engine gives what it gives alone, later") {
  const std::vector<float> input = noisy_voice(48000, 2.0);
  DenoiseBank bank(48000, 1, DenoiseBank::Engines::strong);
  DenoiseBank usual(48000, 1);
  // The model alone: the mix follows the probability by frames, which the longer delay is none of.
  const BankSettings alone{DenoiseEngine::rnnoise, 100.0F, 100.0F};
  bank.set(0, alone);
  usual.set(0, alone);
  const auto output = through_bank(bank, 1, input);
  const auto expected = through_bank(usual, 1, input);
  const auto later = static_cast<std::ptrdiff_t>(bank.latency_frames() - usual.latency_frames());
  CHECK(std::equal(expected[0].begin(), expected[0].end() - later, output[0].begin() + later));
}

TEST_CASE("bank: a bank without the strong engine has RNNoise in its place") {
  const std::vector<float> input = noisy_voice(48000, 1.0);
  DenoiseBank bank(48000, 3);
  bank.set(0, rnnoise);
  bank.set(1, strong);
  bank.set(2, automatic);
  const auto output = through_bank(bank, 3, input);
  CHECK(output[0] == output[1]);
  CHECK(output[0] == output[2]);
}

TEST_CASE("bank: changes between off, RNNoise, strong and auto neither click nor allocate") {
  const int rate_hz = 48000;
  std::vector<float> input(static_cast<std::size_t>(12 * rate_hz));
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<float>(0.5 * std::sin(2.0 * std::numbers::pi * 200.0 * static_cast<double>(i) / rate_hz));
  DenoiseBank bank(rate_hz, 1, DenoiseBank::Engines::strong);
  const std::array<BankSettings, 10> order{off, strong, automatic, rnnoise, automatic, strong, off, automatic, strong, rnnoise};
  const test::AllocationTrap trap;
  std::size_t allocations = 0;
  const auto output = through_bank(bank, 1, input, [&](std::size_t frame) {
    const std::size_t before = trap.counts().allocations;
    // The second half changes its mind before a change is through.
    const std::size_t every = frame < 600 ? 60 : 7;
    if (frame % every == 0) bank.set(0, order[frame / every % order.size()]);
    allocations += trap.counts().allocations - before;
  });
  CHECK(allocations == 0);
  // What through_bank itself needs; its frames need nothing more.
  CHECK(trap.counts().allocations < 10);
  CHECK(trap.counts().locks == 0);
  const double of_input = largest_step(input, 0, input.size());
  CHECK(largest_step(output[0], 2 * bank.latency_frames(), input.size()) < 1.2 * of_input);
}

TEST_CASE("bank: rates and counts that it cannot have are refused") {
  CHECK_THROWS_AS(DenoiseBank(32000, 1), std::invalid_argument);
  CHECK_THROWS_AS(DenoiseBank(48000, 33), std::invalid_argument);
}

TEST_CASE("bank: there and back through the model's rate a tone is the same tone") {
  for (const std::size_t frame : {441U, 960U}) {
    const FrameFilter there(frame, 480, FrameFilter::WholeDelay::input);
    const FrameFilter back(480, frame, FrameFilter::WholeDelay::output);
    FrameResampler to_model(there);
    FrameResampler from_model(back);
    const std::size_t delay = there.delay_frames() + back.delay_frames();
    for (const double hz : {0.0, 50.0, 1000.0, 8000.0, 18000.0}) {
      CAPTURE(frame);
      CAPTURE(hz);
      std::vector<float> in(frame * 40);
      for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(0.5 * std::cos(2.0 * std::numbers::pi * hz * static_cast<double>(i) / (static_cast<double>(frame) * 100.0)));
      std::vector<float> out(in.size());
      std::array<float, 480> middle;
      to_model.reset();
      from_model.reset();
      for (std::size_t at = 0; at < in.size(); at += frame) {
        to_model.process(in.data() + at, middle.data());
        from_model.process(middle.data(), out.data() + at);
      }
      double error = 0.0;
      for (std::size_t i = 10 * frame; i < in.size(); ++i) error = std::max(error, std::fabs(static_cast<double>(out[i]) - static_cast<double>(in[i - delay])));
      CHECK(error < 0.5e-3);
    }
  }
}
