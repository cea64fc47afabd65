// One compiled copy of the studio network, for one instruction set; all copies give the same numbers.
//
// Threads: a state belongs to one thread at a time. Real-time safety: `run` is.
#pragma once

#include <cstddef>

#include "denoise/studio_weights.hpp"

namespace sounddesk::studio {

/** What the network hears of a frame, and what it says to the frame two before it. */
struct Frame {
  float band_levels[bands];
  /** Real parts, imaginary parts. */
  float bins[2][filter_bins];

  float gains[bands];
  /** For each bin the taps from the oldest frame to the newest: real part, imaginary part. */
  float taps[filter_bins][2 * filter_taps];
  /** Of voice to noise, −15 to 35 dB. */
  float local_snr_db;
};

struct Kernel {
  /** As reported in the build information: `avx2`, `sse2`, `neon`, `portable`. */
  const char *path;
  /** All zero at the start, aligned to 64 bytes; scratch memory may be shared by states that do not run at one time. */
  std::size_t state_bytes;
  std::size_t scratch_bytes;
  /** Frames of one voice that follow each other, at most `most_frames`. The numbers do not depend on how many. */
  void (*run)(const Weights &weights, void *state, void *scratch, Frame *frames, int count) noexcept;
};

/** More frames share each weight that is read. */
inline constexpr int most_frames = 8;

extern const Kernel baseline_kernel;
#if defined(SD_MODELS_HAVE_AVX2)
extern const Kernel avx2_kernel;
#endif

/** Chosen by what this processor has. */
inline const Kernel &best_kernel() noexcept {
#if defined(SD_MODELS_HAVE_AVX2)
  if (__builtin_cpu_supports("avx2")) return avx2_kernel;
#endif
  return baseline_kernel;
}

}  // namespace sounddesk::studio
