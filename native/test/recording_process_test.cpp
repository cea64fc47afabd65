#include "take/recording_process.hpp"

#include <doctest/doctest.h>

#include <chrono>

using sounddesk::RecordingProcess;
using sounddesk::this_process;

TEST_CASE("recording process: it says which it is and since when, alike each time") {
  const RecordingProcess process = this_process();
  CHECK(process.pid > 0);
  CHECK(process.started_ticks > 0);
  CHECK(this_process().started_ticks == process.started_ticks);
#if !defined(__linux__)
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  const auto now_ms = std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
  CHECK(process.started_ticks <= static_cast<std::uint64_t>(now_ms));
  CHECK(process.started_ticks + 3'600'000 > static_cast<std::uint64_t>(now_ms));
#endif
}
