// Images that come in, and the format in which the kernel works.
#pragma once

#include "video/memory.hpp"

namespace sounddesk::video {

/// No side of an image or of a canvas is longer, and none has more pixels: 8192 x 8192.
inline constexpr int32_t max_side = 16384;
inline constexpr int64_t max_pixels = int64_t{1} << 26;

enum class Format : int32_t { yuv420 = 0, nv12 = 1, rgba = 2 };
/// BT.709, BT.601 and BT.2020 (its colours are not converted to those of BT.709).
enum class Matrix : int32_t { bt709 = 0, bt601 = 1, bt2020 = 2 };

/// A rectangle of pixels, `right` and `bottom` behind the last.
struct Box {
  int32_t left, top, right, bottom;
  bool is_empty() const { return left >= right || top >= bottom; }
};

/// An image of 8 bits, its planes one behind the other without gaps. RGBA is straight (not premultiplied), full range.
struct SourceImage {
  Format format = Format::yuv420;
  Matrix matrix = Matrix::bt709;
  bool is_full_range = false;
  int32_t width = 0;
  int32_t height = 0;
  Buffer<uint8_t> data;
  /// Of RGBA: outside of it all is transparent.
  Box shown{};

  /// Bytes behind the last, which vectors may read.
  static constexpr size_t room = 16;
  static constexpr size_t size_of(Format format, int32_t width, int32_t height) {
    const size_t pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
    return format == Format::rgba ? pixels * 4 : pixels + 2 * chroma_of(width) * chroma_of(height);
  }
  static constexpr size_t chroma_of(int32_t side) { return (static_cast<size_t>(side) + 1) / 2; }
};

/// A colour value of the kernel: 16 is one step of 8 bits, so that 0 to 4080 is black to white. Values beyond that are kept:
/// a frame without effects leaves the kernel as it came in.
using Value = int16_t;
inline constexpr int32_t value_of_white = 255 * 16;
/// Of a pixel that hides what is below it.
inline constexpr int32_t opaque = 256;

/// A row of pixels.
struct Row {
  Value *r;
  Value *g;
  Value *b;
  Value *a;  // 0 to `opaque`; null: all are opaque
};

/// An image of the kernel. Where it has alpha, its colours are premultiplied, but while a key or a table is applied.
struct Image {
  int32_t width = 0;
  int32_t height = 0;
  bool has_alpha = false;
  Buffer<Value> planes;

  bool resize(int32_t new_width, int32_t new_height, bool with_alpha) {
    width = new_width;
    height = new_height;
    has_alpha = with_alpha;
    return planes.resize(size() * (with_alpha ? 4 : 3));
  }
  size_t size() const { return static_cast<size_t>(width) * static_cast<size_t>(height); }
  Value *plane(int index) { return planes.data() + size() * static_cast<size_t>(index); }
  const Value *plane(int index) const { return planes.data() + size() * static_cast<size_t>(index); }
  int plane_count() const { return has_alpha ? 4 : 3; }
  Row row(int32_t y) {
    const size_t at = static_cast<size_t>(y) * static_cast<size_t>(width);
    return {plane(0) + at, plane(1) + at, plane(2) + at, has_alpha ? plane(3) + at : nullptr};
  }
};

}  // namespace sounddesk::video
