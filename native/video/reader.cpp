#include "video/reader.hpp"

#include "video/fixed.hpp"
#include "video/lanes.hpp"

namespace sounddesk::video {
namespace {

constexpr int64_t one = 65536;
constexpr int32_t unit = 16384;

/// The weights of one target pixel; what rounding leaves goes to the heaviest.
void weigh(int64_t centre, int64_t reach, int32_t first, int32_t count, Value *weights) {
  const auto height_at = [&](int32_t i) {
    const int64_t distance = (first + i) * one + one / 2 - centre;
    return max_of<int64_t>(0, reach - (distance < 0 ? -distance : distance));
  };
  int64_t total = 0;
  for (int32_t i = 0; i < count; ++i) total += height_at(i);
  int32_t left = unit;
  int32_t heaviest = 0;
  for (int32_t i = 0; i < count; ++i) {
    weights[i] = static_cast<Value>(total > 0 ? height_at(i) * unit / total : 0);
    left -= weights[i];
    if (weights[i] > weights[heaviest]) heaviest = i;
  }
  weights[heaviest] = static_cast<Value>(weights[heaviest] + left);
}

/// Moves the weights of pixels that are outside of the line to its ends.
int32_t fold_into_line(int32_t first, int32_t source, int32_t count, Value *weights) {
  const int32_t lowest = clamp_to(first, 0, max_of(0, source - count));
  if (lowest == first && first + count <= source) return first;
  Value folded[Taps::max_per_pixel] = {};
  for (int32_t i = 0; i < count; ++i) {
    const int32_t at = clamp_to(first + i, 0, source - 1) - lowest;
    folded[at] = static_cast<Value>(folded[at] + weights[i]);
  }
  for (int32_t i = 0; i < count; ++i) weights[i] = folded[i];
  return lowest;
}

}  // namespace

Span cropped(int32_t side, int32_t before, int32_t after) {
  const int64_t start = static_cast<int64_t>(side) * before;
  return {start, static_cast<int64_t>(side) * (one - before - after)};
}

Span halved(Span span) { return {span.start / 2, max_of<int64_t>(1, span.length / 2)}; }

bool Taps::prepare(Span span, int32_t source, int32_t target, int32_t from, int32_t to) {
  is_copy_ = span.start % one == 0 && span.length == target * one;
  const int64_t pitch = max_of<int64_t>(1, span.length / target);
  // Beyond 64 source pixels a target pixel takes the 64 in its middle: an image shrunk to nothing is never seen.
  const int64_t reach = clamp_to<int64_t>(pitch, one, (max_per_pixel / 2 - 1) * one);
  per_pixel_ = min_of<int32_t>(static_cast<int32_t>((2 * reach + one - 1) / one) + 1, max_per_pixel);
  if (is_copy_) per_pixel_ = 1;
  const auto count = static_cast<size_t>(to - from);
  // A line shorter than the triangle is padded with weights of nothing: `first_of` + `per_pixel` may lie behind its end.
  const auto padded = static_cast<size_t>(padded_per_pixel());
  if (!first_.resize(count) || !weights_.resize(count * padded)) return false;
  for (size_t i = 0; i < weights_.size(); ++i) weights_[i] = 0;
  for (int32_t i = 0; i < to - from; ++i) {
    Value *weights = weights_.data() + static_cast<size_t>(i) * padded;
    // Of the pixel's middle, computed from its place and never summed.
    const int64_t centre = span.start + (2 * int64_t{from + i} + 1) * span.length / (2 * target);
    int32_t first = static_cast<int32_t>(floor_div(centre, one));
    if (is_copy_) {
      weights[0] = unit;
      first = clamp_to(first, 0, source - 1);
    } else {
      first = static_cast<int32_t>(floor_div(centre - reach + one / 2, one));
      weigh(centre, reach, first, per_pixel_, weights);
      first = fold_into_line(first, source, per_pixel_, weights);
    }
    first_[static_cast<size_t>(i)] = first;
  }
  leave_out_nothing();
  find_halving();
  lowest_ = source;
  highest_ = 0;
  for (int32_t i = 0; i < to - from; ++i) {
    lowest_ = min_of(lowest_, first_of(i));
    highest_ = max_of(highest_, min_of(first_of(i) + per_pixel_, source) - 1);
  }
  return true;
}

/// A triangle that lies evenly over pixels has weights of nothing at its ends: a half takes 4 pixels, not 5.
void Taps::leave_out_nothing() {
  const int32_t per_pixel = per_pixel_, padded = padded_per_pixel();
  const auto ends_of = [&](const Value *weights) {
    Span ends{0, per_pixel};
    while (ends.length > 1 && weights[ends.length - 1] == 0) --ends.length;
    while (ends.start + 1 < ends.length && weights[ends.start] == 0) ++ends.start;
    return ends;
  };
  int32_t needed = 1;
  for (int32_t i = 0; i < count(); ++i) {
    const Span ends = ends_of(weights_.data() + static_cast<size_t>(i) * static_cast<size_t>(padded));
    needed = max_of(needed, static_cast<int32_t>(ends.length - ends.start));
  }
  if (needed == per_pixel) return;
  per_pixel_ = needed;
  for (int32_t i = 0; i < count(); ++i) {
    const Value *from = weights_.data() + static_cast<size_t>(i) * static_cast<size_t>(padded);
    // Nothing behind the end of the line is read that was not before.
    const int32_t start = min_of(static_cast<int32_t>(ends_of(from).start), per_pixel - needed);
    // Never further back than it was read: no weight is overwritten before its turn.
    Value *to = weights_.data() + static_cast<size_t>(i) * static_cast<size_t>(padded_per_pixel());
    for (int32_t at = 0; at < padded_per_pixel(); ++at) {
      to[at] = at < needed ? from[start + at] : Value{0};
    }
    first_[static_cast<size_t>(i)] += start;
  }
}

/// At the ends of a line weights are others.
void Taps::find_halving() {
  halving_ = {0, 0};
  if (per_pixel_ != 4) return;
  const int32_t middle = count() / 2;
  const auto is_same = [&](const Value *one, const Value *other) {
    return one[0] == other[0] && one[1] == other[1] && one[2] == other[2] && one[3] == other[3];
  };
  const auto is_next = [&](int32_t i) {
    return first_of(i) == first_of(i - 1) + 2 && is_same(weights_of(i), weights_of(i - 1));
  };
  int32_t from = middle, to = middle + 1;
  while (from > 0 && is_next(from)) --from;
  while (to < count() && is_next(to)) ++to;
  halving_ = {from, to - from};
}

bool PlaneScaler::prepare(const Plane &plane, const Taps &columns, const Taps &rows) {
  plane_ = plane;
  columns_ = &columns;
  rows_ = &rows;
  width_ = (columns.highest() - columns.lowest() + 1) * plane.channels;
  const auto beyond = static_cast<size_t>(columns.padded_per_pixel() * plane.channels + lanes);
  if (!mixed_.resize(static_cast<size_t>(width_) + beyond)) return false;
  for (size_t i = 0; i < mixed_.size(); ++i) mixed_[i] = 0;
  return true;
}

/// Four pixels of one channel: products of two pixels a vector, four taps of each at once.
inline v128_t weigh_four(const Taps &taps, int32_t x, const Value *from) {
  v128_t first = wasm_i32x4_splat(0), second = first;
  for (int32_t i = 0; i < taps.per_pixel(); i += 4) {
    const auto two = [&](const Value *a, const Value *b) { return wasm_v128_load64_lane(b, wasm_v128_load64_zero(a), 1); };
    const auto products = [&](int32_t at) {
      return wasm_i32x4_dot_i16x8(two(from + taps.first_of(at) + i, from + taps.first_of(at + 1) + i),
                                  two(taps.weights_of(at) + i, taps.weights_of(at + 1) + i));
    };
    first = wasm_i32x4_add(first, products(x));
    second = wasm_i32x4_add(second, products(x + 2));
  }
  const v128_t sums = wasm_i32x4_add(wasm_i32x4_shuffle(first, second, 0, 2, 4, 6), wasm_i32x4_shuffle(first, second, 1, 3, 5, 7));
  return wasm_i32x4_shr(wasm_i32x4_add(sums, wasm_i32x4_splat(unit / 2)), 14);
}

/// Four pixels of a line that is halved.
inline v128_t halve_four(const Value *weights, const Value *from) {
  const v128_t first = wasm_i32x4_dot_i16x8(load(from), pair_of(weights[0], weights[1]));
  const v128_t second = wasm_i32x4_dot_i16x8(load(from + 2), pair_of(weights[2], weights[3]));
  return wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_add(first, second), wasm_i32x4_splat(unit / 2)), 14);
}

void PlaneScaler::read(int32_t channel, Value *__restrict out) const {
  const int32_t count = columns_->count();
  const int32_t per_pixel = columns_->per_pixel();
  const int32_t step = plane_.channels;
  const Value *mixed = mixed_.data() + channel;
  int32_t x = 0;
  for (; step == 1 && columns_->is_copy() && x + lanes <= count; x += lanes) store(out + x, load(mixed + x));
  const Span halving = columns_->halving();
  for (; step == 1 && x + lanes <= count; x += lanes) {
    const Value *from = mixed - columns_->lowest();
    if (x >= halving.start && x + lanes <= halving.start + halving.length) {
      const Value *weights = columns_->weights_of(x), *first = from + columns_->first_of(x);
      store(out + x, wasm_i16x8_narrow_i32x4(halve_four(weights, first), halve_four(weights, first + lanes)));
      continue;
    }
    store(out + x, wasm_i16x8_narrow_i32x4(weigh_four(*columns_, x, from), weigh_four(*columns_, x + 4, from)));
  }
  for (; x < count; ++x) {
    const Value *weights = columns_->weights_of(x);
    const Value *from = mixed + (columns_->first_of(x) - columns_->lowest()) * step;
    int32_t sum = unit / 2;
    for (int32_t i = 0; i < per_pixel; ++i) sum += from[i * step] * weights[i];
    out[x] = static_cast<Value>(sum >> 14);
  }
}

void PlaneScaler::mix_rows(int32_t y) {
  const Value *weights = rows_->weights_of(y);
  const int32_t per_pixel = rows_->per_pixel();
  const uint8_t *rows[Taps::max_per_pixel + 1];
  v128_t pairs[Taps::max_per_pixel / 2 + 1];
  for (int32_t i = 0; i <= per_pixel; ++i) {
    // Beyond the plane's end weights are nothing.
    const int32_t row = min_of(rows_->first_of(y) + i, rows_->highest());
    rows[i] = plane_.data + static_cast<size_t>(row) * plane_.stride +
              static_cast<size_t>(columns_->lowest()) * static_cast<size_t>(plane_.channels);
  }
  for (int32_t i = 0; i < per_pixel; i += 2) pairs[i / 2] = pair_of(weights[i], weights[i + 1]);
  const auto values = [&](int32_t i, int32_t x) { return wasm_u16x8_load8x8(rows[i] + x); };
  // The last vector continues into what lies behind: images and lines have room for it.
  for (int32_t x = 0; x < width_; x += lanes) {
    if (per_pixel == 1) {
      store(mixed_.data() + x, wasm_i16x8_shl(values(0, x), 4));
      continue;
    }
    Sums sums(512);
    for (int32_t i = 0; i < per_pixel; i += 2) sums.add(values(i, x), values(i + 1, x), pairs[i / 2]);
    store(mixed_.data() + x, sums.shifted<10>());
  }
  for (int32_t x = width_; x < width_ + lanes; ++x) mixed_[static_cast<size_t>(x)] = 0;
}

bool ImageReader::prepare(const SourceImage &image, const View &view) {
  image_ = &image;
  view_ = view;
  const Span across = cropped(image.width, view.crop_left, view.crop_right);
  const Span down = cropped(image.height, view.crop_top, view.crop_bottom);
  const auto line = static_cast<size_t>(view.right - view.left);
  if (!lines_.resize(3 * line) || !columns_.prepare(across, image.width, view.width, view.left, view.right) ||
      !rows_.prepare(down, image.height, view.height, view.top, view.bottom)) {
    return false;
  }
  if (image.format != Format::rgba) return prepare_yuv(image, view);
  planes_[0] = {image.data.data(), static_cast<size_t>(image.width) * 4, 4};
  return scalers_[0].prepare(planes_[0], columns_, rows_);
}

bool ImageReader::prepare_yuv(const SourceImage &image, const View &view) {
  const auto width = static_cast<int32_t>(SourceImage::chroma_of(image.width));
  const auto height = static_cast<int32_t>(SourceImage::chroma_of(image.height));
  const uint8_t *chroma = image.data.data() + static_cast<size_t>(image.width) * static_cast<size_t>(image.height);
  const auto pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
  const bool is_nv12 = image.format == Format::nv12;
  const int32_t channels = is_nv12 ? 2 : 1;
  const size_t stride = static_cast<size_t>(width * channels);
  planes_[0] = {image.data.data(), static_cast<size_t>(image.width), 1};
  planes_[1] = {chroma, stride, channels};
  planes_[2] = {chroma + pixels, stride, channels};
  if (!scalers_[0].prepare(planes_[0], columns_, rows_)) return false;
  // Unscaled, each pixel takes its own chroma sample, so that what comes in goes out again.
  is_chroma_copied_ = columns_.is_copy() && rows_.is_copy();
  if (is_chroma_copied_) return true;
  const Span across = halved(cropped(image.width, view.crop_left, view.crop_right));
  const Span down = halved(cropped(image.height, view.crop_top, view.crop_bottom));
  return chroma_columns_.prepare(across, width, view.width, view.left, view.right) &&
         chroma_rows_.prepare(down, height, view.height, view.top, view.bottom) &&
         scalers_[1].prepare(planes_[1], chroma_columns_, chroma_rows_) &&
         (is_nv12 || scalers_[2].prepare(planes_[2], chroma_columns_, chroma_rows_));
}

void ImageReader::read(int32_t y, const Row &out) {
  const int32_t count = view_.right - view_.left;
  if (image_->format == Format::rgba) return read_rgba(y, out);
  Value *luma = lines_.data();
  Value *u = luma + count;
  Value *v = u + count;
  if (is_chroma_copied_) {
    const uint8_t *__restrict from =
        planes_[0].data + static_cast<size_t>(rows_.first_of(y)) * planes_[0].stride + columns_.lowest();
    for (int32_t x = 0; x < count; ++x) luma[x] = static_cast<Value>(from[x] * 16);
    read_copied_chroma(y, u, v);
  } else {
    const bool is_nv12 = image_->format == Format::nv12;
    scalers_[0].mix_rows(y);
    scalers_[0].read(0, luma);
    scalers_[1].mix_rows(y);
    scalers_[1].read(0, u);
    if (!is_nv12) scalers_[2].mix_rows(y);
    scalers_[is_nv12 ? 1 : 2].read(is_nv12 ? 1 : 0, v);
  }
  yuv_to_rgb(to_rgb_of(image_->matrix, image_->is_full_range), luma, u, v, count, out);
}

void ImageReader::read_rgba(int32_t y, const Row &out) {
  const int32_t count = view_.right - view_.left;
  Value *channels[4] = {out.r, out.g, out.b, out.a};
  if (columns_.is_copy() && rows_.is_copy()) {
    const uint8_t *from = planes_[0].data + static_cast<size_t>(rows_.first_of(y)) * planes_[0].stride +
                          static_cast<size_t>(columns_.lowest()) * 4;
    for (int i = 0; i < 4; ++i) {
      Value *__restrict to = channels[i];
      for (int32_t x = 0; x < count; ++x) to[x] = static_cast<Value>(from[4 * x + i] * 16);
    }
  } else {
    scalers_[0].mix_rows(y);
    for (int32_t i = 0; i < 4; ++i) scalers_[0].read(i, channels[i]);
  }
  // 4080 becomes 256, and nothing becomes nothing.
  for (int32_t x = 0; x < count; ++x) out.a[x] = static_cast<Value>((out.a[x] * 257 + 2048) >> 12);
}

void ImageReader::read_copied_chroma(int32_t y, Value *__restrict u, Value *__restrict v) const {
  const int32_t count = view_.right - view_.left;
  const int32_t left = columns_.lowest();
  const size_t row = static_cast<size_t>(rows_.first_of(y) / 2) * planes_[1].stride;
  const uint8_t *__restrict from_u = planes_[1].data + row;
  const int32_t step = planes_[1].channels;
  const uint8_t *__restrict from_v = step == 2 ? from_u + 1 : planes_[2].data + row;
  int32_t x = 0;
  if (left % 2 == 1 && count > 0) {
    u[0] = static_cast<Value>(from_u[left / 2 * step] * 16);
    v[0] = static_cast<Value>(from_v[left / 2 * step] * 16);
    x = 1;
  }
  const int32_t first = (left + x) / 2;
  const int32_t pairs = (count - x) / 2;
  Value *__restrict pair_u = u + x;
  Value *__restrict pair_v = v + x;
  for (int32_t i = 0; i < pairs; ++i) {
    pair_u[2 * i] = pair_u[2 * i + 1] = static_cast<Value>(from_u[(first + i) * step] * 16);
    pair_v[2 * i] = pair_v[2 * i + 1] = static_cast<Value>(from_v[(first + i) * step] * 16);
  }
  if (x + 2 * pairs < count) {
    u[count - 1] = static_cast<Value>(from_u[(first + pairs) * step] * 16);
    v[count - 1] = static_cast<Value>(from_v[(first + pairs) * step] * 16);
  }
}

}  // namespace sounddesk::video
