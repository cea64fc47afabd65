// Green screen: what has the key's colour becomes transparent.
#pragma once

#include "video/image.hpp"

namespace sounddesk::video {

/// Percentages in 1/256, as sliders.
struct KeySettings {
  int32_t r, g, b;  // 8 bits
  int32_t tolerance, softness, spill_suppression, edge_feather;
};

class Key {
 public:
  /// False: no memory.
  bool prepare(const KeySettings &settings);
  /// Multiplies the row's alpha, which must be there, and takes the key's light out of what stays. Straight alpha.
  void apply(const Row &row, int32_t count) const;
  /// Of 255, by blue and then red difference of 8 bits.
  const uint8_t *alpha() const { return alpha_.data(); }
  /// The key's strongest channel: 0 to 2.
  int brightest() const { return brightest_; }

 private:
  void take_spill(const Row &row, int32_t count) const;

  Buffer<uint8_t> alpha_;  // by blue and red difference, 8 bits each
  int32_t spill_ = 0;
  int brightest_ = 1;
};

}  // namespace sounddesk::video
