// DeepFilterNet3, the engine "studio": the whole band at 48 kHz, 30 ms late (40 ms with the frame itself).
//
// A window of 960 samples every 480. The network hears the levels of 32 bands and the 96 lowest bins, each against its own
// running mean, and says of the frame two before: how far to lower each band, and, below 4.8 kHz, five complex taps a bin
// over the frames from two before it to two after it, laid onto the untouched sound. So what comes out is three frames old.
// After five frames below -70 dBFS it waits, as its authors' runtime does: else the means would follow silence.
//
// It reports no speech probability: what `process` returns is an estimate for the mix, by the network's own word on the
// signal-to-noise ratio.
//
// Threads: an object belongs to one thread at a time; different objects share weights and run in parallel.
// Real-time safety: `process`, `reset` and `facts` are; construction and destruction are not.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "denoise/aligned_memory.hpp"
#include "denoise/denoiser.hpp"
#include "denoise/run_denoiser.hpp"
#include "denoise/studio_kernel.hpp"
#include "denoise/studio_spectrum.hpp"

namespace sounddesk {

class Studio final : public RestartableDenoiser, public RunDenoiser {
 public:
  static constexpr std::size_t delay_frames = 3;

  /** Cleans `frames_at_once` frames with each call, at most `studio::most_frames`. Throws `std::bad_alloc`. */
  Studio(studio::WeightsPointer weights, std::size_t frames_at_once, const studio::Kernel &kernel = studio::best_kernel());

  DenoiserFacts facts() const noexcept override { return {delay_frames * frame_samples, false, false}; }
  std::size_t frames() const noexcept override { return frames_at_once_; }

  /** One frame: for objects that clean one at a time. */
  float process(float *frame) noexcept override;
  void process(float *samples, float *speech_probability) noexcept override;

  void reset() noexcept override;

 private:
  static constexpr std::size_t spectra_kept = studio::filter_taps + studio::most_frames;

  bool hears(const float *samples) noexcept;
  void filter(const studio::Frame &frame, std::size_t newest, float *samples) noexcept;

  const studio::WeightsPointer weights_;
  const studio::Kernel &kernel_;
  const std::size_t frames_at_once_;
  AlignedMemory state_;
  AlignedMemory scratch_;
  studio::Analysis analysis_;
  studio::Synthesis synthesis_;
  studio::Features features_;
  /** A ring of the untouched sound's spectra. */
  std::vector<studio::Spectrum> spectra_;
  std::size_t next_ = 0;
  std::vector<studio::Frame> frames_;
  int silent_frames_ = 0;
};

}  // namespace sounddesk
