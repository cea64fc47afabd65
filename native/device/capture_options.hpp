// What a capture session gets and what it reports: the native side of `src-main/services/engine/process/captureAddon.ts`.
//
// Threads: plain values. Real-time safety: none (strings).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/bus.hpp"
#include "engine/latency_mode.hpp"
#include "engine/strip_settings.hpp"
#include "rt/failure.hpp"
#include "take/take_types.hpp"

namespace sounddesk {

struct CaptureChannelOptions {
  std::string id;
  std::string name;
  /** None: no source yet. */
  std::optional<std::string> device_id;
  /** One for a mono strip, two for a stereo one. */
  std::vector<int> device_channels{0};
  bool is_enabled = true;
  StripSettings strip;
};

struct CaptureOptions {
  int rate_hz = 48000;
  int block_frames = 256;
  /** 0: whatever the strips ask for. */
  int mode_ms = 0;
  /** How much is kept from before a take's start. */
  double armed_pre_roll_sec = 0.0;
  /** Which sound of the channels that is. */
  TakeTap armed_tap = TakeTap::raw;
  std::vector<CaptureChannelOptions> channels;
  std::optional<std::string> monitor_id;
  std::optional<std::string> program_id;
};

struct CaptureDeviceState {
  enum class Status { open, lost, missing };

  std::string id;
  std::string name;
  bool is_input = true;
  Status status = Status::missing;
  int rate_hz = 0;
  std::optional<double> drift_ppm;
  std::uint64_t missing_frames = 0;

  bool operator==(const CaptureDeviceState &) const = default;
};

struct CaptureLevels {
  std::vector<std::pair<std::string, StripLevels>> channels;
  BusLevels monitor;
  BusLevels program;
  std::optional<double> latency_ms;
  std::optional<double> latency_p50_ms;
  std::optional<double> latency_p99_ms;
  std::uint64_t frames_processed = 0;
  std::uint64_t frames_missed = 0;
  double dsp_load = 0.0;
};

struct CaptureInformation {
  int rate_hz = 0;
  int block_frames = 0;
  std::vector<CaptureDeviceState> devices;
  std::vector<LatencyModeState> modes;
  std::optional<std::string> priority_refusal;
};

/** A channel as those hear it who write down what is said. */
struct CaptureVoice {
  std::string channel_id;
  /** One channel of `voice_rate_hz`. */
  std::vector<float> samples;
  /** When the first was at the converter, by `monotonic_sec`. */
  double at_sec = 0.0;
};
/** What models of speech take. */
inline constexpr int voice_rate_hz = 16000;

/** Called on the session's watching thread, those of a take on its writer's; none may call the session. */
struct CaptureEvents {
  std::function<void(CaptureLevels)> on_levels;
  /**
   * Stereo pairs of the program, while they are wanted; when the first was at the converter, by `monotonic_sec`, and which
   * frame of the session it is. False where they could not be taken now: they come again.
   */
  std::function<bool(const std::vector<float> &, double at_sec, std::int64_t session_frame)> on_program;
  /** All channels, ten times a second while they are wanted. False as with `on_program`. */
  std::function<bool(const std::vector<CaptureVoice> &)> on_voices;
  std::function<void(std::vector<CaptureDeviceState>)> on_devices;
  std::function<void(int from_ms, int to_ms, const std::string &message)> on_overloaded;
  /** At most once: nothing will come of the session any more until its process is another one. `stop` still ends it. */
  std::function<void(FailureCode code, const std::string &message)> on_failed;
  TakeEvents take;
};

}  // namespace sounddesk
