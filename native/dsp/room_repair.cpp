#include "dsp/room_repair.hpp"

#include <algorithm>

namespace sounddesk {
namespace {

constexpr double heard_sec = 8.0;

}  // namespace

RoomRepair::RoomRepair(const DeReverbSettings &settings, double rate_hz, std::size_t channels)
    : amount_(limited(settings).amount),
      rate_hz_(rate_hz),
      channels_(channels, RoomPrediction(std::min(1.0, amount_ / 50.0), rate_hz)),
      waiting_(channels),
      planes_(channels) {}

void RoomRepair::process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) {
  std::vector<std::vector<float>> &done = has_begun_ ? out : waiting_;
  const std::size_t from = has_begun_ ? out.front().size() : 0;
  for (std::size_t k = 0; k < channels_.size(); ++k) channels_[k].process(channels[k], frames, is_last, done[k]);
  if (has_begun_) {
    lower(out, from, out.front().size() - from);
    return;
  }
  if (static_cast<double>(waiting_.front().size()) < heard_sec * rate_hz_ && !is_last) return;
  begin();
  lower(waiting_, 0, waiting_.front().size());
  for (std::size_t k = 0; k < channels_.size(); ++k) out[k].insert(out[k].end(), waiting_[k].begin(), waiting_[k].end());
  waiting_.clear();
}

/** The room is known when the first sample is given. */
void RoomRepair::begin() {
  has_begun_ = true;
  // What could not be predicted is lowered as it is live.
  const auto amount = static_cast<float>(channels_.front().is_predicted() ? std::max(0.0, 2.0 * amount_ - 100.0) : amount_);
  if (amount == 0.0F || waiting_.front().empty()) return;
  gain_.emplace(rate_hz_, channels_.size());
  gain_->set({.is_on = true, .amount = amount});
  const auto heard = static_cast<std::size_t>(heard_sec * rate_hz_);
  const std::size_t once = std::min(heard, waiting_.front().size());
  for (std::size_t sum = 0; sum < heard; sum += once) {
    std::vector<std::vector<float>> beginning;
    for (const std::vector<float> &samples : waiting_) {
      beginning.emplace_back(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(once));
    }
    lower(beginning, 0, once);
  }
  gain_->begin_again();
}

void RoomRepair::lower(std::vector<std::vector<float>> &samples, std::size_t from, std::size_t frames) noexcept {
  if (!gain_) return;
  for (std::size_t k = 0; k < planes_.size(); ++k) planes_[k] = samples[k].data() + from;
  gain_->process(planes_.data(), frames);
}

}  // namespace sounddesk
