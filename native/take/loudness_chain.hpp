// Gain and true-peak limiter towards a loudness: interleaved in and out, as long as its input and without delay.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "dsp/limiter.hpp"

namespace sounddesk {

/** What loudness-normalised sound keeps under, between the samples too. */
inline constexpr double loudness_ceiling_dbtp = -1.0;

class LoudnessChain {
 public:
  using Take = std::function<void(const float *interleaved, std::size_t frames)>;

  /** `take` gets what is ready, in order; after `finish` that is every frame. */
  LoudnessChain(int rate_hz, std::size_t channels, double gain_db, Take take);

  /** Any number of frames; overwrites them. */
  void process(float *interleaved, std::size_t frames);

  /** Lets out what the limiter still holds. */
  void finish();

  /** What is compensated. */
  std::size_t latency_frames() const noexcept { return limiter_.latency_frames(); }

 private:
  std::size_t channels_;
  float gain_;
  TruePeakLimiter limiter_;
  std::size_t late_;
  std::vector<std::vector<float>> planar_;
  std::vector<float *> planes_;
  Take take_;
};

}  // namespace sounddesk
