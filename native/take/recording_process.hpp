#pragma once

#include <cstdint>
#include <string>

namespace sounddesk {

/** Who records: its process, and when that began, since numbers of processes return. */
struct RecordingProcess {
  std::uint64_t pid;
  /** Clock ticks since the machine's start (Linux), milliseconds since 1970 (Windows, macOS); 0 where the system does not say it. */
  std::uint64_t started_ticks;
  /** Of the machine's start (Linux), else empty: a take of another boot was cut off with the machine. */
  std::string boot_id;
};
RecordingProcess this_process();

}  // namespace sounddesk
