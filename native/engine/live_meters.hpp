// Turns the records of single frames into what a screen shows, thirty times a second.
//
// Threads: the control thread alone. Real-time safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "dsp/levels.hpp"
#include "engine/live_engine.hpp"

namespace sounddesk {

struct LiveLevels {
  double input_peak_db = silence_db;
  double input_rms_db = silence_db;
  double output_peak_db = silence_db;
  double output_rms_db = silence_db;
  std::optional<double> noise_level_db;
  std::optional<double> reduction_db;
  double speech_probability = 0.0;
  double latency_ms = 0.0;
  double latency_p50_ms = 0.0;
  double latency_p99_ms = 0.0;
  double dsp_load = 0.0;
  /** Of each effect, the largest since the last reading, 0 or more. */
  std::array<float, effect_count> reductions_db{};
  std::uint64_t input_clips = 0;
  std::uint64_t output_clips = 0;
  /** Momentary loudness of what leaves the chain; nothing in silence. */
  std::optional<double> output_lufs;
  /** Since the start. */
  std::optional<double> session_reduction_db;
  std::optional<double> session_latency_p50_ms;
  std::optional<double> session_latency_p99_ms;
  /** Pairs of peaks, before and after, one a frame. */
  std::vector<float> scope;
};

/**
 * Level of what is there while nobody speaks: the powers of pauses, smoothed over 100 ms, and of them the
 * smallest within the last 3 s of pauses (R. Martin, "Noise power spectral density estimation based on
 * optimal smoothing and minimum statistics", 2001; whole band instead of bins, so without its bias table).
 */
class NoiseFloor {
 public:
  void add(const FrameRecord &record);
  std::optional<double> level_db() const;

 private:
  double smoothed_power_ = 0.0;
  std::size_t pause_frames_ = 0;
  std::deque<double> recent_;
};

/** How often which latency was measured since the start, in steps of a quarter of a millisecond up to half a second. */
class LatencyHistogram {
 public:
  void add(double ms);
  /** The value that this share (0-1) of the measurements does not exceed; nothing before the first. */
  std::optional<double> at(double share) const;

 private:
  static constexpr double step_ms = 0.25;
  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(2000);
  std::uint64_t total_ = 0;
};

class LiveMeters {
 public:
  void add(const FrameRecord &record);
  LiveLevels take();
  /** The way of the sound outside the chain has become so much longer: as if it had always been so. */
  void lengthen_latency(double ms);

 private:
  struct Pause {
    double input_power;
    double output_power;
  };
  double latency_at(std::vector<float> &sorted, double share) const;
  double reduction_of(const Pause &pause) const;

  LevelMeter input_;
  LevelMeter output_;
  NoiseFloor noise_;
  std::deque<Pause> pauses_;
  std::deque<float> latencies_ms_;
  std::deque<float> busy_sec_;
  float speech_probability_ = 0.0F;
  std::array<float, effect_count> reductions_db_{};
  std::uint64_t input_clips_ = 0;
  std::uint64_t output_clips_ = 0;
  float output_lufs_ = silence_lufs;
  Pause session_pauses_{0.0, 0.0};
  std::size_t session_pause_frames_ = 0;
  LatencyHistogram session_latencies_;
  std::vector<float> scope_;
};

}  // namespace sounddesk
