// ALSA and JACK write to stderr whatever they did not find while PortAudio tries every entry of their lists.
//
// Threads: any. Real-time safety: none.
#pragma once

namespace sounddesk {

/** Takes the messages of those libraries that are loaded, and keeps JACK from starting a server of its own. */
void silence_audio_libraries();

}  // namespace sounddesk
