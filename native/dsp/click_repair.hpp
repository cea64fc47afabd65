// De-click for files: clicks of cables, switches and the mouth up to 8 ms long, with what lies behind them.
//
// A click begins as in dsp/de_click.hpp: a sample is many times farther from its prediction than is usual. It ends where twelve
// samples in a row are predicted again; a T or a K continues, has no such end and stays as it is, and so do the first beats
// of a voice's cords, since more of them follow. Between the two the samples are those for which the predictions around them
// fail least (A. J. E. M. Janssen, R. N. J. Veldhuis, L. B. Vries, "Adaptive interpolation of discrete-time signals that can be
// modeled as autoregressive processes", IEEE Trans. ASSP 34, 1986): a system of equations with a band of 32, by Cholesky's way;
// the predictor is that of the 20 ms on both sides.
//
// Without a click every bit passes. Channels are looked at one by one. `src-renderer/media/dsp/clickRepair.ts` is the same for a
// browser.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none (allocates).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "dsp/de_click.hpp"
#include "dsp/file_repair.hpp"

namespace sounddesk {

class ClickRepair final : public FileRepair {
 public:
  /** Whether it is on is not asked. Values out of their ranges are brought into them. */
  ClickRepair(const DeClickSettings &settings, double rate_hz, std::size_t channels);

  void process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) override;

 private:
  static constexpr std::size_t order = 32;

  struct Channel {
    /** One window that is done, and what is still looked at. */
    std::vector<double> line;
    std::size_t at;
    std::array<double, order> coefficients{};
    std::size_t until_renewed = 0;
    /** Mean square of how far samples are from their prediction. */
    double usual_error = 0.0;
    /** Samples until a click is believed again. */
    std::size_t resting = 0;
  };

  void look(Channel &channel);
  static double before(const Channel &channel, std::size_t at) noexcept;
  static double behind(const Channel &channel, std::size_t at) noexcept;
  std::size_t end_of(const Channel &channel, std::size_t start, double usual) const noexcept;
  bool is_of_series(const Channel &channel, std::size_t from, double largest) const noexcept;
  void add_correlation(const Channel &channel, std::size_t from, std::array<double, order + 1> &correlation);
  void fill(Channel &channel, std::size_t start, std::size_t end);

  std::vector<double> window_;
  std::vector<double> windowed_;
  std::size_t renew_every_;
  std::size_t most_click_;
  std::size_t series_;
  std::size_t rest_;
  std::size_t ahead_;
  double error_share_;
  double resting_share_;
  double most_error_;
  std::vector<Channel> channels_;
};

}  // namespace sounddesk
