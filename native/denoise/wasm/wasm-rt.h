// What the C that wasm2c writes needs from its surroundings: types, traps, one memory, one table.
//
// Our own small run-time instead of wabt's: that one reserves 8 GB of address space an instance and
// installs a SIGSEGV handler, which must not happen inside Electron. Here a memory is a fixed array
// inside the instance and every access is compared with its constant size, so a bad frame ends in a
// trap (a longjmp out of the module) and can never touch the rest of the process.
//
// Threads: one instance belongs to one thread at a time; different instances run in parallel.
// Real-time safety: loads, stores and traps are; creating an instance allocates.
#ifndef SOUNDDESK_WASM_RT_H
#define SOUNDDESK_WASM_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define SD_NORETURN __attribute__((noreturn, cold))
#else
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define SD_NORETURN __declspec(noreturn)
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "SoundDesk's audio engine is built for little-endian processors"
#endif
#define WABT_BIG_ENDIAN 0
#define WASM_RT_USE_SEGUE 0
#define WASM_RT_SANITY_CHECKS 0
#define WASM_RT_STACK_DEPTH_COUNT 0
#define WASM_RT_MEMCHECK_GUARD_PAGES 0
#define wasm_rt_memcpy memcpy

// Pages of 64 KB: as many as RNNoise declares at the start. It never grows.
#define SD_WASM_MEMORY_PAGES 256u
#define SD_WASM_MEMORY_BYTES (SD_WASM_MEMORY_PAGES * 65536u)
#define SD_WASM_TABLE_ENTRIES 16u

enum { WASM_RT_I32, WASM_RT_I64, WASM_RT_F32, WASM_RT_F64 };

typedef enum {
  WASM_RT_TRAP_NONE,
  WASM_RT_TRAP_OOB,
  WASM_RT_TRAP_INT_OVERFLOW,
  WASM_RT_TRAP_DIV_BY_ZERO,
  WASM_RT_TRAP_INVALID_CONVERSION,
  WASM_RT_TRAP_UNREACHABLE,
  WASM_RT_TRAP_CALL_INDIRECT,
  WASM_RT_TRAP_EXHAUSTION
} wasm_rt_trap_t;

typedef struct {
  uint64_t size;
  uint64_t pages;
  _Alignas(64) uint8_t data[SD_WASM_MEMORY_BYTES];
} wasm_rt_memory_t;

typedef const char *wasm_rt_func_type_t;
typedef void (*wasm_rt_function_ptr_t)(void);
typedef struct {
  void (*fn)(void **, void *, void *);
} wasm_rt_tailcallee_t;

typedef struct {
  wasm_rt_func_type_t func_type;
  wasm_rt_function_ptr_t func;
  wasm_rt_tailcallee_t func_tailcallee;
  void *module_instance;
} wasm_rt_funcref_t;

typedef struct {
  wasm_rt_funcref_t *data;
  uint32_t size;
  wasm_rt_funcref_t entries[SD_WASM_TABLE_ENTRIES];
} wasm_rt_funcref_table_t;

typedef void *wasm_rt_externref_t;
typedef struct {
  wasm_rt_externref_t *data;
  uint32_t size;
} wasm_rt_externref_table_t;

static const wasm_rt_funcref_t wasm_rt_funcref_null_value = {0};
#define wasm_rt_externref_null_value NULL

// Leaves the module through the jump buffer of the call that entered it (wasm_guard.h).
SD_NORETURN void wasm_rt_trap(wasm_rt_trap_t reason);

static inline bool wasm_rt_is_initialized(void) { return true; }

static inline void wasm_rt_allocate_memory(wasm_rt_memory_t *memory, uint64_t initial_pages, uint64_t max_pages,
                                           bool is64, uint32_t page_bytes) {
  (void)max_pages;
  (void)is64;
  if (initial_pages < SD_WASM_MEMORY_PAGES || page_bytes != 65536u) wasm_rt_trap(WASM_RT_TRAP_OOB);
  memory->pages = SD_WASM_MEMORY_PAGES;
  memory->size = SD_WASM_MEMORY_BYTES;
}

static inline void wasm_rt_free_memory(wasm_rt_memory_t *memory) { (void)memory; }

static inline void wasm_rt_allocate_funcref_table(wasm_rt_funcref_table_t *table, uint32_t elements,
                                                  uint32_t max_elements) {
  (void)max_elements;
  if (elements > SD_WASM_TABLE_ENTRIES) wasm_rt_trap(WASM_RT_TRAP_OOB);
  table->data = table->entries;
  table->size = elements;
}

static inline void wasm_rt_free_funcref_table(wasm_rt_funcref_table_t *table) { (void)table; }

#endif
