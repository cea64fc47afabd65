// A vector of floats, one channel a lane, and what the kernel does with it. Included by each lane kernel's own
// translation unit, which says SD_LANES (how many) and SD_LANES_ISA (a namespace of its own: code compiled for
// one instruction set must never be linked in place of another's).
//
// Operations round once each, in the order in which they are written: no fused multiply-add, no reassociation.
#pragma once

// Functions of C: those of C++ are inline, and a copy of theirs compiled for one instruction set could be linked
// in place of the others.
#if defined(__wasm__)
// There is no library beneath a page's kernel, and each of these is an instruction.
#define memcpy __builtin_memcpy
#define memset __builtin_memset
#define sqrtf __builtin_sqrtf
#define sqrt __builtin_sqrt
#else
#include <math.h>
#include <string.h>
#endif
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "denoise/lanes_tables.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

inline constexpr int width = SD_LANES;

#if defined(__GNUC__) && !defined(SD_LANES_PORTABLE)

typedef float V __attribute__((vector_size(SD_LANES * 4)));
typedef int Mask __attribute__((vector_size(SD_LANES * 4)));
typedef double Wide __attribute__((vector_size(SD_LANES * 8)));
typedef float UnalignedV __attribute__((vector_size(SD_LANES * 4), aligned(4), may_alias));
typedef short UnalignedShorts __attribute__((vector_size(SD_LANES * 2), aligned(2), may_alias));

static inline V splat(float x) { return V{} + x; }
static inline V select(Mask mask, V yes, V no) { return mask ? yes : no; }
static inline Wide widen(V x) { return __builtin_convertvector(x, Wide); }
static inline V narrow(Wide x) { return __builtin_convertvector(x, V); }
static inline V load_unaligned(const float *at) { return *reinterpret_cast<const UnalignedV *>(at); }
static inline V load_shorts(const short *at) {
#if defined(__AVX2__) && SD_LANES == 8
  // GCC makes four shuffles of what is one instruction.
  return (V)_mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(at))));
#else
  return __builtin_convertvector(__builtin_convertvector(*reinterpret_cast<const UnalignedShorts *>(at), Mask), V);
#endif
}
/** Towards zero. */
static inline Mask whole_part(V x) { return __builtin_convertvector(x, Mask); }
static inline V floats_of(Mask x) { return __builtin_convertvector(x, V); }
/** Two to the power of each, -126 to 127. */
static inline V power_of_two(Mask x) { return (V)((x + 127) << 23); }

#else

// Plain arrays that a compiler may turn into vectors: for compilers without vector types.
struct alignas(SD_LANES * 4) V {
  float v[SD_LANES];
  float operator[](int i) const { return v[i]; }
  float &operator[](int i) { return v[i]; }
};
struct alignas(SD_LANES * 4) Mask {
  int v[SD_LANES];
  int operator[](int i) const { return v[i]; }
  int &operator[](int i) { return v[i]; }
};
struct alignas(SD_LANES * 8) Wide {
  double v[SD_LANES];
  double operator[](int i) const { return v[i]; }
  double &operator[](int i) { return v[i]; }
};

static inline V splat(float x) {
  V result;
  for (int i = 0; i < SD_LANES; ++i) result.v[i] = x;
  return result;
}
static inline Wide splat_wide(double x) {
  Wide result;
  for (int i = 0; i < SD_LANES; ++i) result.v[i] = x;
  return result;
}
#define SD_LANES_OPERATOR(op)                                         \
  static inline V operator op(V a, V b) {                             \
    for (int i = 0; i < SD_LANES; ++i) a.v[i] = a.v[i] op b.v[i];     \
    return a;                                                         \
  }                                                                   \
  static inline V operator op(V a, float b) { return a op splat(b); } \
  static inline V operator op(float a, V b) { return splat(a) op b; } \
  static inline Wide operator op(Wide a, Wide b) {                    \
    for (int i = 0; i < SD_LANES; ++i) a.v[i] = a.v[i] op b.v[i];     \
    return a;                                                         \
  }                                                                   \
  static inline Wide operator op(Wide a, double b) { return a op splat_wide(b); }
SD_LANES_OPERATOR(+)
SD_LANES_OPERATOR(-)
SD_LANES_OPERATOR(*)
SD_LANES_OPERATOR(/)
#undef SD_LANES_OPERATOR
static inline V operator-(V a) {
  for (int i = 0; i < SD_LANES; ++i) a.v[i] = -a.v[i];
  return a;
}
static inline V &operator+=(V &a, V b) { return a = a + b; }
#define SD_LANES_COMPARISON(op)                                                \
  static inline Mask operator op(V a, V b) {                                   \
    Mask mask;                                                                 \
    for (int i = 0; i < SD_LANES; ++i) mask.v[i] = a.v[i] op b.v[i] ? -1 : 0;  \
    return mask;                                                               \
  }                                                                            \
  static inline Mask operator op(V a, float b) { return a op splat(b); }
SD_LANES_COMPARISON(<)
SD_LANES_COMPARISON(>)
SD_LANES_COMPARISON(>=)
#undef SD_LANES_COMPARISON
static inline Mask operator&(Mask a, Mask b) {
  for (int i = 0; i < SD_LANES; ++i) a.v[i] = a.v[i] & b.v[i];
  return a;
}
static inline Mask operator~(Mask a) {
  for (int i = 0; i < SD_LANES; ++i) a.v[i] = ~a.v[i];
  return a;
}
static inline V select(Mask mask, V yes, V no) {
  for (int i = 0; i < SD_LANES; ++i) no.v[i] = mask.v[i] != 0 ? yes.v[i] : no.v[i];
  return no;
}
static inline Wide widen(V x) {
  Wide result;
  for (int i = 0; i < SD_LANES; ++i) result.v[i] = x.v[i];
  return result;
}
static inline V narrow(Wide x) {
  V result;
  for (int i = 0; i < SD_LANES; ++i) result.v[i] = static_cast<float>(x.v[i]);
  return result;
}
static inline V load_unaligned(const float *at) {
  V result;
  for (int i = 0; i < SD_LANES; ++i) result.v[i] = at[i];
  return result;
}
static inline V load_shorts(const short *at) {
  V result;
  for (int i = 0; i < SD_LANES; ++i) result.v[i] = static_cast<float>(at[i]);
  return result;
}
static inline Mask whole_part(V x) {
  Mask result;
  for (int i = 0; i < SD_LANES; ++i) result.v[i] = static_cast<int>(x.v[i]);
  return result;
}
static inline V floats_of(Mask x) {
  V result;
  for (int i = 0; i < SD_LANES; ++i) result.v[i] = static_cast<float>(x.v[i]);
  return result;
}
static inline V power_of_two(Mask x) {
  V result;
  for (int i = 0; i < SD_LANES; ++i) {
    const int bits = (x.v[i] + 127) << 23;
    memcpy(&result.v[i], &bits, sizeof bits);
  }
  return result;
}

#endif

static inline V larger(V a, V b) { return select(a > b, a, b); }
static inline V smaller(V a, V b) { return select(a < b, a, b); }
static inline V square_root(V x) {
  for (int i = 0; i < width; ++i) x[i] = sqrtf(x[i]);
  return x;
}
static inline Wide square_root(Wide x) {
  for (int i = 0; i < width; ++i) x[i] = sqrt(x[i]);
  return x;
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
