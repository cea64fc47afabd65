// Listens to one channel of a session for who writes down what is said: mono, at the rate of models of speech.
//
// Threads: one at a time, beside the DSP thread that writes into `tap`. Real-time safety: none (allocates).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "dsp/variable_resampler.hpp"
#include "engine/sound_tap.hpp"

namespace sounddesk {

class VoiceListener {
 public:
  VoiceListener(int rate_hz, std::size_t max_frames);

  /** What the DSP thread writes into. */
  const std::shared_ptr<SoundTap> &tap() const { return tap_; }

  /** Appends what was said since the last call. Returns when the first of it was at the converter, within a millisecond. */
  double take(std::vector<float> &to);

 private:
  const double rate_hz_;
  std::shared_ptr<SoundTap> tap_;
  VariableResampler resampler_;
  std::vector<float> block_;
  std::vector<float> resampled_;
};

}  // namespace sounddesk
