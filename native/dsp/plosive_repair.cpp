#include "dsp/plosive_repair.hpp"

#include <algorithm>
#include <cmath>

namespace sounddesk {
namespace {

constexpr double around_sec = 0.02;
constexpr double edge_sec = 0.01;
constexpr double least_change_db = 1e-6;
/** 20 log10(2): decibels of a doubling. */
constexpr double db_per_octave = 6.0205999132796239;

}  // namespace

PlosiveRepair::PlosiveRepair(const DePlosiveSettings &settings, double rate_hz, std::size_t channels)
    : detector_(rate_hz),
      filters_(channels, LowPass(plosives::burst_below_hz, rate_hz)),
      around_(samples_of(around_sec, rate_hz)),
      largest_(2 * around_ + 1),
      edge_(2 * samples_of(edge_sec, rate_hz) + 1, 0.0F),
      late_(around_ + edge_.size() / 2),
      waiting_(channels),
      lows_(channels) {
  detector_.set_amount(settings.amount);
}

void PlosiveRepair::process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) {
  std::vector<double> reductions_db(frames + (is_last ? late_ : 0));
  for (std::size_t i = 0; i < frames; ++i) {
    double low = 0.0;
    double rest = 0.0;
    for (std::size_t k = 0; k < filters_.size(); ++k) {
      const double sample = channels[k][i];
      const double below = std::fabs(filters_[k].process(sample));
      const double above = std::fabs(filters_[k].high());
      waiting_[k].push_back(channels[k][i]);
      lows_[k].push_back(static_cast<float>(sample - filters_[k].high()));
      // False for what is no number, which must not stay in a level.
      if (below > low) low = std::min(below, plosives::most_level);
      if (above > rest) rest = std::min(above, plosives::most_level);
    }
    reductions_db[i] = smooth(detector_.wanted_db(low, rest));
  }
  for (std::size_t i = frames; i < reductions_db.size(); ++i) reductions_db[i] = smooth(0.0);
  for (LowPass &filter : filters_) filter.settle();
  // The gain of a sample is known so much later.
  const std::size_t from = late_ > heard_ ? std::min(reductions_db.size(), late_ - heard_) : 0;
  heard_ += reductions_db.size();
  const std::size_t ready = reductions_db.size() - from;
  for (std::size_t i = 0; i < ready; ++i) {
    const double reduction_db = reductions_db[from + i];
    if (reduction_db < least_change_db) continue;
    const double change = std::exp2(-reduction_db / db_per_octave) - 1.0;
    for (std::size_t k = 0; k < waiting_.size(); ++k) {
      waiting_[k][i] = static_cast<float>(waiting_[k][i] + change * static_cast<double>(lows_[k][i]));
    }
  }
  for (std::size_t k = 0; k < waiting_.size(); ++k) {
    const auto end = waiting_[k].begin() + static_cast<std::ptrdiff_t>(ready);
    out[k].insert(out[k].end(), waiting_[k].begin(), end);
    waiting_[k].erase(waiting_[k].begin(), end);
    lows_[k].erase(lows_[k].begin(), lows_[k].begin() + static_cast<std::ptrdiff_t>(ready));
  }
}

/** The largest around a sample, and of these the mean. */
double PlosiveRepair::smooth(double wanted_db) noexcept {
  const float largest = largest_.push(static_cast<float>(wanted_db));
  edge_sum_ += static_cast<double>(largest) - static_cast<double>(edge_[edge_at_]);
  edge_[edge_at_] = largest;
  edge_at_ = (edge_at_ + 1) % edge_.size();
  zeros_ = largest == 0.0F ? zeros_ + 1 : 0;
  if (zeros_ >= edge_.size()) edge_sum_ = 0.0;
  return edge_sum_ / static_cast<double>(edge_.size());
}

}  // namespace sounddesk
