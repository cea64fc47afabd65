// The effects of a clip, on an image with premultiplied alpha.
#pragma once

#include "video/image.hpp"

namespace sounddesk::video {

enum class EffectKind : int32_t { blur = 0, sharpen, glow, vignette, film_grain, chromatic_aberration };
inline constexpr int32_t effect_kinds = 6;

/// `amount` in 1/256 of a percent, or of a pixel of 1,080 lines for blur and chromatic aberration; `size`: radius or size in
/// 1/256 of a pixel of 1,080 lines, of a vignette in 1/256 of a percent.
struct Effect {
  EffectKind kind;
  int32_t amount;
  int32_t size;
};

/// Where an image lies: its corner in the layer, the layer's size, the lines of the canvas (its shorter side) and the frame.
struct Place {
  int32_t left, top;
  int32_t layer_width, layer_height;
  int32_t lines;
  uint32_t frame;
};

/// How many pixels around itself a pixel of the effect's result depends on.
int32_t margin_of(const Effect &effect, int32_t lines);

/// False: no memory.
bool apply_effect(const Effect &effect, const Place &place, Image &image);

}  // namespace sounddesk::video
