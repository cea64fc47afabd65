// The transform of 960 points, a channel a lane: decimation in time by 5 · 3 · 4 · 4 · 4, each block of 64 points
// finished while it lies in the first cache. The radices and their order are the reference's, so the sums round
// alike. Included by each lane kernel (lanes_vector.hpp).
//
// Threads and real-time safety: pure functions on memory of the caller.
#pragma once

#include "denoise/lanes_vector.hpp"

namespace sounddesk::lanes::SD_LANES_ISA {

struct Complex {
  V re;
  V im;
};

static inline Complex operator+(const Complex &a, const Complex &b) { return {a.re + b.re, a.im + b.im}; }
static inline Complex operator-(const Complex &a, const Complex &b) { return {a.re - b.re, a.im - b.im}; }

static inline Complex turned(const Complex &a, const Tables &tables, int twiddle) {
  const float re = tables.twiddle_re[twiddle];
  const float im = tables.twiddle_im[twiddle];
  return {a.re * re - a.im * im, a.re * im + a.im * re};
}

/** Four points that lie `step` apart; `turn` says by how many twiddles the second is turned. */
static inline void butterfly4(Complex *at, int step, int turn, const Tables &tables) {
  const Complex second = turned(at[step], tables, turn);
  const Complex third = turned(at[2 * step], tables, 2 * turn);
  const Complex fourth = turned(at[3 * step], tables, 3 * turn);
  const Complex difference = at[0] - third;
  const Complex sum = at[0] + third;
  const Complex outer = second + fourth;
  const Complex inner = second - fourth;
  at[2 * step] = sum - outer;
  at[0] = sum + outer;
  at[step] = {difference.re + inner.im, difference.im - inner.re};
  at[3 * step] = {difference.re - inner.im, difference.im + inner.re};
}

static inline void butterfly3(Complex *at, int step, int turn, const Tables &tables) {
  const float side = tables.twiddle_im[window / 3];
  const Complex second = turned(at[step], tables, turn);
  const Complex third = turned(at[2 * step], tables, 2 * turn);
  const Complex sum = second + third;
  const Complex middle = {at[0].re - sum.re * 0.5F, at[0].im - sum.im * 0.5F};
  const Complex across = {(second.re - third.re) * side, (second.im - third.im) * side};
  at[0] = {sum.re + at[0].re, sum.im + at[0].im};
  at[2 * step] = {middle.re + across.im, middle.im - across.re};
  at[step] = {middle.re - across.im, middle.im + across.re};
}

static inline void butterfly5(Complex *at, int step, int turn, const Tables &tables) {
  const float a_re = tables.twiddle_re[window / 5];
  const float a_im = tables.twiddle_im[window / 5];
  const float b_re = tables.twiddle_re[2 * window / 5];
  const float b_im = tables.twiddle_im[2 * window / 5];
  const Complex first = at[0];
  const Complex p1 = turned(at[step], tables, turn);
  const Complex p2 = turned(at[2 * step], tables, 2 * turn);
  const Complex p3 = turned(at[3 * step], tables, 3 * turn);
  const Complex p4 = turned(at[4 * step], tables, 4 * turn);
  const Complex outer = p1 + p4;
  const Complex outer_gap = p1 - p4;
  const Complex inner = p2 + p3;
  const Complex inner_gap = p2 - p3;
  at[0] = {first.re + (inner.re + outer.re), first.im + (inner.im + outer.im)};
  const Complex near = {first.re + (outer.re * a_re + inner.re * b_re), first.im + (outer.im * a_re + inner.im * b_re)};
  const Complex near_side = {outer_gap.im * a_im + inner_gap.im * b_im, outer_gap.re * a_im + inner_gap.re * b_im};
  at[step] = {near.re - near_side.re, near.im + near_side.im};
  at[4 * step] = {near.re + near_side.re, near.im - near_side.im};
  const Complex far = {first.re + (outer.re * b_re + inner.re * a_re), first.im + (outer.im * b_re + inner.im * a_re)};
  const Complex far_side = {inner_gap.im * a_im - outer_gap.im * b_im, outer_gap.re * b_im - inner_gap.re * a_im};
  at[2 * step] = {far.re + far_side.re, far.im + far_side.im};
  at[3 * step] = {far.re - far_side.re, far.im - far_side.im};
}

/** `value(n)` is point n of the input; `out` holds 960 points. Scaled by 1/960. */
template <class Value>
static inline void transform(const Value &value, Complex *out, const Tables &tables) {
  constexpr float scale = 1.0F / window;
  for (int part = 0; part < 15; ++part) {
    // Part p holds every fifteenth point, from point p / 3 + 5 (p % 3) on.
    Complex *points = out + 64 * part;
    const int from = part / 3 + 5 * (part % 3);
    for (int group = 0; group < 16; ++group) {
      const int at = from + 15 * (group / 4 + 4 * (group % 4));
      const Complex p0 = value(at, scale);
      const Complex p1 = value(at + 240, scale);
      const Complex p2 = value(at + 480, scale);
      const Complex p3 = value(at + 720, scale);
      const Complex difference = p0 - p2;
      const Complex sum = p0 + p2;
      const Complex outer = p1 + p3;
      const Complex inner = p1 - p3;
      Complex *four = points + 4 * group;
      four[2] = sum - outer;
      four[0] = sum + outer;
      four[1] = {difference.re + inner.im, difference.im - inner.re};
      four[3] = {difference.re - inner.im, difference.im + inner.re};
    }
    for (int group = 0; group < 4; ++group) {
      for (int i = 0; i < 4; ++i) butterfly4(points + 16 * group + i, 4, 60 * i, tables);
    }
    for (int i = 0; i < 16; ++i) butterfly4(points + i, 16, 15 * i, tables);
    if (part % 3 == 2) {
      Complex *three = out + 64 * (part - 2);
      for (int i = 0; i < 64; ++i) butterfly3(three + i, 64, 5 * i, tables);
    }
  }
  for (int i = 0; i < 192; ++i) butterfly5(out + i, 192, i, tables);
}

}  // namespace sounddesk::lanes::SD_LANES_ISA
