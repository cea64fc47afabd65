#include "video/blur.hpp"

#include "video/fixed.hpp"
#include "video/lanes.hpp"

namespace sounddesk::video {
namespace {

constexpr int32_t unit = 16384;

/// The two values that lie `k` from the ends of the bell have one weight; together they are within 16 bits: 2 x 8745.
inline v128_t both(const Bell &bell, const Value *const *taps, int32_t k, int32_t x) {
  if (k == bell.radius) return load(taps[k] + x);
  return wasm_i16x8_add(load(taps[k] + x), load(taps[2 * bell.radius - k] + x));
}

/// `taps` are the lines that the bell's weights belong to; eight values of each at once.
inline void weigh_lanes(const Bell &bell, const Value *const *taps, int32_t x, Value *to) {
  Sums sums(unit / 2);
  int32_t k = 0;
  for (; k + 1 <= bell.radius; k += 2) {
    sums.add(both(bell, taps, k, x), both(bell, taps, k + 1, x), pair_of(bell.weights[k], bell.weights[k + 1]));
  }
  if (k == bell.radius) sums.add(both(bell, taps, k, x), wasm_i16x8_splat(0), pair_of(bell.weights[k], 0));
  store(to + x, sums.shifted<14>());
}

/// Lines have room for `lanes` more values than their width.
void weigh_line(const Bell &bell, const Value *const *taps, int32_t width, Value *to) {
  int32_t x = 0;
  for (; x + lanes <= width; x += lanes) weigh_lanes(bell, taps, x, to);
  if (x == width) return;
  Value last[lanes];
  const Value *last_taps[2 * Bell::widest + 1];
  for (int32_t k = 0; k <= 2 * bell.radius; ++k) last_taps[k] = taps[k] + x;
  weigh_lanes(bell, last_taps, 0, last);
  for (int32_t i = 0; x + i < width; ++i) to[x + i] = last[i];
}

/// Down into lines of their own, then across: each line waits in a ring until the one `radius` below it is there.
bool blur_small(const Value *from, Value *to, int32_t width, int32_t height, const Bell &bell) {
  const int32_t radius = bell.radius;
  const auto line = static_cast<size_t>(width);
  const size_t ring_line = line + lanes;
  const int32_t ring_lines = 2 * radius + 1;
  Buffer<Value> ring, padded;
  if (!ring.resize(ring_line * static_cast<size_t>(ring_lines)) || !padded.resize(ring_line + 2 * static_cast<size_t>(radius))) {
    return false;
  }
  for (size_t i = 0; i < ring.size(); ++i) ring[i] = 0;
  for (size_t i = 0; i < padded.size(); ++i) padded[i] = 0;
  const auto line_of = [&](int32_t y) { return ring.data() + ring_line * static_cast<size_t>(y % ring_lines); };
  // Across first, into the ring; `to` may be `from`, and is written only where it was read before.
  const auto take = [&](int32_t y) {
    const Value *source = from + line * static_cast<size_t>(y);
    Value *__restrict into = padded.data();
    for (int32_t x = 0; x < radius; ++x) {
      into[x] = source[0];
      into[radius + width + x] = source[width - 1];
    }
    for (int32_t x = 0; x < width; ++x) into[radius + x] = source[x];
    const Value *taps[2 * Bell::widest + 1];
    for (int32_t k = 0; k < ring_lines; ++k) taps[k] = padded.data() + k;
    weigh_line(bell, taps, width, line_of(y));
  };
  int32_t taken = 0;
  for (int32_t y = 0; y < height; ++y) {
    for (; taken < height && taken <= y + radius; ++taken) take(taken);
    const Value *taps[2 * Bell::widest + 1];
    for (int32_t k = 0; k < ring_lines; ++k) taps[k] = line_of(clamp_to(y + k - radius, 0, height - 1));
    weigh_line(bell, taps, width, to + line * static_cast<size_t>(y));
  }
  return true;
}

/// The means of 2 x 2 values: four of them.
inline v128_t means(const Value *first, const Value *second) {
  const v128_t ones = wasm_i16x8_splat(1);
  const v128_t sums = wasm_i32x4_add(wasm_i32x4_dot_i16x8(load(first), ones), wasm_i32x4_dot_i16x8(load(second), ones));
  return wasm_i32x4_shr(wasm_i32x4_add(sums, wasm_i32x4_splat(2)), 2);
}

/// Half of the width and height, rounded up; at the edges the last pixel continues.
void halve(const Value *from, int32_t width, int32_t height, Value *to) {
  const int32_t half_width = (width + 1) / 2;
  for (int32_t y = 0; y < height; y += 2) {
    const Value *first = from + static_cast<size_t>(y) * static_cast<size_t>(width);
    const Value *second = y + 1 < height ? first + width : first;
    int32_t x = 0;
    for (; 2 * (x + lanes) <= width; x += lanes) {
      const v128_t low = means(first + 2 * x, second + 2 * x);
      store(to + x, wasm_i16x8_narrow_i32x4(low, means(first + 2 * x + lanes, second + 2 * x + lanes)));
    }
    for (; x < half_width; ++x) {
      const int32_t right = min_of(2 * x + 1, width - 1);
      to[x] = static_cast<Value>((first[2 * x] + first[right] + second[2 * x] + second[right] + 2) >> 2);
    }
    to += half_width;
  }
}

/// Three quarters of what is near, one of what is far.
inline Value between(int32_t near, int32_t far) { return static_cast<Value>((3 * near + far + 2) >> 2); }
inline v128_t between(v128_t near, v128_t far) {
  Sums sums(2);
  sums.add(near, far, pair_of(3, 1));
  return sums.shifted<2>();
}

/// `line`, with a value more at each end, to twice its width.
void double_line(const Value *line, int32_t width, Value *to) {
  int32_t x = 0;
  for (; 2 * (x + lanes) <= width; x += lanes) {
    const v128_t near = load(line + x);
    const v128_t even = between(near, load(line + x - 1)), odd = between(near, load(line + x + 1));
    store(to + 2 * x, low_pairs(even, odd));
    store(to + 2 * x + lanes, high_pairs(even, odd));
  }
  for (x *= 2; x < width; ++x) to[x] = between(line[x / 2], line[x / 2 + (x % 2 == 0 ? -1 : 1)]);
}

/// The inverse of `halve`, in straight lines between the means. False: no memory.
bool twice(const Value *from, Value *to, int32_t width, int32_t height) {
  const int32_t half_width = (width + 1) / 2, half_height = (height + 1) / 2;
  Buffer<Value> mixed;
  if (!mixed.resize(static_cast<size_t>(half_width) + 2 + lanes)) return false;
  Value *line = mixed.data() + 1;
  for (int32_t y = 0; y < height; ++y) {
    const auto line_of = [&](int32_t i) {
      return from + static_cast<size_t>(clamp_to(i, 0, half_height - 1)) * static_cast<size_t>(half_width);
    };
    const Value *near = line_of(y / 2), *far = line_of(y / 2 + (y % 2 == 0 ? -1 : 1));
    int32_t x = 0;
    for (; x + lanes <= half_width; x += lanes) store(line + x, between(load(near + x), load(far + x)));
    for (; x < half_width; ++x) line[x] = between(near[x], far[x]);
    line[-1] = line[0];
    line[half_width] = line[half_width - 1];
    double_line(line, width, to + static_cast<size_t>(y) * static_cast<size_t>(width));
  }
  return true;
}

/// A large reach is that of half of the size, twice as far.
bool blur_to(const Value *from, Value *to, int32_t width, int32_t height, int32_t reach) {
  if (reach <= Bell::widest * 256) return blur_small(from, to, width, height, Bell(reach));
  const int32_t half_width = (width + 1) / 2, half_height = (height + 1) / 2;
  Buffer<Value> small;
  if (!small.resize(static_cast<size_t>(half_width) * static_cast<size_t>(half_height))) return false;
  halve(from, width, height, small.data());
  return blur_to(small.data(), small.data(), half_width, half_height, reach / 2) &&
         twice(small.data(), to, width, height);
}

}  // namespace

Bell::Bell(int32_t reach) {
  reach = clamp_to(reach, 257, (widest + 1) * 256 - 1);
  radius = min_of((reach - 1) / 256, widest);
  int64_t heights[2 * widest + 1];
  int64_t total = 0;
  for (int32_t i = 0; i <= 2 * radius; ++i) {
    const int64_t x = (i - radius) * 256;
    const int64_t height = (int64_t{reach} * reach - x * x) >> 6;
    heights[i] = height * height * height >> 16;
    total += heights[i];
  }
  int32_t left = unit;
  for (int32_t i = 0; i <= 2 * radius; ++i) {
    weights[i] = static_cast<Value>(heights[i] * unit / total);
    left -= weights[i];
  }
  weights[radius] = static_cast<Value>(weights[radius] + left);
}

bool blur_plane(const Value *from, Value *to, int32_t width, int32_t height, int32_t radius) {
  // A radius of 5 has 11 taps: the bell is nothing where the twelfth would be.
  return blur_to(from, to, width, height, radius + 256);
}

}  // namespace sounddesk::video
