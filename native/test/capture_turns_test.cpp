// A direct session's frames are made by anyone who has its turn: the callbacks while they come, else the DSP thread.
#include <doctest/doctest.h>

#include <chrono>
#include <set>
#include <thread>
#include <vector>

#include "capture_rig.hpp"
#include "engine/capture_engine.hpp"

using namespace sounddesk;

namespace {

constexpr std::size_t block_frames = 64;
constexpr std::size_t fading_frames = 600;
constexpr float number_step = 1.0F / 0x100000;

/** Whether the samples, each its own number, came in order, and which threads brought them. */
class OrderSink final : public TrackSink {
 public:
  void write(const TrackBlock &block) noexcept override {
    writers.insert(std::this_thread::get_id());
    for (std::size_t i = 0; i < block.frames; ++i) {
      const float sample = block.samples[i];
      // Silence before the first block, and the beginning, which fades in.
      if (sample == 0.0F || (heard_ < fading_frames && ++heard_ > 0)) continue;
      is_in_order = is_in_order && sample > newest;
      has_hole = has_hole || (newest > 0.0F && sample != newest + number_step);
      newest = sample;
    }
    missing += block.missing_frames;
  }

  std::set<std::thread::id> writers;
  float newest = 0.0F;
  bool is_in_order = true;
  bool has_hole = false;
  std::size_t missing = 0;

 private:
  std::size_t heard_ = 0;
};

}  // namespace

TEST_CASE("capture engine: callbacks and DSP thread take turns, and no sample is made twice or left out") {
  for (const int mode_ms : {5, 10, 20}) {
    CAPTURE(mode_ms);
    const double start_sec = monotonic_sec();
    CaptureEngine engine(48000, start_sec);
    auto input = std::make_shared<CaptureInput>(AlignedFormat{48000.0, 48000.0, 1, 480});
    const LatencyChain chain = latency_chain(mode_ms, 48000, block_frames);
    auto output = std::make_shared<CaptureOutput>(OutputFormat{48000.0, 48000, chain.frame, block_frames, true});
    auto sink = std::make_shared<OrderSink>();
    auto node = std::make_shared<CaptureNode>(StripFormat{48000.0, 1, 480}, StripSettings{});
    const auto publish = [&] {
      auto plan = std::make_unique<CapturePlan>();
      plan->chain = chain;
      plan->inputs = {input};
      plan->channels.push_back({node, input, {0, 0}, {0, 0}});
      plan->tracks.push_back({0, false, 1, true});
      plan->monitor = output;
      plan->sink = sink;
      plan->is_direct = true;
      REQUIRE(engine.publish(std::move(plan)));
    };
    publish();
    engine.start();
    // The server's thread: every period an input and an output, and in the middle only what comes in, so that the other
    // thread has to take over and to give back.
    std::thread server([&] {
      std::vector<float> block(block_frames);
      std::vector<float> played(2 * block_frames);
      for (std::size_t period = 0; period < 600; ++period) {
        const double due_sec = start_sec + static_cast<double>((period + 1) * block_frames) / 48000.0;
        std::this_thread::sleep_for(std::chrono::duration<double>(due_sec - monotonic_sec()));
        const double now_sec = monotonic_sec();
        for (std::size_t i = 0; i < block_frames; ++i) block[i] = static_cast<float>(period * block_frames + i) * number_step;
        input->aligned().receive(block.data(), block_frames, due_sec - static_cast<double>(block_frames) / 48000.0, now_sec, false,
                                 period == 0);
        if (period % 300 < 150) engine.arrived(now_sec);
        output->provide(played.data(), block_frames, 2, engine.cycle_sec(now_sec) + 0.001);
      }
    });
    // Meanwhile the control thread does what it does: settings, readings, plans.
    for (int i = 0; i < 40; ++i) {
      StripSettings settings;
      settings.volume_db = -0.1F * static_cast<float>(i);
      node->set(settings);
      node->read_levels();
      engine.read_monitor_levels();
      engine.take_peak_load();
      if (i % 8 == 7) publish();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    server.join();
    engine.stop();
    engine.collect_garbage();
    CHECK(sink->is_in_order);
    // A machine that ran neither thread for a quarter of a second left silence, and said so.
    if (sink->missing == 0) CHECK_FALSE(sink->has_hole);
    CHECK(sink->newest > 20000.0F * number_step);
    CHECK(sink->writers.size() == 2);
  }
}
