// Real-time priority for the thread that cleans the sound.
//
// Threads: acts on the calling thread. Real-time safety: none (system calls): at a thread's start.
#pragma once

#include <optional>
#include <string>

namespace sounddesk {

/** Asks the system for real-time priority; nothing when it was granted, else why not and what helps. */
std::optional<std::string> request_realtime_priority();

}  // namespace sounddesk
