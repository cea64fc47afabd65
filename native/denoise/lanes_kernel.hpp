// One compiled copy of the lane kernel, for one instruction set.
//
// Threads: a state belongs to one thread at a time. Real-time safety: `process` is.
#pragma once

#include <cstddef>

namespace sounddesk::lanes {

struct Kernel {
  /** As reported in the build information: `avx2`, `sse2`, `neon`, `portable`. */
  const char *path;
  /** Channels that one call cleans. */
  std::size_t width;
  /**
   * A state is rows of `width` words of 4 bytes, one word a lane, all zero at the start; aligned to 64 bytes, as is
   * the scratch memory, which may be shared by states that do not run at the same time.
   */
  std::size_t state_bytes;
  std::size_t scratch_bytes;
  /**
   * Cleans 480 samples in ±32768 of every lane in place; a null lane hears silence, and its probability is not
   * written. Samples must be finite. `gains`, where not null: one for each band of a lane that has a place for them, as
   * they were laid onto the frame.
   */
  void (*process)(void *state, void *scratch, float *const *frames, float *speech_probability, float *const *gains) noexcept;
  /** For `process_run`; memory as above. */
  std::size_t run_state_bytes;
  std::size_t run_scratch_bytes;
  /**
   * The same for one channel that need not wait: cleans `width` frames that follow each other in place, to the same
   * samples, and writes as many probabilities.
   */
  void (*process_run)(void *state, void *scratch, float *samples, float *speech_probability) noexcept;
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

}  // namespace sounddesk::lanes
