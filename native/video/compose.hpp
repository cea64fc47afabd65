// Lays layers over the canvas.
#pragma once

#include "video/image.hpp"

namespace sounddesk::video {

/// Where a layer of `width` x `height` lies on the canvas: its corner before it is turned around its middle, clockwise.
struct Placement {
  int32_t x, y, width, height;
  int32_t millidegrees;
};

/// Which pixels of the layer a canvas shows, with `margin` around them, within the layer.
Box visible_part(const Placement &placement, int32_t canvas_width, int32_t canvas_height, int32_t margin);

/// Colours times alpha.
void premultiply(const Row &row, int32_t count);
/// The inverse, for what works on a colour as it is.
void unpremultiply(const Row &row, int32_t count);

/// `over` (premultiplied) onto `under`, which has no alpha. `opacity`: 0 to 256.
void blend_row(const Row &over, const Row &under, int32_t count, int32_t opacity);

/// An image that is the part `part` of a layer onto the canvas, turned.
void blend_turned(Image &image, const Box &part, const Placement &placement, int32_t opacity, Image &canvas);

}  // namespace sounddesk::video
