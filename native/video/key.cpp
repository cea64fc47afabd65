#include "video/key.hpp"

#include "video/fixed.hpp"

namespace sounddesk::video {
namespace {

/// BT.709's colour differences of 8 bits, full range; colours in sixteenths.
inline int32_t blue_difference(int32_t r, int32_t g, int32_t b) {
  return clamp_to((r * -3755 + g * -12629 + b * 16384 + (128 << 19) + (1 << 18)) >> 19, 0, 255);
}
inline int32_t red_difference(int32_t r, int32_t g, int32_t b) {
  return clamp_to((r * 16384 + g * -14881 + b * -1503 + (128 << 19) + (1 << 18)) >> 19, 0, 255);
}

/// How far a colour is from the key, in 1/256 of a step. A wall is lit unevenly: along the key's own hue, saturation counts
/// a quarter; across, all.
int64_t distance_of(int64_t u, int64_t v, int64_t key_u, int64_t key_v) {
  const int64_t length = square_root((key_u * key_u + key_v * key_v) << 16);  // in 1/256
  if (length < 256) return square_root((u * u + v * v) << 16);
  const int64_t along = ((u * key_u + v * key_v) << 16) / length - length;
  const int64_t across = ((u * key_v - v * key_u) << 16) / length;
  const int64_t eased = along / 4;
  return square_root(eased * eased + across * across);
}

}  // namespace

bool Key::prepare(const KeySettings &s) {
  if (!alpha_.resize(65536)) return false;
  const int64_t key_u = blue_difference(s.r * 16, s.g * 16, s.b * 16) - 128;
  const int64_t key_v = red_difference(s.r * 16, s.g * 16, s.b * 16) - 128;
  // 100 is half of the range of a colour difference: 128 steps. Both in 1/256 of a step.
  const int64_t inner = int64_t{s.tolerance} * 128 / 100;
  const int64_t ramp = max_of<int64_t>(1, int64_t{s.softness} * 128 / 100);
  for (int64_t u = 0; u < 256; ++u) {
    for (int64_t v = 0; v < 256; ++v) {
      const int64_t beyond = distance_of(u - 128, v - 128, key_u, key_v) - inner;
      alpha_[static_cast<size_t>(u * 256 + v)] = static_cast<uint8_t>(clamp_to<int64_t>(beyond * 255 / ramp, 0, 255));
    }
  }
  spill_ = s.spill_suppression;
  brightest_ = s.g >= s.r && s.g >= s.b ? 1 : s.b >= s.r ? 2 : 0;
  return true;
}

void Key::apply(const Row &row, int32_t count) const {
  for (int32_t i = 0; i < count; ++i) {
    const int32_t u = blue_difference(row.r[i], row.g[i], row.b[i]);
    const int32_t v = red_difference(row.r[i], row.g[i], row.b[i]);
    const int32_t alpha = alpha_[static_cast<size_t>(u * 256 + v)];
    row.a[i] = static_cast<Value>((row.a[i] * (alpha + (alpha >> 7))) >> 8);
  }
  if (spill_ > 0) take_spill(row, count);
}

/// What the key's strongest channel has above the other two is its light.
void Key::take_spill(const Row &row, int32_t count) const {
  Value *channels[3] = {row.r, row.g, row.b};
  Value *bright = channels[brightest_];
  const Value *first = channels[(brightest_ + 1) % 3];
  const Value *second = channels[(brightest_ + 2) % 3];
  for (int32_t i = 0; i < count; ++i) {
    const int32_t above = bright[i] - max_of(first[i], second[i]);
    if (above > 0) bright[i] = static_cast<Value>(bright[i] - above * spill_ / 25600);
  }
}

}  // namespace sounddesk::video
