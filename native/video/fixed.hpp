// Whole-number mathematics: the same on every processor.
#pragma once

#include <stdint.h>

namespace sounddesk::video {

template <typename T>
constexpr T min_of(T a, T b) {
  return a < b ? a : b;
}
template <typename T>
constexpr T max_of(T a, T b) {
  return a > b ? a : b;
}
template <typename T>
constexpr T clamp_to(T x, T low, T high) {
  return x < low ? low : x > high ? high : x;
}

/// Rounded down, for negative numbers too; `b` > 0.
constexpr int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
/// Rounded to the nearest; `b` > 0.
constexpr int64_t round_div(int64_t a, int64_t b) { return floor_div(2 * a + b, 2 * b); }

constexpr int64_t square_root(int64_t x) {
  int64_t root = 0;
  for (int64_t bit = int64_t{1} << 31; bit > 0; bit >>= 1) {
    if ((root + bit) * (root + bit) <= x) root += bit;
  }
  return root;
}

/// Sine of `millidegrees`, in 1/65536. Taylor's series to the 11th power.
constexpr int32_t sine_of(int64_t millidegrees) {
  int64_t turn = millidegrees % 360000;
  if (turn < 0) turn += 360000;
  const bool is_negative = turn >= 180000;
  if (is_negative) turn -= 180000;
  if (turn > 90000) turn = 180000 - turn;
  const int64_t radians = (turn * 1228166276) >> 16;  // in 2^-30: pi / 180000 * 2^46 = 1228166276
  const int64_t square = (radians * radians) >> 30;
  int64_t term = radians;
  int64_t sum = radians;
  for (int64_t n = 2; n <= 10; n += 2) {
    term = -((term * square) >> 30) / (n * (n + 1));
    sum += term;
  }
  const auto sine = static_cast<int32_t>((sum + (1 << 13)) >> 14);
  return is_negative ? -sine : sine;
}
constexpr int32_t cosine_of(int64_t millidegrees) { return sine_of(millidegrees + 90000); }

}  // namespace sounddesk::video
