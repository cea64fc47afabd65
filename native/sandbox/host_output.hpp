// The lines that the program answers with, kept apart from whatever plug-ins print.
//
// Threads: `HostOutput` on the main thread. Real-time safety: none.
#pragma once

#include <nlohmann/json.hpp>

namespace sounddesk::sandbox {

class HostOutput {
 public:
  /** Takes standard output away from everybody else: what plug-ins print there goes to standard error. */
  HostOutput();

  /** One line, whole. Texts that are not UTF-8 are repaired, not refused. False once nobody reads any more. */
  bool write(const nlohmann::json &message) noexcept;

 private:
  int descriptor_;
};

}  // namespace sounddesk::sandbox
