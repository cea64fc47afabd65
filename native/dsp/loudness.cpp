#include "dsp/loudness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sounddesk {
namespace {

constexpr double absolute_gate_lufs = -70.0;
constexpr double relative_gate_lu = -10.0;
constexpr double offset_lufs = -0.691;

double energy_at(double lufs) { return std::pow(10.0, (lufs - offset_lufs) / 10.0); }

/**
 * BS.1770-4, table 3, for the orders of channels that files have: one or two, three with a centre, four with two behind,
 * five, and 5.1 with the low one left out. More channels have no place in it.
 */
double weight_of(std::size_t channel, std::size_t channels) {
  constexpr double behind = 1.41;
  if (channels == 4) return channel < 2 ? 1.0 : behind;
  if (channels == 5) return channel < 3 ? 1.0 : behind;
  constexpr std::array<double, 6> weights{1.0, 1.0, 1.0, 0.0, behind, behind};
  return channel < weights.size() ? weights[channel] : 0.0;
}

}  // namespace

LoudnessMeter::LoudnessMeter(int channels, int rate_hz)
    : weighting_(k_weighting(rate_hz)), part_frames_(static_cast<std::size_t>(rate_hz + 5) / 10) {
  const auto count = static_cast<std::size_t>(channels);
  for (std::size_t channel = 0; channel < count; ++channel) channels_.push_back({weight_of(channel, count)});
}

void LoudnessMeter::add(const float *interleaved, std::size_t frames) { add_all(interleaved, frames); }

void LoudnessMeter::add(const double *interleaved, std::size_t frames) { add_all(interleaved, frames); }

template <typename Sample>
void LoudnessMeter::add_all(const Sample *interleaved, std::size_t frames) {
  for (std::size_t done = 0; done < frames;) {
    const std::size_t count = std::min(frames - done, part_frames_ - part_filled_);
    for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
      if (channels_[channel].weight == 0.0) continue;
      const Sample *samples = interleaved + done * channels_.size() + channel;
      part_energy_ += channels_[channel].weight * energy_of(samples, count, channels_[channel]);
    }
    done += count;
    part_filled_ += count;
    if (part_filled_ == part_frames_) end_part();
  }
}

/**
 * Sum of the squares behind both filters of every `channels_.size()`th sample. Written so that a sample waits for one
 * product and one difference of the one before it, and no longer.
 */
template <typename Sample>
double LoudnessMeter::energy_of(const Sample *samples, std::size_t count, Channel &channel) const noexcept {
  const BiquadCoefficients &shelf = weighting_.shelf;
  const BiquadCoefficients &high = weighting_.high_pass;
  const std::size_t step = channels_.size();
  auto [shelf_1, shelf_2] = channel.shelf;
  auto [high_1, high_2] = channel.high_pass;
  double energy = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double shelf_0 = (static_cast<double>(samples[i * step]) - shelf.a2 * shelf_2) - shelf.a1 * shelf_1;
    const double shelved = shelf.b0 * shelf_0 + (shelf.b1 * shelf_1 + shelf.b2 * shelf_2);
    const double high_0 = (shelved - high.a2 * high_2) - high.a1 * high_1;
    const double weighted = high_0 - (high_1 + high_1) + high_2;
    energy += weighted * weighted;
    shelf_2 = shelf_1;
    shelf_1 = shelf_0;
    high_2 = high_1;
    high_1 = high_0;
  }
  // Long before denormal numbers.
  if (energy < 1e-30 * static_cast<double>(count)) shelf_1 = shelf_2 = high_1 = high_2 = 0.0;
  channel.shelf = {shelf_1, shelf_2};
  channel.high_pass = {high_1, high_2};
  return energy;
}

void LoudnessMeter::end_part() {
  parts_[parts_done_ % parts_of_block] = part_energy_;
  ++parts_done_;
  part_energy_ = 0.0;
  part_filled_ = 0;
  if (parts_done_ < parts_of_block) return;
  const double energy = std::accumulate(parts_.begin(), parts_.end(), 0.0);
  const double mean = energy / static_cast<double>(parts_of_block * part_frames_);
  if (mean >= energy_at(absolute_gate_lufs)) blocks_.push_back(mean);
}

std::optional<double> LoudnessMeter::integrated_lufs() const {
  if (blocks_.empty()) return std::nullopt;
  const double all = std::accumulate(blocks_.begin(), blocks_.end(), 0.0) / static_cast<double>(blocks_.size());
  const double least = all * std::pow(10.0, relative_gate_lu / 10.0);
  double sum = 0.0;
  std::size_t count = 0;
  for (const double block : blocks_) {
    if (block < least) continue;
    sum += block;
    ++count;
  }
  return offset_lufs + 10.0 * std::log10(sum / static_cast<double>(count));
}

}  // namespace sounddesk
