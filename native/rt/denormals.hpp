// Denormal numbers: flushed in our own arithmetic, kept inside the model.
//
// WebAssembly requires gradual underflow, so the model computes with it, and gives the same samples here and
// in the browser; filters and meters of ours decay into denormals in silence, which are many times slower.
//
// It is part of what calls it: the lane kernels, too, each of another instruction set, may use it.
//
// Threads: acts on the calling thread alone. Real-time safety: yes.
#pragma once

#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>
#endif
#include <cstdint>

#include "rt/compiler.hpp"

namespace sounddesk {

/** Sets the thread's handling of denormals for a scope and puts back what was there. */
class DenormalScope {
 public:
  enum class Mode { flush, keep };

  SD_ALWAYS_INLINE explicit DenormalScope(Mode mode) noexcept : before_(read()) {
    const std::uint64_t wanted = mode == Mode::flush ? before_ | flush_bits : before_ & ~flush_bits;
    if (wanted != before_) write(wanted);
  }
  SD_ALWAYS_INLINE ~DenormalScope() { write(before_); }
  DenormalScope(const DenormalScope &) = delete;
  DenormalScope &operator=(const DenormalScope &) = delete;

 private:
#if defined(__x86_64__) || defined(_M_X64)
  // MXCSR: flush-to-zero (bit 15) and denormals-are-zero (bit 6).
  static constexpr std::uint64_t flush_bits = 0x8040;
  SD_ALWAYS_INLINE static std::uint64_t read() noexcept { return _mm_getcsr(); }
  SD_ALWAYS_INLINE static void write(std::uint64_t bits) noexcept { _mm_setcsr(static_cast<unsigned>(bits)); }
#elif defined(__aarch64__)
  // FPCR: flush-to-zero (bit 24).
  static constexpr std::uint64_t flush_bits = 1U << 24;
  SD_ALWAYS_INLINE static std::uint64_t read() noexcept {
    std::uint64_t bits = 0;
    __asm__ volatile("mrs %0, fpcr" : "=r"(bits));
    return bits;
  }
  SD_ALWAYS_INLINE static void write(std::uint64_t bits) noexcept { __asm__ volatile("msr fpcr, %0" ::"r"(bits)); }
#else
  static constexpr std::uint64_t flush_bits = 0;
  SD_ALWAYS_INLINE static std::uint64_t read() noexcept { return 0; }
  SD_ALWAYS_INLINE static void write(std::uint64_t) noexcept {}
#endif
  std::uint64_t before_;
};

}  // namespace sounddesk
