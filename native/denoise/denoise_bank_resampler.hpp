// Resampling between a session's rate and the model's, 10 ms at a time: every frame in gives exactly one frame out,
// and the delay is a whole number of samples, so that the cleaned sound stays aligned with the untouched one.
//
// Windowed sinc (Kaiser, 80 dB), flat up to 0.88 of the lower rate's half, nothing from 1.04 of it on; every output
// position of a frame has its own set of coefficients.
//
// Threads: `FrameFilter` is constant once made; a `FrameResampler` belongs to one thread at a time.
// Real-time safety: `process` and `reset` are; constructors are not.
#pragma once

#include <cstddef>
#include <vector>

namespace sounddesk {

/** The coefficients, shared by the channels. */
class FrameFilter {
 public:
  /** On which side the delay is a whole number of samples: at the session's rate, both times. */
  enum class WholeDelay { input, output };

  /** `in_frames` become `out_frames`, in the same 10 ms. */
  FrameFilter(std::size_t in_frames, std::size_t out_frames, WholeDelay whole_delay);

  std::size_t in_frames() const noexcept { return in_frames_; }
  std::size_t out_frames() const noexcept { return out_frames_; }
  /** By how many samples, on the side of the whole delay, the output lags the input. */
  std::size_t delay_frames() const noexcept { return delay_frames_; }
  std::size_t taps() const noexcept { return 2 * half_; }

 private:
  friend class FrameResampler;
  struct Output {
    /** First sample that counts, in the history of `taps` samples and the frame that follows it. */
    std::size_t first;
    std::size_t phase;
  };

  std::size_t in_frames_;
  std::size_t out_frames_;
  /** Samples of the input on either side of an output. */
  std::size_t half_;
  std::size_t history_frames_;
  std::size_t delay_frames_;
  std::vector<Output> outputs_;
  std::vector<float> coefficients_;
};

/** One channel. */
class FrameResampler {
 public:
  explicit FrameResampler(const FrameFilter &filter);

  /** Reads `in_frames`, writes `out_frames`; they may not overlap. */
  void process(const float *in, float *out) noexcept;
  void reset() noexcept;

 private:
  const FrameFilter *filter_;
  std::vector<float> samples_;
};

}  // namespace sounddesk
