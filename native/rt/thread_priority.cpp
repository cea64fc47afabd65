#include "rt/thread_priority.hpp"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <timeapi.h>
#else
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#endif

namespace sounddesk {
namespace {

#if defined(__linux__)
/** First a signal that may be caught, then one that may not. */
void limit_realtime() {
  rlimit limit{200000, 300000};
  rlimit before{};
  if (getrlimit(RLIMIT_RTTIME, &before) == 0) limit.rlim_max = std::min(limit.rlim_max, before.rlim_max);
  limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
  setrlimit(RLIMIT_RTTIME, &limit);
}
#endif

}  // namespace

std::optional<std::string> request_realtime_priority(RealtimeRank rank) {
#if defined(_WIN32)
  // Else a sleep of a millisecond lasts up to 15.6. Until the process ends; since Windows 10 (2004) for it alone.
  timeBeginPeriod(1);
  const int priority = rank == RealtimeRank::engine ? THREAD_PRIORITY_TIME_CRITICAL : THREAD_PRIORITY_HIGHEST;
  if (SetThreadPriority(GetCurrentThread(), priority) != 0) return std::nullopt;
  return "Windows refused the priority (error " + std::to_string(GetLastError()) + ")";
#else
  // Below the audio servers' own threads (JACK runs its clients at 5 to 75), above everything ordinary.
  sched_param parameters{};
  parameters.sched_priority = rank == RealtimeRank::engine ? 60 : 50;
#if defined(__linux__)
  if (rank == RealtimeRank::sandbox) limit_realtime();
#endif
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
