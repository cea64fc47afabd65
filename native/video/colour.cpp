#include "video/colour.hpp"

#include "video/fixed.hpp"

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

inline Value mean_of(int32_t a, int32_t b, int32_t c, int32_t d) { return static_cast<Value>((a + b + c + d + 2) >> 2); }

}  // namespace

const ToRgb &to_rgb_of(Matrix matrix, bool is_full_range) {
  return to_rgb[static_cast<int>(matrix)][is_full_range ? 1 : 0];
}

void yuv_to_rgb(const ToRgb &by, const Value *__restrict y, const Value *__restrict u, const Value *__restrict v,
                int32_t count, const Row &out) {
  Value *__restrict r = out.r;
  Value *__restrict g = out.g;
  Value *__restrict b = out.b;
  const int16_t black = by.black, cy = by.y, vr = by.v_to_r, ug = by.u_to_g, vg = by.v_to_g, ub = by.u_to_b;
  for (int32_t i = 0; i < count; ++i) {
    const auto luma = static_cast<int16_t>(y[i] - black);
    const auto cb = static_cast<int16_t>(u[i] - 128 * 16);
    const auto cr = static_cast<int16_t>(v[i] - 128 * 16);
    const int32_t base = luma * cy + 4096;
    r[i] = static_cast<Value>((base + cr * vr) >> 13);
    g[i] = static_cast<Value>((base + cb * ug + cr * vg) >> 13);
    b[i] = static_cast<Value>((base + cb * ub) >> 13);
  }
}

static void luma_row(const Row &row, int32_t width, uint8_t *__restrict y) {
  const Value *__restrict r = row.r;
  const Value *__restrict g = row.g;
  const Value *__restrict b = row.b;
  for (int32_t x = 0; x < width; ++x) y[x] = luma_of(r[x], g[x], b[x]);
}

void rgb_to_yuv(const Row &first, const Row &second, int32_t width, uint8_t *y_first, uint8_t *y_second, uint8_t *u,
                uint8_t *v) {
  luma_row(first, width, y_first);
  if (y_second != y_first) luma_row(second, width, y_second);
  const auto chroma = [&](int32_t at, int32_t left, int32_t right) {
    const Value r = mean_of(first.r[left], first.r[right], second.r[left], second.r[right]);
    const Value g = mean_of(first.g[left], first.g[right], second.g[left], second.g[right]);
    const Value b = mean_of(first.b[left], first.b[right], second.b[left], second.b[right]);
    u[at] = to_byte(128 + ((r * -3298 + g * -11094 + b * 14392 + half) >> 19));
    v[at] = to_byte(128 + ((r * 14392 + g * -13073 + b * -1319 + half) >> 19));
  };
  for (int32_t x = 0; x < width / 2; ++x) chroma(x, 2 * x, 2 * x + 1);
  if (width % 2 == 1) chroma(width / 2, width - 1, width - 1);
}

void yuv_to_rgba8(const uint8_t *yuv, int32_t width, int32_t height, uint8_t *rgba) {
  const ToRgb &by = to_rgb_of(Matrix::bt709, false);
  const size_t chroma_width = Picture::chroma_of(width);
  const uint8_t *u = yuv + static_cast<size_t>(width) * static_cast<size_t>(height);
  const uint8_t *v = u + chroma_width * Picture::chroma_of(height);
  for (int32_t y = 0; y < height; ++y) {
    const uint8_t *luma = yuv + static_cast<size_t>(y) * static_cast<size_t>(width);
    const size_t chroma_row = static_cast<size_t>(y / 2) * chroma_width;
    uint8_t *out = rgba + static_cast<size_t>(y) * static_cast<size_t>(width) * 4;
    for (int32_t x = 0; x < width; ++x) {
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
