#include "take/sink_format.hpp"

#include <sndfile.h>

namespace sounddesk {
namespace {

/** Integers of the input's depth and floats stay what they are; anything else becomes 24-bit. */
int kept_subtype(int source_format) {
  switch (source_format & SF_FORMAT_SUBMASK) {
    case SF_FORMAT_PCM_S8:
    case SF_FORMAT_PCM_U8:
    case SF_FORMAT_PCM_16:
    case SF_FORMAT_PCM_24:
    case SF_FORMAT_PCM_32:
    case SF_FORMAT_FLOAT:
    case SF_FORMAT_DOUBLE:
      return source_format & SF_FORMAT_SUBMASK;
    case SF_FORMAT_ALAC_16:
      return SF_FORMAT_PCM_16;
    default:
      return SF_FORMAT_PCM_24;
  }
}

int subtype_for(Encoding encoding, int source_format) {
  switch (encoding) {
    case Encoding::pcm16: return SF_FORMAT_PCM_16;
    case Encoding::pcm24: return SF_FORMAT_PCM_24;
    case Encoding::float32: return SF_FORMAT_FLOAT;
    case Encoding::same: return kept_subtype(source_format);
  }
  return SF_FORMAT_PCM_24;
}

int bits_of(int subtype) {
  switch (subtype) {
    case SF_FORMAT_PCM_S8:
    case SF_FORMAT_PCM_U8: return 8;
    case SF_FORMAT_PCM_16: return 16;
    case SF_FORMAT_PCM_24: return 24;
    case SF_FORMAT_PCM_32: return 32;
    default: return 0;
  }
}

/** A plain WAV counts its bytes in 32 bits; room is left for the chunks around the sound. */
bool may_exceed_wav(const SourceFormat &source, int subtype) {
  if (!source.frames.has_value()) return true;
  const int bits = bits_of(subtype);
  const std::int64_t sample_bytes = bits > 0 ? bits / 8 : (subtype == SF_FORMAT_DOUBLE ? 8 : 4);
  constexpr std::int64_t limit_bytes = 0xFFFFFFFFLL - (1 << 20);
  return *source.frames > limit_bytes / (sample_bytes * source.channels);
}

SinkFormat uncompressed(int container, int subtype) { return {container | subtype, bits_of(subtype), false}; }

}  // namespace

SinkFormat sink_format_for(Container container, Encoding encoding, const SourceFormat &source) {
  int subtype = subtype_for(encoding, source.sndfile_format);
  switch (container) {
    case Container::wav:
    case Container::w64: {
      // Eight bits are unsigned in WAV and W64, signed elsewhere.
      if (subtype == SF_FORMAT_PCM_S8) subtype = SF_FORMAT_PCM_U8;
      if (container == Container::w64) return uncompressed(SF_FORMAT_W64, subtype);
      if (may_exceed_wav(source, subtype)) return uncompressed(SF_FORMAT_RF64, subtype);
      const bool is_extensible = (source.sndfile_format & SF_FORMAT_TYPEMASK) == SF_FORMAT_WAVEX;
      return uncompressed(is_extensible ? SF_FORMAT_WAVEX : SF_FORMAT_WAV, subtype);
    }
    case Container::aiff:
    case Container::caf:
      if (subtype == SF_FORMAT_PCM_U8) subtype = SF_FORMAT_PCM_S8;
      return uncompressed(container == Container::aiff ? SF_FORMAT_AIFF : SF_FORMAT_CAF, subtype);
    case Container::flac:
      if (subtype == SF_FORMAT_PCM_U8) subtype = SF_FORMAT_PCM_S8;
      // FLAC holds integers of at most 24 bits here.
      if (bits_of(subtype) == 0 || bits_of(subtype) > 24) subtype = SF_FORMAT_PCM_24;
      return uncompressed(SF_FORMAT_FLAC, subtype);
    case Container::ogg: return {SF_FORMAT_OGG | SF_FORMAT_VORBIS, 0, true};
    case Container::opus: return {SF_FORMAT_OGG | SF_FORMAT_OPUS, 0, true};
    case Container::mp3: return {SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, 0, true};
  }
  return uncompressed(SF_FORMAT_WAV, SF_FORMAT_PCM_24);
}

const char *name_of(Container container) {
  switch (container) {
    case Container::wav: return "WAV";
    case Container::flac: return "FLAC";
    case Container::ogg: return "Ogg Vorbis";
    case Container::opus: return "Opus";
    case Container::mp3: return "MP3";
    case Container::aiff: return "AIFF";
    case Container::caf: return "CAF";
    case Container::w64: return "W64";
  }
  return "WAV";
}

}  // namespace sounddesk
