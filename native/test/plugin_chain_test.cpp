#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>
#include <vector>

#include "plugin/module_loader.hpp"
#include "plugin/plugin_chain.hpp"
#include "plugin/plugin_failure.hpp"
#include "plugin_support.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::plugin;

TEST_CASE("plugin chain: every installed Zam plug-in loads, processes, saves and restores") {
  HostContext context;
  std::size_t count = 0;
  for (const auto &file : std::filesystem::directory_iterator("/usr/lib/vst3")) {
    if (!file.path().filename().string().starts_with("Za")) continue;
    CAPTURE(file.path().string());
    ++count;
    for (const std::size_t channels : {std::size_t{1}, std::size_t{2}}) {
      CAPTURE(channels);
      const std::string id = Module::load(file.path(), context.unknown())->audio_classes().at(0).id;
      PluginChain chain(context, {.rate_hz = 48000, .max_frames = 256, .channels = channels, .is_offline = false},
                        [](const ChainEvent &) {});
      chain.load(file.path(), id, 0, "one", std::nullopt);
      test::Noise noise;
      double energy = 0.0;
      std::vector<float> left(256), right(256);
      for (int block = 0; block < 200; ++block) {
        for (float &sample : left) sample = 0.3F * noise.next();
        right = left;
        float *io[2] = {left.data(), right.data()};
        chain.process(io, 256);
        for (const float sample : left) energy += static_cast<double>(sample * sample);
      }
      CHECK(std::isfinite(energy));
      CHECK(energy > 0.0);
      const std::vector<char> state = chain.state("one");
      const std::vector<ParameterDescription> before = chain.instance("one").parameters();
      for (const ParameterDescription &parameter : before) {
        chain.instance("one").set_parameter(parameter.id, parameter.value > 0.5 ? 0.0 : 1.0, -1);
      }
      chain.set_state("one", state);
      const std::vector<ParameterDescription> after = chain.instance("one").parameters();
      REQUIRE(after.size() == before.size());
      for (std::size_t i = 0; i < after.size(); ++i) {
        CAPTURE(after[i].name);
        CHECK(after[i].value == doctest::Approx(before[i].value).epsilon(1e-4));
        CHECK(after[i].display == before[i].display);
      }
    }
  }
  CHECK(count == 17);
}

TEST_CASE("plugin chain: a Zam plug-in that is given another one's state sounds the same") {
  HostContext context;
  for (const auto &file : std::filesystem::directory_iterator("/usr/lib/vst3")) {
    const std::string name = file.path().stem().string();
    // These two continue where their own past has brought them: a delay that glides, grains out of a buffer.
    if (!name.starts_with("Za") || name == "ZamDelay" || name == "ZamGrains") continue;
    CAPTURE(name);
    const std::string id = Module::load(file.path(), context.unknown())->audio_classes().at(0).id;
    test::RunningChain first(1, 256);
    test::RunningChain second(1, 256);
    first.chain().load(file.path(), id, 0, "one", std::nullopt);
    PluginInstance &instance = first.chain().instance("one");
    for (const ParameterDescription &parameter : instance.parameters()) {
      const bool is_choice = parameter.is_list || parameter.step_count > 0;
      instance.set_parameter(parameter.id, is_choice ? parameter.value : 0.6 * parameter.value + 0.14, -1);
    }
    second.chain().load(file.path(), id, 0, "one", first.chain().state("one"));
    const std::vector<ParameterDescription> ours = instance.parameters();
    const std::vector<ParameterDescription> theirs = second.chain().instance("one").parameters();
    REQUIRE(ours.size() == theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) CHECK(ours[i].value == doctest::Approx(theirs[i].value));
    test::Noise noise;
    test::Noise same_noise;
    const std::vector<float> one = first.run(100, [&](std::int64_t) { return 0.3F * noise.next(); });
    const std::vector<float> other = second.run(100, [&](std::int64_t) { return 0.3F * same_noise.next(); });
    double difference = 0.0;
    double energy = 0.0;
    for (std::size_t i = one.size() / 2; i < one.size(); ++i) {
      difference += std::pow(static_cast<double>(one[i]) - static_cast<double>(other[i]), 2);
      energy += std::pow(static_cast<double>(one[i]), 2);
    }
    CHECK(energy > 0.0);
    CHECK(difference < 1e-10 * energy);
  }
}

TEST_CASE("plugin chain: a state is not overtaken by what was set before it, and asking for one costs no sound") {
  test::RunningChain running;
  PluginChain &chain = running.chain();
  running.run(20, [](std::int64_t) { return 0.5F; });
  chain.load(test::test_module("SD Test"), test::gain_id, 0, "gain", std::nullopt);
  running.run_until_settled([](std::int64_t) { return 0.5F; });
  const std::vector<char> state = chain.state("gain");
  PluginInstance &gain = chain.instance("gain");
  // Silence in half a second, and a moment ago.
  gain.set_parameter(1, 0.0, running.frame() + 24000);
  gain.set_parameter(1, 0.1, -1);
  chain.set_state("gain", state);
  const auto is_as_it_was = [](const std::vector<float> &sound) {
    return std::all_of(sound.begin(), sound.end(), [](float sample) { return std::fabs(sample - 0.5F) < 1e-6F; });
  };
  CHECK(is_as_it_was(running.run(400, [](std::int64_t) { return 0.5F; })));

  // Another one for later: the audio thread continues while the state is read.
  gain.set_parameter(1, 0.0, running.frame() + 48000 * 60);
  std::atomic<bool> is_over{false};
  std::vector<float> heard;
  std::thread audio([&] {
    while (!is_over) {
      std::vector<float> block(128, 0.5F);
      float *io[1] = {block.data()};
      chain.process(io, 128);
      heard.insert(heard.end(), block.begin(), block.end());
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });
  gain.set_parameter(2, 1.0, -1);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const std::vector<char> inverted = chain.state("gain");
  is_over = true;
  audio.join();
  CHECK(inverted != state);
  REQUIRE(!heard.empty());
  CHECK(heard.back() == doctest::Approx(-0.5F));
  // Once inverted it stays so: no block has passed by the plug-in.
  const auto first = std::find_if(heard.begin(), heard.end(), [](float sample) { return sample < 0.0F; });
  CHECK(std::all_of(first, heard.end(), [](float sample) { return sample < 0.0F; }));
}
