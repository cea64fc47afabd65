#include "dsp_allocation_trap.hpp"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SOUNDDESK_CAN_TRAP 1
#include <dlfcn.h>
#include <pthread.h>
#endif

namespace {
thread_local bool is_armed = false;
thread_local sounddesk::test::TrapCounts counted;
}  // namespace

namespace sounddesk::test {

AllocationTrap::AllocationTrap() {
  counted = {};
  is_armed = true;
}
AllocationTrap::~AllocationTrap() { is_armed = false; }

TrapCounts AllocationTrap::counts() const {
  is_armed = false;
  return counted;
}

bool can_trap() {
#ifdef SOUNDDESK_CAN_TRAP
  return true;
#else
  return false;
#endif
}

}  // namespace sounddesk::test

#ifdef SOUNDDESK_CAN_TRAP
// In the program itself these come before the C library's, also for the libraries that it loads.
#pragma GCC visibility push(default)
extern "C" {
void *__libc_malloc(std::size_t size);
void *__libc_calloc(std::size_t count, std::size_t size);
void *__libc_realloc(void *block, std::size_t size);
void *__libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void *block);

void *malloc(std::size_t size) {
  if (is_armed) ++counted.allocations;
  return __libc_malloc(size);
}
void *calloc(std::size_t count, std::size_t size) {
  if (is_armed) ++counted.allocations;
  return __libc_calloc(count, size);
}
void *realloc(void *block, std::size_t size) {
  if (is_armed) ++counted.allocations;
  return __libc_realloc(block, size);
}
void *aligned_alloc(std::size_t alignment, std::size_t size) {
  if (is_armed) ++counted.allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **block, std::size_t alignment, std::size_t size) {
  if (is_armed) ++counted.allocations;
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? 12 : 0;
}
void free(void *block) {
  if (is_armed && block != nullptr) ++counted.frees;
  __libc_free(block);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) noexcept {
  using Lock = int (*)(pthread_mutex_t *);
  static Lock next = nullptr;
  if (next == nullptr) next = reinterpret_cast<Lock>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  if (is_armed) ++counted.locks;
  return next(mutex);
}
}
#pragma GCC visibility pop
#endif
