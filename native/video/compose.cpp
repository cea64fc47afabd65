#include "video/compose.hpp"

#include "video/fixed.hpp"

namespace sounddesk::video {
namespace {

/// From places on the canvas to places in the layer; in 1/65536 of a pixel.
struct Turn {
  int64_t sine, cosine;
  int64_t middle_x, middle_y;  // on the canvas
  int64_t layer_x, layer_y;    // in the layer

  explicit Turn(const Placement &p)
      : sine(sine_of(p.millidegrees)),
        cosine(cosine_of(p.millidegrees)),
        middle_x((int64_t{2} * p.x + p.width) << 15),
        middle_y((int64_t{2} * p.y + p.height) << 15),
        layer_x(int64_t{p.width} << 15),
        layer_y(int64_t{p.height} << 15) {}

  struct Point {
    int64_t x, y;
  };
  Point in_layer(int64_t x, int64_t y) const {
    const int64_t dx = x - middle_x, dy = y - middle_y;
    return {layer_x + ((dx * cosine + dy * sine) >> 16), layer_y + ((dy * cosine - dx * sine) >> 16)};
  }
};

Box clipped(int64_t left, int64_t top, int64_t right, int64_t bottom, const Placement &p) {
  const auto within = [](int64_t x, int32_t side) { return static_cast<int32_t>(clamp_to<int64_t>(x, 0, side)); };
  return {within(left, p.width), within(top, p.height), within(right, p.width), within(bottom, p.height)};
}

void blend_plane(const Value *__restrict over, Value *__restrict under, int32_t count, int16_t opacity) {
  const auto rest = static_cast<int16_t>(opaque - opacity);
  for (int32_t x = 0; x < count; ++x) {
    under[x] = static_cast<Value>((over[x] * opacity + under[x] * rest + 128) >> 8);
  }
}

void blend_plane_with_alpha(const Value *__restrict over, const Value *__restrict alpha, Value *__restrict under,
                            int32_t count, int16_t opacity) {
  for (int32_t x = 0; x < count; ++x) {
    const auto rest = static_cast<int16_t>(opaque - ((alpha[x] * opacity + 128) >> 8));
    under[x] = static_cast<Value>((over[x] * opacity + under[x] * rest + 128) >> 8);
  }
}

}  // namespace

Box visible_part(const Placement &p, int32_t canvas_width, int32_t canvas_height, int32_t margin) {
  if (p.millidegrees % 360000 == 0) {
    return clipped(int64_t{-p.x} - margin, int64_t{-p.y} - margin, int64_t{canvas_width} - p.x + margin,
                   int64_t{canvas_height} - p.y + margin, p);
  }
  const Turn turn(p);
  const int64_t width = int64_t{canvas_width} << 16, height = int64_t{canvas_height} << 16;
  const Turn::Point corners[4] = {turn.in_layer(0, 0), turn.in_layer(width, 0), turn.in_layer(0, height),
                                  turn.in_layer(width, height)};
  Turn::Point low = corners[0], high = corners[0];
  for (const auto &corner : corners) {
    low = {min_of(low.x, corner.x), min_of(low.y, corner.y)};
    high = {max_of(high.x, corner.x), max_of(high.y, corner.y)};
  }
  const int64_t around = margin + 2;
  return clipped((low.x >> 16) - around, (low.y >> 16) - around, (high.x >> 16) + around, (high.y >> 16) + around, p);
}

void premultiply(const Row &row, int32_t count) {
  Value *planes[3] = {row.r, row.g, row.b};
  for (Value *plane : planes) {
    for (int32_t x = 0; x < count; ++x) plane[x] = static_cast<Value>((plane[x] * row.a[x] + 128) >> 8);
  }
}

void unpremultiply(const Row &row, int32_t count) {
  for (int32_t x = 0; x < count; ++x) {
    const int32_t alpha = row.a[x];
    if (alpha == 0 || alpha == opaque) continue;
    row.r[x] = static_cast<Value>(clamp_to(row.r[x] * opaque / alpha, 0, value_of_white));
    row.g[x] = static_cast<Value>(clamp_to(row.g[x] * opaque / alpha, 0, value_of_white));
    row.b[x] = static_cast<Value>(clamp_to(row.b[x] * opaque / alpha, 0, value_of_white));
  }
}

void blend_row(const Row &over, const Row &under, int32_t count, int32_t opacity) {
  const Value *from[3] = {over.r, over.g, over.b};
  Value *to[3] = {under.r, under.g, under.b};
  const auto share = static_cast<int16_t>(opacity);
  for (int i = 0; i < 3; ++i) {
    if (over.a) {
      blend_plane_with_alpha(from[i], over.a, to[i], count, share);
    } else {
      blend_plane(from[i], to[i], count, share);
    }
  }
}

namespace {

/// The four pixels around a place, and how much each counts, in 1/65536. Outside of the layer there is nothing.
struct Sample {
  size_t at[4];
  int32_t weight[4];
};

/// `x` and `y` in 1/65536 from the image's corner, of a pixel's middle. False: nothing of the image is near.
bool sample_at(int64_t x, int64_t y, const Image &image, Sample &out) {
  const int64_t left = (x - 32768) >> 16, top = (y - 32768) >> 16;
  if (left < -1 || top < -1 || left >= image.width || top >= image.height) return false;
  const auto part_x = static_cast<int32_t>(((x - 32768) & 65535) >> 8);
  const auto part_y = static_cast<int32_t>(((y - 32768) & 65535) >> 8);
  if (left >= 0 && top >= 0 && left + 1 < image.width && top + 1 < image.height) {
    const size_t line = static_cast<size_t>(image.width);
    const size_t at = static_cast<size_t>(top) * line + static_cast<size_t>(left);
    out = {{at, at + 1, at + line, at + line + 1},
           {(256 - part_x) * (256 - part_y), part_x * (256 - part_y), (256 - part_x) * part_y, part_x * part_y}};
    return true;
  }
  for (int i = 0; i < 4; ++i) {
    const int64_t column = left + (i & 1), line = top + (i >> 1);
    const bool is_inside = column >= 0 && line >= 0 && column < image.width && line < image.height;
    out.at[i] = is_inside ? static_cast<size_t>(line) * static_cast<size_t>(image.width) + static_cast<size_t>(column) : 0;
    const int32_t weight = ((i & 1) ? part_x : 256 - part_x) * ((i >> 1) ? part_y : 256 - part_y);
    out.weight[i] = is_inside ? weight : 0;
  }
  return true;
}

}  // namespace

void blend_turned(Image &image, const Box &part, const Placement &placement, int32_t opacity, Image &canvas) {
  const Turn turn(placement);
  const Value *planes[4] = {image.plane(0), image.plane(1), image.plane(2), image.has_alpha ? image.plane(3) : nullptr};
  for (int32_t y = 0; y < canvas.height; ++y) {
    const Row under = canvas.row(y);
    Value *to[3] = {under.r, under.g, under.b};
    auto place = turn.in_layer(32768, (int64_t{y} << 16) + 32768);
    for (int32_t x = 0; x < canvas.width; ++x, place = {place.x + turn.cosine, place.y - turn.sine}) {
      Sample sample;
      if (!sample_at(place.x - (int64_t{part.left} << 16), place.y - (int64_t{part.top} << 16), image, sample)) continue;
      const auto mixed = [&](int plane) {
        int32_t sum = 32768;
        for (int i = 0; i < 4; ++i) sum += sample.weight[i] * planes[plane][sample.at[i]];
        return sum >> 16;
      };
      const auto covered = [&] {
        int32_t sum = 0;
        for (const int32_t weight : sample.weight) sum += weight;
        return (sum + 128) >> 8;
      };
      const int32_t alpha = image.has_alpha ? mixed(3) : covered();
      const int32_t rest = opaque - ((alpha * opacity + 128) >> 8);
      for (int i = 0; i < 3; ++i) to[i][x] = static_cast<Value>((mixed(i) * opacity + to[i][x] * rest + 128) >> 8);
    }
  }
}

}  // namespace sounddesk::video
