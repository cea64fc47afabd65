#include "dsp/breath_repair.hpp"

#include <algorithm>
#include <cmath>

namespace sounddesk {
namespace {

constexpr double hop_sec = 0.005;
/** In hops: around one for its levels, of the shortest breath, before and behind a breath, and of the edges. */
constexpr std::ptrdiff_t around = 8;
constexpr std::ptrdiff_t least = 24;
constexpr std::ptrdiff_t margin = 2;
constexpr std::ptrdiff_t edge = 4;
/** Half a second: a voice that comes is heard beforehand. */
constexpr std::ptrdiff_t ahead = 100;
/** -10 dB and -70 dBFS, as mean squares. */
constexpr double below_voice = 0.1;
constexpr double least_power = 1e-7;
/** As powers. */
constexpr double above_low = 1.5;
constexpr double above_high = 1.5;
/** 20 log10(2): decibels of a doubling. */
constexpr double db_per_octave = 6.0205999132796239;

}  // namespace

BreathRepair::BreathRepair(const DeBreathSettings &settings, double rate_hz, std::size_t channels)
    : most_db_(static_cast<float>(breaths::most_db * static_cast<double>(limited(settings).amount) / 100.0)),
      hop_samples_(samples_of(hop_sec, rate_hz)),
      below_350_(breaths::low_hz, rate_hz),
      below_4500_(breaths::high_hz, rate_hz),
      fall_(std::pow(10.0, (-breaths::voice_fall_db_per_sec / 10.0) * (static_cast<double>(hop_samples_) / rate_hz))),
      waiting_(channels) {}

void BreathRepair::process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) {
  for (std::size_t i = 0; i < frames; ++i) {
    double sum = channels[0][i];
    for (std::size_t k = 1; k < waiting_.size(); ++k) sum += static_cast<double>(channels[k][i]);
    const double mean = sum / static_cast<double>(waiting_.size());
    hear(mean >= -16.0 && mean <= 16.0 ? mean : 0.0);
  }
  below_350_.settle();
  below_4500_.settle();
  if (is_last && summed_ > 0) end_hop();
  for (std::size_t k = 0; k < waiting_.size(); ++k) waiting_[k].insert(waiting_[k].end(), channels[k], channels[k] + frames);
  const std::ptrdiff_t end = first_ + static_cast<std::ptrdiff_t>(hops_.size());
  while (looked_ < (is_last ? end : end - ahead)) look(looked_++);
  // What is a breath is known when as many hops as the shortest has are looked at behind it.
  const auto hop_size = static_cast<std::ptrdiff_t>(hop_samples_);
  const auto all = static_cast<std::ptrdiff_t>(waiting_[0].size());
  const std::ptrdiff_t known = is_last ? given_ + all : (looked_ - least - margin - edge - 1) * hop_size;
  const std::ptrdiff_t ready = std::max<std::ptrdiff_t>(0, std::min(all, known - given_));
  lower(static_cast<std::size_t>(ready));
  for (std::size_t k = 0; k < waiting_.size(); ++k) {
    out[k].insert(out[k].end(), waiting_[k].begin(), waiting_[k].begin() + ready);
    waiting_[k].erase(waiting_[k].begin(), waiting_[k].begin() + ready);
  }
  given_ += ready;
  for (const std::ptrdiff_t needed = given_ / hop_size - around - edge; first_ < needed; ++first_) hops_.pop_front();
}

void BreathRepair::hear(double sample) {
  const double low = below_350_.process(sample);
  const double below = below_4500_.process(sample);
  const double middle = below - low;
  const double high = sample - below;
  sums_.low += low * low;
  sums_.middle += middle * middle;
  sums_.high += high * high;
  if (++summed_ == hop_samples_) end_hop();
}

void BreathRepair::end_hop() {
  Hop ended;
  ended.low = sums_.low / static_cast<double>(hop_samples_);
  ended.middle = sums_.middle / static_cast<double>(hop_samples_);
  ended.high = sums_.high / static_cast<double>(hop_samples_);
  const Hop last = hops_.empty() ? Hop{} : hops_.back();
  const double before = last.low + last.middle + last.high;
  ended.level = (ended.low + ended.middle + ended.high + before) / 2.0;
  ended.voice = std::max(ended.level, last.voice * fall_);
  hops_.push_back(ended);
  sums_ = {};
  summed_ = 0;
}

BreathRepair::Hop *BreathRepair::hop(std::ptrdiff_t at) noexcept {
  if (at < first_ || at >= first_ + static_cast<std::ptrdiff_t>(hops_.size())) return nullptr;
  return &hops_[static_cast<std::size_t>(at - first_)];
}

void BreathRepair::look(std::ptrdiff_t at) noexcept {
  const Hop &here = *hop(at);
  double voice = here.voice;
  double share = fall_;
  for (std::ptrdiff_t k = 1; k <= ahead; ++k, share *= fall_) {
    if (const Hop *other = hop(at + k)) voice = std::max(voice, other->level * share);
  }
  double low = 0.0;
  double middle = 0.0;
  double high = 0.0;
  double count = 0.0;
  for (std::ptrdiff_t k = at - around; k <= at + around; ++k) {
    const Hop *other = hop(k);
    if (!other) continue;
    low += other->low;
    middle += other->middle;
    high += other->high;
    count += 1.0;
  }
  const double all = (low + middle + high) / count;
  const double most = below_voice * voice;
  const bool is_rush = middle > above_low * low && middle > above_high * high;
  const bool is_soft = all < most && here.level < most && all > least_power;
  const std::ptrdiff_t ended = run_;
  run_ = is_rush && is_soft ? run_ + 1 : 0;
  if (run_ == least) {
    mark(at - least + 1 - margin, at);
  } else if (run_ > least) {
    mark(at, at);
  } else if (run_ == 0 && ended >= least) {
    mark(at, at + margin - 1);
  }
}

void BreathRepair::mark(std::ptrdiff_t from, std::ptrdiff_t to) noexcept {
  for (std::ptrdiff_t at = from; at <= to; ++at) {
    if (Hop *marked = hop(at)) marked->is_breath = true;
  }
}

double BreathRepair::share_of(std::ptrdiff_t at) noexcept {
  double sum = 0.0;
  for (std::ptrdiff_t k = at - edge; k <= at + edge; ++k) {
    if (const Hop *other = hop(k)) sum += other->is_breath ? 1.0 : 0.0;
  }
  return sum / static_cast<double>(2 * edge + 1);
}

void BreathRepair::lower(std::size_t ready) {
  const auto hop_size = static_cast<std::ptrdiff_t>(hop_samples_);
  std::ptrdiff_t last = -1;
  double here = 0.0;
  double next = 0.0;
  for (std::size_t i = 0; i < ready; ++i) {
    const std::ptrdiff_t place = given_ + static_cast<std::ptrdiff_t>(i);
    const std::ptrdiff_t at = place / hop_size;
    if (at != last) {
      last = at;
      here = share_of(at);
      next = share_of(at + 1);
    }
    if (here == 0.0 && next == 0.0) continue;
    const double part = static_cast<double>(place - at * hop_size) / static_cast<double>(hop_samples_);
    const double gain = std::exp2((-most_db_ * (here + part * (next - here))) / db_per_octave);
    for (std::vector<float> &samples : waiting_) samples[i] = static_cast<float>(samples[i] * gain);
  }
}

}  // namespace sounddesk
