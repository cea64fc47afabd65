// Linear timecode for the tests: biphase mark, every bit's length exact to a fraction of a sample.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "support.hpp"
#include "take/ltc_decoder.hpp"

namespace sounddesk::test {

struct LtcSignal {
  double fps = 25.0;
  bool is_drop_frame = false;
  int hours = 10;
  int minutes = 20;
  int seconds = 30;
  int frames = 5;
  double level = 0.5;
  double noise = 0.0;
  /** Samples of silence before it. */
  double lead_samples = 0.0;
};

inline std::vector<bool> ltc_bits(const LtcSignal &time) {
  std::vector<bool> bits(80, false);
  const auto put = [&bits](int at, int count, int value) {
    for (int i = 0; i < count; ++i) bits[static_cast<std::size_t>(at + i)] = (value >> i & 1) != 0;
  };
  put(0, 4, time.frames % 10);
  put(8, 2, time.frames / 10);
  put(10, 1, time.is_drop_frame ? 1 : 0);
  put(16, 4, time.seconds % 10);
  put(24, 3, time.seconds / 10);
  put(32, 4, time.minutes % 10);
  put(40, 3, time.minutes / 10);
  put(48, 4, time.hours % 10);
  put(56, 2, time.hours / 10);
  put(4, 4, 0x9);  // User bits may hold anything.
  for (int i = 2; i <= 13; ++i) bits[static_cast<std::size_t>(64 + i)] = true;
  bits[79] = true;
  return bits;
}

inline void next_frame(LtcSignal &time) {
  const int whole = static_cast<int>(std::lround(time.fps));
  if (++time.frames < whole) return;
  time.frames = 0;
  if (++time.seconds == 60) {
    time.seconds = 0;
    if (++time.minutes == 60) {
      time.minutes = 0;
      time.hours = (time.hours + 1) % 24;
    }
    if (time.is_drop_frame && time.minutes % 10 != 0) time.frames = 2;
  }
}

inline std::vector<float> ltc_sound(LtcSignal time, int rate_hz, double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * rate_hz));
  Noise noise;
  std::vector<double> edges;
  const double bit = rate_hz / (time.fps * 80.0);
  for (double at = time.lead_samples; at < static_cast<double>(samples.size());) {
    for (const bool is_one : ltc_bits(time)) {
      edges.push_back(at);
      if (is_one) edges.push_back(at + bit / 2.0);
      at += bit;
    }
    next_frame(time);
  }
  std::size_t edge = 0;
  double side = -1.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    // What of this sample lies on each side: edges fall between samples.
    double value = 0.0;
    double from = static_cast<double>(i);
    const double to = from + 1.0;
    while (edge < edges.size() && edges[edge] < to) {
      value += side * (edges[edge] - from);
      from = edges[edge++];
      side = -side;
    }
    value += side * (to - from);
    if (edge == 0) value = 0.0;
    samples[i] = static_cast<float>(time.level * value + time.noise * static_cast<double>(noise.next()));
  }
  return samples;
}

}  // namespace sounddesk::test
