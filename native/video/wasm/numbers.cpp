// Tables by which a graphics card draws as the kernel does. What is answered holds until the next call.
#include "video/blur.hpp"
#include "video/colour.hpp"
#include "video/kernel.hpp"
#include "video/reader.hpp"

using namespace sounddesk::video;

#define SD_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {
[[clang::no_destroy]] Taps made_taps;
[[clang::no_destroy]] Buffer<Value> made_rows;
[[clang::no_destroy]] Key made_key;
}  // namespace

/// A row for each of the pixels `from` to `to` of `target`: the first source pixel, and the weight of each from there on. `is_half`:
/// of a line of differences, which `side` has half of. Null: no memory.
SD_EXPORT(makeTaps)
const Value *make_taps(int32_t side, int32_t cut_before, int32_t cut_after, int32_t is_half, int32_t target, int32_t from,
                       int32_t to) {
  const Span span = is_half ? halved(cropped(side, cut_before, cut_after)) : cropped(side, cut_before, cut_after);
  const auto source = is_half ? static_cast<int32_t>(SourceImage::chroma_of(side)) : side;
  if (!made_taps.prepare(span, source, target, from, to)) return nullptr;
  const int32_t per_pixel = made_taps.per_pixel();
  if (!made_rows.resize(static_cast<size_t>((to - from) * (per_pixel + 1)))) return nullptr;
  Value *out = made_rows.data();
  for (int32_t i = 0; i < to - from; ++i) {
    *out++ = static_cast<Value>(made_taps.first_of(i));
    for (int32_t k = 0; k < per_pixel; ++k) *out++ = made_taps.weights_of(i)[k];
  }
  return made_rows.data();
}
SD_EXPORT(tapsPerPixel) int32_t taps_per_pixel() { return made_taps.per_pixel(); }

/// The radius, and the weights from one end to the other. `reach` in 1/256 of a pixel, at most `widestBell`.
SD_EXPORT(makeBell) const Value *make_bell(int32_t reach) {
  static Value words[2 + 2 * Bell::widest];
  const Bell bell(reach);
  words[0] = static_cast<Value>(bell.radius);
  for (int32_t i = 0; i <= 2 * bell.radius; ++i) words[1 + i] = bell.weights[i];
  return words;
}
SD_EXPORT(widestBell) int32_t widest_bell() { return Bell::widest * 256; }

/// 256 x 256 bytes. Null: no memory.
SD_EXPORT(makeKey) const uint8_t *make_key(const Layer *layer) {
  return made_key.prepare(key_of(*layer)) ? made_key.alpha() : nullptr;
}
SD_EXPORT(brightestOfKey) int32_t brightest_of_key() { return made_key.brightest(); }

/// Six numbers: black, and what luma and the differences are multiplied by.
SD_EXPORT(toRgb) const int16_t *to_rgb(int32_t matrix, int32_t is_full_range) {
  return &to_rgb_of(static_cast<Matrix>(matrix), is_full_range != 0).black;
}
