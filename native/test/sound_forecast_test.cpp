#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "dsp/sound_forecast.hpp"
#include "dsp_allocation_trap.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr std::size_t past = 384;
constexpr std::size_t ahead = 240;

std::vector<float> forecast(const std::vector<float> &sound) {
  SoundForecast made(past, 24);
  std::vector<float> reported(ahead);
  made.predict(sound.data(), reported.data(), ahead);
  return reported;
}

}  // namespace

TEST_CASE("sound forecast: tones continue without an edge") {
  std::vector<float> sound(past + ahead);
  for (std::size_t i = 0; i < sound.size(); ++i) {
    const double at = 2.0 * std::numbers::pi * static_cast<double>(i) / 48000.0;
    sound[i] = static_cast<float>(0.3 * std::sin(300.0 * at) + 0.1 * std::sin(1730.0 * at + 1.0) + 0.05 * std::sin(5100.0 * at));
  }
  std::vector<float> reported = forecast(sound);
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::fabs(reported[i] - sound[past + i]) < 0.05F);
  reported.insert(reported.begin(), sound.begin(), sound.begin() + past);
  // Of the sound itself the third difference is up to 0.016.
  for (std::size_t i = past; i < reported.size(); ++i) {
    REQUIRE(std::fabs(reported[i] - 3.0F * reported[i - 1] + 3.0F * reported[i - 2] - reported[i - 3]) < 0.02F);
  }
}

TEST_CASE("sound forecast: of silence it is silence, of a direct voltage that, and of noise never louder than it was") {
  for (const float reported : forecast(std::vector<float>(past, 0.0F))) REQUIRE(reported == 0.0F);
  for (const float reported : forecast(std::vector<float>(past, 0.5F))) REQUIRE((reported > 0.25F && reported <= 0.5F));
  Noise source;
  for (int run = 0; run < 50; ++run) {
    std::vector<float> sound(past);
    for (float &sample : sound) sample = 0.5F * source.next();
    for (const float reported : forecast(sound)) REQUIRE(std::fabs(reported) <= 0.51F);
  }
  std::vector<float> click(past, 0.0F);
  click[past - 1] = 1.0F;
  for (const float reported : forecast(click)) REQUIRE(std::isfinite(reported));
}

TEST_CASE("sound forecast: allocates nothing") {
  if (!can_trap()) return;
  SoundForecast made(past, 24);
  std::vector<float> reported(ahead);
  const std::vector<float> sound(past, 0.1F);
  const AllocationTrap trap;
  made.predict(sound.data(), reported.data(), ahead);
  CHECK(trap.counts().allocations == 0);
}
