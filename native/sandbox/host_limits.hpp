// What this process denies itself before it loads other people's code: to outlive the one who started it, to take the
// whole machine's memory, to leave its memory on disk when it crashes.
//
// Threads: main, at the start. Real-time safety: none.
#pragma once

namespace sounddesk::sandbox {

void limit_this_process();

}  // namespace sounddesk::sandbox
