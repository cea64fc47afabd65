#include "take/recording_process.hpp"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#elif defined(__APPLE__)
#include <libproc.h>
#include <unistd.h>
#else
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#endif

namespace sounddesk {

#if defined(_WIN32)

namespace {

/** From 1601-01-01 to 1970-01-01 (FILETIME, Microsoft's documents). */
constexpr std::uint64_t epoch_ms = 11'644'473'600'000;
constexpr std::uint64_t filetimes_per_ms = 10'000;

}  // namespace

RecordingProcess this_process() {
  RecordingProcess process{GetCurrentProcessId(), 0, ""};
  FILETIME started, ended, kernel, user;
  if (GetProcessTimes(GetCurrentProcess(), &started, &ended, &kernel, &user) != 0) {
    const std::uint64_t filetime = (std::uint64_t{started.dwHighDateTime} << 32) | started.dwLowDateTime;
    process.started_ticks = filetime / filetimes_per_ms - epoch_ms;
  }
  return process;
}

#elif defined(__APPLE__)

RecordingProcess this_process() {
  RecordingProcess process{static_cast<std::uint64_t>(getpid()), 0, ""};
  proc_bsdinfo info{};
  if (proc_pidinfo(getpid(), PROC_PIDTBSDINFO, 0, &info, sizeof info) == static_cast<int>(sizeof info)) {
    process.started_ticks = info.pbi_start_tvsec * 1000 + info.pbi_start_tvusec / 1000;
  }
  return process;
}

#else

RecordingProcess this_process() {
  RecordingProcess process{static_cast<std::uint64_t>(getpid()), 0, ""};
  // Field 22, counted behind the name in brackets, which may hold anything.
  std::ifstream file("/proc/self/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t bracket = line.rfind(')');
  if (bracket != std::string::npos) {
    std::istringstream fields(line.substr(bracket + 1));
    std::string field;
    for (int i = 3; i <= 22; ++i) fields >> field;
    process.started_ticks = std::strtoull(field.c_str(), nullptr, 10);
  }
  std::ifstream boot("/proc/sys/kernel/random/boot_id");
  std::getline(boot, process.boot_id);
  return process;
}

#endif

}  // namespace sounddesk
