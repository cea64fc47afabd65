// Finds sound files that end before what their header promises: a broken copy or download, whose missing
// part would otherwise go unnoticed, since libsndfile quietly corrects the length.
//
// Threads: any. Real-time safety: none.
#pragma once

#include <cstdint>
#include <string>

#include "take/audio_source.hpp"

namespace sounddesk {

/** For WAV, RF64 and AIFF: throws FILE_UNREADABLE when the sound chunk is longer than the rest of the file, which is open. */
void throw_if_shorter_than_declared(const std::string &path, int descriptor);

/** At the end of the data: throws FILE_UNREADABLE when the decoder gave fewer frames than the header counts. */
void throw_if_cut_short(const std::string &path, const SourceFormat &format, std::int64_t frames_read);

}  // namespace sounddesk
