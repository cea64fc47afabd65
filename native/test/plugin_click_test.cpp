// Changes of a running chain, as they sound.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "plugin/plugin_failure.hpp"
#include "plugin_support.hpp"

using namespace sounddesk;
using namespace sounddesk::plugin;
using namespace sounddesk::test;

namespace {

const auto tone = sine(220.0, 0.25);

/** A chain of a gain of -12 dB that turns the sound over and a delay of 700 frames: the worst to be faded. */
void load_two(RunningChain &running) {
  PluginChain &chain = running.chain();
  chain.load(test_module("SD Test"), gain_id, 0, "gain", std::nullopt);
  chain.instance("gain").set_parameter(1, chain.instance("gain").value_of_plain(1, -12.0), -1);
  chain.instance("gain").set_parameter(2, 1.0, -1);
  chain.load(test_module("SD Test"), delay_id, 1, "delay", std::nullopt);
  chain.instance("delay").set_parameter(1, chain.instance("delay").value_of_plain(1, 700.0), -1);
  running.run_until_settled(tone);
}

}  // namespace

TEST_CASE("plugin click: the measure hears a hard edge, and hears none in a tone") {
  std::vector<float> sound;
  for (std::int64_t frame = 0; frame < 48000; ++frame) sound.push_back(tone(frame));
  CHECK(click_db(sound) < -100.0);
  for (std::size_t i = 24050; i < sound.size(); ++i) sound[i] *= 0.9F;
  CHECK(click_db(sound) > -60.0);
}

TEST_CASE("plugin click: bypass on and off makes none") {
  RunningChain running;
  load_two(running);
  std::vector<float> out = running.run(100, tone);
  for (const char *id : {"gain", "delay"}) {
    for (const bool is_bypassed : {true, false}) {
      running.chain().set_bypassed(id, is_bypassed);
      const std::vector<float> change = running.run(60, tone);
      out.insert(out.end(), change.begin(), change.end());
      CHECK(running.chain().is_settled());
    }
  }
  CHECK(click_db(out) < -60.0);
}

TEST_CASE("plugin click: a change of the order makes none") {
  RunningChain running;
  load_two(running);
  std::vector<float> out = running.run(100, tone);
  for (int round = 0; round < 6; ++round) {
    running.chain().move(round % 3 == 2 ? "delay" : "gain", static_cast<std::size_t>(round % 2 == 0 ? 1 : 0));
    const std::vector<float> change = running.run_until_settled(tone);
    out.insert(out.end(), change.begin(), change.end());
  }
  CHECK(click_db(out) < -60.0);
}

TEST_CASE("plugin click: loading and unloading make none, latency or not") {
  RunningChain running;
  std::vector<float> out = running.run(60, tone);
  for (const std::string &id : {gain_id, delay_id, filter_id}) {
    running.chain().load(test_module("SD Test"), id, 0, "new", std::nullopt);
    std::vector<float> change = running.run_until_settled(tone);
    out.insert(out.end(), change.begin(), change.end());
    running.chain().unload("new");
    change = running.run_until_settled(tone);
    out.insert(out.end(), change.begin(), change.end());
  }
  CHECK(running.chain().instance_ids().empty());
  CHECK(click_db(out) < -60.0);
  // And afterwards it is the sound itself again.
  const std::int64_t start = running.frame();
  const std::vector<float> plain = running.run(1, tone);
  for (std::size_t i = 0; i < plain.size(); ++i) CHECK(plain[i] == tone(start + static_cast<std::int64_t>(i)));
}

TEST_CASE("plugin click: a plug-in that changes its latency while it runs makes none") {
  RunningChain running;
  load_two(running);
  std::vector<float> out = running.run(60, tone);
  for (const double frames : {100.0, 3900.0, 0.0, 512.0}) {
    PluginInstance &instance = running.chain().instance("delay");
    instance.set_parameter(1, instance.value_of_plain(1, frames), -1);
    const std::vector<float> change = running.run_until_settled(tone);
    out.insert(out.end(), change.begin(), change.end());
    CHECK(running.chain().latency_frames() == static_cast<std::size_t>(frames));
    CHECK(running.events().back().kind == ChainEvent::Kind::latency_changed);
    CHECK(running.events().back().latency_frames == static_cast<std::size_t>(frames));
  }
  CHECK(click_db(out) < -60.0);
}

TEST_CASE("plugin click: the chain of a bypassed plug-in is exactly as late as with it") {
  RunningChain running;
  running.chain().load(test_module("SD Test"), delay_id, 0, "delay", std::nullopt);
  running.chain().set_bypassed("delay", true);
  const auto ramp = [](std::int64_t frame) { return static_cast<float>(frame % 65536) / 65536.0F; };
  running.run_until_settled(ramp);
  running.run(20, ramp);
  const std::int64_t start = running.frame();
  const std::vector<float> dry = running.run(2, ramp);
  CHECK(running.chain().latency_frames() == 1000);
  for (std::size_t i = 0; i < dry.size(); ++i) CHECK(dry[i] == ramp(start + static_cast<std::int64_t>(i) - 1000));
  // Its own bypass was reported, behind that.
  CHECK(running.chain().instance("delay").parameter(1000).value == 1.0);
  running.chain().set_bypassed("delay", false);
  running.run_until_settled(ramp);
  CHECK(running.chain().instance("delay").parameter(1000).value == 0.0);
}

TEST_CASE("plugin click: a thousand random calls while audio runs leave a chain that is what was asked for") {
  std::mt19937 random(7);
  const auto pick = [&random](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  RunningChain running(2, 256);
  PluginChain &chain = running.chain();
  std::vector<std::string> ids;
  std::vector<float> out;
  const std::string kinds[] = {gain_id, delay_id, filter_id, mono_gain_id, ducker_id};
  for (int call = 0; call < 1000; ++call) {
    const std::size_t kind = pick(5);
    if (ids.empty() || (kind == 0 && ids.size() < 5)) {
      const std::string id = "p" + std::to_string(call);
      const std::size_t place = pick(ids.size() + 1);
      chain.load(test_module("SD Test"), kinds[pick(5)], place, id, std::nullopt);
      ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(place), id);
    } else if (kind == 1) {
      const std::size_t index = pick(ids.size());
      chain.unload(ids[index]);
      ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(index));
    } else if (kind == 2) {
      const std::size_t index = pick(ids.size());
      const std::string id = ids[index];
      ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(index));
      const std::size_t place = pick(ids.size() + 1);
      ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(place), id);
      chain.move(id, place);
    } else if (kind == 3) {
      chain.set_bypassed(ids[pick(ids.size())], pick(2) == 0);
    } else {
      // Small steps: what a jump of a gain clicks is the plug-in's own business.
      PluginInstance &instance = chain.instance(ids[pick(ids.size())]);
      instance.parameters();
    }
    const std::vector<float> part = running.run(1 + pick(8), tone);
    out.insert(out.end(), part.begin(), part.end());
  }
  running.run_until_settled(tone);
  CHECK(chain.is_settled());
  CHECK(chain.instance_ids() == ids);
  CHECK(click_db(out) < -60.0);
}
