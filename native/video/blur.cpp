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

/// The mean of `size` x `size` pixels; at the edges the last pixel goes on.
void shrink(const Value *from, int32_t width, int32_t height, int32_t shift, Value *to, int32_t small_width,
            int32_t small_height, int32_t *sums) {
  const int32_t size = 1 << shift;
  for (int32_t y = 0; y < small_height; ++y) {
    for (int32_t x = 0; x < small_width; ++x) sums[x] = 1 << (2 * shift - 1);
    for (int32_t dy = 0; dy < size; ++dy) {
      const Value *line = from + static_cast<size_t>(min_of(y * size + dy, height - 1)) * static_cast<size_t>(width);
      const int32_t whole = width >> shift;
      for (int32_t x = 0; x < whole; ++x) {
        for (int32_t dx = 0; dx < size; ++dx) sums[x] += line[x * size + dx];
      }
      for (int32_t x = whole * size; x < small_width * size; ++x) sums[x >> shift] += line[min_of(x, width - 1)];
    }
    Value *out = to + static_cast<size_t>(y) * static_cast<size_t>(small_width);
    for (int32_t x = 0; x < small_width; ++x) out[x] = static_cast<Value>(sums[x] >> (2 * shift));
  }
}

/// Where a pixel of the large plane lies between two lines or columns of the small one; weight of the second in 1/256.
struct Between {
  int32_t first, second, weight;
};
Between between(int32_t i, int32_t shift, int32_t count) {
  const int32_t place = max_of(0, (((2 * i + 1) << 8) >> (shift + 1)) - 128);
  const int32_t first = min_of(place >> 8, count - 1);
  return {first, min_of(first + 1, count - 1), place & 255};
}

/// Back to the large size, between the means in straight lines.
bool enlarge(const Value *from, int32_t small_width, int32_t small_height, int32_t shift, Value *to, int32_t width,
             int32_t height) {
  Buffer<Value> mixed;
  if (!mixed.resize(static_cast<size_t>(small_width))) return false;
  for (int32_t y = 0; y < height; ++y) {
    const Between rows = between(y, shift, small_height);
    const Value *__restrict upper = from + static_cast<size_t>(rows.first) * static_cast<size_t>(small_width);
    const Value *__restrict lower = from + static_cast<size_t>(rows.second) * static_cast<size_t>(small_width);
    Value *__restrict line = mixed.data();
    const auto weight = static_cast<Value>(rows.weight);
    const auto rest = static_cast<Value>(256 - rows.weight);
    for (int32_t x = 0; x < small_width; ++x) {
      line[x] = static_cast<Value>((upper[x] * rest + lower[x] * weight + 128) >> 8);
    }
    Value *__restrict out = to + static_cast<size_t>(y) * static_cast<size_t>(width);
    for (int32_t x = 0; x < width; ++x) {
      const Between columns = between(x, shift, small_width);
      out[x] = static_cast<Value>(
          (line[columns.first] * (256 - columns.weight) + line[columns.second] * columns.weight + 128) >> 8);
    }
  }
  return true;
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
  int32_t reach = radius + 256;
  int32_t shift = 0;
  while ((reach >> shift) > Bell::widest * 256) ++shift;
  const Bell bell(reach >> shift);
  if (shift == 0) return blur_small(from, to, width, height, bell);
  const int32_t small_width = (width + (1 << shift) - 1) >> shift;
  const int32_t small_height = (height + (1 << shift) - 1) >> shift;
  Buffer<Value> small;
  Buffer<int32_t> sums;
  if (!small.resize(static_cast<size_t>(small_width) * static_cast<size_t>(small_height)) ||
      !sums.resize(static_cast<size_t>(small_width))) {
    return false;
  }
  shrink(from, width, height, shift, small.data(), small_width, small_height, sums.data());
  return blur_small(small.data(), small.data(), small_width, small_height, bell) &&
         enlarge(small.data(), small_width, small_height, shift, to, width, height);
}

}  // namespace sounddesk::video
