// The arithmetic of frames: images and a list of layers in, a frame of BT.709 out. Whole numbers alone, so that every
// processor and compiler gives the same bytes. Compiled natively and, as out/video/kernel.wasm, for the page and for Node.
//
// Not for several threads at once: each has a kernel of its own. Nothing here throws.
#pragma once

#include "video/compose.hpp"
#include "video/effects.hpp"
#include "video/key.hpp"
#include "video/image.hpp"
#include "video/table.hpp"

namespace sounddesk::video {

inline constexpr int32_t max_images = 64;
inline constexpr int32_t max_tables = 64;
inline constexpr int32_t max_effects = 20;
inline constexpr int32_t max_layers = 256;

/// One layer in the words of a job, as src-shared/video/job.ts writes them.
struct Layer {
  int32_t image;  // its number; -1: the colour
  int32_t rgb;      // 0xrrggbb
  int32_t x, y, width, height, millidegrees;
  int32_t crop_left, crop_top, crop_right, crop_bottom;
  int32_t opacity;
  int32_t table;  // its number; -1: none
  int32_t frame;
  int32_t has_key;
  int32_t key_rgb, key_tolerance, key_softness, key_spill_suppression, key_edge_feather;
  int32_t effect_count;
  int32_t effects[max_effects][3];  // kind, amount, size
};
inline constexpr size_t layer_words = sizeof(Layer) / sizeof(int32_t);

/// What is drawn of a layer on a canvas. `is_whole`: something in it looks at its neighbours, so that all of `part` is made
/// first.
struct LayerPlan {
  bool is_whole = false;
  Box part{};
};
LayerPlan plan_of(const Layer &layer, int32_t canvas_width, int32_t canvas_height);
KeySettings key_of(const Layer &layer);
/// Of a key's edge, in 1/256 of a pixel.
int32_t feather_of(const Layer &layer, int32_t lines);

enum class Outcome : int32_t { done = 0, bad_size = 1, bad_number = 2, no_memory = 3 };

class Kernel {
 public:
  /// Makes room for an image and answers where its bytes go, without gaps; null: a bad size or no memory. Its bytes are
  /// to be sealed before they are drawn.
  uint8_t *open_image(int32_t number, Format format, Matrix matrix, bool is_full_range, int32_t width, int32_t height);
  void seal_image(int32_t number);
  void drop_image(int32_t number);

  bool bake(int32_t number, const Sliders &sliders, const Lut &lut);

  /// Whether a layer's numbers are such that nothing is read that is not there and nothing overflows.
  bool fits(const Layer &layer) const;
  /// The layers from bottom to top over black.
  Outcome render(int32_t width, int32_t height, const Layer *layers, int32_t count);
  /// Of the last frame: luma, then blue and red difference, without gaps.
  const uint8_t *frame() const { return frame_.data(); }
  size_t frame_bytes() const { return frame_.size(); }
  const uint8_t *frame_as_rgba();
  uint64_t frame_hash() const;
  /// Makes room for a frame that was drawn elsewhere; it becomes the last one. Null: a bad size or no memory.
  uint8_t *open_frame(int32_t width, int32_t height);
  /// Null: there is none of this number.
  const Value *table(int32_t number) const { return number < 0 || number >= max_tables ? nullptr : tables_[number].values.data(); }

 private:
  Outcome draw(const Layer &layer);
  Outcome draw_streamed(const Layer &layer, const Placement &placement, const Box &part);
  Outcome draw_whole(const Layer &layer, const Placement &placement, const Box &part);
  bool finish();

  SourceImage images_[max_images];
  Table tables_[max_tables];
  Image canvas_, layer_image_;
  Buffer<Value> lines_;
  Buffer<uint8_t> frame_, rgba_;
  int32_t frame_width_ = 0, frame_height_ = 0;
};

}  // namespace sounddesk::video
