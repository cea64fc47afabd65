// When the next block will probably come, so that the sandbox is awake by then: on an idle machine it is the waking of
// a core that costs most of a block's way through another process.
//
// Blocks come in the time of their sound. The forecast follows that, and knows how far off it usually is: where that is
// little, the sandbox looks for the block from a moment before; where it is much, it does not look at all, since it
// would only heat the core.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <cmath>

namespace sounddesk {

class BlockForecast {
 public:
  /** A block that was posted at `posted_sec`, and the next is due `period_sec` later. */
  void follow(double posted_sec, double period_sec) noexcept {
    const double error_sec = posted_sec - expected_sec_;
    if (std::fabs(error_sec) < 0.25 * period_sec) {
      usual_error_sec_ += learning * (std::fabs(error_sec) - usual_error_sec_);
      expected_sec_ += phase_learning * error_sec;
    } else {
      usual_error_sec_ = 0.1 * period_sec;
      expected_sec_ = posted_sec;
    }
    expected_sec_ += period_sec;
    is_useful_ = 2.0 * reach_sec() < longest_share * period_sec;
  }

  /** It slept until `begin_sec`, and woke so much later. */
  void woke(double late_sec) noexcept {
    usual_late_sec_ += learning * (std::clamp(late_sec, 0.0, longest_late_sec) - usual_late_sec_);
  }

  bool is_useful() const noexcept { return is_useful_; }
  /** When to sleep until, so as to be awake in time. */
  double begin_sec() const noexcept { return expected_sec_ - reach_sec() - late_factor * usual_late_sec_; }
  /** What has not come by then is late. */
  double end_sec() const noexcept { return expected_sec_ + reach_sec(); }

 private:
  static constexpr double learning = 0.05;
  static constexpr double phase_learning = 0.1;
  /** Of the time between two blocks, so much at most may be spent on looking. */
  static constexpr double longest_share = 0.08;
  static constexpr double late_factor = 1.3;
  static constexpr double longest_late_sec = 300e-6;

  double reach_sec() const noexcept { return 2.0 * usual_error_sec_ + 5e-6; }

  double expected_sec_ = -1.0;
  double usual_error_sec_ = 0.0;
  double usual_late_sec_ = 60e-6;
  bool is_useful_ = false;
};

}  // namespace sounddesk
