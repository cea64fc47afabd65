// The predictor of a sound from its autocorrelation: the Levinson-Durbin recursion (J. Makhoul, "Linear prediction: a tutorial
// review", Proc. IEEE 63, 1975). `src-renderer/media/dsp/linearPrediction.ts` is the same for a browser.
//
// Threads: plain values. Real-time safety: yes.
#pragma once

#include <array>
#include <cstddef>

namespace sounddesk {

/**
 * What the newest `order` samples, the newest first, are multiplied by for the next one. `correlation` of lags 0 to `order`;
 * with almost no power all are 0. As if there were noise at -30 dB: a voice with nothing above 8 kHz would be predicted by huge
 * differences of neighbours.
 */
template <std::size_t order>
std::array<double, order> predictor_of(const std::array<double, order + 1> &correlation) noexcept {
  constexpr double least_power = 1e-12;
  constexpr double white_share = 1e-3;
  std::array<double, order> found{};
  if (correlation[0] < least_power) return found;
  double left = correlation[0] * (1.0 + white_share);
  for (std::size_t i = 0; i < order; ++i) {
    double sum = correlation[i + 1];
    for (std::size_t k = 0; k < i; ++k) sum -= found[k] * correlation[i - k];
    const double reflection = sum / left;
    std::array<double, order> next = found;
    next[i] = reflection;
    for (std::size_t k = 0; k < i; ++k) next[k] = found[k] - reflection * found[i - 1 - k];
    found = next;
    left *= 1.0 - reflection * reflection;
  }
  return found;
}

}  // namespace sounddesk
