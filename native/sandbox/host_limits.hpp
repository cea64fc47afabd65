// What this process denies itself before it loads other people's code: to outlive the one who started it, to take the
// whole machine's memory, to leave its memory on disk when it crashes.
//
// Threads: main, at the start. Real-time safety: none.
#pragma once

namespace sounddesk::sandbox {

/** How the program ends where a plug-in died because there was no more memory for it (Linux); the engine says so. */
inline constexpr int exit_out_of_memory = 86;

void limit_this_process();

}  // namespace sounddesk::sandbox
