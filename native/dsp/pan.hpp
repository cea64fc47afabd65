// Where a strip is between left and right.
//
// Constant power with 0 dB in the centre: a microphone at the defaults reaches both sides of a bus unchanged, so
// it is as loud for listeners as it was recorded; hard left or right it is 3 dB up on the one side that is left.
// A stereo strip is balanced: the side that it turns away from is lowered by the same law, the other one stays.
//
// Threads: plain functions. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {

struct PanGains {
  float left;
  float right;
};

/** `pan` from -100 (left) to 100 (right). */
inline PanGains pan_mono(double pan) noexcept {
  const double angle = (std::clamp(pan, -100.0, 100.0) + 100.0) / 200.0 * std::numbers::pi / 2.0;
  const double left = std::max(0.0, std::numbers::sqrt2 * std::cos(angle));
  const double right = std::max(0.0, std::numbers::sqrt2 * std::sin(angle));
  // Exact where it is audible: rounding would leave -320 dB on the side that is off.
  if (pan <= -100.0) return {static_cast<float>(std::numbers::sqrt2), 0.0F};
  if (pan >= 100.0) return {0.0F, static_cast<float>(std::numbers::sqrt2)};
  if (pan == 0.0) return {1.0F, 1.0F};
  return {static_cast<float>(left), static_cast<float>(right)};
}

/** `pan` from -100 (left) to 100 (right). */
inline PanGains pan_stereo(double pan) noexcept {
  const PanGains gains = pan_mono(pan);
  return {std::min(gains.left, 1.0F), std::min(gains.right, 1.0F)};
}

}  // namespace sounddesk
