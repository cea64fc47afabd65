// One compiled copy of the GTCRN module, for one instruction set.
//
// Threads: an instance belongs to one thread at a time. Real-time safety: `process` and `copy` are;
// `create` and `destroy` allocate and free.
#ifndef SOUNDDESK_GTCRN_MODULE_H
#define SOUNDDESK_GTCRN_MODULE_H

#ifdef __cplusplus
extern "C" {
#endif

enum { SD_GTCRN_BLOCK_SAMPLES = 768 };

typedef struct {
  // As reported in the build information: `avx2`, `sse2`, `neon`, `portable`.
  const char *path;
  // NULL when there is no memory for an instance.
  void *(*create)(void);
  // Memory for a copy of an instance, which is none before. NULL when there is none.
  void *(*allocate)(void);
  void (*destroy)(void *instance);
  // Makes `to` what `from` is, state and all: from a new instance, to begin anew. 1.3 MB are copied.
  void (*copy)(void *to, const void *from);
  // 768 samples at 48 kHz in ±1, in place. 0, or the trap that ended the call: the instance is then spent.
  int (*process)(void *instance, float *block);
} sd_gtcrn_module;

extern const sd_gtcrn_module sd_gtcrn_baseline;
#if defined(SD_MODELS_HAVE_AVX2)
extern const sd_gtcrn_module sd_gtcrn_avx2;
#endif

#ifdef __cplusplus
}
#endif

#endif
