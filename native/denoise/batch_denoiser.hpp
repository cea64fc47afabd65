// The noise model over many channels at once, a channel in each lane of a vector.
//
// Threads: an object belongs to one thread at a time. Real-time safety: `process` and `reset` are; making one is
// not.
#pragma once

#include <cstddef>
#include <memory>

#include "denoise/denoiser.hpp"

namespace sounddesk {

/** Bands of the model's gains, and the frequencies in Hz at which each stands alone; between them they blend. */
inline constexpr std::size_t noise_bands = 22;
inline constexpr float noise_band_hz[noise_bands] = {0,    200,  400,  600,  800,  1000, 1200, 1400, 1600,  2000,  2400,
                                                     2800, 3200, 4000, 4800, 5600, 6800, 8000, 9600, 12000, 15600, 20000};

class BatchDenoiser {
 public:
  virtual ~BatchDenoiser() = default;

  virtual std::size_t channels() const noexcept = 0;

  /**
   * Cleans one frame of every channel in place: `frames[channel]` holds `frame_samples` samples in ±32768, or is
   * null for a channel that pauses (it costs nothing, and its state stays). `speech_probability[channel]` is
   * written for those that ran. A sample that is no number is taken as silence. `gains[channel]`, where given, takes the
   * `noise_bands` gains that the frame was shaped with, 0-1; a frame of silence leaves the last ones.
   */
  virtual void process(float *const *frames, float *speech_probability, float *const *gains = nullptr) noexcept = 0;

  /** The channel starts again, as if it had only heard silence. */
  virtual void reset(std::size_t channel) noexcept = 0;
};

/** At most 32 channels. Throws `std::bad_alloc`. The path is chosen at run time: see `batch_path`. */
std::unique_ptr<BatchDenoiser> make_rnnoise_batch(std::size_t channels);

/** The same in the code path of processors without wider vectors: for tests and benches. */
std::unique_ptr<BatchDenoiser> make_baseline_rnnoise_batch(std::size_t channels);

/** The code path that this processor runs: `avx2`, `sse2`, `neon` or `portable`. */
const char *batch_path() noexcept;

}  // namespace sounddesk
