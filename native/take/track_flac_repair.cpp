#include "take/track_flac_repair.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "rt/failure.hpp"

namespace sounddesk {
namespace {

using Bytes = std::vector<unsigned char>;

/** The last frame is looked for in so much of the end: a frame of 24 bits is at most 1.6 MB long. */
constexpr std::uint64_t tail_bytes = 4U << 20;
/** FLAC counts frames in 36 bits. */
constexpr std::uint64_t most_frames = (std::uint64_t{1} << 36) - 1;
constexpr std::uint64_t stream_info_at = 8;
constexpr std::size_t stream_info_bytes = 34;
constexpr std::uint64_t first_block_bytes = stream_info_at + stream_info_bytes;
/** Where the encoder was killed between the blocks of its header, no more than this is there. */
constexpr std::uint64_t torn_header_bytes = 256;
/** A torn frame whose header is not there yet. */
constexpr std::size_t header_bytes = 16;

/** Polynomial x⁸ + x² + x + 1. */
std::uint8_t crc8(const unsigned char *bytes, std::size_t count) {
  std::uint8_t crc = 0;
  for (std::size_t i = 0; i < count; ++i) {
    crc = static_cast<std::uint8_t>(crc ^ bytes[i]);
    for (int bit = 0; bit < 8; ++bit) crc = static_cast<std::uint8_t>(crc << 1 ^ ((crc & 0x80) != 0 ? 0x07 : 0));
  }
  return crc;
}

/** Polynomial x¹⁶ + x¹⁵ + x² + 1. */
constexpr std::array<std::uint16_t, 256> crc16_table = [] {
  std::array<std::uint16_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i << 8;
    for (int bit = 0; bit < 8; ++bit) crc = (crc << 1 ^ ((crc & 0x8000U) != 0 ? 0x8005U : 0U)) & 0xFFFFU;
    table[i] = static_cast<std::uint16_t>(crc);
  }
  return table;
}();

std::uint16_t add_crc16(std::uint16_t crc, unsigned char byte) {
  return static_cast<std::uint16_t>(crc << 8 ^ crc16_table[(crc >> 8 ^ byte) & 0xFFU]);
}

/** Of a frame together with its own checksum it is 0. */
std::uint16_t crc16(const unsigned char *bytes, std::size_t count) {
  std::uint16_t crc = 0;
  for (std::size_t i = 0; i < count; ++i) crc = add_crc16(crc, bytes[i]);
  return crc;
}

/** Blocks of a header: encoders write a handful, and each may be empty. */
constexpr int most_header_blocks = 200;

struct StreamInfo {
  std::uint32_t block_frames;
  std::uint32_t channels;
  std::uint32_t bits;
  std::uint64_t total_frames;
  std::uint64_t sound_at;
};

[[noreturn]] void refuse(const TakeFile &file, const char *why) {
  throw Failure(FailureCode::file_unreadable, "The track cannot be repaired: " + file.path() + " (" + why + ").");
}

StreamInfo read_stream_info(const TakeFile &file) {
  std::array<unsigned char, stream_info_bytes> info{};
  std::array<unsigned char, 4> block{};
  StreamInfo stream{};
  std::uint64_t at = 4;
  int blocks = 0;
  for (bool is_last = false; !is_last;) {
    if (++blocks > most_header_blocks) refuse(file, "its header does not end");
    if (file.read_at(at, block.data(), block.size()) != block.size()) refuse(file, "its header is cut off");
    const std::uint64_t size = std::uint64_t{block[1]} << 16 | std::uint64_t{block[2]} << 8 | block[3];
    const bool is_info = (block[0] & 0x7F) == 0;
    if ((at == 4) != is_info || (is_info && size != stream_info_bytes)) refuse(file, "its header is damaged");
    is_last = (block[0] & 0x80) != 0;
    at += 4 + size;
  }
  if (file.read_at(stream_info_at, info.data(), info.size()) != info.size()) refuse(file, "its header is cut off");
  stream.block_frames = static_cast<std::uint32_t>(info[2]) << 8 | info[3];
  stream.channels = (static_cast<std::uint32_t>(info[12]) >> 1 & 7U) + 1U;
  stream.bits = ((static_cast<std::uint32_t>(info[12]) & 1U) << 4 | static_cast<std::uint32_t>(info[13]) >> 4) + 1U;
  stream.total_frames = info[13] & 0x0FU;
  for (std::size_t i = 14; i < 18; ++i) stream.total_frames = stream.total_frames << 8 | info[i];
  stream.sound_at = std::min(at, file.size_bytes());
  const bool is_fixed = info[0] == info[2] && info[1] == info[3];
  if (stream.block_frames < 16 || !is_fixed) refuse(file, "its blocks are not of one length");
  return stream;
}

struct FrameHeader {
  std::uint64_t number;
  std::uint32_t frames;
};

/** FLAC's UTF-8, of up to 36 bits. */
std::optional<std::uint64_t> read_number(const unsigned char *bytes, std::size_t count, std::size_t &length) {
  if (count == 0) return std::nullopt;
  const unsigned char first = bytes[0];
  length = 1;
  if (first < 0x80) return first;
  int following = 0;
  for (unsigned mask = 0x40; (first & mask) != 0 && following < 6; mask >>= 1) ++following;
  if (following == 0 || static_cast<std::size_t>(following) >= count) return std::nullopt;
  std::uint64_t value = first & (0x3FU >> following);
  for (int i = 1; i <= following; ++i) {
    if ((bytes[i] & 0xC0) != 0x80) return std::nullopt;
    value = value << 6 | (bytes[i] & 0x3FU);
  }
  length = static_cast<std::size_t>(following) + 1;
  return value;
}

/** The header of a frame of this stream, where one begins there. */
std::optional<FrameHeader> read_frame_header(const unsigned char *bytes, std::size_t count, const StreamInfo &stream) {
  if (count < 6 || bytes[0] != 0xFF || bytes[1] != 0xF8) return std::nullopt;
  const unsigned size_code = bytes[2] >> 4;
  const unsigned rate_code = bytes[2] & 0x0FU;
  if (size_code == 0 || rate_code == 15 || (bytes[3] & 1) != 0) return std::nullopt;
  std::size_t length = 0;
  const std::optional<std::uint64_t> number = read_number(bytes + 4, count - 4, length);
  if (!number.has_value()) return std::nullopt;
  std::size_t at = 4 + length;
  const std::size_t size_bytes = size_code == 6 ? 1 : size_code == 7 ? 2 : 0;
  const std::size_t rate_bytes = rate_code == 12 ? 1 : rate_code >= 13 ? 2 : 0;
  if (at + size_bytes + rate_bytes >= count) return std::nullopt;
  std::uint32_t frames = 0;
  if (size_code == 1) frames = 192;
  if (size_code >= 2 && size_code <= 5) frames = 576U << (size_code - 2);
  if (size_code == 6) frames = bytes[at] + 1U;
  if (size_code == 7) frames = (static_cast<std::uint32_t>(bytes[at]) << 8 | bytes[at + 1]) + 1U;
  if (size_code >= 8) frames = 256U << (size_code - 8);
  at += size_bytes + rate_bytes;
  if (crc8(bytes, at) != bytes[at] || frames > stream.block_frames) return std::nullopt;
  return FrameHeader{*number, frames};
}

struct LastFrame {
  FrameHeader header;
  /** Behind it, in the tail. */
  std::size_t end;
};

std::optional<LastFrame> find_last_frame(const Bytes &tail, const StreamInfo &stream) {
  struct Candidate {
    std::size_t at;
    FrameHeader header;
  };
  std::vector<Candidate> candidates;
  for (std::size_t at = 0; at + 1 < tail.size(); ++at) {
    const auto header = read_frame_header(tail.data() + at, tail.size() - at, stream);
    if (header.has_value()) candidates.push_back({at, *header});
  }
  // From the end: the first start whose checksum fits at some end. Few steps, as false starts are rare.
  constexpr std::size_t most_steps = 16;
  const std::size_t steps = std::min(candidates.size(), most_steps);
  for (std::size_t back = 0; back < steps; ++back) {
    const std::size_t i = candidates.size() - 1 - back;
    const Candidate &candidate = candidates[i];
    // The furthest place where the checksum fits: another start, or the tail's end without a torn header. In one go,
    // since a tail of nothing but starts has hundreds of thousands.
    std::optional<std::size_t> end;
    std::size_t next = i + 1;
    std::uint16_t crc = 0;
    for (std::size_t at = candidate.at; at <= tail.size(); ++at) {
      const bool is_start = next < candidates.size() && candidates[next].at == at;
      if (is_start) ++next;
      const bool is_near_end = tail.size() - at < header_bytes && at > candidate.at + 8;
      if (crc == 0 && at > candidate.at && (is_start || is_near_end)) end = at;
      if (at < tail.size()) crc = add_crc16(crc, tail[at]);
    }
    if (end.has_value()) return LastFrame{candidate.header, *end};
  }
  return std::nullopt;
}

/** A block of nothing but zeros: a constant in every channel. */
Bytes silent_frame(const StreamInfo &stream, std::uint64_t number, std::uint32_t frames) {
  Bytes bytes{0xFF, 0xF8, 0x70, static_cast<unsigned char>((stream.channels - 1) << 4)};
  if (number < 0x80) {
    bytes.push_back(static_cast<unsigned char>(number));
  } else {
    int following = 1;
    while (following < 6 && number >> (6 * following + 6 - following) != 0) ++following;
    bytes.push_back(static_cast<unsigned char>((0xFF00U >> (following + 1) & 0xFFU) | number >> (6 * following)));
    for (int i = following - 1; i >= 0; --i) {
      bytes.push_back(static_cast<unsigned char>(0x80U | (number >> (6 * i) & 0x3FU)));
    }
  }
  bytes.push_back(static_cast<unsigned char>((frames - 1) >> 8));
  bytes.push_back(static_cast<unsigned char>(frames - 1));
  bytes.push_back(crc8(bytes.data(), bytes.size()));
  bytes.resize(bytes.size() + (stream.channels * (8 + stream.bits) + 7) / 8, 0);
  const std::uint16_t crc = crc16(bytes.data(), bytes.size());
  bytes.push_back(static_cast<unsigned char>(crc >> 8));
  bytes.push_back(static_cast<unsigned char>(crc));
  return bytes;
}

/** The least that a block takes. */
std::uint64_t silent_frame_bytes(const StreamInfo &stream) { return silent_frame(stream, 0, stream.block_frames).size() - 2; }

/** A header whose later blocks are not there yet is made whole by leaving them out: no sound has come behind it. */
bool mend_torn_header(TakeFile &file) {
  if (file.size_bytes() < first_block_bytes || file.size_bytes() > torn_header_bytes) return false;
  for (std::uint64_t at = 4; at < file.size_bytes();) {
    std::array<unsigned char, 4> block{};
    if (file.read_at(at, block.data(), block.size()) != block.size()) break;
    at += 4 + (std::uint64_t{block[1]} << 16 | std::uint64_t{block[2]} << 8 | block[3]);
    if (at > file.size_bytes()) break;
    if ((block[0] & 0x80) != 0) return false;
  }
  std::array<unsigned char, 4> first{};
  if (file.read_at(4, first.data(), first.size()) != first.size()) return false;
  const bool is_info = (first[0] & 0x7F) == 0 && first[1] == 0 && first[2] == 0 && first[3] == stream_info_bytes;
  if (!is_info) return false;
  file.truncate(first_block_bytes);
  first[0] |= 0x80;
  file.write_at(4, first.data(), 1);
  return true;
}

/** Sets the length; the checksum of all samples is no longer known, which zeros stand for. */
void write_total(TakeFile &file, std::uint64_t total) {
  std::array<unsigned char, 1> shared{};
  file.read_at(stream_info_at + 13, shared.data(), 1);
  std::array<unsigned char, 21> bytes{};
  bytes[0] = static_cast<unsigned char>((shared[0] & 0xF0U) | (total >> 32 & 0x0FU));
  for (std::size_t i = 0; i < 4; ++i) bytes[1 + i] = static_cast<unsigned char>(total >> (24 - 8 * i));
  file.write_at(stream_info_at + 13, bytes.data(), bytes.size());
}

/** Appends silence, all of it or none. */
void pad(TakeFile &file, const StreamInfo &stream, std::uint64_t next_number, std::uint64_t wanted, TrackRepair &repair) {
  const std::uint64_t end = file.size_bytes();
  try {
    std::uint64_t frames = repair.frames;
    for (; frames < wanted; ++next_number) {
      const auto now = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted - frames, stream.block_frames));
      const Bytes frame = silent_frame(stream, next_number, now);
      file.append(frame.data(), frame.size());
      frames += now;
    }
    write_total(file, frames);
    repair.padded_frames = frames - repair.frames;
    repair.added_bytes = file.size_bytes() - end;
    repair.frames = frames;
  } catch (const Failure &) {
    file.truncate(end);
    write_total(file, repair.frames);
    throw;
  }
}

}  // namespace

TrackRepair repair_flac(TakeFile &file, std::optional<WantedLength> wanted_length) {
  const bool was_torn = mend_torn_header(file);
  const StreamInfo stream = read_stream_info(file);
  const std::uint64_t tail_at = std::max(stream.sound_at, file.size_bytes() - std::min(file.size_bytes(), tail_bytes));
  Bytes tail(static_cast<std::size_t>(file.size_bytes() - tail_at));
  tail.resize(file.read_at(tail_at, tail.data(), tail.size()));
  const std::optional<LastFrame> last = find_last_frame(tail, stream);
  if (!last.has_value() && tail_at > stream.sound_at) refuse(file, "no whole block was found at its end");

  if (last.has_value() && last->header.number > (file.size_bytes() - stream.sound_at) / silent_frame_bytes(stream)) {
    refuse(file, "its last block has a number that so few bytes cannot have come to");
  }

  TrackRepair repair;
  repair.was_changed = was_torn;
  std::uint64_t next_number = 0;
  bool can_go_on = true;
  if (last.has_value()) {
    repair.frames = last->header.number * stream.block_frames + last->header.frames;
    next_number = last->header.number + 1;
    // Behind a shorter block none may follow.
    can_go_on = last->header.frames == stream.block_frames;
  }
  const std::uint64_t end = tail_at + (last.has_value() ? last->end : 0);
  repair.removed_bytes = file.size_bytes() - end;
  const std::uint64_t asked = wanted_length.value_or(WantedLength{}).frames;
  const std::uint64_t wanted = can_go_on ? std::max(asked, repair.frames) : repair.frames;
  if (repair.removed_bytes == 0 && wanted == repair.frames && stream.total_frames == repair.frames) return repair;
  if (wanted > repair.frames) {
    const std::uint64_t blocks = (wanted - repair.frames) / stream.block_frames + 1;
    if (wanted > most_frames) refuse(file, "it would be longer than any recording");
    // The numbers of later blocks take some bytes more.
    check_added_bytes(file, blocks * (silent_frame_bytes(stream) + 6), *wanted_length);
  }
  repair.was_changed = true;
  if (repair.removed_bytes > 0) file.truncate(end);
  write_total(file, repair.frames);
  if (wanted > repair.frames) pad(file, stream, next_number, wanted, repair);
  return repair;
}

}  // namespace sounddesk
