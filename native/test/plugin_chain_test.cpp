#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
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
    // These two go on where their own past has brought them: a delay that glides, grains out of a buffer.
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
