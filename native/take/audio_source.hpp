// Where the samples of a file job come from: a file that libsndfile reads, or a decoder's standard output.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sounddesk {

struct SourceFormat {
  int rate_hz = 0;
  int channels = 0;
  /** Frames that the file or the caller promises; the end of the data decides. */
  std::optional<std::int64_t> frames;
  /** libsndfile's format word; 0 for a decoder. */
  int sndfile_format = 0;
  /** libsndfile's channel map; empty where there is none. */
  std::vector<int> channel_map;
  /** Title, artist and the like: libsndfile's `SF_STR_*` number and text. */
  std::vector<std::pair<int, std::string>> texts;
};

class AudioSource {
 public:
  virtual ~AudioSource() = default;
  virtual const SourceFormat &format() const = 0;
  /** Reads interleaved frames in ±1; fewer than asked for only at the end. Throws `Failure`. */
  virtual std::size_t read(float *interleaved, std::size_t frames) = 0;
  virtual std::size_t read(double *interleaved, std::size_t frames) = 0;
};

/** libebur128 measures so many channels; a header can name many more, by a single wrong byte. */
inline constexpr int most_source_channels = 64;
inline constexpr int least_source_rate_hz = 1000;
inline constexpr int most_source_rate_hz = 768000;

/** Throws FILE_BEYOND_LIMITS, which names the limit, or FILE_UNREADABLE. */
void throw_if_beyond_limits(const std::string &path, const SourceFormat &format);

/** Throws FILE_NOT_FOUND, FILE_EMPTY, FILE_UNREADABLE or FILE_BEYOND_LIMITS with a sentence for the user. */
std::unique_ptr<AudioSource> open_file_source(const std::string &path);

/** Of a track in a take. */
constexpr int most_track_channels = 8;
constexpr int most_track_rate_hz = 192000;

/**
 * The same for a track of a take, which anybody may have made: no link is followed, and what no recorder of ours writes
 * is FORMAT_UNSUPPORTED.
 */
std::unique_ptr<AudioSource> open_take_source(const std::string &path);

struct DecoderCommand {
  std::vector<std::string> argv;
  int rate_hz;
  int channels;
  std::optional<std::int64_t> frames_expected;
};

/**
 * Starts the decoder; a raised flag ends a blocked `read` within 0.1 s, as if the sound were over.
 * A decoder that ends badly is FILE_UNREADABLE, with the last line that it wrote to stderr.
 */
std::unique_ptr<AudioSource> open_command_source(const DecoderCommand &command, const std::atomic<bool> &is_cancelled);

}  // namespace sounddesk
