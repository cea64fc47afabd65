// What a session that the machine cannot keep up with gives up next: first what costs most, at last nothing any more.
//
// Threads: plain values. Real-time safety: none (strings).
#pragma once

#include <string>

namespace sounddesk {

/** The largest device block that overload leads to. */
inline constexpr int largest_relief_block = 1024;

struct CaptureBurden {
  int mode_ms = 0;
  /** The strong engine runs. */
  bool has_strong = false;
  /** Frames are made in the sound server's callbacks (`CapturePlan::is_direct`). */
  bool is_direct = false;
  int block_frames = 256;
};

struct CaptureRelief {
  enum class Kind { rnnoise, longer_mode, reserve, longer_blocks, none };

  Kind kind;
  /** Of the mode from now on. */
  int mode_ms;
  /** What has happened, for the user. */
  std::string message;
};

CaptureRelief relief_of(const CaptureBurden &burden);

}  // namespace sounddesk
