// What a compiler is asked for beyond the language; nothing where it does not know it.
//
// `SD_VECTOR_CLONES` before a function: it is compiled once for every processor and once for those with AVX2, and the
// loader takes the one that fits. What it calls takes part in that only where it becomes part of it. Each operation rounds
// once in both (`-ffp-contract=off`), so the samples are the same. One copy where the loader can't choose (Windows,
// macOS), or where a sanitizer would start too late for it.
//
// `SD_ALWAYS_INLINE`: part of each function that calls it, with no copy of its own that a linker could take for another.
#pragma once

#if defined(__x86_64__) && defined(__gnu_linux__) && defined(SD_MODELS_HAVE_AVX2) && !defined(SD_IS_SANITIZED)
#define SD_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define SD_VECTOR_CLONES
#endif

#if defined(__GNUC__)
#define SD_ALWAYS_INLINE __attribute__((always_inline)) inline
#define SD_NEVER_INLINE __attribute__((noinline))
#else
#define SD_ALWAYS_INLINE inline
#define SD_NEVER_INLINE
#endif
