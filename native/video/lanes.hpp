// Vectors of 128 bits by the names of WebAssembly; natively SIMDe turns them into what the processor has, with the same
// results bit for bit.
#pragma once

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>
#endif

#include <stdint.h>

namespace sounddesk::video {

/// Values of 16 bits a vector.
inline constexpr int32_t lanes = 8;

inline v128_t load(const int16_t *at) { return wasm_v128_load(at); }
inline void store(int16_t *at, v128_t x) { wasm_v128_store(at, x); }

/// Two weights by turns, for pairs of values.
inline v128_t pair_of(int16_t first, int16_t second) {
  return wasm_i16x8_make(first, second, first, second, first, second, first, second);
}
/// a0 b0 a1 b1 …: of the first four lanes, and of the last.
inline v128_t low_pairs(v128_t a, v128_t b) { return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
inline v128_t high_pairs(v128_t a, v128_t b) { return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }

/// Sums of 32 bits for eight lanes.
struct Sums {
  v128_t low, high;

  explicit Sums(int32_t start) : low(wasm_i32x4_splat(start)), high(low) {}
  /// Adds a * first + b * second, where `weights` is their `pair_of`.
  void add(v128_t a, v128_t b, v128_t weights) {
    low = wasm_i32x4_add(low, wasm_i32x4_dot_i16x8(low_pairs(a, b), weights));
    high = wasm_i32x4_add(high, wasm_i32x4_dot_i16x8(high_pairs(a, b), weights));
  }
  /// Shifted to the right, as 16 bits; what does not fit is limited.
  template <int by>
  v128_t shifted() const {
    return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(low, by), wasm_i32x4_shr(high, by));
  }
};

}  // namespace sounddesk::video
