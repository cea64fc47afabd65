#include "take/clean_mastering.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dsp/levels.hpp"
#include "take/loudness_chain.hpp"
#include "take/sanitize.hpp"

namespace sounddesk {
namespace {

constexpr std::size_t block_frames = 16384;
/** Within this the loudness counts as reached: a fifth of what a loudness meter shows. */
constexpr double loudness_tolerance_lu = 0.02;
constexpr int most_trials = 8;
/** More than this above the plain gain and the limiter would be all that is heard. */
constexpr double most_extra_gain_db = 12.0;

}  // namespace

MasteringSink::Gauge::Gauge(std::size_t channels, int rate_hz)
    : channels_(channels),
      loudness_(static_cast<int>(channels), rate_hz),
      true_peak_(channels),
      planar_(channels),
      planes_(channels) {}

void MasteringSink::Gauge::add(const float *interleaved, std::size_t frames) {
  loudness_.add(interleaved, frames);
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    planar_[channel].resize(frames);
    planes_[channel] = planar_[channel].data();
    for (std::size_t i = 0; i < frames; ++i) planar_[channel][i] = interleaved[i * channels_ + channel];
  }
  true_peak_.add(planes_.data(), frames);
}

std::optional<double> MasteringSink::Gauge::finish_true_peak_db() {
  true_peak_.finish();
  const double peak_db = true_peak_.peak_db();
  return peak_db > silence_db ? std::optional<double>(peak_db) : std::nullopt;
}

MasteringSink::MasteringSink(AudioSink &result, const MasteringSettings &settings, const SourceFormat &format,
                             const std::string &output_path, std::function<void(double)> on_later_pass)
    : result_(result),
      settings_(settings),
      channels_(static_cast<std::size_t>(format.channels)),
      rate_hz_(format.rate_hz),
      on_later_pass_(std::move(on_later_pass)),
      effects_(static_cast<double>(rate_hz_), channels_),
      first_pass_(channels_, rate_hz_),
      planar_(channels_),
      planes_(channels_) {
  EffectSettings others = settings_.effects;
  others.de_breath.is_on = false;
  effects_.set(others);
  effects_.settle();
  if (settings_.effects.de_breath.is_on) breaths_.emplace(settings_.effects.de_breath, static_cast<double>(rate_hz_), channels_);
  if (settings_.target_lufs) scratch_.emplace(output_path);
}

void MasteringSink::write(const float *interleaved, std::size_t frames) {
  block_.assign(interleaved, interleaved + frames * channels_);
  if (is_at_work()) {
    apply_effects(frames, false);
  } else {
    take(block_.data(), frames);
  }
}

void MasteringSink::write(const double *interleaved, std::size_t frames) {
  block_.resize(frames * channels_);
  for (std::size_t i = 0; i < block_.size(); ++i) block_[i] = static_cast<float>(interleaved[i]);
  silence_non_numbers(block_.data(), block_.size());
  if (is_at_work()) {
    apply_effects(frames, false);
    return;
  }
  if (scratch_) {
    take(block_.data(), frames);
    return;
  }
  // Untouched, with every bit that a float would lose.
  first_pass_.add(block_.data(), frames);
  result_.write(interleaved, frames);
}

void MasteringSink::apply_effects(std::size_t frames, bool is_last) {
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    planar_[channel].resize(frames);
    for (std::size_t i = 0; i < frames; ++i) planar_[channel][i] = block_[i * channels_ + channel];
  }
  if (breaths_) {
    std::vector<const float *> heard;
    for (const std::vector<float> &channel : planar_) heard.push_back(channel.data());
    std::vector<std::vector<float>> ready(channels_);
    breaths_->process(heard.data(), frames, is_last, ready);
    planar_ = std::move(ready);
  }
  const std::size_t ready_frames = planar_.front().size();
  if (ready_frames == 0) return;
  for (std::size_t channel = 0; channel < channels_; ++channel) planes_[channel] = planar_[channel].data();
  effects_.process(planes_.data(), ready_frames);
  block_.resize(ready_frames * channels_);
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    for (std::size_t i = 0; i < ready_frames; ++i) block_[i * channels_ + channel] = planar_[channel][i];
  }
  take(block_.data(), ready_frames);
}

void MasteringSink::take(const float *interleaved, std::size_t frames) {
  first_pass_.add(interleaved, frames);
  frames_ += static_cast<std::int64_t>(frames);
  if (scratch_) {
    scratch_->write(interleaved, frames * channels_);
  } else {
    result_.write(interleaved, frames);
  }
}

void MasteringSink::finish() {
  if (breaths_) apply_effects(0, true);
  integrated_lufs_ = first_pass_.integrated_lufs();
  true_peak_db_ = first_pass_.finish_true_peak_db();
  if (scratch_) {
    // Silence has no loudness to be changed.
    double gain_db = integrated_lufs_ ? *settings_.target_lufs - *integrated_lufs_ : 0.0;
    const bool is_limited = true_peak_db_.value_or(silence_db) + gain_db > loudness_ceiling_dbtp - 0.1;
    if (integrated_lufs_ && is_limited) gain_db = find_gain_db(gain_db);
    Gauge last_pass(channels_, rate_hz_);
    play_scratch(gain_db, later_passes_done_, 1.0, [&](const float *ready, std::size_t frames) {
      last_pass.add(ready, frames);
      result_.write(ready, frames);
    });
    integrated_lufs_ = last_pass.integrated_lufs();
    true_peak_db_ = last_pass.finish_true_peak_db();
  }
  result_.finish();
}

/** The gain that gives the loudness behind the limiter: secant steps, which stay careful where it pushes back. */
double MasteringSink::find_gain_db(double first_gain_db) {
  double gain_db = first_gain_db;
  double best_db = first_gain_db;
  double best_error = 1e9;
  double slope = 1.0;
  std::optional<std::pair<double, double>> last;
  for (int trial = 0; trial < most_trials; ++trial) {
    LoudnessMeter loudness(static_cast<int>(channels_), rate_hz_);
    const double done_after = later_passes_done_ + (1.0 - later_passes_done_) / 3.0;
    play_scratch(gain_db, later_passes_done_, done_after,
                 [&](const float *ready, std::size_t frames) { loudness.add(ready, frames); });
    later_passes_done_ = done_after;
    const std::optional<double> lufs = loudness.integrated_lufs();
    if (!lufs) break;
    const double error = *settings_.target_lufs - *lufs;
    if (std::fabs(error) < best_error) {
      best_error = std::fabs(error);
      best_db = gain_db;
    }
    if (std::fabs(error) < loudness_tolerance_lu) break;
    if (last && gain_db != last->first) slope = std::clamp((*lufs - last->second) / (gain_db - last->first), 0.1, 1.0);
    last = {gain_db, *lufs};
    gain_db = std::min(gain_db + error / slope, first_gain_db + most_extra_gain_db);
  }
  return best_db;
}

void MasteringSink::play_scratch(double gain_db, double done, double done_after,
                                 const std::function<void(const float *, std::size_t)> &use) {
  LoudnessChain chain(rate_hz_, channels_, gain_db, use);
  latency_frames_ = static_cast<std::int64_t>(chain.latency_frames());
  block_.resize(block_frames * channels_);
  scratch_->rewind();
  std::int64_t frames_played = 0;
  for (std::size_t got = block_frames; got == block_frames;) {
    if (frames_ > 0) {
      on_later_pass_(done + (done_after - done) * static_cast<double>(frames_played) / static_cast<double>(frames_));
    }
    got = scratch_->read(block_.data(), block_frames * channels_) / channels_;
    chain.process(block_.data(), got);
    frames_played += static_cast<std::int64_t>(got);
  }
  chain.finish();
}

}  // namespace sounddesk
