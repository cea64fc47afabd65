// What is a function of a pixel's colour alone, baked into one table a clip: ten sliders and a LUT cost one lookup.
#pragma once

#include "video/image.hpp"

namespace sounddesk::video {

/// Points a side.
inline constexpr int32_t table_side = 33;
/// Entries are in 1/128 of a step of 8 bits; four values a point, the last of them unused: a point is one load.
inline constexpr int32_t table_white = 255 * 128;
inline constexpr size_t table_values = size_t{table_side} * table_side * table_side * 4;

/// From -25600 to 25600: slider values of -100 to 100 in 1/256.
struct Sliders {
  int32_t exposure = 0, contrast = 0, highlights = 0, shadows = 0, whites = 0, blacks = 0, saturation = 0, vibrance = 0,
          temperature = 0, tint = 0;
};

/// A LUT as a .cube file has it: `side`³ points of three values from 0 to 65535, red fastest.
struct Lut {
  int32_t side = 0;  // 0: none
  const uint16_t *values = nullptr;
};

struct Table {
  Buffer<Value> values;
};

/// The sliders first, then the LUT. False: no memory.
bool bake_table(const Sliders &sliders, const Lut &lut, Table &table);

/// Tetrahedral interpolation, in place. Values outside of black to white are clamped.
void apply_table(const Table &table, const Row &row, int32_t count);

}  // namespace sounddesk::video
