// Mends a track whose recording had no end: its header from the bytes that are there, its tail at the last whole
// frame, its length by silence.
//
// Reads what a crash or anybody else may have left: nothing in a file is trusted.
//
// Threads: any. Real-time safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sounddesk {

struct TrackRepair {
  /** Frames that the file holds now, silence included. */
  std::uint64_t frames = 0;
  /** Bytes of a torn frame that were cut off. */
  std::uint64_t removed_bytes = 0;
  std::uint64_t padded_frames = 0;
  /** Bytes that the silence made the file longer by. */
  std::uint64_t added_bytes = 0;
  /** Whether anything was written. */
  bool was_changed = false;
};

struct WantedLength {
  std::uint64_t frames = 0;
  /** Silence that would need more than this is refused: the caller says what the take can justify. */
  std::uint64_t most_added_bytes = 0;
};

/**
 * RF64, RIFF/WAVE or FLAC, in place. Where more frames are wanted than there are, silence is appended (a FLAC file
 * that was ended properly is left as it is), all of it or none. Throws FILE_UNREADABLE for anything else, and for a
 * file whose own numbers cannot be; FILE_NOT_FOUND, FILE_UNWRITABLE, DISK_FULL.
 */
TrackRepair repair_track(const std::string &path, std::optional<WantedLength> wanted);

}  // namespace sounddesk
