// Real-time priority for the thread that cleans the sound.
//
// Threads: acts on the calling thread. Real-time safety: none (system calls): at a thread's start.
#pragma once

#include <optional>
#include <string>

namespace sounddesk {

/**
 * `sandbox` is below the engine, since other people's code runs there; and where such a thread takes the core for
 * 0.2 s without a pause, the system ends its whole process.
 */
enum class RealtimeRank { engine, sandbox };

/** Asks the system for real-time priority; nothing when it was granted, else why not and what helps. */
std::optional<std::string> request_realtime_priority(RealtimeRank rank = RealtimeRank::engine);

}  // namespace sounddesk
