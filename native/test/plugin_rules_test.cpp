// Steinberg's rules, asserted by the plug-in itself; what plug-ins may do wrong; and what a chain does with values.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "plugin/plugin_failure.hpp"
#include "plugin_support.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::plugin;
using namespace sounddesk::test;

namespace {

const auto silence = [](std::int64_t) { return 0.0F; };
const auto one = [](std::int64_t) { return 1.0F; };

std::vector<std::string> lines_of(const std::string &path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

PluginFailureCode code_of(const std::function<void()> &call) {
  try {
    call();
  } catch (const PluginFailure &failure) {
    return failure.code();
  }
  FAIL("it did not fail");
  return PluginFailureCode::bad_request;
}

}  // namespace

TEST_CASE("plugin rules: the strict plug-in finds nothing wrong in a long life") {
  Folder folder;
  const std::string report = folder.file("strict.txt");
  test::set_environment("SOUNDDESK_STRICT_REPORT", report);
  {
    RunningChain running(2, 128);
    PluginChain &chain = running.chain();
    chain.load(test_module("SD Strict"), strict_id, 0, "strict", std::nullopt);
    chain.load(test_module("SD Test"), gain_id, 1, "other", std::nullopt);
    running.run(50, one);
    for (int i = 0; i < 40; ++i) {
      // Above 0.9 it asks to be restarted.
      chain.instance("strict").set_parameter(1, static_cast<double>(i % 11) / 10.0, running.frame() + i * 7);
      chain.instance("strict").set_parameter(1, 0.4, running.frame() + i * 9);
      running.run(3, one);
    }
    chain.set_bypassed("strict", true);
    running.run_until_settled(one);
    chain.set_bypassed("strict", false);
    running.run_until_settled(one);
    chain.move("strict", 1);
    running.run_until_settled(one);
    const std::vector<char> state = chain.state("strict");
    chain.set_state("strict", state);
    chain.instance("strict").parameters();
    chain.describe("strict");
    running.run(10, one);
    chain.load(test_module("SD Strict"), strict_id, 0, "second", state);
    running.run_until_settled(one);
    chain.unload("strict");
    running.run_until_settled(one);
  }
  test::set_environment("SOUNDDESK_STRICT_REPORT", "");
  const std::vector<std::string> lines = lines_of(report);
  for (const std::string &line : lines) {
    CAPTURE(line);
    CHECK(line.starts_with("note: "));
  }
  // Both were ended cleanly, and had seen something before.
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find("blocks 0,") == std::string::npos);
  CHECK(lines[0].find("activations 1,") == std::string::npos);
  CHECK(lines[0].find("changes 0") == std::string::npos);
}

TEST_CASE("plugin rules: the strict plug-in does notice what is wrong") {
  Folder folder;
  const std::string report = folder.file("strict.txt");
  test::set_environment("SOUNDDESK_STRICT_REPORT", report);
  {
    RunningChain running;
    running.chain().load(test_module("SD Strict"), strict_id, 0, "strict", std::nullopt);
    std::vector<float> block(128);
    float *io[1] = {block.data()};
    running.chain().process(io, 128);
  }
  test::set_environment("SOUNDDESK_STRICT_REPORT", "");
  const std::vector<std::string> lines = lines_of(report);
  REQUIRE(!lines.empty());
  CAPTURE(lines.front());
  CHECK(std::find(lines.begin(), lines.end(), "VIOLATION: process on the main thread") != lines.end());
}

TEST_CASE("plugin rules: parameters change at their very frame, whatever the blocks") {
  for (const std::size_t block : {std::size_t{64}, std::size_t{100}, std::size_t{441}}) {
    CAPTURE(block);
    RunningChain running(1, block);
    PluginInstance *gain = nullptr;
    running.chain().load(test_module("SD Test"), gain_id, 0, "gain", std::nullopt);
    gain = &running.chain().instance("gain");
    running.run(1, one);
    const std::int64_t start = running.frame();
    gain->set_parameter(1, gain->value_of_plain(1, -60.0), start + 777);
    gain->set_parameter(1, gain->value_of_plain(1, 0.0), start + 1000);
    gain->set_parameter(1, gain->value_of_plain(1, -60.0), start + 1001);
    const std::vector<float> out = running.run(2000 / block + 1, one);
    const auto is_loud = [&out](std::size_t frame) { return out[frame] > 0.5F; };
    CAPTURE(out[776]);
    CAPTURE(out[777]);
    CAPTURE(out[778]);
    CHECK(is_loud(776));
    CHECK(!is_loud(777));
    CHECK(!is_loud(999));
    CHECK(is_loud(1000));
    CHECK(!is_loud(1001));
    for (std::size_t frame = 0; frame < 777; ++frame) CHECK(is_loud(frame));
    for (std::size_t frame = 1001; frame < 1500; ++frame) CHECK(!is_loud(frame));
  }
}

TEST_CASE("plugin rules: parameters by name, by number, with units, choices and groups; hidden ones are left out") {
  RunningChain running;
  running.chain().load(test_module("SD Test"), filter_id, 0, "filter", std::nullopt);
  running.chain().load(test_module("SD Test"), gain_id, 1, "gain", std::nullopt);
  PluginInstance &filter = running.chain().instance("filter");
  const std::vector<ParameterDescription> parameters = filter.parameters();
  REQUIRE(parameters.size() == 3);
  CHECK(parameters[0].name == "Cutoff");
  CHECK(parameters[0].units == "Hz");
  CHECK(parameters[0].group == "Tone");
  CHECK(parameters[0].display == "1000.00");
  CHECK(parameters[0].plain_minimum == 20.0);
  CHECK(parameters[0].plain_maximum == 20000.0);
  CHECK(parameters[1].choices == std::vector<std::string>{"Low-pass", "High-pass", "Off"});
  CHECK(parameters[2].is_bypass);
  CHECK(running.chain().instance("gain").parameters().size() == 2);
  CHECK(filter.parameter_of("Cutoff") == 1);
  CHECK(filter.parameter_of("cutoff") == 1);
  CHECK(filter.parameter_at(1) == 2);
  CHECK(filter.value_of_text(2, "high-pass") == 0.5);
  CHECK(code_of([&] { filter.parameter_of("Nothing"); }) == PluginFailureCode::parameter_unknown);
  CHECK(code_of([&] { running.chain().instance("gain").parameter(3); }) == PluginFailureCode::parameter_unknown);
  CHECK(code_of([&] { filter.set_parameter(1, 1.5, -1); }) == PluginFailureCode::bad_request);
  CHECK(code_of([&] { filter.set_parameter(1, std::nan(""), -1); }) == PluginFailureCode::bad_request);
}

TEST_CASE("plugin rules: a state brings back values and sound, and a damaged one changes nothing") {
  RunningChain running;
  PluginChain &chain = running.chain();
  chain.load(test_module("SD Test"), filter_id, 0, "filter", std::nullopt);
  chain.instance("filter").set_parameter(1, 0.25, -1);
  chain.instance("filter").set_parameter(2, 0.5, -1);
  // Without audio, too: what was set belongs to the state.
  const std::vector<char> state = chain.state("filter");
  chain.instance("filter").set_parameter(1, 0.9, -1);
  chain.set_state("filter", state);
  CHECK(chain.instance("filter").parameter(1).value == 0.25);
  CHECK(chain.instance("filter").parameter(2).value == 0.5);

  // Nor does what was set before a state arrive behind it.
  CHECK(chain.state("filter") == state);

  std::vector<char> cut = state;
  for (std::size_t size = 0; size < state.size(); ++size) {
    cut.resize(size);
    CHECK_THROWS_AS(chain.set_state("filter", cut), PluginFailure);
    cut = state;
  }
  for (std::size_t place = 0; place < state.size(); ++place) {
    std::vector<char> damaged = state;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x55);
    try {
      chain.set_state("filter", damaged);
    } catch (const PluginFailure &) {
      continue;
    }
  }
  chain.set_state("filter", state);
  CHECK(chain.instance("filter").parameter(1).value == 0.25);
  chain.load(test_module("SD Test"), gain_id, 0, "gain", std::nullopt);
  CHECK(code_of([&] { chain.set_state("gain", state); }) == PluginFailureCode::preset_of_other_plugin);
}

TEST_CASE("plugin rules: mono and stereo plug-ins in chains of both kinds") {
  RunningChain stereo(2, 128);
  stereo.chain().load(test_module("SD Test"), mono_gain_id, 0, "mono", std::nullopt);
  CHECK(stereo.chain().describe("mono").inputs.at(0).channels == 1);
  stereo.run_until_settled(one);
  const std::vector<float> out = stereo.run(1, one);
  CHECK(out.back() == 1.0F);
  CHECK(stereo.second_channel().back() == 1.0F);

  RunningChain mono(1, 128);
  mono.chain().load(test_module("SD Test"), ducker_id, 0, "ducker", std::nullopt);
  const InstanceDescription description = mono.chain().describe("ducker");
  CHECK(description.inputs.at(0).channels == 1);
  REQUIRE(description.inputs.size() == 2);
  CHECK(!description.inputs[1].is_main);
  CHECK(!description.inputs[1].is_active);
  mono.run_until_settled(one);
  // Its side-chain is there and silent.
  CHECK(mono.run(1, one).back() == 1.0F);
}

TEST_CASE("plugin rules: what is no number becomes silence, and is reported") {
  for (const int kind : {9, 10}) {
    CAPTURE(kind);
    RunningChain running(2, 64);
    running.chain().load(test_module(kind == 9 ? "SD NaN" : "SD Infinity"), bad_id(kind), 0, "bad", std::nullopt);
    running.chain().load(test_module("SD Test"), gain_id, 1, "after", std::nullopt);
    const std::vector<float> before = running.run(90, one);
    CHECK(before.back() == 1.0F);
    const std::vector<float> after = running.run(40, one);
    for (const float sample : after) CHECK(std::isfinite(sample));
    CHECK(after.back() == 0.0F);
    const auto is_reported = [](const ChainEvent &event) {
      return event.kind == ChainEvent::Kind::faulty && event.instance_id == "bad" && event.blocks > 0;
    };
    CHECK(std::any_of(running.events().begin(), running.events().end(), is_reported));
  }
}

TEST_CASE("plugin rules: one that changes its latency, values and names from the audio thread is followed") {
  RunningChain running(1, 128);
  running.chain().load(test_module("SD Changing"), bad_id(11), 0, "changing", std::nullopt);
  const auto tone = sine(220.0, 0.25);
  std::vector<float> out = running.run(60, tone);
  const std::vector<float> later = running.run(900, tone);
  out.insert(out.end(), later.begin(), later.end());
  CHECK(click_db(out) < -60.0);
  std::vector<std::size_t> latencies;
  bool are_parameters_reported = false;
  for (const ChainEvent &event : running.events()) {
    if (event.kind == ChainEvent::Kind::latency_changed) latencies.push_back(event.latency_frames);
    are_parameters_reported = are_parameters_reported || event.kind == ChainEvent::Kind::parameters_changed;
  }
  CHECK(latencies.size() >= 4);
  CHECK(are_parameters_reported);
  CHECK(running.chain().instance("changing").parameters().at(1).name.starts_with("Extra "));
}

TEST_CASE("plugin rules: claims without measure are cut to what can be held") {
  HostContext context;
  const std::shared_ptr<Module> module = Module::load(test_module("SD Huge Counts"), context.unknown());
  CHECK(module->audio_classes().size() == 1);
  RunningChain running;
  running.chain().load(test_module("SD Huge Counts"), bad_id(14), 0, "huge", std::nullopt);
  CHECK(running.run(20, one).back() == 1.0F);
  CHECK(running.chain().instance("huge").parameters().size() == 2);
}

TEST_CASE("plugin rules: modules that are none are refused with the reason") {
  Folder folder;
  HostContext context;
  const auto load = [&context](const std::filesystem::path &path) {
    return [&context, path] { Module::load(path, context.unknown()); };
  };
  namespace fs = std::filesystem;
  CHECK(code_of(load(folder.file("none.vst3"))) == PluginFailureCode::not_found);
  fs::create_directories(folder.file("Empty.vst3"));
  CHECK(code_of(load(folder.file("Empty.vst3"))) == PluginFailureCode::not_a_module);
  fs::create_symlink(folder.file("b"), folder.file("a"));
  fs::create_symlink(folder.file("a"), folder.file("b"));
  CHECK(code_of(load(folder.file("a"))) == PluginFailureCode::not_a_module);
  std::ofstream(folder.file("text.vst3")) << "this is no library";
  CHECK(code_of(load(folder.file("text.vst3"))) == PluginFailureCode::not_a_module);
  CHECK(code_of(load(test_module("SD No Factory"))) == PluginFailureCode::no_factory);
  CHECK(Module::load(test_module("SD No Classes"), context.unknown())->audio_classes().empty());
  // A good one, cut off at every so many bytes.
  const fs::path whole = test_module("SD NaN") / "Contents" / "x86_64-linux" / "SD NaN.so";
  if (!fs::exists(whole)) return;
  const auto size = static_cast<std::size_t>(fs::file_size(whole));
  for (std::size_t part = 0; part < 20; ++part) {
    CAPTURE(part);
    const std::string cut = folder.file("cut.vst3");
    fs::copy_file(whole, cut, fs::copy_options::overwrite_existing);
    fs::resize_file(cut, size * part / 40);
    CHECK(code_of(load(cut)) == PluginFailureCode::not_a_module);
  }
}
