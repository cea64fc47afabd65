// A soft blur whose cost hardly grows with its radius.
#pragma once

#include "video/image.hpp"

namespace sounddesk::video {

/// The weights of a bell, (1 - (x / reach)²)³, that sum to 16384.
struct Bell {
  /// In pixels. A larger blur is one of a smaller image: beyond this nobody sees the difference, and it costs a quarter.
  static constexpr int32_t widest = 5;
  int32_t radius = 0;
  Value weights[2 * widest + 1] = {};

  /// `reach` in 1/256 of a pixel, at most `widest` pixels.
  explicit Bell(int32_t reach);
};

/// Blurs a plane; beyond its edges the last pixel continues. `radius` in 1/256 of a pixel; less than a quarter does nothing.
/// `from` and `to` may be the same. False: no memory.
bool blur_plane(const Value *from, Value *to, int32_t width, int32_t height, int32_t radius);

}  // namespace sounddesk::video
