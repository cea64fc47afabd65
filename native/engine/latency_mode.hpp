// The latency modes: each is a chain and a length of the session's frame.
//
// RNNoise takes sound 10 ms at a time and gives it back 10 ms later: 20 ms before any device. So the modes under 20 ms
// do not wait for it: in shorter frames they lower noise by a filter without delay that follows it (band_follower.hpp).
//
// Threads: plain values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace sounddesk {

struct LatencyChain {
  /** Of the mode, milliseconds; 0: whatever the strips ask for. */
  int mode_ms;
  /** Session frames that go through the strips at once. */
  std::size_t frame;
  /** The noise models' own sound, else the filter that follows RNNoise. */
  bool has_models;
  /** The largest device block that the mode can have. */
  std::size_t block_frames;
};

/** `wanted_block_frames` is what the session asks of its devices. */
LatencyChain latency_chain(int mode_ms, int rate_hz, std::size_t wanted_block_frames);

/** The mode above, to be taken where the machine cannot keep up; nothing above the longest. */
std::optional<int> longer_mode(int mode_ms);

struct LatencyModeState {
  int mode_ms;
  std::optional<double> expected_ms;
  bool is_achievable;
  std::string reason;
};

struct LatencyFacts {
  int rate_hz;
  std::size_t wanted_block_frames;
  /** What the devices' own buffers add to one block each way, as they state it; nothing without a monitor. */
  std::optional<double> device_sec;
  /** Of the mode that runs, once it is measured. */
  int running_mode_ms;
  std::optional<double> measured_p99_ms;
  /** The smallest block that the sound system takes, where it is larger than asked for. */
  std::size_t least_block_frames;
  /** Where a short mode can be made in the callbacks of one server: what lies between the converters, as it states. */
  std::optional<double> direct_sec = std::nullopt;
  /** And the frames of its period. */
  std::size_t period_frames = 0;
  /** A channel asks for the strong engine, which only a session without a mode has time for. */
  bool is_strong_wanted = false;
};

/** What a mode costs on these devices, by measurement where it runs. */
LatencyModeState latency_mode_state(int mode_ms, const LatencyFacts &facts);

}  // namespace sounddesk
