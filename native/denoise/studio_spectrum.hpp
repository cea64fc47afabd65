// Sound to spectra and back for the studio engine, and what its network hears of a spectrum.
//
// Threads: an object belongs to one thread at a time. Real-time safety: all but the constructors.
#pragma once

#include <array>
#include <cstddef>

#include "denoise/denoiser.hpp"
#include "denoise/studio_fft.hpp"
#include "denoise/studio_kernel.hpp"

namespace sounddesk::studio {

inline constexpr std::size_t window_samples = 2 * frame_samples;
inline constexpr std::size_t bins = frame_samples + 1;

struct Spectrum {
  std::array<float, bins> re{};
  std::array<float, bins> im{};
};

/** Windows of two frames, scaled by 1 / `window_samples`. */
class Analysis {
 public:
  void process(const float *frame, Spectrum &spectrum) noexcept;
  void reset() noexcept { last_.fill(0.0F); }

 private:
  Fft fft_;
  std::array<float, frame_samples> last_{};
};

/** Overlapped and added: a frame later than the newest of the spectrum's two. */
class Synthesis {
 public:
  void process(const Spectrum &spectrum, float *frame) noexcept;
  void reset() noexcept { rest_.fill(0.0F); }

 private:
  Fft fft_;
  std::array<float, frame_samples> rest_{};
};

/** Levels of the bands and values of the lowest bins, each against its mean over the last second. */
class Features {
 public:
  Features() { reset(); }
  void process(const Spectrum &spectrum, Frame &frame) noexcept;
  void reset() noexcept;

 private:
  std::array<float, bands> mean_db_;
  std::array<float, filter_bins> mean_magnitude_;
};

void lower_bands(const float *gains, Spectrum &spectrum) noexcept;

}  // namespace sounddesk::studio
