// The noise reduction of the short modes.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "engine/capture_expander.hpp"
#include "support.hpp"

using namespace sounddesk;

namespace {

constexpr std::size_t rate_hz = 48000;
constexpr std::size_t seconds = 8;

/** White noise, and from the second half of each second on a voice-like sound this much above it. */
struct NoisyVoice {
  explicit NoisyVoice(double voice_db) : noise(seconds * rate_hz), voice(seconds * rate_hz, 0.0F) {
    test::Noise random;
    for (float &sample : noise) sample = 0.02F * random.next();
    // Noise of ±1 has a mean power of a third, a tone of 1 a half.
    const double amplitude = 0.02 * std::sqrt(2.0 / 3.0) * std::pow(10.0, voice_db / 20.0);
    for (std::size_t i = 0; i < voice.size(); ++i) {
      if (i % rate_hz >= rate_hz / 2) voice[i] = static_cast<float>(amplitude * std::sin(0.05 * static_cast<double>(i)));
    }
  }

  std::vector<float> expanded(const DenoiseSettings &settings) const {
    std::vector<float> both(noise);
    for (std::size_t i = 0; i < both.size(); ++i) both[i] += voice[i];
    CaptureExpander expander(rate_hz);
    for (std::size_t from = 0; from < both.size(); from += 64) expander.process(both.data() + from, 64, settings);
    return both;
  }

  std::vector<float> noise;
  std::vector<float> voice;
};

double power_of(const std::vector<float> &samples, std::size_t from_second, std::size_t first, std::size_t last) {
  double sum = 0.0;
  for (std::size_t second = from_second; second < seconds; ++second) {
    for (std::size_t i = second * rate_hz + first; i < second * rate_hz + last; ++i) sum += static_cast<double>(samples[i]) * samples[i];
  }
  return sum;
}

}  // namespace

TEST_CASE("capture expander: a voice 10 dB above the noise keeps its level, and the noise of pauses falls by 10 dB") {
  const NoisyVoice sound(10.0);
  DenoiseSettings settings;
  settings.reduction = 70.0F;
  const std::vector<float> out = sound.expanded(settings);
  const std::vector<float> dry = sound.expanded({false, 70.0F, 70.0F});
  const double voice_db = 10.0 * std::log10(power_of(out, 3, 28000, 47000) / power_of(dry, 3, 28000, 47000));
  const double pause_db = 10.0 * std::log10(power_of(out, 3, 12000, 23000) / power_of(dry, 3, 12000, 23000));
  MESSAGE("voice ", voice_db, " dB, pauses ", pause_db, " dB");
  CHECK(voice_db > -3.0);
  CHECK(pause_db < -10.0);
}

TEST_CASE("capture expander: off it changes nothing, and reduction bounds how far it goes") {
  const NoisyVoice sound(20.0);
  const std::vector<float> off = sound.expanded({false, 70.0F, 70.0F});
  CHECK(off[200000] == doctest::Approx(sound.noise[200000] + sound.voice[200000]));
  DenoiseSettings gentle;
  gentle.reduction = 20.0F;
  const std::vector<float> out = sound.expanded(gentle);
  const double pause_db = 10.0 * std::log10(power_of(out, 3, 12000, 23000) / power_of(off, 3, 12000, 23000));
  CHECK(pause_db > -4.0);
  CHECK(pause_db < -2.0);
}
