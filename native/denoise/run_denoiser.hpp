// RNNoise over one channel that need not wait, a file: frames that follow each other in the lanes of a vector.
//
// Its samples are those of the frame-by-frame module (`make_rnnoise`), to the last bit: denormals are kept, unlike in the
// lanes of several channels (docs/decisions/0095-files-at-the-speed-of-the-machine.md).
//
// Threads: an object belongs to one thread at a time. Real-time safety: `process` is; making one is not.
#pragma once

#include <cstddef>
#include <memory>

#include "denoise/denoiser.hpp"

namespace sounddesk {

class RunDenoiser {
 public:
  /** No model asks for more frames at once. */
  static constexpr std::size_t most_frames = 8;

  virtual ~RunDenoiser() = default;

  virtual DenoiserFacts facts() const noexcept = 0;

  /** Frames that `process` takes at once; `most_frames` is a multiple of it. */
  virtual std::size_t frames() const noexcept = 0;

  /** Cleans `frames()` frames in place, in ±32768, and writes as many probabilities: see `Denoiser::process`. */
  virtual void process(float *samples, float *speech_probability) noexcept = 0;
};

/** Throws `std::bad_alloc`. The code path is that of `batch_path`. */
std::unique_ptr<RunDenoiser> make_rnnoise_run();

/** The same in the code path of processors without wider vectors: for tests and benches. */
std::unique_ptr<RunDenoiser> make_baseline_rnnoise_run();

/** A model that takes one frame at a time. */
std::unique_ptr<RunDenoiser> make_single_run(std::unique_ptr<Denoiser> denoiser);

}  // namespace sounddesk
