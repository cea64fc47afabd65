#include "dsp/live_loudness.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sounddesk {
namespace {

constexpr double absolute_gate_lufs = -70.0;
constexpr double relative_gate_lu = -10.0;
constexpr double bins_per_lu = 10.0;

double lufs_of(double energy) { return -0.691 + 10.0 * std::log10(energy); }

double energy_of(double lufs) { return std::pow(10.0, (lufs + 0.691) / 10.0); }

/** Below the absolute gate there is nothing to hear. */
std::optional<double> shown(double energy) {
  if (!(energy > energy_of(absolute_gate_lufs))) return std::nullopt;
  return lufs_of(energy);
}

}  // namespace

KWeighting k_weighting(double rate_hz) noexcept {
  // BS.1770 tabulates both filters at 48 kHz alone. These are the analogue prototypes behind the table: through the
  // bilinear transform they give it back to its last digit (checked in the tests).
  KWeighting weighting{};
  {
    const double k = std::tan(std::numbers::pi * 1681.974450955533 / rate_hz);
    constexpr double q = 0.7071752369554196;
    const double high = std::pow(10.0, 3.999843853973347 / 20.0);
    const double band = std::pow(high, 0.4996667741545416);
    const double scale = 1.0 / (1.0 + k / q + k * k);
    weighting.shelf = {(high + band * k / q + k * k) * scale, 2.0 * (k * k - high) * scale,
                       (high - band * k / q + k * k) * scale, 2.0 * (k * k - 1.0) * scale,
                       (1.0 - k / q + k * k) * scale};
  }
  {
    const double k = std::tan(std::numbers::pi * 38.13547087602444 / rate_hz);
    constexpr double q = 0.5003270373238773;
    const double scale = 1.0 / (1.0 + k / q + k * k);
    weighting.high_pass = {1.0, -2.0, 1.0, 2.0 * (k * k - 1.0) * scale, (1.0 - k / q + k * k) * scale};
  }
  return weighting;
}

LiveLoudness::LiveLoudness(double rate_hz, std::size_t channels)
    : weighting_(k_weighting(rate_hz)),
      part_frames_(static_cast<std::size_t>(std::lround(rate_hz / 10.0))),
      states_(channels),
      bins_(bin_count) {}

void LiveLoudness::reset() noexcept {
  std::fill(states_.begin(), states_.end(), State{});
  std::fill(bins_.begin(), bins_.end(), Bin{});
  parts_.fill(0.0);
  parts_done_ = 0;
  part_energy_ = 0.0;
  part_filled_ = 0;
  momentary_ = short_term_ = integrated_ = std::nullopt;
  is_integrated_old_ = false;
}

void LiveLoudness::add(const float *const *channels, std::size_t frames) noexcept {
  for (std::size_t done = 0; done < frames;) {
    const std::size_t count = std::min(frames - done, part_frames_ - part_filled_);
    for (std::size_t channel = 0; channel < states_.size(); ++channel) {
      part_energy_ += filtered_energy(channels[channel] + done, count, states_[channel]);
    }
    done += count;
    part_filled_ += count;
    if (part_filled_ == part_frames_) end_part();
  }
}

double LiveLoudness::filtered_energy(const float *samples, std::size_t count, State &state) const noexcept {
  const BiquadCoefficients &shelf = weighting_.shelf;
  const BiquadCoefficients &high = weighting_.high_pass;
  State s = state;
  double energy = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = samples[i];
    const double y = shelf.b0 * x + s.shelf_first;
    s.shelf_first = (shelf.b1 * x + s.shelf_second) - shelf.a1 * y;
    s.shelf_second = shelf.b2 * x - shelf.a2 * y;
    const double z = y + s.high_first;
    s.high_first = (s.high_second - 2.0 * y) - high.a1 * z;
    s.high_second = y - high.a2 * z;
    energy += z * z;
  }
  if (!std::isfinite(energy)) {
    state = {};
    return 0.0;
  }
  // Long before denormal numbers.
  if (energy == 0.0 || energy < 1e-30 * static_cast<double>(count)) s = {};
  state = s;
  return energy;
}

void LiveLoudness::end_part() noexcept {
  parts_[parts_done_ % parts_of_short_term] = part_energy_ / static_cast<double>(part_frames_);
  ++parts_done_;
  part_energy_ = 0.0;
  part_filled_ = 0;
  if (parts_done_ >= parts_of_short_term) short_term_ = shown(mean_of_last(parts_of_short_term));
  if (parts_done_ < parts_of_momentary) return;
  const double energy = mean_of_last(parts_of_momentary);
  momentary_ = shown(energy);
  if (!momentary_.has_value()) return;
  const double place = (*momentary_ - absolute_gate_lufs) * bins_per_lu;
  Bin &bin = bins_[std::min(bin_count - 1, static_cast<std::size_t>(std::max(0.0, place)))];
  ++bin.blocks;
  bin.energy += energy;
  is_integrated_old_ = true;
}

double LiveLoudness::mean_of_last(std::size_t parts) const noexcept {
  double sum = 0.0;
  for (std::size_t back = 1; back <= parts; ++back) sum += parts_[(parts_done_ - back) % parts_of_short_term];
  return sum / static_cast<double>(parts);
}

std::optional<double> LiveLoudness::integrated_lufs() noexcept {
  if (!is_integrated_old_) return integrated_;
  is_integrated_old_ = false;
  const auto mean_from = [this](std::size_t first) {
    double energy = 0.0;
    std::uint64_t blocks = 0;
    for (std::size_t i = first; i < bin_count; ++i) {
      energy += bins_[i].energy;
      blocks += bins_[i].blocks;
    }
    return blocks == 0 ? 0.0 : energy / static_cast<double>(blocks);
  };
  const double gate_lufs = lufs_of(mean_from(0)) + relative_gate_lu;
  const double place = std::round((gate_lufs - absolute_gate_lufs) * bins_per_lu);
  integrated_ = lufs_of(mean_from(static_cast<std::size_t>(std::max(0.0, place))));
  return integrated_;
}

}  // namespace sounddesk
