#include "dsp/voice_processor.hpp"

namespace sounddesk {

std::optional<const char *> voice_processing_refusal(double) noexcept {
  return "This build has no echo cancellation and automatic gain: libwebrtc-audio-processing-dev was not there.";
}

std::unique_ptr<VoiceProcessor> make_voice_processor(double, std::size_t) { return nullptr; }

}  // namespace sounddesk
