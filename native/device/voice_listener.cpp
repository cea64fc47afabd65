#include "device/voice_listener.hpp"

#include "device/capture_options.hpp"

namespace sounddesk {

VoiceListener::VoiceListener(int rate_hz, std::size_t max_frames)
    : rate_hz_(rate_hz),
      tap_(std::make_shared<SoundTap>(rate_hz, 1, max_frames)),
      // A tenth of a second at once.
      resampler_(rate_hz, voice_rate_hz, static_cast<std::size_t>(rate_hz / 10)),
      block_(static_cast<std::size_t>(rate_hz / 10)),
      resampled_(resampler_.max_output(block_.size())) {}

double VoiceListener::take(std::vector<float> &to) {
  std::size_t taken = 0;
  for (std::size_t count = block_.size(); count == block_.size();) {
    count = tap_->take(block_.data(), block_.size());
    taken += count;
    const std::size_t made = resampler_.push(block_.data(), count, resampled_.data());
    to.insert(to.end(), resampled_.begin(), resampled_.begin() + static_cast<std::ptrdiff_t>(made));
  }
  // The filter still held the newest sound of the call before.
  return tap_->next_sec() - static_cast<double>(taken + VariableResampler::half_width) / rate_hz_;
}

}  // namespace sounddesk
