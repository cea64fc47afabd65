#include "engine/live_meters.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sounddesk {
namespace {

constexpr std::size_t frames_per_sec = 100;
constexpr std::size_t noise_window_frames = 3 * frames_per_sec;
constexpr std::size_t reduction_window_frames = 3 * frames_per_sec;
constexpr std::size_t latency_window_frames = 10 * frames_per_sec;
/** Less than this of a pause says nothing about it yet. */
constexpr std::size_t shortest_pause_frames = 20;

template <typename T>
void keep_newest(std::deque<T> &values, std::size_t limit) {
  while (values.size() > limit) values.pop_front();
}

}  // namespace

void NoiseFloor::add(const FrameRecord &record) {
  if (!record.is_pause) return;
  // The first frames are averaged plainly, so that the start does not count as silence.
  constexpr double settled_share = 0.1;
  ++pause_frames_;
  const double share = std::max(settled_share, 1.0 / static_cast<double>(pause_frames_));
  smoothed_power_ += share * (record.aligned_input_power - smoothed_power_);
  if (pause_frames_ < shortest_pause_frames) return;
  recent_.push_back(smoothed_power_);
  keep_newest(recent_, noise_window_frames);
}

void LatencyHistogram::add(double ms) {
  const auto bin = static_cast<std::size_t>(std::max(0.0, ms) / step_ms);
  ++counts_[std::min(bin, counts_.size() - 1)];
  ++total_;
}

std::optional<double> LatencyHistogram::at(double share) const {
  if (total_ == 0) return std::nullopt;
  auto left = static_cast<std::uint64_t>(share * static_cast<double>(total_ - 1));
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
    if (counts_[bin] > left) return (static_cast<double>(bin) + 0.5) * step_ms;
    left -= counts_[bin];
  }
  return std::nullopt;
}

std::optional<double> NoiseFloor::level_db() const {
  if (recent_.empty()) return std::nullopt;
  return power_to_db(*std::min_element(recent_.begin(), recent_.end()));
}

void LiveMeters::add(const FrameRecord &record) {
  input_.add(record.input_peak, record.input_power);
  output_.add(record.output_peak, record.output_power);
  noise_.add(record);
  // Below -90 dBFS there is no noise to lower, only the last step of a converter.
  if (record.is_pause && record.aligned_input_power > 1e-9) {
    pauses_.push_back({record.aligned_input_power, record.denoised_power});
    keep_newest(pauses_, reduction_window_frames);
    session_pauses_.input_power += record.aligned_input_power;
    session_pauses_.output_power += record.denoised_power;
    ++session_pause_frames_;
  }
  if (record.latency_ms >= 0.0F) {
    latencies_ms_.push_back(record.latency_ms);
    keep_newest(latencies_ms_, latency_window_frames);
    session_latencies_.add(record.latency_ms);
  }
  busy_sec_.push_back(record.busy_sec);
  keep_newest(busy_sec_, frames_per_sec);
  speech_probability_ = record.speech_probability;
  for (std::size_t place = 0; place < effect_count; ++place) {
    reductions_db_[place] = std::max(reductions_db_[place], record.reductions_db[place]);
  }
  input_clips_ = record.input_clips;
  output_clips_ = record.output_clips;
  output_lufs_ = record.output_lufs;
  scope_.push_back(std::min(record.input_peak, 1.0F));
  scope_.push_back(std::min(record.output_peak, 1.0F));
}

void LiveMeters::lengthen_latency(double ms) {
  for (float &latency_ms : latencies_ms_) latency_ms += static_cast<float>(ms);
}

LiveLevels LiveMeters::take() {
  LiveLevels levels;
  const LevelMeter::Reading input = input_.take();
  const LevelMeter::Reading output = output_.take();
  levels.input_peak_db = input.peak_db;
  levels.input_rms_db = input.rms_db;
  levels.output_peak_db = output.peak_db;
  levels.output_rms_db = output.rms_db;
  levels.noise_level_db = noise_.level_db();
  if (pauses_.size() >= shortest_pause_frames) {
    Pause sum{0.0, 0.0};
    for (const Pause &pause : pauses_) {
      sum.input_power += pause.input_power;
      sum.output_power += pause.output_power;
    }
    levels.reduction_db = reduction_of(sum);
  }
  levels.reductions_db = std::exchange(reductions_db_, {});
  levels.input_clips = input_clips_;
  levels.output_clips = output_clips_;
  if (output_lufs_ > silence_lufs) levels.output_lufs = output_lufs_;
  if (session_pause_frames_ >= shortest_pause_frames) levels.session_reduction_db = reduction_of(session_pauses_);
  levels.session_latency_p50_ms = session_latencies_.at(0.5);
  levels.session_latency_p99_ms = session_latencies_.at(0.99);
  levels.speech_probability = speech_probability_;
  if (!latencies_ms_.empty()) {
    // The callbacks' own timing jitters by a block; the middle of the last second does not.
    const std::size_t newest = std::min<std::size_t>(latencies_ms_.size(), frames_per_sec);
    std::vector<float> last_second(latencies_ms_.end() - static_cast<std::ptrdiff_t>(newest), latencies_ms_.end());
    std::vector<float> all(latencies_ms_.begin(), latencies_ms_.end());
    levels.latency_ms = latency_at(last_second, 0.5);
    levels.latency_p50_ms = latency_at(all, 0.5);
    levels.latency_p99_ms = latency_at(all, 0.99);
  }
  double busy_sec = 0.0;
  for (const float busy : busy_sec_) busy_sec += busy;
  if (!busy_sec_.empty()) levels.dsp_load = std::min(1.0, busy_sec * frames_per_sec / static_cast<double>(busy_sec_.size()));
  levels.scope.swap(scope_);
  return levels;
}

double LiveMeters::reduction_of(const Pause &pause) const {
  return 10.0 * std::log10(pause.input_power / std::max(pause.output_power, 1e-12 * pause.input_power));
}

double LiveMeters::latency_at(std::vector<float> &values, double share) const {
  const auto index = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + index, values.end());
  return values[static_cast<std::size_t>(index)];
}

}  // namespace sounddesk
