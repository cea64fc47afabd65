#include "engine/sound_tap.hpp"

#include <algorithm>

namespace sounddesk {
namespace {

constexpr std::size_t kept_sec = 2;

}  // namespace

SoundTap::SoundTap(int rate_hz, std::size_t width, std::size_t max_frames)
    : rate_hz_(rate_hz),
      width_(width),
      ring_(kept_sec * width * static_cast<std::size_t>(rate_hz)),
      block_(width * max_frames),
      silence_(width * max_frames, 0.0F) {}

void SoundTap::write(const float *const *sides, std::size_t frames, double entered_sec, double period_sec,
                     std::uint64_t session_frame) noexcept {
  while (gap_frames_ > 0 && ring_.free_space() >= width_ * frames) {
    const std::size_t count = std::min<std::uint64_t>(gap_frames_, frames);
    ring_.push(silence_.data(), width_ * count);
    gap_frames_ -= count;
    written_frames_ += count;
  }
  if (ring_.free_space() < width_ * frames) {
    gap_frames_ += frames;
    return;
  }
  for (std::size_t i = 0; sides != nullptr && i < frames; ++i) {
    for (std::size_t side = 0; side < width_; ++side) block_[i * width_ + side] = sides[side][i];
  }
  written_frames_ += frames;
  // Known before its sound can be taken.
  newest_.publish({written_frames_, entered_sec + static_cast<double>(frames) * period_sec, session_frame + frames});
  ring_.push(sides == nullptr ? silence_.data() : block_.data(), width_ * frames);
}

std::size_t SoundTap::take(float *to, std::size_t limit) noexcept {
  const std::size_t count = ring_.pop(to, limit);
  taken_frames_ += count / width_;
  return count;
}

double SoundTap::next_sec() noexcept {
  const Moment &newest = newest_.read();
  return newest.sec - (static_cast<double>(newest.frames) - static_cast<double>(taken_frames_)) / rate_hz_;
}

std::int64_t SoundTap::next_frame() noexcept {
  const Moment &newest = newest_.read();
  return static_cast<std::int64_t>(newest.session_frame - newest.frames + taken_frames_);
}

}  // namespace sounddesk
