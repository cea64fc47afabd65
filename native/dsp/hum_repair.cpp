#include "dsp/hum_repair.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {
namespace {

constexpr double heard_sec = 8.0;
/** Of a short sound, a quarter. */
constexpr double half_window_sec = 2.0;
constexpr double least_sec = 0.5;
/** In steps of half a window's half: two windows so far apart share next to nothing. */
constexpr std::size_t far_steps = 2;
/** Of two fits beside each other, relative to their size: wholly a hum below the one, none from the other on. */
constexpr double same_below = 0.4;
constexpr double other_from = 0.8;

}  // namespace

HumRepair::HumRepair(const DeHumSettings &settings, double rate_hz, std::size_t channels) {
  channels_.reserve(channels);
  for (std::size_t k = 0; k < channels; ++k) channels_.emplace_back(limited(settings).amount / 100.0F, rate_hz);
}

void HumRepair::process(const float *const *channels, std::size_t frames, bool is_last, std::vector<std::vector<float>> &out) {
  for (std::size_t k = 0; k < channels_.size(); ++k) channels_[k].process(channels[k], frames, is_last, out[k]);
}

HumRepair::Channel::Channel(float share, double rate_hz)
    : share_(share),
      rate_hz_(rate_hz),
      every_(hums::every_of(rate_hz)),
      sought_(hums::searches(rate_hz / static_cast<double>(every_))),
      fit_(rate_hz / static_cast<double>(every_)) {}

void HumRepair::Channel::process(const float *samples, std::size_t frames, bool is_last, std::vector<float> &out) {
  for (std::size_t i = 0; i < frames; ++i) add(sound_of(samples[i]));
  waiting_.insert(waiting_.end(), samples, samples + frames);
  const std::size_t end = low_first_ + low_.size();
  if (half_ == 0 && !begin(end, is_last)) {
    if (is_last) out.insert(out.end(), waiting_.begin(), waiting_.end());
    return;
  }
  const std::size_t hop = half_ / 2;
  for (;;) {
    const std::size_t center = (first_step_ + steps_.size()) * hop;
    if (is_last ? center >= end + (1 + far_steps) * hop : center + half_ > end) break;
    steps_.push_back(fit_at(center, end));
  }
  const std::size_t fitted = first_step_ + steps_.size();
  for (; judged_ + far_steps < fitted; ++judged_) judge(judged_);
  subtract(is_last, out);
  forget();
}

void HumRepair::Channel::add(double sample) {
  sum_ += sample;
  if (++summed_ < every_) return;
  low_.push_back(sum_ / static_cast<double>(every_));
  sum_ = 0.0;
  summed_ = 0;
}

/** Whether enough is heard to begin with. */
bool HumRepair::Channel::begin(std::size_t end, bool is_last) {
  const double low_rate_hz = fit_.rate_hz();
  const double heard = heard_sec * low_rate_hz;
  const auto length = static_cast<double>(end);
  if (length < heard && !is_last) return false;
  if (length < least_sec * low_rate_hz) return false;
  half_ = 2 * static_cast<std::size_t>(std::min(half_window_sec * low_rate_hz, length / 4.0) / 2.0);
  // A short sound again and again: what is to be known of it takes some seconds.
  const std::size_t once = std::min(end, static_cast<std::size_t>(heard));
  for (double sum = 0.0; sum < heard; sum += static_cast<double>(once)) search(0, once);
  searched_ = once;
  return true;
}

void HumRepair::Channel::search(std::size_t from, std::size_t to) noexcept {
  for (std::size_t t = from; t < to; ++t) {
    for (SteadyTones &sought : sought_) sought.add(low_[t - low_first_]);
  }
}

HumRepair::Step HumRepair::Channel::fit_at(std::size_t center, std::size_t end) {
  const std::size_t until = std::min(end, center + half_);
  if (until > searched_) {
    search(searched_, until);
    searched_ = until;
  }
  Step step;
  const std::size_t from = center > half_ ? center - half_ : 0;
  // Hardly anything of the sound is left here: as before.
  if (until < from + half_ / 2) {
    step.is_repeated = true;
    if (!steps_.empty()) step.fitted = steps_.back().fitted;
    return step;
  }
  if (frequency_hz_ == 0.0) frequency_hz_ = hums::seek_hz(sought_);
  if (frequency_hz_ == 0.0) return step;
  const auto begins = low_.begin() + static_cast<std::ptrdiff_t>(from - low_first_);
  const std::vector<double> means(begins, begins + static_cast<std::ptrdiff_t>(until - from));
  const FittedHum fitted = fit_.fit(means, {.from = static_cast<double>(from),
                                            .center = static_cast<double>(center),
                                            .half = static_cast<double>(half_),
                                            .frequency_hz = frequency_hz_});
  const bool is_mains = std::any_of(hums::mains_hz.begin(), hums::mains_hz.end(), [&](double hz) {
    return std::fabs(fitted.frequency_hz - hz) <= hums::most_offset_hz;
  });
  frequency_hz_ = is_mains ? fitted.frequency_hz : 0.0;
  if (is_mains) step.fitted = fitted;
  return step;
}

/** As far as it agrees with what is fitted well before and behind it. */
void HumRepair::Channel::judge(std::size_t at) noexcept {
  Step &here = step(at);
  if (!here.fitted) return;
  if (here.is_repeated) {
    here.depths = step(at - 1).depths;
    here.is_hum = step(at - 1).is_hum;
    return;
  }
  std::array<const FittedHum *, 2> beside{};
  std::size_t count = 0;
  const auto add = [&](const Step &other) {
    if (other.fitted && !other.is_repeated) beside[count++] = &*other.fitted;
  };
  if (at >= first_step_ + far_steps) add(step(at - far_steps));
  add(step(at + far_steps));
  for (std::size_t tone = 0; tone < most_tones && count > 0; ++tone) {
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) sum += fit_.difference(*here.fitted, *beside[i], tone);
    const double part = (other_from - sum / static_cast<double>(count)) / (other_from - same_below);
    here.depths[tone] = std::min(1.0, std::max(0.0, part));
    if (here.depths[tone] > 0.0) here.is_hum = true;
  }
  // Neither here nor before: it is sought elsewhere.
  if (!here.is_hum && at > first_step_ && !step(at - 1).is_hum) frequency_hz_ = 0.0;
}

void HumRepair::Channel::subtract(bool is_last, std::vector<float> &out) {
  const double hop = hop_samples();
  const double middle = static_cast<double>(every_ - 1) / 2.0;
  // Between two steps that are judged.
  const double known = is_last ? 1e300 : std::floor((static_cast<double>(judged_) - 1.0) * hop + middle);
  const double most = known - static_cast<double>(given_);
  const std::size_t ready =
      most <= 0.0 ? 0 : static_cast<std::size_t>(std::min(static_cast<double>(waiting_.size()), most));
  const std::size_t begins = out.size();
  out.insert(out.end(), waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(ready));
  for (std::size_t i = 0; i < ready;) {
    const double place = std::max(0.0, std::floor((static_cast<double>(given_ + i) - middle) / hop));
    const auto at = static_cast<std::size_t>(place);
    const auto next = static_cast<std::size_t>(std::ceil((place + 1.0) * hop + middle)) - given_;
    const std::size_t end = std::min(ready, next);
    if (step(at).is_hum || step(at + 1).is_hum) between(i, end, at, out.data() + begins);
    i = end;
  }
  zeros_ = zeros_before(ready);
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(ready));
  given_ += ready;
}

/** One fit fades into the next. `out` begins where what waits begins. */
void HumRepair::Channel::between(std::size_t from, std::size_t to, std::size_t place, float *out) const noexcept {
  const double hop = hop_samples();
  const auto every = static_cast<double>(every_);
  const double first = static_cast<double>(given_ + from) - (every - 1.0) / 2.0;
  const auto wave_of = [&](const Step &of) {
    return of.fitted ? HumWave(*of.fitted, of.depths, first / every, every, fit_.rate_hz()) : HumWave();
  };
  HumWave one = wave_of(step(place));
  HumWave other = wave_of(step(place + 1));
  std::size_t zeros = zeros_before(from);
  for (std::size_t i = from; i < to; ++i) {
    const double part = std::max(0.0, (first + static_cast<double>(i) - static_cast<double>(from)) / hop - static_cast<double>(place));
    const double share = 0.5 - 0.5 * std::cos(std::numbers::pi * part);
    const double hum = (1.0 - share) * one.next() + share * other.next();
    const float sample = waiting_[i];
    zeros = sample == 0.0F ? zeros + 1 : 0;
    if (sample == 0.0F && is_silence(i, zeros)) continue;
    out[i] = static_cast<float>(static_cast<double>(sample) - static_cast<double>(share_) * hum);
  }
}

/** Zeros right before a sample that waits. */
std::size_t HumRepair::Channel::zeros_before(std::size_t at) const noexcept {
  std::size_t zeros = 0;
  while (zeros < at && waiting_[at - 1 - zeros] == 0.0F) ++zeros;
  return zeros == at ? zeros + zeros_ : zeros;
}

bool HumRepair::Channel::is_silence(std::size_t at, std::size_t zeros) const noexcept {
  std::size_t all = zeros;
  for (std::size_t i = at + 1; all < hums::zeros_of_silence && i < waiting_.size() && waiting_[i] == 0.0F; ++i) ++all;
  return all >= hums::zeros_of_silence;
}

void HumRepair::Channel::forget() {
  const std::size_t hop = half_ / 2;
  const std::size_t place = given_ / (hop * every_);
  const std::size_t kept = far_steps + 1 + first_step_;
  const std::size_t spare_steps = std::min(place, judged_) > kept ? std::min(place, judged_) - kept : 0;
  steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(spare_steps));
  first_step_ += spare_steps;
  const std::size_t next = (first_step_ + steps_.size()) * hop;
  const std::size_t needed = std::min(next > half_ ? next - half_ : 0, searched_);
  const std::size_t spare = needed > low_first_ ? std::min(needed - low_first_, low_.size()) : 0;
  low_.erase(low_.begin(), low_.begin() + static_cast<std::ptrdiff_t>(spare));
  low_first_ += spare;
}

}  // namespace sounddesk
