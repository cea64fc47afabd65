// De-plosive for files: a burst is as dsp/de_plosive.hpp finds it, and is lowered from before it begins.
//
// Live, a thump is over its loudest by the time it is known for one. Here each sample is lowered by what the detector wants at most within 20 ms
// around it, which fades in and out within 20 ms more. All channels get the same gain; without a burst every bit passes.
// `src-renderer/media/dsp/plosiveRepair.ts` is the same for a browser.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <cstddef>
#include <vector>

#include "dsp/de_plosive.hpp"
#include "dsp/file_repair.hpp"
#include "dsp/sliding_maximum.hpp"

namespace sounddesk {

class PlosiveRepair final : public FileRepair {
 public:
  /** Whether it is on is not asked. Values out of their ranges are brought into them. */
  PlosiveRepair(const DePlosiveSettings &settings, double rate_hz, std::size_t channels);

  void process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) override;

 private:
  double smooth(double wanted_db) noexcept;

  PlosiveDetector detector_;
  std::vector<LowPass> filters_;
  std::size_t around_;
  SlidingMaximum largest_;
  /** The newest gains, of which the mean is taken. */
  std::vector<float> edge_;
  std::size_t late_;
  std::size_t edge_at_ = 0;
  double edge_sum_ = 0.0;
  std::size_t zeros_ = 0;
  /** Not given yet, a channel each: the samples, and what of them is low. */
  std::vector<std::vector<float>> waiting_;
  std::vector<std::vector<float>> lows_;
  /** Samples that the detector has heard. */
  std::size_t heard_ = 0;
};

}  // namespace sounddesk
