#include "sandbox/host_limits.hpp"

#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#endif

// A sanitizer keeps a shadow of the whole address space, which counts as memory that can be written to: under a limit
// the program dies before it says a word. A build with one is for tests alone and goes without; GCC and clang say so
// each in their own way.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SOUNDDESK_HAS_SHADOW_MEMORY
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SOUNDDESK_HAS_SHADOW_MEMORY
#endif

namespace sounddesk::sandbox {

#if defined(_WIN32)

/** Run under wine alone. */
void limit_this_process() {
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
  // The handle stays open until the end, so that the limits do.
  HANDLE job = CreateJobObjectW(nullptr, nullptr);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  limits.ProcessMemoryLimit = SIZE_T{4} << 30;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  AssignProcessToJobObject(job, GetCurrentProcess());
}

#else

namespace {

void limit(int resource, rlim_t wanted) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return;
  now.rlim_cur = std::min(wanted, now.rlim_max);
  now.rlim_max = now.rlim_cur;
  setrlimit(resource, &now);
}

#if !defined(SOUNDDESK_HAS_SHADOW_MEMORY)
/** Half of the machine's, between 1 and 4 GiB: an effect needs hundreds of MB at most. */
rlim_t memory_limit_bytes() {
  const std::uint64_t pages = static_cast<std::uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L));
  const std::uint64_t bytes = pages * static_cast<std::uint64_t>(std::max(sysconf(_SC_PAGESIZE), 0L));
  return std::clamp<std::uint64_t>(bytes / 2, std::uint64_t{1} << 30, std::uint64_t{4} << 30);
}
#endif

#if defined(__linux__)
/** Asked for at once by plug-ins that eat memory; where it is not to be had, a death is for want of it. */
constexpr std::size_t memory_probe_bytes = std::size_t{64} << 20;

/** Async-signal-safe. Returning ends the process by the signal, as if nobody had looked. */
void look_at_death(int) {
  void *probe = mmap(nullptr, memory_probe_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) _exit(exit_out_of_memory);
  munmap(probe, memory_probe_bytes);
}

void report_want_of_memory() {
  struct sigaction action {};
  action.sa_handler = look_at_death;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS}) sigaction(signal, &action, nullptr);
}
#endif

}  // namespace

/** Of one file: what a plug-in keeps for a moment. */
constexpr rlim_t file_limit_bytes = rlim_t{512} << 20;

void limit_this_process() {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, file_limit_bytes);
#if !defined(SOUNDDESK_HAS_SHADOW_MEMORY)
  // Memory that can be written to, not addresses: plug-ins reserve far more of those than they use.
  limit(RLIMIT_DATA, memory_limit_bytes());
#endif
  std::signal(SIGPIPE, SIG_IGN);
  // A file that would be longer fails to be written; it ends nobody.
  std::signal(SIGXFSZ, SIG_IGN);
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // No more rights by a program that a plug-in starts.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  report_want_of_memory();
#endif
}

#endif

}  // namespace sounddesk::sandbox
