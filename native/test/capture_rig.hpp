// A rig for tests: an engine with simulated microphones, a loudspeaker and a recorder, on a clock without time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "capture_simulation.hpp"
#include "engine/capture_engine.hpp"

namespace sounddesk::test {

/** Keeps what it is given, and whether its blocks follow each other. */
class KeepingSink final : public TrackSink {
 public:
  struct Kept {
    std::vector<float> samples;
    std::uint64_t first = 0;
    std::uint64_t next = 0;
    std::size_t missing = 0;
    std::size_t missing_in_standstill = 0;
    bool is_whole = true;
    /** By its frames: what comes twice is kept once. */
    std::vector<float> recorded;
    bool has_hole = false;
  };

  void write(const TrackBlock &block) noexcept override {
    Kept &kept = tracks[block.track];
    if (kept.samples.empty()) kept.first = block.session_frame;
    kept.is_whole = kept.is_whole && (kept.samples.empty() || kept.next == block.session_frame);
    kept.next = block.session_frame + block.frames;
    kept.samples.insert(kept.samples.end(), block.samples, block.samples + block.frames);
    kept.missing += block.missing_frames;
    if (block.is_standstill) kept.missing_in_standstill += block.missing_frames;
    const std::uint64_t end = kept.first + kept.recorded.size();
    kept.has_hole = kept.has_hole || block.session_frame > end;
    for (std::uint64_t i = end; i < kept.next; ++i) {
      kept.recorded.push_back(i < block.session_frame ? 0.0F : block.samples[i - block.session_frame]);
    }
  }

  std::map<std::size_t, Kept> tracks;
};

/** A loudspeaker that asks for its blocks as time goes by. */
struct VirtualSpeaker {
  std::shared_ptr<CaptureOutput> output;
  double rate_hz;
  std::size_t block;
  std::uint64_t asked = 0;
  std::vector<float> played;

  void run_until(double now_sec) {
    std::vector<float> stereo(2 * block);
    while (static_cast<double>(asked) / rate_hz <= now_sec) {
      const double called_sec = static_cast<double>(asked) / rate_hz;
      output->provide(stereo.data(), block, 2, called_sec + static_cast<double>(block) / rate_hz);
      for (std::size_t i = 0; i < block; ++i) played.push_back(stereo[2 * i]);
      asked += block;
    }
  }
};

/** An engine with simulated microphones on a clock of the test's own. */
struct Rig {
  explicit Rig(const std::vector<SimulatedDevice> &devices, int rate_hz = 48000) : engine(rate_hz, 0.0), rate(rate_hz) {
    for (const SimulatedDevice &device : devices) {
      inputs.push_back(std::make_shared<CaptureInput>(
          AlignedFormat{device.rate_hz, static_cast<double>(rate_hz), 1, static_cast<std::size_t>(rate_hz / 100)}));
      players.emplace_back(device, inputs.back()->aligned());
      add_node({});
    }
  }

  void add_node(const StripSettings &settings) {
    nodes.push_back(std::make_shared<CaptureNode>(StripFormat{static_cast<double>(rate), 1, static_cast<std::size_t>(rate / 100)}, settings));
  }

  std::unique_ptr<CapturePlan> plan(int mode_ms = 0) {
    auto made = std::make_unique<CapturePlan>();
    made->chain = latency_chain(mode_ms, rate, 256);
    made->inputs = inputs;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      made->channels.push_back({nodes[i], i < inputs.size() ? inputs[i] : nullptr, {0, 0}, {i, i}});
      made->tracks.push_back({i, false, 1});
    }
    made->sink = sink;
    made->monitor = speaker.output;
    made->is_direct = is_direct;
    return made;
  }

  void listen(int mode_ms, std::size_t block) {
    const LatencyChain chain = latency_chain(mode_ms, rate, block);
    speaker = {std::make_shared<CaptureOutput>(OutputFormat{static_cast<double>(rate), rate, chain.frame, block, is_direct}),
               static_cast<double>(rate), block, 0, {}};
  }

  void run_until(double end_sec, double step_sec = 0.001) {
    for (; now < end_sec; now += step_sec) {
      for (DevicePlayer &player : players) player.run_until(now);
      if (is_direct && has_plan) {
        engine.arrived(now);
      } else {
        engine.poll(now);
        has_plan = true;
      }
      if (speaker.output) speaker.run_until(now);
      engine.collect_garbage();
    }
  }

  CaptureEngine engine;
  int rate;
  double now = 0.0;
  std::vector<std::shared_ptr<CaptureInput>> inputs;
  std::vector<std::shared_ptr<CaptureNode>> nodes;
  std::vector<DevicePlayer> players;
  std::shared_ptr<KeepingSink> sink = std::make_shared<KeepingSink>();
  VirtualSpeaker speaker{};
  /** As under one server: frames are made in the callbacks. */
  bool is_direct = false;
  bool has_plan = false;
};

inline SimulatedDevice microphone(double ppm, double lost_share = 0.0) {
  SimulatedDevice device;
  device.deviation_ppm = ppm;
  device.lost_share = lost_share;
  device.wake_jitter_sec = 0.0005;
  return device;
}

}  // namespace sounddesk::test
