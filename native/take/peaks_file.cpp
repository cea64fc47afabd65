#include "take/peaks_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sounddesk {
namespace {

constexpr int points_per_second = 100;

void put(std::vector<unsigned char> &bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
}

std::uint32_t to_int16(float sample) {
  const float limited = std::clamp(sample, -1.0F, 1.0F);
  return static_cast<std::uint16_t>(static_cast<std::int16_t>(std::lround(limited * 32767.0F)));
}

}  // namespace

PeaksFile::PeaksFile(const std::string &path, int rate_hz, int channels)
    : file_(path),
      channels_(static_cast<std::size_t>(channels)),
      point_frames_(static_cast<std::size_t>(rate_hz / points_per_second)),
      lowest_(channels_, 0.0F),
      highest_(channels_, 0.0F) {
  for (const char letter : {'S', 'D', 'P', 'K'}) pending_.push_back(static_cast<unsigned char>(letter));
  put(pending_, 1, 2);
  put(pending_, static_cast<std::uint32_t>(channels), 2);
  put(pending_, static_cast<std::uint32_t>(rate_hz), 4);
  put(pending_, static_cast<std::uint32_t>(point_frames_), 4);
  pending_.resize(32, 0);
  flush();
}

void PeaksFile::write(const float *interleaved, std::size_t frames) {
  for (std::size_t frame = 0; frame < frames; ++frame) {
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      float sample = interleaved[frame * channels_ + channel];
      if (!(sample == sample)) sample = 0.0F;
      float &lowest = lowest_[channel];
      float &highest = highest_[channel];
      lowest = frames_in_point_ == 0 ? sample : std::min(lowest, sample);
      highest = frames_in_point_ == 0 ? sample : std::max(highest, sample);
    }
    if (++frames_in_point_ == point_frames_) close_point();
  }
  flush();
}

void PeaksFile::finish() {
  if (frames_in_point_ > 0) close_point();
  flush();
}

void PeaksFile::close_point() {
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    put(pending_, to_int16(lowest_[channel]), 2);
    put(pending_, to_int16(highest_[channel]), 2);
  }
  frames_in_point_ = 0;
}

void PeaksFile::flush() {
  const std::uint64_t before = file_.size_bytes();
  try {
    file_.append(pending_.data(), pending_.size());
  } catch (...) {
    // They are tried once more at the end, and a part of a point would shift all that follow.
    file_.truncate(before);
    throw;
  }
  pending_.clear();
}

}  // namespace sounddesk
