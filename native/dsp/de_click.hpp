// De-click: takes out clicks of cables, of switches and of the mouth, up to 1 ms long, without waiting for their end.
//
// Each sample is predicted from the sixteen before it (linear prediction by the autocorrelation method; J. Makhoul, "Linear
// prediction: a tutorial review", Proc. IEEE 63, 1975; renewed each 10 ms). A sample that is many times farther from its
// prediction than is usual begins a click, as S. V. Vaseghi, "Advanced Digital Signal Processing and Noise Reduction"
// (chapter on impulsive noise) has it: from there on the prediction is heard, until what comes in can be predicted again, or for
// 1 ms, and fades back into the sound. Then, for 5 ms, nothing is taken for a click: what continues is a T or a K.
//
// Latency: none. Files have a better one (dsp/click_repair.hpp). Without a click every bit passes. Channels are looked at one by one.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor (allocates).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "dsp/fields.hpp"
#include "dsp/low_pass.hpp"

namespace sounddesk {

struct DeClickSettings {
  bool is_on = false;
  /** How readily a sample is taken for a click. */
  float amount = 50.0F;

  static constexpr auto fields() {
    return std::make_tuple(Field{"isOn", &DeClickSettings::is_on}, Field{"amount", &DeClickSettings::amount, 0.0, 100.0, "%"});
  }

  bool operator==(const DeClickSettings &) const = default;
};

/** What both kinds of it have in common. */
namespace clicks {
inline constexpr double window_sec = 0.02;
inline constexpr double renew_sec = 0.01;
inline constexpr double rest_sec = 0.005;
inline constexpr double error_sec = 0.01;
inline constexpr double resting_error_sec = 0.002;
/** -70 dBFS: nobody hears a quieter click. */
inline constexpr double least_error = 0.000316;

/** Of the usual error: 40 times at an amount of 0, 8 times at 100. */
double most_error_of(const DeClickSettings &settings) noexcept;
}  // namespace clicks

class DeClick {
 public:
  DeClick(double rate_hz, std::size_t channels);

  /** Values out of their ranges are brought into them. */
  void set(const DeClickSettings &settings) noexcept;

  /** In place, planar, any number of frames. */
  void process(float *const *channels, std::size_t frames) noexcept;

 private:
  static constexpr std::size_t order = 16;

  struct Channel {
    /** The newest outputs, each twice, a window apart: so that a window of them lies in one piece, from `at` on. */
    std::vector<double> past;
    /** The same of what came in. */
    std::vector<double> came;
    std::size_t at = 0;
    std::size_t until_renewed = 0;
    std::array<double, order> coefficients{};
    /** Mean square of how far samples are from their prediction. */
    double usual_error = 0.0;
    /** Samples since the click began; of the fade back; until another click is believed. 0: not in it. */
    std::size_t clicking = 0;
    std::size_t agreeing = 0;
    std::size_t fading = 0;
    std::size_t resting = 0;
  };

  double clean(Channel &channel, double sample) noexcept;
  double predict(const Channel &channel, const std::vector<double> &past) const noexcept;
  void keep(Channel &channel, double sample, double output) noexcept;
  void renew(Channel &channel) noexcept;

  std::vector<Channel> channels_;
  std::vector<double> window_;
  std::vector<double> windowed_;
  std::size_t renew_every_;
  std::size_t most_click_;
  std::size_t fade_;
  std::size_t rest_;
  double error_share_;
  double resting_share_;
  double most_error_ = 0.0;
  bool is_on_ = false;
};

}  // namespace sounddesk
