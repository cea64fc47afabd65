// Reads an image row by row: cropped, scaled to the size at which it is placed, as RGB of the kernel.
#pragma once

#include "video/colour.hpp"

namespace sounddesk::video {

/// A part of a line of pixels, in 1/65536 of a pixel.
struct Span {
  int64_t start;
  int64_t length;
};

/// What is left of a line of `side` pixels; `before` and `after` in 1/65536 of it.
Span cropped(int32_t side, int32_t before, int32_t after);
/// The same part of a line of differences.
Span halved(Span span);

/// Which source pixels make each pixel of a line, and by how much (in 1/16384): a triangle over two of the wider of source
/// and target pixels, so that shrinking takes the mean and growing interpolates.
class Taps {
 public:
  /// For the pixels `from` to `to` of `target` that `span` of a line of `source` pixels becomes.
  bool prepare(Span span, int32_t source, int32_t target, int32_t from, int32_t to);

  static constexpr int32_t max_per_pixel = 64;

  int32_t count() const { return static_cast<int32_t>(first_.size()); }
  int32_t per_pixel() const { return per_pixel_; }
  /// Weights follow each other by this many; those that are too many are nothing.
  int32_t padded_per_pixel() const { return (per_pixel_ + 3) & ~3; }
  int32_t first_of(int32_t i) const { return first_[static_cast<size_t>(i)]; }
  const Value *weights_of(int32_t i) const { return weights_.data() + static_cast<size_t>(i * padded_per_pixel()); }
  /// The source pixels that are read at all.
  int32_t lowest() const { return lowest_; }
  int32_t highest() const { return highest_; }
  /// Every target pixel is one source pixel, in a row.
  bool is_copy() const { return is_copy_; }
  /// The line is halved from pixel `start` on, `length` pixels: each has the same four weights, two source pixels further on.
  Span halving() const { return halving_; }

 private:
  void leave_out_nothing();
  void find_halving();

  int32_t per_pixel_ = 0;
  int32_t lowest_ = 0;
  int32_t highest_ = 0;
  bool is_copy_ = false;
  Span halving_{0, 0};
  Buffer<int32_t> first_;
  Buffer<Value> weights_;
};

/// A plane of one, two or four bytes a pixel.
struct Plane {
  const uint8_t *data;
  size_t stride;
  int32_t channels;
};

class PlaneScaler {
 public:
  bool prepare(const Plane &plane, const Taps &columns, const Taps &rows);
  /// Mixes the source rows that make row `y` of the target's window.
  void mix_rows(int32_t y);
  /// A channel of that row, in sixteenths.
  void read(int32_t channel, Value *out) const;

 private:
  Plane plane_{};
  const Taps *columns_ = nullptr;
  const Taps *rows_ = nullptr;
  int32_t width_ = 0;
  Buffer<Value> mixed_;
};

/// What is shown of an image: its crop, the size it is scaled to, and the window of that which is needed.
struct View {
  int32_t crop_left, crop_top, crop_right, crop_bottom;  // in 1/65536 of the side
  int32_t width, height;
  int32_t left, top, right, bottom;
};

class ImageReader {
 public:
  /// False: no memory. The image must outlive it.
  bool prepare(const SourceImage &image, const View &view);
  bool has_alpha() const { return image_->format == Format::rgba; }
  /// Row `y` of the window; straight alpha. A row's `a` must be there where the image has alpha.
  void read(int32_t y, const Row &out);

 private:
  bool prepare_yuv(const SourceImage &image, const View &view);
  void read_rgba(int32_t y, const Row &out);
  void read_copied_chroma(int32_t y, Value *u, Value *v) const;

  const SourceImage *image_ = nullptr;
  View view_{};
  Taps columns_, rows_, chroma_columns_, chroma_rows_;
  bool is_chroma_copied_ = false;
  PlaneScaler scalers_[3];
  Plane planes_[3]{};
  Buffer<Value> lines_;
};

}  // namespace sounddesk::video
