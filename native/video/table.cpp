#include "video/table.hpp"

#include "video/fixed.hpp"
#include "video/lanes.hpp"

namespace sounddesk::video {
namespace {

/// Baking computes in 1/65536 of white.
constexpr int64_t full = 65536;
constexpr int64_t slider_full = 25600;

struct Colour {
  int64_t r, g, b;
};

int64_t luma_of(const Colour &c) { return (c.r * 13933 + c.g * 46871 + c.b * 4732) >> 16; }

Colour each(const Colour &c, auto change) { return {change(c.r), change(c.g), change(c.b)}; }

/// 2^x, `x` in 1/65536 from -4 to 4; in 1/65536. The cubic is exact to 0.02 %.
int64_t power_of_two(int64_t x) {
  const int64_t whole = floor_div(x, full);
  const int64_t part = x - whole * full;
  const int64_t curve = full + ((part * (45574 + ((part * (14723 + ((part * 5239) >> 16))) >> 16))) >> 16);
  return whole >= 0 ? curve << whole : curve >> -whole;
}

/// A bell over the tones around `centre` that is nothing beyond `reach`; in 1/65536.
int64_t bell(int64_t x, int64_t centre, int64_t reach) {
  const int64_t distance = (x > centre ? x - centre : centre - x) * full / reach;
  if (distance >= full) return 0;
  const int64_t height = full - ((distance * distance) >> 16);
  return (height * height) >> 16;
}

/// By how much the sliders of tone move a colour of this luma, in 1/65536.
int64_t tone_shift(const Sliders &s, int64_t luma) {
  const int64_t x = clamp_to<int64_t>(luma, 0, full);
  // At its end each moves its tones by a quarter of the range at most, whites and blacks by a fifth.
  const int64_t shift = s.shadows * bell(x, full / 4, full * 3 / 8) / 4 + s.highlights * bell(x, full * 3 / 4, full * 3 / 8) / 4 +
                        s.blacks * bell(x, 0, full / 2) / 5 + s.whites * bell(x, full, full / 2) / 5;
  return shift / slider_full;
}

/// Away from or towards grey, by a factor in 1/65536.
Colour saturate(const Colour &c, int64_t factor) {
  const int64_t luma = luma_of(c);
  return each(c, [&](int64_t x) { return luma + (((x - luma) * factor) >> 16); });
}

/// Vibrance moves colours that have little saturation most.
int64_t saturation_of(const Colour &c) {
  const int64_t high = max_of(c.r, max_of(c.g, c.b));
  const int64_t low = min_of(c.r, min_of(c.g, c.b));
  return high > 0 ? clamp_to<int64_t>((high - low) * full / high, 0, full) : 0;
}

Colour grade(const Sliders &s, Colour c) {
  // Two stops up or down. Values stand for light by a power of about 2.2, so a stop is 2^(1/2.2) of a value.
  const int64_t gain = power_of_two(s.exposure * int64_t{59578} / slider_full);
  c = each(c, [&](int64_t x) { return (x * gain) >> 16; });
  // Warm is more red and less blue; tint is magenta against green. At most a quarter.
  const int64_t warm = s.temperature * full / slider_full / 4;
  const int64_t tint = s.tint * full / slider_full / 4;
  c = {c.r + ((c.r * (warm + tint / 2)) >> 16), c.g - ((c.g * tint) >> 16), c.b - ((c.b * (warm - tint / 2)) >> 16)};
  // Around the middle; from nothing to double.
  const int64_t slope = full + s.contrast * full / slider_full;
  c = each(c, [&](int64_t x) { return full / 2 + (((x - full / 2) * slope) >> 16); });
  const int64_t shift = tone_shift(s, luma_of(c));
  c = each(c, [&](int64_t x) { return x + shift; });
  c = saturate(c, full + s.saturation * full / slider_full);
  const int64_t left = full - saturation_of(c);
  return saturate(c, full + ((s.vibrance * full / slider_full * left) >> 16));
}

/// A point between those of a LUT, by the eight around it.
Colour look_up(const Lut &lut, const Colour &c) {
  const int64_t last = lut.side - 1;
  int64_t low[3], part[3];
  const int64_t at[3] = {c.r, c.g, c.b};
  for (int i = 0; i < 3; ++i) {
    const int64_t place = clamp_to<int64_t>(at[i], 0, full) * last;
    low[i] = min_of(place >> 16, last - 1);
    part[i] = place - (low[i] << 16);
  }
  int64_t out[3] = {};
  for (int corner = 0; corner < 8; ++corner) {
    int64_t weight = full;
    int64_t index = 0;
    for (int i = 2; i >= 0; --i) {
      const int64_t up = (corner >> i) & 1;
      weight = (weight * (up ? part[i] : full - part[i])) >> 16;
      index = index * lut.side + low[i] + up;
    }
    for (int i = 0; i < 3; ++i) out[i] += lut.values[index * 3 + i] * weight;
  }
  // 65535 of the LUT is 65536 of ours.
  const auto scaled = [](int64_t x) { return x / 65535; };
  return {scaled(out[0]), scaled(out[1]), scaled(out[2])};
}

Value entry_of(int64_t x) {
  return static_cast<Value>((clamp_to<int64_t>(x, 0, full) * table_white + full / 2) >> 16);
}

}  // namespace

bool bake_table(const Sliders &sliders, const Lut &lut, Table &table) {
  if (!table.values.resize(table_values)) return false;
  Value *out = table.values.data();
  const auto place = [](int32_t i) { return i * full / (table_side - 1); };
  for (int32_t b = 0; b < table_side; ++b) {
    for (int32_t g = 0; g < table_side; ++g) {
      for (int32_t r = 0; r < table_side; ++r) {
        Colour colour = grade(sliders, {place(r), place(g), place(b)});
        if (lut.side > 0) colour = look_up(lut, colour);
        *out++ = entry_of(colour.r);
        *out++ = entry_of(colour.g);
        *out++ = entry_of(colour.b);
        *out++ = 0;
      }
    }
  }
  return true;
}

namespace {

constexpr int32_t cell = 1024;
constexpr int32_t step_r = 4;
constexpr int32_t step_g = step_r * table_side;
constexpr int32_t step_b = step_g * table_side;

/// A cell is six tetrahedra, by the order of its three parts. The corners between first and last; index: r>=g, g>=b, r>=b.
struct Corners {
  int32_t second, third;
};
constexpr Corners corners_by_order[8] = {
    {step_b, step_b + step_g},  // b > g > r
    {step_b, step_b + step_r},  // r >= g, b > r
    {step_g, step_g + step_b},  // g >= b > r
    {step_b, step_b + step_r},  // cannot be
    {step_b, step_b + step_g},  // cannot be
    {step_r, step_r + step_b},  // r >= b > g
    {step_g, step_g + step_r},  // g > r >= b
    {step_r, step_r + step_g},  // r >= g >= b
};

/// 0 to 4080 as a place among the points, in 1/1024: 32 cells.
inline int32_t place_of(Value x) { return (clamp_to<int32_t>(x, 0, value_of_white) * 257) >> 5; }

/// One pixel, with the lanes of its point: a dot product of the weights with two corners, and with the other two.
inline v128_t look_up(const Value *points, int32_t r, int32_t g, int32_t b) {
  const Value *at = points + (r >> 10) * step_r + (g >> 10) * step_g + (b >> 10) * step_b;
  const int32_t pr = r & (cell - 1), pg = g & (cell - 1), pb = b & (cell - 1);
  const int32_t most = max_of(pr, max_of(pg, pb));
  const int32_t least = min_of(pr, min_of(pg, pb));
  const int32_t middle = pr + pg + pb - most - least;
  const Corners &corners = corners_by_order[(pr >= pg) | (pg >= pb) << 1 | (pr >= pb) << 2];
  const auto pairs = [](const Value *first, const Value *second) {
    return low_pairs(wasm_v128_load64_zero(first), wasm_v128_load64_zero(second));
  };
  const auto weights = [](int32_t first, int32_t second) { return wasm_i32x4_splat(first | second << 16); };
  const v128_t near = wasm_i32x4_dot_i16x8(pairs(at, at + corners.second), weights(cell - most, most - middle));
  const v128_t far = wasm_i32x4_dot_i16x8(pairs(at + corners.third, at + step_r + step_g + step_b),
                                          weights(middle - least, least));
  // From 1/128 to 1/16, and out of 1/1024.
  return wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_add(near, far), wasm_i32x4_splat(1 << 12)), 13);
}

}  // namespace

void apply_table(const Table &table, const Row &row, int32_t count) {
  const Value *points = table.values.data();
  for (int32_t i = 0; i < count; ++i) {
    const v128_t out = look_up(points, place_of(row.r[i]), place_of(row.g[i]), place_of(row.b[i]));
    row.r[i] = static_cast<Value>(wasm_i32x4_extract_lane(out, 0));
    row.g[i] = static_cast<Value>(wasm_i32x4_extract_lane(out, 1));
    row.b[i] = static_cast<Value>(wasm_i32x4_extract_lane(out, 2));
  }
}

}  // namespace sounddesk::video
