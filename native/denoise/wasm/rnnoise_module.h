// One compiled copy of the RNNoise module, for one instruction set.
//
// Threads: an instance belongs to one thread at a time. Real-time safety: `process` is; `create` and
// `destroy` allocate and free.
#ifndef SOUNDDESK_RNNOISE_MODULE_H
#define SOUNDDESK_RNNOISE_MODULE_H

#ifdef __cplusplus
extern "C" {
#endif

enum { SD_RNNOISE_FRAME_SAMPLES = 480 };

typedef struct {
  // As reported in the build information: `avx2`, `sse2`, `neon`, `portable`.
  const char *path;
  // NULL when there is no memory for an instance.
  void *(*create)(void);
  void (*destroy)(void *instance);
  // 480 samples in ±32768, in place. 0, or the trap that ended the call: the instance is then spent.
  int (*process)(void *instance, float *frame, float *speech_probability);
} sd_rnnoise_module;

extern const sd_rnnoise_module sd_rnnoise_baseline;
#if defined(SD_MODELS_HAVE_AVX2)
extern const sd_rnnoise_module sd_rnnoise_avx2;
#endif

#ifdef __cplusplus
}
#endif

#endif
