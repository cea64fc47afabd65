#include "take/repairing_source.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "dsp/click_repair.hpp"
#include "dsp/hum_repair.hpp"
#include "dsp/plosive_repair.hpp"
#include "dsp/room_repair.hpp"
#include "take/sanitize.hpp"

namespace sounddesk {
namespace {

std::size_t least_ready(const std::vector<std::vector<float>> &ready) noexcept {
  std::size_t least = ready.front().size();
  for (const std::vector<float> &channel : ready) least = std::min(least, channel.size());
  return least;
}

}  // namespace

std::size_t take_ready(std::vector<std::vector<float>> &ready, std::size_t most, std::vector<std::vector<float>> &to) {
  const std::size_t taken = std::min(most, least_ready(ready));
  for (std::size_t k = 0; k < ready.size(); ++k) {
    const auto end = ready[k].begin() + static_cast<std::ptrdiff_t>(taken);
    to[k].insert(to[k].end(), ready[k].begin(), end);
    ready[k].erase(ready[k].begin(), end);
  }
  return taken;
}

RepairingSource::RepairingSource(std::unique_ptr<AudioSource> source, const EffectSettings &settings)
    : source_(std::move(source)), channels_(static_cast<std::size_t>(source_->format().channels)) {
  const auto rate_hz = static_cast<double>(source_->format().rate_hz);
  const auto add = [this](std::unique_ptr<FileRepair> repair) { stages_.push_back({std::move(repair), Planes(channels_)}); };
  if (settings.de_click.is_on) add(std::make_unique<ClickRepair>(settings.de_click, rate_hz, channels_));
  if (settings.de_hum.is_on) add(std::make_unique<HumRepair>(settings.de_hum, rate_hz, channels_));
  if (settings.de_plosive.is_on) add(std::make_unique<PlosiveRepair>(settings.de_plosive, rate_hz, channels_));
  if (settings.de_reverb.is_on) add(std::make_unique<RoomRepair>(settings.de_reverb, rate_hz, channels_));
}

std::size_t RepairingSource::read(float *interleaved, std::size_t frames) {
  while (ready_frames() < frames && !has_ended_) advance(frames);
  Planes taken(channels_);
  const std::size_t got = take_ready(stages_.back().ready, frames, taken);
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    for (std::size_t i = 0; i < got; ++i) interleaved[i * channels_ + channel] = taken[channel][i];
  }
  return got;
}

std::size_t RepairingSource::read(double *interleaved, std::size_t frames) {
  std::vector<float> block(frames * channels_);
  const std::size_t got = read(block.data(), frames);
  std::copy_n(block.begin(), got * channels_, interleaved);
  return got;
}

std::size_t RepairingSource::ready_frames() const noexcept { return least_ready(stages_.back().ready); }

/** Another block through all stages. */
void RepairingSource::advance(std::size_t frames) {
  block_.resize(frames * channels_);
  const std::size_t got = source_->read(block_.data(), frames);
  silence_non_numbers(block_.data(), got * channels_);
  has_ended_ = got < frames;
  Planes planar(channels_);
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    planar[channel].resize(got);
    for (std::size_t i = 0; i < got; ++i) planar[channel][i] = block_[i * channels_ + channel];
  }
  for (Stage &stage : stages_) {
    std::vector<const float *> planes;
    for (const std::vector<float> &channel : planar) planes.push_back(channel.data());
    stage.repair->process(planes.data(), planar.front().size(), has_ended_, stage.ready);
    if (&stage == &stages_.back()) return;
    planar.assign(channels_, {});
    take_ready(stage.ready, std::numeric_limits<std::size_t>::max(), planar);
  }
}

}  // namespace sounddesk
