// One compiled copy of GTCRN, for one instruction set; all copies give the same numbers.
//
// Threads: a voice belongs to one thread at a time. Real-time safety: `begin` and `run` are.
#pragma once

#include "denoise/gtcrn_weights.hpp"

namespace sounddesk::gtcrn {

struct Kernel {
  /** As reported in the build information: `avx2`, `sse2`, `neon`, `portable`, `wasm`. */
  const char *path;
  /** Both aligned to 64 bytes; scratch memory may be shared by voices that do not run at one time. */
  unsigned voice_bytes;
  unsigned scratch_bytes;
  /** A new voice, or the same one from its beginning. `turn`: which of several that run side by side. */
  void (*begin)(void *voice, unsigned turn) noexcept;
  /** `block` samples at 48 kHz in ±1, in place. */
  void (*run)(void *voice, void *scratch, float *samples) noexcept;
};

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

}  // namespace sounddesk::gtcrn
