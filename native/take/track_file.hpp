// One track's file while it is recorded: whole frames in, and at every moment a file that decodes up to what was
// written last.
//
// Threads: one writing thread; `sync` may run on another one meanwhile. Real-time safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "take/take_file.hpp"
#include "take/take_types.hpp"

namespace sounddesk {

struct TrackFormat {
  int rate_hz;
  int channels;
  TakeEncoding encoding;
};

/** What a broadcast extension chunk says (EBU Tech 3285); a FLAC file has none, then the take's journal says it. */
struct BroadcastInfo {
  std::string description;
  /** Local, `yyyy-mm-dd` and `hh:mm:ss`. */
  std::string date;
  std::string time;
  std::uint64_t time_reference = 0;
};

class TrackFile {
 public:
  virtual ~TrackFile() = default;
  /** Interleaved, ±1; what is no number becomes 0. Throws DISK_FULL or FILE_UNWRITABLE. */
  virtual void write(const float *interleaved, std::size_t frames) = 0;
  /** Updates the header to what is in the file by now. */
  virtual void update_header() = 0;
  virtual void set_broadcast_info(const BroadcastInfo &info) = 0;
  /** Completes the file as far as its disk lets it; throws after that where something failed. */
  virtual void finish() = 0;
  virtual TakeFile &file() = 0;

  std::uint64_t frames() const { return frames_; }
  /** Samples at or beyond full scale: limited in 24 bit, kept in float. */
  std::uint64_t clipped_samples() const { return clipped_; }

 protected:
  std::uint64_t frames_ = 0;
  std::uint64_t clipped_ = 0;
};

/** Throws as `TakeFile` does. `info`: whether there will be a time reference. */
std::unique_ptr<TrackFile> create_rf64_file(const std::string &path, const TrackFormat &format,
                                            const std::optional<BroadcastInfo> &info);
std::unique_ptr<TrackFile> create_flac_file(const std::string &path, const TrackFormat &format);

/** A sample as 24 bits, rounded to the nearest and limited; `clipped` counts those at or beyond full scale. */
std::int32_t to_pcm24(float sample, std::uint64_t &clipped);

}  // namespace sounddesk
