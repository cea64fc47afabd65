// Where the strict plug-in writes what its host did wrong: the file that SOUNDDESK_STRICT_REPORT names, a line each.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

namespace sdtest {

inline void strict_line(const std::string &line) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  const char *path = std::getenv("SOUNDDESK_STRICT_REPORT");
  if (path == nullptr) return;
  if (std::FILE *file = std::fopen(path, "a"); file != nullptr) {
    std::fprintf(file, "%s\n", line.c_str());
    std::fclose(file);
  }
}

}  // namespace sdtest

/** By the rules this holds; else it is the host's mistake. */
#define SD_RULE(condition, words)                                                   \
  do {                                                                              \
    if (!(condition)) sdtest::strict_line(std::string("VIOLATION: ") + (words));    \
  } while (false)
