// Peak, power and clipped samples of a running signal, whatever its block sizes.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "dsp/levels.hpp"

namespace sounddesk {

/** The largest value of a 16-bit converter: at or above it a sample may have been cut off. */
inline constexpr float full_scale = 32767.0F / 32768.0F;

class SignalMeter {
 public:
  void add(const float *samples, std::size_t count) noexcept {
    float peak = peak_;
    double energy = 0.0;
    std::uint64_t clipped = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const float size = std::fabs(samples[i]);
      peak = std::max(peak, size);
      energy += static_cast<double>(size) * size;
      clipped += size >= full_scale ? 1U : 0U;
    }
    peak_ = peak;
    energy_ += energy;
    clipped_ += clipped;
    count_ += count;
  }

  struct Reading {
    double peak_db = silence_db;
    double rms_db = silence_db;
    /** Since the start. */
    std::uint64_t clipped = 0;
  };

  /** Reads and starts again (not the clip count); with nothing added since, the last reading stays. */
  Reading take() noexcept {
    if (count_ > 0) {
      last_ = {amplitude_to_db(peak_), power_to_db(energy_ / static_cast<double>(count_)), clipped_};
      peak_ = 0.0F;
      energy_ = 0.0;
      count_ = 0;
    }
    return last_;
  }

 private:
  float peak_ = 0.0F;
  double energy_ = 0.0;
  std::size_t count_ = 0;
  std::uint64_t clipped_ = 0;
  Reading last_;
};

}  // namespace sounddesk
