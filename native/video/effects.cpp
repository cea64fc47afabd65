#include "video/effects.hpp"

#include "video/blur.hpp"
#include "video/fixed.hpp"

namespace sounddesk::video {
namespace {

constexpr int32_t percent_full = 25600;

/// From pixels of 1,080 lines to those of this canvas; in 1/256.
int32_t scaled(int32_t size, int32_t lines) { return static_cast<int32_t>(int64_t{size} * lines / 1080); }

/// A percentage in 1/256 as a factor in 1/4096.
int32_t factor_of(int32_t percentage) { return static_cast<int32_t>(int64_t{percentage} * 4096 / percent_full); }

inline Value limited(int32_t x) { return static_cast<Value>(clamp_to(x, -8192, 8191)); }

bool blur(const Effect &effect, const Place &place, Image &image) {
  const int32_t radius = scaled(effect.amount, place.lines);
  if (radius < 64) return true;
  for (int i = 0; i < image.plane_count(); ++i) {
    if (!blur_plane(image.plane(i), image.plane(i), image.width, image.height, radius)) return false;
  }
  return true;
}

/// Adds to each plane of colour what `change` makes of a value and its blurred neighbourhood.
template <typename Change>
bool with_blurred(const Effect &effect, const Place &place, Image &image, Change change) {
  Buffer<Value> blurred;
  if (!blurred.resize(image.size())) return false;
  for (int i = 0; i < 3; ++i) {
    if (!blur_plane(image.plane(i), blurred.data(), image.width, image.height, scaled(effect.size, place.lines))) {
      return false;
    }
    Value *__restrict plane = image.plane(i);
    const Value *__restrict soft = blurred.data();
    const auto count = static_cast<int64_t>(image.size());
    for (int64_t at = 0; at < count; ++at) plane[at] = change(plane[at], soft[at]);
  }
  return true;
}

bool sharpen(const Effect &effect, const Place &place, Image &image) {
  const int32_t factor = factor_of(effect.amount);
  return with_blurred(effect, place, image, [factor](int32_t x, int32_t soft) {
    return limited(x + (((x - soft) * factor) >> 12));
  });
}

/// The light around is laid over as by a second projector: 1 - (1 - a)(1 - b).
bool glow(const Effect &effect, const Place &place, Image &image) {
  const int32_t factor = factor_of(effect.amount);
  return with_blurred(effect, place, image, [factor](int32_t x, int32_t soft) {
    const int32_t light = (clamp_to(soft, 0, value_of_white) * factor) >> 12;
    return limited(x + ((max_of(0, value_of_white - x) * light) >> 12));
  });
}

/// Darkens from an ellipse that `size` widens to the corners.
bool vignette(const Effect &effect, const Place &place, Image &image) {
  // Distances are squared; the corner has 65536.
  const int64_t wide = place.layer_width, high = place.layer_height;
  const int64_t share = int64_t{effect.size} * 256 / percent_full;  // in 1/256
  const int64_t inner = share * share / 2;
  const int32_t depth = factor_of(effect.amount);
  Buffer<int32_t> across;
  if (!across.resize(static_cast<size_t>(image.width))) return false;
  for (int32_t x = 0; x < image.width; ++x) {
    const int64_t from_middle = 2 * int64_t{place.left + x} + 1 - wide;
    across[static_cast<size_t>(x)] = static_cast<int32_t>((from_middle * from_middle << 15) / (wide * wide));
  }
  const int32_t reciprocal = static_cast<int32_t>((int64_t{1} << 28) / max_of<int64_t>(1, 65536 - inner));
  for (int32_t y = 0; y < image.height; ++y) {
    const int64_t from_middle = 2 * int64_t{place.top + y} + 1 - high;
    const auto down = static_cast<int32_t>((from_middle * from_middle << 15) / (high * high)) - static_cast<int32_t>(inner);
    const Row row = image.row(y);
    for (int32_t x = 0; x < image.width; ++x) {
      const int32_t beyond = clamp_to(across[static_cast<size_t>(x)] + down, 0, 65535);
      const int32_t t = min_of(beyond * reciprocal >> 16, 4096);
      const int32_t smooth = (((t * t) >> 12) * (3 * 4096 - 2 * t)) >> 12;
      const int32_t light = 4096 - ((smooth * depth) >> 12);
      row.r[x] = static_cast<Value>((row.r[x] * light + 2048) >> 12);
      row.g[x] = static_cast<Value>((row.g[x] * light + 2048) >> 12);
      row.b[x] = static_cast<Value>((row.b[x] * light + 2048) >> 12);
    }
  }
  return true;
}

/// A number that looks random and is the same everywhere: murmur3's finish over place and frame.
inline uint32_t scatter(uint32_t x, uint32_t y, uint32_t frame) {
  uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ frame * 0xc2b2ae3du;
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}

bool film_grain(const Effect &effect, const Place &place, Image &image) {
  const int32_t factor = factor_of(effect.amount);
  const int32_t size = max_of(256, scaled(effect.size, place.lines));
  Buffer<uint32_t> columns;
  if (!columns.resize(static_cast<size_t>(image.width))) return false;
  const auto grain_of = [size](int32_t at) { return static_cast<uint32_t>(int64_t{at} * 256 / size); };
  for (int32_t x = 0; x < image.width; ++x) columns[static_cast<size_t>(x)] = grain_of(place.left + x);
  for (int32_t y = 0; y < image.height; ++y) {
    const uint32_t line = grain_of(place.top + y);
    const Row row = image.row(y);
    const uint32_t *__restrict column = columns.data();
    for (int32_t x = 0; x < image.width; ++x) {
      // Four bytes together are nearly a bell: -510 to 510. At 100 % they are 512 sixteenths, 32 steps of 8 bits.
      const uint32_t h = scatter(column[x], line, place.frame);
      const auto sum = static_cast<int32_t>((h & 255) + (h >> 8 & 255) + (h >> 16 & 255) + (h >> 24)) - 510;
      int32_t grain = (sum * factor) >> 12;
      if (row.a) grain = (grain * row.a[x]) >> 8;
      row.r[x] = limited(row.r[x] + grain);
      row.g[x] = limited(row.g[x] + grain);
      row.b[x] = limited(row.b[x] + grain);
    }
  }
  return true;
}

/// Moves a line by `shift` (1/256 of a pixel); beyond its ends the last pixel continues.
void move_line(Value *line, Value *copy, int32_t width, int32_t shift) {
  for (int32_t x = 0; x < width; ++x) copy[x] = line[x];
  const int32_t whole = shift >> 8, part = shift & 255;
  for (int32_t x = 0; x < width; ++x) {
    const int32_t near = copy[clamp_to(x + whole, 0, width - 1)];
    const int32_t far = copy[clamp_to(x + whole + 1, 0, width - 1)];
    line[x] = static_cast<Value>((near * (256 - part) + far * part + 128) >> 8);
  }
}

/// Red to the left, blue to the right, as through a simple lens.
bool chromatic_aberration(const Effect &effect, const Place &place, Image &image) {
  const int32_t shift = scaled(effect.amount, place.lines);
  Buffer<Value> copy;
  if (!copy.resize(static_cast<size_t>(image.width))) return false;
  for (int32_t y = 0; y < image.height; ++y) {
    const Row row = image.row(y);
    move_line(row.r, copy.data(), image.width, shift);
    move_line(row.b, copy.data(), image.width, -shift);
  }
  return true;
}

}  // namespace

int32_t margin_of(const Effect &effect, int32_t lines) {
  switch (effect.kind) {
    // Twice the radius, for what a large one takes from shrunken neighbours.
    case EffectKind::blur:
    case EffectKind::chromatic_aberration:
      return scaled(effect.amount, lines) / 128 + 2;
    case EffectKind::sharpen:
    case EffectKind::glow:
      return scaled(effect.size, lines) / 128 + 2;
    default:
      return 0;
  }
}

bool apply_effect(const Effect &effect, const Place &place, Image &image) {
  switch (effect.kind) {
    case EffectKind::blur:
      return blur(effect, place, image);
    case EffectKind::sharpen:
      return sharpen(effect, place, image);
    case EffectKind::glow:
      return glow(effect, place, image);
    case EffectKind::vignette:
      return vignette(effect, place, image);
    case EffectKind::film_grain:
      return film_grain(effect, place, image);
    case EffectKind::chromatic_aberration:
      return chromatic_aberration(effect, place, image);
  }
  return true;
}

}  // namespace sounddesk::video
