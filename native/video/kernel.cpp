#include "video/kernel.hpp"

#include "video/blur.hpp"
#include "video/colour.hpp"
#include "video/fixed.hpp"
#include "video/hash.hpp"
#include "video/reader.hpp"

namespace sounddesk::video {
namespace {

constexpr int32_t whole = 65536;
/// No layer is wider or higher: a canvas of 8,192 at 10,000 %.
constexpr int32_t max_layer_side = 8192 * 100;
/// Parts that are worked on begin at a multiple of this, so that a large blur's grid does not move with the layer.
constexpr int32_t part_grid = 64;

bool is_size(int32_t width, int32_t height) {
  return width > 0 && height > 0 && width <= max_side && height <= max_side && int64_t{width} * height <= max_pixels;
}
bool is_number(int32_t number, int32_t count) { return number >= 0 && number < count; }

Effect effect_of(const int32_t (&words)[3]) { return {static_cast<EffectKind>(words[0]), words[1], words[2]}; }

/// The rows of a layer before its effects: of an image or of one colour, keyed and through its table.
class LayerRows {
 public:
  LayerRows(const Layer &layer, const SourceImage *image, const Table *table)
      : layer_(layer), image_(image), table_(table) {}

  bool prepare(const Box &part) {
    width_ = part.right - part.left;
    if (layer_.has_key && !key_.prepare(key_of(layer_))) return false;
    const View view = {layer_.crop_left, layer_.crop_top, layer_.crop_right, layer_.crop_bottom, layer_.width,
                       layer_.height,    part.left,       part.top,          part.right,         part.bottom};
    return !image_ || reader_.prepare(*image_, view);
  }
  bool has_alpha() const { return layer_.has_key || (image_ && image_->format == Format::rgba); }

  /// Row `y` of the part. With a feather its colours are not yet premultiplied.
  void read(int32_t y, const Row &row) {
    const bool is_rgba = image_ && image_->format == Format::rgba;
    if (row.a && !is_rgba) fill(row.a, opaque);
    if (image_) {
      reader_.read(y, row);
    } else {
      fill(row.r, (layer_.rgb >> 16 & 255) * 16);
      fill(row.g, (layer_.rgb >> 8 & 255) * 16);
      fill(row.b, (layer_.rgb & 255) * 16);
    }
    if (is_rgba && (layer_.has_key || table_)) unpremultiply(row, width_);
    if (layer_.has_key) key_.apply(row, width_);
    if (table_) apply_table(*table_, row, width_);
    if (row.a && !has_feather() && (layer_.has_key || (is_rgba && table_))) premultiply(row, width_);
  }
  bool has_feather() const { return layer_.has_key && layer_.key_edge_feather > 0; }

 private:
  void fill(Value *__restrict plane, int32_t value) const {
    for (int32_t x = 0; x < width_; ++x) plane[x] = static_cast<Value>(value);
  }

  const Layer &layer_;
  const SourceImage *image_;
  const Table *table_;
  int32_t width_ = 0;
  Key key_;
  ImageReader reader_;
};

/// Where `from` to `to` of a line of `source` pixels are seen in a layer, and a little around it.
void narrow_line(int32_t from, int32_t to, int32_t source, int32_t cut_before, int32_t cut_after, int32_t target,
                 int32_t &low, int32_t &high) {
  const int64_t start = int64_t{source} * cut_before;
  const int64_t length = int64_t{source} * (whole - cut_before - cut_after);
  const int64_t reach = max_of<int64_t>(whole, length / target + 1);
  const auto in_layer = [&](int64_t place) { return floor_div((place - start) * target, length); };
  low = static_cast<int32_t>(clamp_to<int64_t>(in_layer(int64_t{from} * whole - reach) - 1, low, high));
  high = static_cast<int32_t>(clamp_to<int64_t>(in_layer(int64_t{to} * whole + reach) + 2, low, high));
}

/// Leaves out what is transparent around a drawing.
void narrow(const Layer &layer, const SourceImage &image, Box &part) {
  const Box &shown = image.shown;
  narrow_line(shown.left, shown.right, image.width, layer.crop_left, layer.crop_right, layer.width, part.left, part.right);
  narrow_line(shown.top, shown.bottom, image.height, layer.crop_top, layer.crop_bottom, layer.height, part.top,
              part.bottom);
}

Placement placement_of(const Layer &layer) { return {layer.x, layer.y, layer.width, layer.height, layer.millidegrees}; }

}  // namespace

KeySettings key_of(const Layer &layer) {
  return {layer.key_rgb >> 16 & 255, layer.key_rgb >> 8 & 255, layer.key_rgb & 255, layer.key_tolerance, layer.key_softness,
          layer.key_spill_suppression, layer.key_edge_feather};
}

/// 100 % is 20 pixels of 1,080 lines.
int32_t feather_of(const Layer &layer, int32_t lines) {
  return static_cast<int32_t>(int64_t{layer.key_edge_feather} * 20 * lines / (100 * 1080));
}

LayerPlan plan_of(const Layer &layer, int32_t canvas_width, int32_t canvas_height) {
  const bool is_cut_away = layer.crop_left + layer.crop_right >= whole || layer.crop_top + layer.crop_bottom >= whole;
  if (layer.opacity == 0 || layer.width == 0 || layer.height == 0 || is_cut_away) return {};
  const bool is_turned = layer.millidegrees % 360000 != 0;
  const bool is_whole = layer.effect_count > 0 || is_turned || (layer.has_key && layer.key_edge_feather > 0);
  if (!is_whole) return {false, visible_part(placement_of(layer), canvas_width, canvas_height, 0)};
  const int32_t lines = min_of(canvas_width, canvas_height);
  int32_t margin = layer.has_key ? feather_of(layer, lines) / 128 + 2 : 0;
  for (int32_t i = 0; i < layer.effect_count; ++i) margin += margin_of(effect_of(layer.effects[i]), lines);
  Box part = visible_part(placement_of(layer), canvas_width, canvas_height, margin);
  if (part.is_empty()) return {};
  part.left -= part.left % part_grid;
  part.top -= part.top % part_grid;
  return {true, part};
}

uint8_t *Kernel::open_image(int32_t number, Format format, Matrix matrix, bool is_full_range, int32_t width,
                              int32_t height) {
  if (!is_number(number, max_images) || !is_size(width, height)) return nullptr;
  if (!is_number(static_cast<int32_t>(format), 3) || !is_number(static_cast<int32_t>(matrix), 3)) return nullptr;
  SourceImage &image = images_[number];
  image.format = format;
  image.matrix = matrix;
  image.is_full_range = is_full_range;
  image.width = width;
  image.height = height;
  if (!image.data.resize(SourceImage::size_of(format, width, height) + SourceImage::room)) image.width = image.height = 0;
  return image.data.data();
}

/// Images with alpha are scaled premultiplied: else the colour of what is transparent would show at edges.
void Kernel::seal_image(int32_t number) {
  if (!is_number(number, max_images) || images_[number].format != Format::rgba) return;
  SourceImage &image = images_[number];
  Box shown = {image.width, image.height, 0, 0};
  for (int32_t y = 0; y < image.height; ++y) {
    uint8_t *pixel = image.data.data() + static_cast<size_t>(y) * static_cast<size_t>(image.width) * 4;
    for (int32_t x = 0; x < image.width; ++x, pixel += 4) {
      // Most of a title's pixels are nothing at all.
      uint32_t all;
      __builtin_memcpy(&all, pixel, sizeof(all));
      if (all == 0) continue;
      const uint32_t alpha = pixel[3];
      if (alpha < 255) {
        for (int i = 0; i < 3; ++i) pixel[i] = static_cast<uint8_t>((pixel[i] * alpha + 127) / 255);
      }
      if (alpha == 0) continue;
      shown = {min_of(shown.left, x), min_of(shown.top, y), max_of(shown.right, x + 1), y + 1};
    }
  }
  image.shown = shown;
}

void Kernel::drop_image(int32_t number) {
  if (!is_number(number, max_images)) return;
  images_[number].data.clear();
  images_[number].width = images_[number].height = 0;
}

bool Kernel::bake(int32_t number, const Sliders &sliders, const Lut &lut) {
  return is_number(number, max_tables) && bake_table(sliders, lut, tables_[number]);
}

Outcome Kernel::render(int32_t width, int32_t height, const Layer *layers, int32_t count) {
  if (!is_size(width, height)) return Outcome::bad_size;
  if (count < 0 || count > max_layers) return Outcome::bad_number;
  if (!canvas_.resize(width, height, false)) return Outcome::no_memory;
  for (size_t i = 0; i < canvas_.planes.size(); ++i) canvas_.planes[i] = 0;
  for (int32_t i = 0; i < count; ++i) {
    const Outcome outcome = draw(layers[i]);
    if (outcome != Outcome::done) return outcome;
  }
  return finish() ? Outcome::done : Outcome::no_memory;
}

bool Kernel::fits(const Layer &layer) const {
  const auto is_share = [](int32_t x) { return x >= 0 && x <= whole; };
  const auto is_percentage = [](int32_t x) { return x >= 0 && x <= 25600; };
  const auto is_place = [](int32_t x) { return x >= -max_layer_side && x <= max_layer_side; };
  if (layer.image != -1 &&
      (!is_number(layer.image, max_images) || images_[layer.image].width == 0)) {
    return false;
  }
  if (layer.table != -1 && (!is_number(layer.table, max_tables) || tables_[layer.table].values.size() == 0)) return false;
  if (!is_share(layer.crop_left) || !is_share(layer.crop_top) || !is_share(layer.crop_right) ||
      !is_share(layer.crop_bottom) || layer.opacity < 0 || layer.opacity > opaque) {
    return false;
  }
  if (layer.width < 0 || layer.height < 0 || !is_place(layer.width) || !is_place(layer.height) || !is_place(layer.x) ||
      !is_place(layer.y)) {
    return false;
  }
  if (layer.has_key && (!is_percentage(layer.key_tolerance) || !is_percentage(layer.key_softness) ||
                        !is_percentage(layer.key_spill_suppression) || !is_percentage(layer.key_edge_feather))) {
    return false;
  }
  if (layer.effect_count < 0 || layer.effect_count > max_effects) return false;
  for (int32_t i = 0; i < layer.effect_count; ++i) {
    const Effect effect = effect_of(layer.effects[i]);
    if (!is_number(static_cast<int32_t>(effect.kind), effect_kinds)) return false;
    if (!is_percentage(effect.amount) || !is_percentage(effect.size)) return false;
  }
  return true;
}

Outcome Kernel::draw(const Layer &layer) {
  if (!fits(layer)) return Outcome::bad_number;
  auto [is_whole, part] = plan_of(layer, canvas_.width, canvas_.height);
  if (part.is_empty()) return Outcome::done;
  if (is_whole) return draw_whole(layer, placement_of(layer), part);
  if (layer.image >= 0 && images_[layer.image].format == Format::rgba) narrow(layer, images_[layer.image], part);
  return part.is_empty() ? Outcome::done : draw_streamed(layer, placement_of(layer), part);
}

/// Row by row: nothing in the layer looks at its neighbours.
Outcome Kernel::draw_streamed(const Layer &layer, const Placement &placement, const Box &part) {
  LayerRows rows(layer, layer.image >= 0 ? &images_[layer.image] : nullptr,
                 layer.table >= 0 ? &tables_[layer.table] : nullptr);
  const int32_t width = part.right - part.left;
  const auto line = static_cast<size_t>(width);
  if (!rows.prepare(part) || !lines_.resize(4 * line)) return Outcome::no_memory;
  const bool is_copied = !rows.has_alpha() && layer.opacity == opaque;
  Row row = {lines_.data(), lines_.data() + line, lines_.data() + 2 * line, nullptr};
  if (rows.has_alpha()) row.a = lines_.data() + 3 * line;
  for (int32_t y = part.top; y < part.bottom; ++y) {
    Row under = canvas_.row(y + placement.y);
    const int32_t x = part.left + placement.x;
    under = {under.r + x, under.g + x, under.b + x, nullptr};
    rows.read(y - part.top, is_copied ? under : row);
    if (!is_copied) blend_row(row, under, width, layer.opacity);
  }
  return Outcome::done;
}

Outcome Kernel::draw_whole(const Layer &layer, const Placement &placement, const Box &part) {
  LayerRows rows(layer, layer.image >= 0 ? &images_[layer.image] : nullptr,
                 layer.table >= 0 ? &tables_[layer.table] : nullptr);
  Image &image = layer_image_;
  const int32_t width = part.right - part.left, height = part.bottom - part.top;
  if (int64_t{width} * height > 2 * max_pixels) return Outcome::bad_size;
  if (!rows.prepare(part) || !image.resize(width, height, rows.has_alpha())) return Outcome::no_memory;
  for (int32_t y = 0; y < height; ++y) rows.read(y, image.row(y));
  const int32_t lines = min_of(canvas_.width, canvas_.height);
  if (rows.has_feather()) {
    if (!blur_plane(image.plane(3), image.plane(3), width, height, feather_of(layer, lines))) return Outcome::no_memory;
    for (int32_t y = 0; y < height; ++y) premultiply(image.row(y), width);
  }
  const Place place = {part.left, part.top, layer.width, layer.height, lines, static_cast<uint32_t>(layer.frame)};
  for (int32_t i = 0; i < layer.effect_count; ++i) {
    if (!apply_effect(effect_of(layer.effects[i]), place, image)) return Outcome::no_memory;
  }
  if (layer.millidegrees % 360000 != 0) {
    blend_turned(image, part, placement, layer.opacity, canvas_);
    return Outcome::done;
  }
  const Box shown = visible_part(placement, canvas_.width, canvas_.height, 0);
  for (int32_t y = shown.top; y < shown.bottom; ++y) {
    const Row over = image.row(y - part.top), under = canvas_.row(y + placement.y);
    const int32_t skip = shown.left - part.left, x = shown.left + placement.x;
    blend_row({over.r + skip, over.g + skip, over.b + skip, over.a ? over.a + skip : nullptr},
              {under.r + x, under.g + x, under.b + x, nullptr}, shown.right - shown.left, layer.opacity);
  }
  return Outcome::done;
}

uint8_t *Kernel::open_frame(int32_t width, int32_t height) {
  if (!is_size(width, height) || !frame_.resize(SourceImage::size_of(Format::yuv420, width, height))) return nullptr;
  frame_width_ = width;
  frame_height_ = height;
  return frame_.data();
}

bool Kernel::finish() {
  const int32_t width = canvas_.width, height = canvas_.height;
  if (!open_frame(width, height)) return false;
  const auto line = static_cast<size_t>(width);
  const size_t chroma = SourceImage::chroma_of(width);
  uint8_t *u = frame_.data() + line * static_cast<size_t>(height);
  uint8_t *v = u + chroma * SourceImage::chroma_of(height);
  for (int32_t y = 0; y < height; y += 2) {
    const int32_t below = min_of(y + 1, height - 1);
    uint8_t *luma = frame_.data() + line * static_cast<size_t>(y);
    const size_t at = chroma * static_cast<size_t>(y / 2);
    rgb_to_yuv(canvas_.row(y), canvas_.row(below), width, luma, below > y ? luma + line : luma, u + at, v + at);
  }
  return true;
}

const uint8_t *Kernel::frame_as_rgba() {
  const size_t pixels = static_cast<size_t>(frame_width_) * static_cast<size_t>(frame_height_);
  if (pixels == 0 || !rgba_.resize(pixels * 4)) return nullptr;
  yuv_to_rgba8(frame_.data(), frame_width_, frame_height_, rgba_.data());
  return rgba_.data();
}

uint64_t Kernel::frame_hash() const { return hash_of(frame_.data(), frame_.size()); }

}  // namespace sounddesk::video
