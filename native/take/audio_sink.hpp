// The file that a job writes, by libsndfile, with our own rounding.
//
// libsndfile multiplies floats by 0x7FFF but divides by 0x8000 when reading: what went in would not come back.
// Integers are therefore rounded and limited here and handed over as integers.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "take/audio_source.hpp"

namespace sounddesk {

enum class Container { wav, flac, ogg, opus, mp3, aiff, caf, w64 };
enum class Encoding { same, pcm16, pcm24, float32 };

class AudioSink {
 public:
  virtual ~AudioSink() = default;
  /** Interleaved frames in ±1. Throws DISK_FULL or FILE_UNWRITABLE. */
  virtual void write(const float *interleaved, std::size_t frames) = 0;
  virtual void write(const double *interleaved, std::size_t frames) = 0;
  /** Completes the header and closes. Throws like `write`. */
  virtual void finish() = 0;
  /** Samples that left the range of the encoding and were limited to it. */
  virtual std::int64_t clipped_samples() const = 0;
};

/** Throws FILE_UNWRITABLE, or FORMAT_UNSUPPORTED where the container does not take the rate or channel count. */
std::unique_ptr<AudioSink> open_sink(const std::string &path, Container container, Encoding encoding,
                                     const SourceFormat &source);

}  // namespace sounddesk
