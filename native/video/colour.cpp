#include "video/colour.hpp"

#include "video/fixed.hpp"
#include "video/lanes.hpp"

namespace sounddesk::video {
namespace {

// From the luma coefficients of each standard: (1 - kr) * 2 * 255 / 224 and so on, times 8192.
constexpr ToRgb to_rgb[3][2] = {
    {{256, 9539, 14686, -1747, -4366, 17305}, {0, 8192, 12901, -1535, -3835, 15201}},
    {{256, 9539, 13075, -3209, -6660, 16525}, {0, 8192, 11485, -2819, -5850, 14516}},
    {{256, 9539, 13752, -1535, -5328, 17545}, {0, 8192, 12080, -1348, -4681, 15412}},
};

constexpr int32_t half = 1 << 18;

inline uint8_t to_byte(int32_t x) { return static_cast<uint8_t>(clamp_to(x, 0, 255)); }

/// BT.709, limited range, times 32768.
inline uint8_t luma_of(int32_t r, int32_t g, int32_t b) {
  return to_byte(16 + ((r * 5983 + g * 20127 + b * 2032 + half) >> 19));
}

}  // namespace

const ToRgb &to_rgb_of(Matrix matrix, bool is_full_range) {
  return to_rgb[static_cast<int>(matrix)][is_full_range ? 1 : 0];
}

void yuv_to_rgb(const ToRgb &by, const Value *y, const Value *u, const Value *v, int32_t count, const Row &out) {
  const auto centre = static_cast<int16_t>(128 * 16);
  int32_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const v128_t luma = wasm_i16x8_sub(load(y + i), wasm_i16x8_splat(by.black));
    const v128_t cb = wasm_i16x8_sub(load(u + i), wasm_i16x8_splat(centre));
    const v128_t cr = wasm_i16x8_sub(load(v + i), wasm_i16x8_splat(centre));
    Sums r(4096), g(4096), b(4096);
    r.add(luma, cr, pair_of(by.y, by.v_to_r));
    g.add(luma, cr, pair_of(by.y, by.v_to_g));
    g.add(cb, wasm_i16x8_splat(0), pair_of(by.u_to_g, 0));
    b.add(luma, cb, pair_of(by.y, by.u_to_b));
    store(out.r + i, r.shifted<13>());
    store(out.g + i, g.shifted<13>());
    store(out.b + i, b.shifted<13>());
  }
  for (; i < count; ++i) {
    const int32_t cb = u[i] - centre, cr = v[i] - centre;
    const int32_t base = (y[i] - by.black) * by.y + 4096;
    out.r[i] = static_cast<Value>((base + cr * by.v_to_r) >> 13);
    out.g[i] = static_cast<Value>((base + cb * by.u_to_g + cr * by.v_to_g) >> 13);
    out.b[i] = static_cast<Value>((base + cb * by.u_to_b) >> 13);
  }
}

namespace {

void luma_row(const Row &row, int32_t width, uint8_t *y) {
  int32_t x = 0;
  for (; x + lanes <= width; x += lanes) {
    // 16 is added to what `luma_of` shifts.
    Sums luma(half + (16 << 19));
    luma.add(load(row.r + x), load(row.g + x), pair_of(5983, 20127));
    luma.add(load(row.b + x), wasm_i16x8_splat(0), pair_of(2032, 0));
    const v128_t values = luma.shifted<19>();
    wasm_v128_store64_lane(y + x, wasm_u8x16_narrow_i16x8(values, values), 0);
  }
  for (; x < width; ++x) y[x] = luma_of(row.r[x], row.g[x], row.b[x]);
}

/// The means of 2 x 2 values: four of them.
inline v128_t means(const Value *first, const Value *second) {
  const v128_t ones = wasm_i16x8_splat(1);
  const v128_t sums = wasm_i32x4_add(wasm_i32x4_dot_i16x8(load(first), ones), wasm_i32x4_dot_i16x8(load(second), ones));
  return wasm_i32x4_shr(wasm_i32x4_add(sums, wasm_i32x4_splat(2)), 2);
}
inline v128_t means_of_eight(const Value *first, const Value *second) {
  return wasm_i16x8_narrow_i32x4(means(first, second), means(first + lanes, second + lanes));
}

}  // namespace

void rgb_to_yuv(const Row &first, const Row &second, int32_t width, uint8_t *y_first, uint8_t *y_second, uint8_t *u,
                uint8_t *v) {
  luma_row(first, width, y_first);
  if (y_second != y_first) luma_row(second, width, y_second);
  int32_t at = 0;
  for (; 2 * (at + lanes) <= width; at += lanes) {
    const v128_t r = means_of_eight(first.r + 2 * at, second.r + 2 * at);
    const v128_t g = means_of_eight(first.g + 2 * at, second.g + 2 * at);
    const v128_t b = means_of_eight(first.b + 2 * at, second.b + 2 * at);
    const v128_t none = wasm_i16x8_splat(0);
    Sums blue(half + (128 << 19)), red(half + (128 << 19));
    blue.add(r, g, pair_of(-3298, -11094));
    blue.add(b, none, pair_of(14392, 0));
    red.add(r, g, pair_of(14392, -13073));
    red.add(b, none, pair_of(-1319, 0));
    const v128_t values = wasm_u8x16_narrow_i16x8(blue.shifted<19>(), red.shifted<19>());
    wasm_v128_store64_lane(u + at, values, 0);
    wasm_v128_store64_lane(v + at, values, 1);
  }
  for (; at < (width + 1) / 2; ++at) {
    const int32_t left = 2 * at, right = min_of(2 * at + 1, width - 1);
    const auto mean = [&](const Value *above, const Value *below) {
      return (above[left] + above[right] + below[left] + below[right] + 2) >> 2;
    };
    const int32_t r = mean(first.r, second.r), g = mean(first.g, second.g), b = mean(first.b, second.b);
    u[at] = to_byte(128 + ((r * -3298 + g * -11094 + b * 14392 + half) >> 19));
    v[at] = to_byte(128 + ((r * 14392 + g * -13073 + b * -1319 + half) >> 19));
  }
}

namespace {

/// Eight luma values, and four of each difference, to eight pixels.
inline void rgba_of_eight(const ToRgb &by, v128_t y, v128_t u, v128_t v, uint8_t *rgba) {
  const v128_t luma = wasm_i16x8_sub(y, wasm_i16x8_splat(16));
  const v128_t cb = wasm_i16x8_sub(u, wasm_i16x8_splat(128)), cr = wasm_i16x8_sub(v, wasm_i16x8_splat(128));
  Sums r(4096), g(4096), b(4096);
  r.add(luma, cr, pair_of(by.y, by.v_to_r));
  g.add(luma, cr, pair_of(by.y, by.v_to_g));
  g.add(cb, wasm_i16x8_splat(0), pair_of(by.u_to_g, 0));
  b.add(luma, cb, pair_of(by.y, by.u_to_b));
  const v128_t red_blue = wasm_u8x16_narrow_i16x8(r.shifted<13>(), b.shifted<13>());
  const v128_t green_full = wasm_u8x16_narrow_i16x8(g.shifted<13>(), wasm_i16x8_splat(255));
  const auto pixels = [](v128_t rb, v128_t ga) {
    return wasm_i8x16_shuffle(rb, ga, 0, 16, 8, 24, 1, 17, 9, 25, 2, 18, 10, 26, 3, 19, 11, 27);
  };
  wasm_v128_store(rgba, pixels(red_blue, green_full));
  const v128_t last = wasm_i8x16_shuffle(red_blue, red_blue, 4, 5, 6, 7, 4, 5, 6, 7, 12, 13, 14, 15, 12, 13, 14, 15);
  const v128_t last_full = wasm_i8x16_shuffle(green_full, green_full, 4, 5, 6, 7, 4, 5, 6, 7, 12, 13, 14, 15, 12, 13, 14, 15);
  wasm_v128_store(rgba + 16, pixels(last, last_full));
}

inline v128_t doubled(const uint8_t *at) {
  const v128_t four = wasm_v128_load32_zero(at);
  return wasm_u16x8_extend_low_u8x16(wasm_i8x16_shuffle(four, four, 0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0));
}

}  // namespace

void yuv_to_rgba8(const uint8_t *yuv, int32_t width, int32_t height, uint8_t *rgba) {
  const ToRgb &by = to_rgb_of(Matrix::bt709, false);
  const size_t chroma_width = SourceImage::chroma_of(width);
  const uint8_t *u = yuv + static_cast<size_t>(width) * static_cast<size_t>(height);
  const uint8_t *v = u + chroma_width * SourceImage::chroma_of(height);
  for (int32_t y = 0; y < height; ++y) {
    const uint8_t *luma = yuv + static_cast<size_t>(y) * static_cast<size_t>(width);
    const size_t chroma_row = static_cast<size_t>(y / 2) * chroma_width;
    uint8_t *out = rgba + static_cast<size_t>(y) * static_cast<size_t>(width) * 4;
    int32_t x = 0;
    for (; x + lanes <= width; x += lanes) {
      const size_t at = chroma_row + static_cast<size_t>(x / 2);
      rgba_of_eight(by, wasm_u16x8_load8x8(luma + x), doubled(u + at), doubled(v + at), out + 4 * x);
    }
    for (; x < width; ++x) {
      const int32_t cb = u[chroma_row + static_cast<size_t>(x / 2)] - 128;
      const int32_t cr = v[chroma_row + static_cast<size_t>(x / 2)] - 128;
      const int32_t base = (luma[x] - 16) * by.y + 4096;
      out[4 * x] = to_byte((base + cr * by.v_to_r) >> 13);
      out[4 * x + 1] = to_byte((base + cb * by.u_to_g + cr * by.v_to_g) >> 13);
      out[4 * x + 2] = to_byte((base + cb * by.u_to_b) >> 13);
      out[4 * x + 3] = 255;
    }
  }
}

}  // namespace sounddesk::video
