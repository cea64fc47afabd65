// Between YUV and the kernel's RGB.
#pragma once

#include "video/image.hpp"

namespace sounddesk::video {

/// What turns YUV of an image into RGB: in 2^-13, applied to values in sixteenths.
struct ToRgb {
  int16_t black;  // the luma of black, in sixteenths
  int16_t y, v_to_r, u_to_g, v_to_g, u_to_b;
};
const ToRgb &to_rgb_of(Matrix matrix, bool is_full_range);

/// `y`, `u` and `v` in sixteenths of a step of 8 bits, one of each a pixel.
void yuv_to_rgb(const ToRgb &by, const Value *y, const Value *u, const Value *v, int32_t count, const Row &out);

/// Two rows to BT.709, limited range; the second may be the first again, at an odd height's end. `u` and `v` have half
/// of the pixels, rounded up. Chroma is the mean of four pixels.
void rgb_to_yuv(const Row &first, const Row &second, int32_t width, uint8_t *y_first, uint8_t *y_second, uint8_t *u,
                uint8_t *v);

/// A frame of BT.709, limited range, to RGBA of 8 bits.
void yuv_to_rgba8(const uint8_t *yuv, int32_t width, int32_t height, uint8_t *rgba);

}  // namespace sounddesk::video
