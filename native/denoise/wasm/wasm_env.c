#include "wasm_env.h"

#include <stdlib.h>

SD_THREAD_LOCAL jmp_buf *sd_wasm_guard = NULL;

SD_NORETURN void wasm_rt_trap(wasm_rt_trap_t reason) {
  // Every entry into a module sets the guard (rnnoise_module.inc); without one there is no way back.
  if (sd_wasm_guard == NULL) abort();
  SD_LONGJMP(*sd_wasm_guard, (int)reason);
}

void w2c_env_0x5F_assert_fail(struct w2c_env *env, uint32_t expression, uint32_t file, uint32_t line,
                              uint32_t function) {
  (void)env, (void)expression, (void)file, (void)line, (void)function;
  wasm_rt_trap(WASM_RT_TRAP_UNREACHABLE);
}

uint32_t w2c_env_emscripten_memcpy_big(struct w2c_env *env, uint32_t to, uint32_t from, uint32_t bytes) {
  const uint64_t end_to = (uint64_t)to + bytes;
  const uint64_t end_from = (uint64_t)from + bytes;
  if (end_to > SD_WASM_MEMORY_BYTES || end_from > SD_WASM_MEMORY_BYTES) wasm_rt_trap(WASM_RT_TRAP_OOB);
  memmove(&env->memory->data[to], &env->memory->data[from], bytes);
  return to;
}

// The memory has a fixed size: the module's own allocator then answers NULL, which `create` checks.
uint32_t w2c_env_emscripten_resize_heap(struct w2c_env *env, uint32_t bytes) {
  (void)env, (void)bytes;
  return 0;
}

// GTCRN's imports, by the letters that it knows them by: a failed assertion, and more memory, which it does not get.
struct w2c_a;

void w2c_a_a(struct w2c_a *none, uint32_t expression, uint32_t file, uint32_t line, uint32_t function) {
  (void)none, (void)expression, (void)file, (void)line, (void)function;
  wasm_rt_trap(WASM_RT_TRAP_UNREACHABLE);
}

uint32_t w2c_a_b(struct w2c_a *none, uint32_t bytes) {
  (void)none, (void)bytes;
  return 0;
}
