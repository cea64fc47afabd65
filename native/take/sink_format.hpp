// Which libsndfile format a container and an encoding come to, given what the input was.
//
// Threads: any. Real-time safety: none.
#pragma once

#include "take/audio_sink.hpp"

namespace sounddesk {

struct SinkFormat {
  int sndfile_format;
  /** Bits of the integers; 0 for floating point and lossy encodings. */
  int integer_bits;
  /** Lossy encoders take floats and want them within ±1. */
  bool is_lossy;
};

SinkFormat sink_format_for(Container container, Encoding encoding, const SourceFormat &source);

const char *name_of(Container container);

}  // namespace sounddesk
