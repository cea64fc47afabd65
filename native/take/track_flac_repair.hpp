// The FLAC part of `repair_track` (format: RFC 9639).
//
// Threads: any. Real-time safety: none.
#pragma once

#include <cstdint>
#include <optional>

#include "take/take_file.hpp"
#include "take/track_repair.hpp"

namespace sounddesk {

/** Throws unless silence of so many bytes is justified, and leaves room on the disk for what else has to be written. */
void check_added_bytes(const TakeFile &file, std::uint64_t added_bytes, const WantedLength &wanted);

TrackRepair repair_flac(TakeFile &file, std::optional<WantedLength> wanted_length);

}  // namespace sounddesk
