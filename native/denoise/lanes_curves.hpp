// The curves of the networks that have an output a lane, one way on all processors. Included by each copy of a network.
//
// Threads and real-time safety: pure functions on the caller's memory.
#pragma once

#include "denoise/lanes_vector.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

static inline void put(V values, float *to) { memcpy(to, &values, sizeof values); }

/** e to the power of x, to 2e-7 of it: Cody and Waite's reduction, then Cephes' polynomial. One way on all processors. */
static inline V power_of_e(V x) {
  const V bounded = smaller(larger(x, splat(-87.0F)), splat(87.0F));
  const V scaled = bounded * 1.44269504F;
  const Mask turns = whole_part(scaled + select(scaled >= 0.0F, splat(0.5F), splat(-0.5F)));
  const V whole = floats_of(turns);
  const V rest = (bounded - whole * 0.693359375F) - whole * -2.12194440e-4F;
  V sum = splat(1.9875691500e-4F);
  sum = sum * rest + 1.3981999507e-3F;
  sum = sum * rest + 8.3334519073e-3F;
  sum = sum * rest + 4.1665795894e-2F;
  sum = sum * rest + 1.6666665459e-1F;
  sum = sum * rest + 5.0000001201e-1F;
  sum = sum * rest * rest + rest + 1.0F;
  return sum * power_of_two(turns);
}

static inline V sigmoid(V x) { return 1.0F / (1.0F + power_of_e(-x)); }
static inline V hyperbolic_tangent(V x) { return 2.0F / (1.0F + power_of_e(-2.0F * x)) - 1.0F; }
static inline float sigmoid(float x) { return sigmoid(splat(x))[0]; }

}  // namespace sounddesk::lanes::SD_LANES_ISA
