#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>

#include "dsp/automatic_gain.hpp"
#include "dsp/echo_canceller.hpp"
#include "dsp/soxr_resampler.hpp"
#include "dsp_allocation_trap.hpp"
#include "dsp_support.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

/** Sentences by espeak-ng, at -20 dBFS; the voice-like sound of the other tests where there is none. */
std::vector<float> speech(double rate_hz, double sec, const char *voice) {
  Folder folder;
  const std::string path = folder.file("speech.wav");
  const std::string command =
      std::string("espeak-ng -v ") + voice + " -w '" + path +
      "' 'The quick brown fox jumps over the lazy dog. She sells sea shells by the sea shore. Every morning the studio "
      "opens at eight, and we record the first voices before the traffic begins. Please remember to check your levels.' "
      "2>/dev/null";
  std::vector<float> once;
  if (std::system(command.c_str()) == 0) {
    const Read read = read_file(path);
    if (!read.samples.empty()) {
      SoxrResampler resampler(read.info.samplerate, static_cast<int>(rate_hz));
      const std::vector<float> samples(read.samples.begin(), read.samples.end());
      resampler.process(samples.data(), samples.size(), once);
      resampler.finish(once);
    }
  }
  if (once.empty()) {
    const std::vector<double> samples = voice_like(static_cast<int>(rate_hz), 1, static_cast<std::size_t>(10 * rate_hz));
    once.assign(samples.begin(), samples.end());
  }
  std::vector<float> samples(static_cast<std::size_t>(sec * rate_hz));
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = once[i % once.size()];
  double energy = 0.0;
  for (const float sample : samples) energy += static_cast<double>(sample) * sample;
  const auto factor = static_cast<float>(0.1 / std::sqrt(energy / static_cast<double>(samples.size())));
  for (float &sample : samples) sample *= factor;
  return samples;
}

double rms_db(const std::vector<float> &samples, std::size_t from, std::size_t to) {
  double energy = 1e-15;
  for (std::size_t i = from; i < to; ++i) energy += static_cast<double>(samples[i]) * samples[i];
  return 10.0 * std::log10(energy / static_cast<double>(to - from));
}

/** What a microphone hears of a loudspeaker in a room: so much later, and 120 ms of decaying reflections. */
std::vector<float> in_room(const std::vector<float> &samples, double rate_hz, double delay_sec = 0.03) {
  Noise noise;
  const auto delay = static_cast<std::size_t>(delay_sec * rate_hz);
  std::vector<std::pair<std::size_t, float>> taps{{delay, 0.4F}};
  for (int i = 0; i < 60; ++i) {
    const double sec = 0.12 * std::fabs(static_cast<double>(noise.next()));
    taps.emplace_back(delay + static_cast<std::size_t>(sec * rate_hz),
                      0.15F * noise.next() * static_cast<float>(std::exp(-sec / 0.03)));
  }
  std::vector<float> heard(samples.size(), 0.0F);
  for (const auto &[lag, gain] : taps) {
    for (std::size_t i = lag; i < heard.size(); ++i) heard[i] += gain * samples[i - lag];
  }
  return heard;
}

void cancel(EchoCanceller &canceller, const std::vector<float> &far, std::vector<float> &near, std::size_t frames) {
  for (std::size_t at = 0; at + frames <= near.size(); at += frames) {
    const std::array<const float *, 2> loudspeakers{far.data() + at, far.data() + at};
    canceller.hear(loudspeakers.data());
    float *channel = near.data() + at;
    canceller.process(&channel);
  }
}

}  // namespace

TEST_CASE("automatic gain: quiet and loud speech both come to -18 to -23 dBFS, at every rate") {
  for (const double rate_hz : session_rates) {
    const std::vector<float> spoken = speech(rate_hz, 20.0, "en-us");
    for (const double level_db : {-45.0, -40.0, -30.0, -20.0, -10.0}) {
      AutomaticGain gain(rate_hz, 1);
      gain.set(true);
      std::vector<float> samples = spoken;
      for (float &sample : samples) sample *= static_cast<float>(std::pow(10.0, (level_db + 20.0) / 20.0));
      run_mono(gain, samples);
      const double output_db = rms_db(samples, samples.size() / 2, samples.size());
      CAPTURE(rate_hz);
      CAPTURE(level_db);
      CHECK(output_db > -23.0);
      CHECK(output_db < -18.0);
      CHECK(peak_in(samples, 0, samples.size()) < 1.0F);
      REQUIRE(gain.gain_db().has_value());
      CHECK(std::fabs(*gain.gain_db() - (-20.0 - level_db)) < 4.0);
    }
  }
}

TEST_CASE("automatic gain: it does not raise what only hums, and off it is the input again") {
  Noise noise;
  std::vector<float> hum(48000 * 20);
  for (float &sample : hum) sample = 0.003F * noise.next();
  AutomaticGain gain(48000.0, 1);
  gain.set(true);
  std::vector<float> samples = hum;
  run_mono(gain, samples);
  CHECK(std::fabs(rms_db(samples, 0, samples.size()) - rms_db(hum, 0, hum.size())) < 0.1);
  CHECK_FALSE(gain.gain_db().has_value());
  std::vector<float> spoken = speech(48000.0, 10.0, "en-us");
  for (float &sample : spoken) sample *= 0.1F;
  run_mono(gain, spoken);
  gain.set(false);
  CHECK_FALSE(gain.gain_db().has_value());
  samples = sine_of(103.7, 0.01, 48000.0, 3.0);
  const std::vector<float> input = samples;
  run_mono(gain, samples);
  CHECK(std::equal(input.begin() + 96000, input.end(), samples.begin() + 96000));
  CHECK(largest_bend(samples) < 0.001);
}

TEST_CASE("echo: a room's echo of speech becomes at least 15 dB quieter, and the talker stays") {
  for (const double rate_hz : session_rates) {
    const auto frames = static_cast<std::size_t>(rate_hz / 100.0);
    CAPTURE(rate_hz);
    const auto canceller = make_echo_canceller(rate_hz, 1, frames);
    if (!canceller) {
      MESSAGE("this build has no echo cancellation: " << *echo_refusal(rate_hz, frames));
      return;
    }
    canceller->set(true);
    const std::vector<float> far = speech(rate_hz, 20.0, "en-us");
    std::vector<float> near = in_room(far, rate_hz);
    Noise noise;
    for (float &sample : near) sample += 0.0003F * noise.next();
    const std::vector<float> echo = near;
    cancel(*canceller, far, near, frames);
    const double before_db = rms_db(echo, echo.size() / 2, echo.size());
    const double after_db = rms_db(near, near.size() / 2, near.size());
    CAPTURE(before_db);
    CAPTURE(after_db);
    CHECK(before_db - after_db > 15.0);
    // Now the talker alone, with silent loudspeakers.
    std::vector<float> talker = speech(rate_hz, 5.0, "en-gb");
    const std::vector<float> spoken = talker;
    const std::vector<float> silence(talker.size(), 0.0F);
    cancel(*canceller, silence, talker, frames);
    const double kept_db = rms_db(talker, talker.size() / 5, talker.size()) - rms_db(spoken, talker.size() / 5, talker.size());
    CHECK(std::fabs(kept_db) < 1.0);
    const int lag = lag_frames({spoken.begin(), spoken.begin() + static_cast<std::ptrdiff_t>(2 * rate_hz)},
                               {talker.begin(), talker.begin() + static_cast<std::ptrdiff_t>(2 * rate_hz)}, 1, 0, 1000);
    CHECK(std::abs(lag - static_cast<int>(canceller->latency_frames())) <= 2);
  }
}

TEST_CASE("echo: far devices are no hindrance where their delay is reported, and a talker is heard against the loudspeakers") {
  const auto canceller = make_echo_canceller(48000.0, 1, 480);
  if (!canceller) return;
  canceller->set(true);
  canceller->set_delay(0.2);
  const std::vector<float> far = speech(48000.0, 20.0, "en-us");
  const std::vector<float> echo = in_room(far, 48000.0, 0.21);
  const std::vector<float> spoken = speech(48000.0, 20.0, "en-gb");
  std::vector<float> near = echo;
  for (std::size_t i = 480000; i < near.size(); ++i) near[i] += spoken[i];
  cancel(*canceller, far, near, 480);
  CHECK(rms_db(echo, 240000, 480000) - rms_db(near, 240000, 480000) > 15.0);
  const std::size_t latency = canceller->latency_frames();
  double product = 0.0;
  double energy = 0.0;
  for (std::size_t i = 500000; i + latency < near.size(); ++i) {
    product += static_cast<double>(spoken[i]) * near[i + latency];
    energy += static_cast<double>(spoken[i]) * spoken[i];
  }
  // The library lowers the talker while both sound: its limit, see docs/decisions/0005.
  CHECK(db(product / energy) > -8.0);
}

TEST_CASE("echo: off it is the input bit for bit, switching makes no click, and its latency is as stated") {
  const auto canceller = make_echo_canceller(48000.0, 1, 480);
  if (!canceller) return;
  const std::vector<float> silence(48000 * 3, 0.0F);
  std::vector<float> samples = sine_of(203.7, 0.5, 48000.0, 3.0);
  const std::vector<float> input = samples;
  for (std::size_t at = 0; at < samples.size(); at += 480) {
    if (at == 48000) canceller->set(true);
    if (at == 96000) canceller->set(false);
    const std::array<const float *, 2> loudspeakers{silence.data() + at, silence.data() + at};
    canceller->hear(loudspeakers.data());
    float *channel = samples.data() + at;
    canceller->process(&channel);
  }
  CHECK(std::equal(input.begin(), input.begin() + 48000, samples.begin()));
  CHECK(std::equal(input.begin() + 97000, input.end(), samples.begin() + 97000));
  // The tone itself has 3.6e-4.
  CHECK(largest_bend(samples) < 0.005);
}

TEST_CASE("echo: with blocks under 10 ms it is refused, with what helps") {
  REQUIRE(echo_refusal(48000.0, 128).has_value());
  CHECK(make_echo_canceller(48000.0, 1, 128) == nullptr);
}

TEST_CASE("echo: it allocates nothing while it runs") {
  const auto canceller = make_echo_canceller(48000.0, 1, 480);
  if (!canceller || !can_trap()) return;
  canceller->set(true);
  const std::vector<float> far = speech(48000.0, 5.0, "en-us");
  std::vector<float> near = in_room(far, 48000.0);
  TrapCounts counts;
  {
    const AllocationTrap trap;
    cancel(*canceller, far, near, 480);
    counts = trap.counts();
  }
  CHECK(counts.allocations == 0);
  CHECK(counts.frees == 0);
  // Locks of the library that nobody else asks for, three a frame: see docs/decisions/0005.
  CHECK(counts.locks <= 3 * near.size() / 480);
}
