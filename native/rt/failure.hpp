// The one kind of error that leaves the native code, with the codes of `AddonErrorCode`.
//
// Threads: any, but never the audio path: throwing allocates. Real-time safety: none.
#pragma once

#include <stdexcept>
#include <string>

namespace sounddesk {

enum class FailureCode {
  bad_option,
  file_not_found,
  file_empty,
  file_unreadable,
  file_unwritable,
  file_beyond_limits,
  format_unsupported,
  disk_full,
  cancelled,
  device_not_found,
  device_unavailable,
  device_lost,
};

constexpr const char *name_of(FailureCode code) {
  switch (code) {
    case FailureCode::bad_option: return "BAD_OPTION";
    case FailureCode::file_not_found: return "FILE_NOT_FOUND";
    case FailureCode::file_empty: return "FILE_EMPTY";
    case FailureCode::file_unreadable: return "FILE_UNREADABLE";
    case FailureCode::file_unwritable: return "FILE_UNWRITABLE";
    case FailureCode::file_beyond_limits: return "FILE_BEYOND_LIMITS";
    case FailureCode::format_unsupported: return "FORMAT_UNSUPPORTED";
    case FailureCode::disk_full: return "DISK_FULL";
    case FailureCode::cancelled: return "CANCELLED";
    case FailureCode::device_not_found: return "DEVICE_NOT_FOUND";
    case FailureCode::device_unavailable: return "DEVICE_UNAVAILABLE";
    case FailureCode::device_lost: return "DEVICE_LOST";
  }
  return "BAD_OPTION";
}

/** What failed, with which value, and what the user can do, in one sentence or two. */
class Failure : public std::runtime_error {
 public:
  Failure(FailureCode code, const std::string &message) : std::runtime_error(message), code_(code) {}
  FailureCode code() const noexcept { return code_; }

 private:
  FailureCode code_;
};

}  // namespace sounddesk
