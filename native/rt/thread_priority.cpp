#include "rt/thread_priority.hpp"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <pthread.h>
#include <sched.h>

#include <cerrno>
#include <cstring>
#endif

namespace sounddesk {

std::optional<std::string> request_realtime_priority() {
#if defined(_WIN32)
  if (SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_TIME_CRITICAL) != 0) return std::nullopt;
  return "Windows refused the priority (error " + std::to_string(GetLastError()) + ")";
#else
  // Below the audio servers' own threads (JACK runs its clients at 5 to 75), above everything ordinary.
  sched_param parameters{};
  parameters.sched_priority = 60;
  const int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
  if (error == 0) return std::nullopt;
  std::string reason = std::string("The system refused it: ") + std::strerror(error) + ".";
  if (error == EPERM) {
    reason += " Allow it in /etc/security/limits.d (\"@audio - rtprio 90\"), add yourself to the group audio and log in again.";
  }
  return reason;
#endif
}

}  // namespace sounddesk
