// The de-click of files: what it makes of planted clicks, and what it leaves alone.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "dsp/click_repair.hpp"
#include "dsp/levels.hpp"
#include "dsp_support.hpp"
#include "file_repair_support.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr int rate_hz = 48000;

/** A switch: 3 ms of noise. */
void plant(Sound &sound, std::size_t at, float level) {
  Noise noise;
  for (std::size_t i = 0; i < 150; ++i) sound[at + i] += level * noise.next() * std::exp(-static_cast<float>(i) / 60.0F);
}

double difference_db(const Sound &one, const Sound &other) {
  Sound difference = one;
  for (std::size_t i = 0; i < one.size(); ++i) difference[i] -= other[i];
  return power_to_db(mean_square(difference.data(), difference.size()));
}

}  // namespace

TEST_CASE("the de-click of files puts back what lies behind long clicks, and changes nothing elsewhere") {
  const Sound voice = gentle_voice(rate_hz, 6.0);
  Sound clicked = voice;
  for (std::size_t at = 9000; at + 1000 < voice.size(); at += 17011) plant(clicked, at, 0.5F);
  const Sound output = through<ClickRepair>(DeClickSettings{true, 50.0F}, {clicked}, 1001).front();
  REQUIRE(output.size() == voice.size());
  CHECK(difference_db(output, voice) < difference_db(clicked, voice) - 10.0);
  for (std::size_t at = 9000; at + 17011 < voice.size(); at += 17011) {
    for (std::size_t i = at + 400; i < at + 17000; ++i) REQUIRE(output[i] == voice[i]);
  }
  // Beside the one for live sound, which cannot wait.
  DeClick live(rate_hz, 1);
  live.set({true, 50.0F});
  Sound lived = clicked;
  float *plane = lived.data();
  live.process(&plane, lived.size());
  CHECK(difference_db(output, voice) < difference_db(lived, voice) - 2.0);
}

TEST_CASE("the de-click of files passes every bit of a voice and of a T, and gives each channel as long as it came") {
  const Sound voice = gentle_voice(rate_hz, 2.0);
  Sound stop(voice.size());
  Noise noise;
  for (std::size_t i = 24000; i < 24000 + 2400; ++i) {
    stop[i] = 0.2F * noise.next() * std::exp(-static_cast<float>(i - 24000) / 600.0F);
  }
  Sound clicked = voice;
  plant(clicked, 40000, 0.5F);
  plant(clicked, clicked.size() - 200, 0.5F);
  const Sounds sounds{voice, stop, clicked};
  const Sounds output = through<ClickRepair>(DeClickSettings{true, 100.0F}, sounds, 512);
  CHECK(output[0] == voice);
  CHECK(output[1] == stop);
  CHECK(output[2].size() == clicked.size());
  CHECK(output[2] != clicked);
  // However it comes.
  CHECK(through<ClickRepair>(DeClickSettings{true, 100.0F}, sounds, 7) == output);
  CHECK(through<ClickRepair>(DeClickSettings{true, 100.0F}, sounds, clicked.size()) == output);
}

TEST_CASE("the de-click of files takes nothing, little, silence and the loudest there is") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{31}, std::size_t{5000}}) {
    CHECK(through<ClickRepair>(DeClickSettings{true, 100.0F}, {Sound(count, 0.0F)}, 100).front() == Sound(count, 0.0F));
    Sound loud(count);
    for (std::size_t i = 0; i < count; ++i) loud[i] = i % 977 == 0 ? 3e38F : 1e-38F;
    const Sound output = through<ClickRepair>(DeClickSettings{true, 100.0F}, {loud}, 100).front();
    REQUIRE(output.size() == count);
    for (const float sample : output) REQUIRE(std::isfinite(sample));
  }
}
