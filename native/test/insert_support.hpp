// A chain of plug-ins for tests, in this process: delays, changes its latency, and answers or does not, as set.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/insert_processor.hpp"
#include "engine/sound_history.hpp"

namespace sounddesk::test {

class DelayingInsert final : public InsertProcessor {
 public:
  explicit DelayingInsert(std::size_t latency_frames, std::size_t channels = 1) : latency(latency_frames), history_(channels, 1 << 16) {}

  void post(const float *const *channels, std::size_t frames) noexcept override {
    clock_ = next_;
    next_ += frames;
    history_.write(clock_, channels, frames);
  }
  bool collect(float *const *channels, std::size_t frames) noexcept override {
    if (!answers) return false;
    history_.read(clock_ - latency, channels, frames);
    for (std::size_t i = 0; i < frames; ++i) channels[0][i] *= gain;
    return true;
  }
  std::size_t latency_frames() const noexcept override { return latency; }

  std::size_t latency;
  float gain = 1.0F;
  bool answers = true;

 private:
  SoundHistory history_;
  std::uint64_t clock_ = 1 << 16;
  std::uint64_t next_ = 1 << 16;
};

}  // namespace sounddesk::test
