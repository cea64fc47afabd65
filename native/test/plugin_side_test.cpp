// What a plug-in's side-chain hears, through the whole way: chain, sandbox, engine.
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "capture_simulation.hpp"
#include "engine/capture_engine.hpp"
#include "plugin/plugin_failure.hpp"
#include "plugin_support.hpp"
#include "sandbox/sandbox_insert.hpp"
#if defined(__linux__)
#include "sandbox_support.hpp"
#endif

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr std::size_t block_frames = 128;

/** Loud in every other tenth of a second. */
bool is_loud(std::int64_t frame) { return frame / 4800 % 2 == 1; }

/** Blocks of a constant through a chain, with a side-chain sound that is loud now and then. */
struct DuckedChain {
  std::vector<float> run(std::size_t blocks, bool has_side) {
    std::vector<float> out;
    for (std::size_t block = 0; block < blocks; ++block) {
      std::vector<float> samples(block_frames, 0.25F);
      std::vector<float> side(block_frames);
      for (std::size_t i = 0; i < block_frames; ++i) side[i] = is_loud(frame + static_cast<std::int64_t>(i)) ? 0.5F : 0.0F;
      float *io[1] = {samples.data()};
      std::thread([&] {
        chain.hear_side(2, has_side ? side.data() : nullptr, has_side ? side.data() : nullptr);
        chain.process(io, block_frames);
      }).join();
      frame += block_frames;
      out.insert(out.end(), samples.begin(), samples.end());
      chain.serve();
    }
    return out;
  }
  void settle() {
    for (int round = 0; round < 2000 && !chain.is_settled(); ++round) run(1, false);
    REQUIRE(chain.is_settled());
  }

  plugin::HostContext context;
  plugin::PluginChain chain{context,
                            {.rate_hz = 48000.0, .max_frames = block_frames, .channels = 1, .is_offline = false},
                            [](const plugin::ChainEvent &) {}};
  std::int64_t frame = 0;
};

}  // namespace

TEST_CASE("plugin side-chain: it hears the chosen sound to the frame, as late as its plug-in") {
  DuckedChain ducked;
  ducked.run(10, false);
  ducked.chain.load(test_module("SD Test"), delay_id, 0, "late", std::nullopt);
  ducked.chain.load(test_module("SD Test"), ducker_id, 1, "duck", std::nullopt);
  ducked.chain.set_side("duck", 2);
  ducked.settle();
  ducked.run(400, true);
  const std::int64_t from = ducked.frame;
  const std::vector<float> out = ducked.run(400, true);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    // The delay in front of it is of 1000 frames, for which its side-chain waits.
    const float wanted = is_loud(from + static_cast<std::int64_t>(i) - 1000) ? 0.0F : 0.25F;
    wrong += std::fabs(out[i] - wanted) > 1e-6F ? 1U : 0U;
  }
  CHECK(wrong == 0);

  ducked.chain.set_side("duck", std::nullopt);
  ducked.settle();
  for (const float sample : ducked.run(400, true)) REQUIRE(sample == doctest::Approx(0.25F));
  CHECK_THROWS_AS(ducked.chain.set_side("late", 0), plugin::PluginFailure);
  CHECK_THROWS_AS(ducked.chain.set_side("duck", 4), plugin::PluginFailure);
}

namespace {

/** Gives back what its first side-chain heard. */
class ListeningInsert final : public InsertProcessor {
 public:
  void hear_side(std::size_t bus, const float *left, const float *) noexcept override {
    if (bus == 1) heard_ = left;
  }
  void post(const float *const *, std::size_t frames) noexcept override {
    kept_.assign(480, 0.0F);
    if (heard_ != nullptr) std::copy_n(heard_, frames, kept_.begin());
    heard_ = nullptr;
  }
  bool collect(float *const *channels, std::size_t frames) noexcept override {
    std::copy_n(kept_.begin(), frames, channels[0]);
    return true;
  }
  std::size_t latency_frames() const noexcept override { return 0; }

 private:
  const float *heard_ = nullptr;
  std::vector<float> kept_;
};

class LastBlocks final : public TrackSink {
 public:
  void write(const TrackBlock &block) noexcept override { last[block.track].assign(block.samples, block.samples + block.frames); }
  std::array<std::vector<float>, 2> last;
};

}  // namespace

TEST_CASE("plugin side-chain: the engine gives it another channel's sound of the same frame") {
  CaptureEngine engine(48000, 0.0);
  SimulatedDevice device;
  device.counts = true;
  const AlignedFormat format{48000.0, 48000.0, 1, 480};
  const auto input = std::make_shared<CaptureInput>(format);
  DevicePlayer player(device, input->aligned());
  auto plan = std::make_unique<CapturePlan>();
  plan->chain = latency_chain(0, 48000, 256);
  plan->inputs = {input};
  const auto sink = std::make_shared<LastBlocks>();
  plan->sink = sink;
  for (std::size_t i = 0; i < 2; ++i) {
    StripSettings settings;
    settings.denoise_engine = DenoiseEngine::off;
    CapturePlan::Channel channel;
    channel.node = std::make_shared<CaptureNode>(StripFormat{48000.0, 1, 480}, settings);
    channel.bank_channels = {i, 0};
    if (i == 1) channel.input = input;
    if (i == 0) channel.insert = std::make_shared<ListeningInsert>();
    if (i == 0) channel.sides[1] = 1;
    plan->channels.push_back(std::move(channel));
    plan->tracks.push_back({i, false, 1});
  }
  REQUIRE(engine.publish(std::move(plan)));
  for (double now_sec = 0.0; now_sec < 3.0; now_sec += 0.001) {
    player.run_until(now_sec);
    engine.poll(now_sec);
  }
  REQUIRE(sink->last[1].size() == 480);
  float peak = 0.0F;
  for (const float sample : sink->last[1]) peak = std::max(peak, std::fabs(sample));
  CHECK(peak > 0.001F);
  CHECK(sink->last[0] == sink->last[1]);
}

#if defined(__linux__)
namespace {

/** Its first channel becomes the sum of both sides of the fourth side-chain sound. */
class SideSum final : public BlockProcessor {
 public:
  void hear_side(std::size_t bus, const float *left, const float *right) noexcept override {
    if (bus == 3) sides_ = {left, right};
  }
  void process_block(float *const *io, std::size_t, std::size_t frames) noexcept override {
    for (std::size_t i = 0; i < frames; ++i) io[0][i] = sides_[0] == nullptr ? -1.0F : sides_[0][i] + sides_[1][i];
  }
  std::size_t latency_frames() noexcept override { return 0; }

 private:
  std::array<const float *, 2> sides_{};
};

}  // namespace

TEST_CASE("plugin side-chain: its sound comes into the sandbox with the block that it belongs to") {
  SandboxInsert insert({48000, 2, 480, false}, 480);
  const ForkedSandbox sandbox([&] {
    SideSum sum;
    SandboxAudioLoop(insert.memory_name()).run(sum);
  });
  for (int look = 0; look < 2000 && !insert.state().is_serving; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::vector<float> left(480), right(480), one(480), two(480);
  int answered = 0;
  // Each in its time; a busy machine may miss many.
  for (int block = 0; block < 3000 && answered <= 20; ++block) {
    std::fill(left.begin(), left.end(), static_cast<float>(block));
    std::fill(right.begin(), right.end(), 0.5F);
    float *io[2] = {one.data(), two.data()};
    const bool has_side = block % 3 != 0;
    if (has_side) insert.hear_side(3, left.data(), right.data());
    insert.post(io, 480);
    if (insert.collect(io, 480)) {
      ++answered;
      CHECK(one[479] == (has_side ? static_cast<float>(block) + 0.5F : -1.0F));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(answered > 20);
}
#endif
