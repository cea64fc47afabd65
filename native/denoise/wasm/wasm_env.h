// What a translated module is given by its surroundings: the three functions that it imports, and the way
// out of it (`setjmp` before a call, `longjmp` on a trap).
//
// Threads: the buffer is thread-local, so each thread guards its own calls.
// Real-time safety: yes (no allocation, no lock, no system call: `_setjmp` saves no signal mask).
#ifndef SOUNDDESK_WASM_ENV_H
#define SOUNDDESK_WASM_ENV_H

#include <setjmp.h>

#include "wasm-rt.h"

#if defined(_MSC_VER)
#define SD_THREAD_LOCAL __declspec(thread)
#else
#define SD_THREAD_LOCAL _Thread_local
#endif
#if defined(_WIN32)
// No signal masks there, and `_setjmp` is another function.
#define SD_SETJMP setjmp
#define SD_LONGJMP longjmp
#else
#define SD_SETJMP _setjmp
#define SD_LONGJMP _longjmp
#endif

// The jump buffer of the innermost call into a module; NULL outside.
extern SD_THREAD_LOCAL jmp_buf *sd_wasm_guard;

// The module's imports (`env` in its own words) work on its memory.
struct w2c_env {
  wasm_rt_memory_t *memory;
};

#endif
