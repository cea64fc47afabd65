// Breath control for files: a breath is one by what is around it, and is lowered from its beginning to its end.
//
// A breath is a rush of middle tones, as in dsp/de_breath.hpp, but its levels are means of 85 ms, which waver less than 10 ms do; it is
// softer than the voice by 10 dB or more, the voice of the next half second counted; and it lasts 120 ms at least, longer than an H and most
// an S and SH. It is lowered from 10 ms before it to 10 ms behind it, with edges of 40 ms. All channels get the same gain; without
// a breath every bit passes. `src-renderer/media/dsp/breathRepair.ts` is the same for a browser.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "dsp/de_breath.hpp"
#include "dsp/file_repair.hpp"

namespace sounddesk {

class BreathRepair final : public FileRepair {
 public:
  /** Whether it is on is not asked. Values out of their ranges are brought into them. */
  BreathRepair(const DeBreathSettings &settings, double rate_hz, std::size_t channels);

  void process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) override;

 private:
  /** Mean squares of 5 ms. */
  struct Hop {
    double low = 0.0;
    double middle = 0.0;
    double high = 0.0;
    /** Over 10 ms, all tones. */
    double level = 0.0;
    /** How loud the voice was up to here. */
    double voice = 0.0;
    bool is_breath = false;
  };

  void hear(double sample);
  void end_hop();
  Hop *hop(std::ptrdiff_t at) noexcept;
  void look(std::ptrdiff_t at) noexcept;
  void mark(std::ptrdiff_t from, std::ptrdiff_t to) noexcept;
  double share_of(std::ptrdiff_t at) noexcept;
  void lower(std::size_t ready);

  double most_db_;
  std::size_t hop_samples_;
  LowPass below_350_;
  LowPass below_4500_;
  double fall_;
  /** Not given yet, a channel each. */
  std::vector<std::vector<float>> waiting_;
  /** Of the hop that is summed. */
  Hop sums_;
  std::size_t summed_ = 0;
  /** From `first_` on. */
  std::deque<Hop> hops_;
  std::ptrdiff_t first_ = 0;
  std::ptrdiff_t looked_ = 0;
  std::ptrdiff_t run_ = 0;
  std::ptrdiff_t given_ = 0;
};

}  // namespace sounddesk
