// The FLAC part of `repair_track` (format: RFC 9639).
//
// Threads: any. Real-time safety: none.
#pragma once

#include <cstdint>
#include <optional>

#include "take/take_file.hpp"
#include "take/track_repair.hpp"

namespace sounddesk {

TrackRepair repair_flac(TakeFile &file, std::optional<std::uint64_t> wanted_frames);

}  // namespace sounddesk
