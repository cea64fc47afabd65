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

  LevelMeter input_;
  LevelMeter output_;
  NoiseFloor noise_;
  std::deque<Pause> pauses_;
  std::deque<float> latencies_ms_;
  std::deque<float> busy_sec_;
  float speech_probability_ = 0.0F;
  std::vector<float> scope_;
};

}  // namespace sounddesk
