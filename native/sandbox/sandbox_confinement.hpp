// What the process with plug-ins may still touch: nothing but what is named here, once other people's code is in it.
// Linux: Landlock for files, TCP, signals and abstract sockets, seccomp for calls to the system. Each is used as far as
// the running kernel has it, and what it lacks is reported. Elsewhere nothing is confined, and that is reported.
//
// Threads: the only thread of the process; threads that are started later inherit it. Real-time safety: none, but a
// confined process's audio path costs no more (native/bench/plugin_bench.cpp).
#pragma once

#include <string>
#include <vector>

namespace sounddesk::sandbox {

struct ConfinementPaths {
  /** Files and folders that may be read with all that lies below them. What is not there is left out. */
  std::vector<std::string> readable;
  /** Devices that may be read, written and controlled: graphics. */
  std::vector<std::string> devices;
  /** Folders in which files may be made, read, changed and removed. */
  std::vector<std::string> writable;
};

/** What took effect. */
struct Confinement {
  /** Of the kernel's Landlock; 0: it has none, or it is switched off. */
  int landlock_abi = 0;
  /** Only the files that were named. */
  bool has_files = false;
  /** No network of any kind, and no sockets of other programs. */
  bool has_network = false;
  /** No signals to other processes. */
  bool has_signals = false;
  /** No other programs, no memory of other processes. */
  bool has_programs = false;

  bool is_full() const noexcept { return has_files && has_network && has_signals && has_programs; }
};

/** What every plug-in may read: the system's libraries, fonts and what it says of the machine. */
std::vector<std::string> readable_of_system();

/** For good. Never throws: whatever the kernel refuses is missing in the answer. */
Confinement confine_this_process(const ConfinementPaths &paths) noexcept;

#if defined(__linux__)
/** Parts of the above, each in a file of its own. The ABI that files, TCP, signals were denied with; 0: none. */
int restrict_by_landlock(const ConfinementPaths &paths) noexcept;
/** false where the kernel has no seccomp or this processor's calls are not known here. */
bool restrict_system_calls() noexcept;
#endif

}  // namespace sounddesk::sandbox
