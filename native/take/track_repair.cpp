#include "take/track_repair.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <vector>

#include "rt/failure.hpp"
#include "rt/system_file.hpp"
#include "take/take_file.hpp"
#include "take/track_flac_repair.hpp"

namespace sounddesk {
namespace {

std::uint64_t little_endian(const unsigned char *bytes, int count) {
  std::uint64_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 8 | bytes[i];
  return value;
}

bool is_tag(const unsigned char *bytes, const char *tag) { return std::memcmp(bytes, tag, 4) == 0; }

/** A recorder of ours writes four; of a file of zeros each eight bytes would be one. */
constexpr int most_chunks = 1000;
/** Eight channels of 64 bits. */
constexpr std::uint64_t most_frame_bytes = 64;
/** As many as a take's document may have. */
constexpr std::uint64_t most_frames = std::uint64_t{1} << 48;
/** Of silence; less is made in any case where it fits. */
constexpr std::uint64_t small_bytes = 1U << 20;
/** That a longer silence leaves on the disk. */
constexpr std::uint64_t kept_free_bytes = std::uint64_t{256} << 20;

struct WaveLayout {
  bool is_long = false;
  std::optional<std::uint64_t> ds64_at;
  std::uint64_t ds64_data_bytes = 0;
  std::uint64_t frame_bytes = 0;
  std::uint64_t data_size_at = 0;
  std::uint64_t data_at = 0;
  std::uint64_t data_bytes = 0;
};

[[noreturn]] void refuse(const std::string &path, const char *why) {
  throw Failure(FailureCode::file_unreadable, "The track cannot be repaired: " + path + " (" + why + ").");
}

WaveLayout layout_of(const TakeFile &file) {
  std::array<unsigned char, 12> form{};
  if (file.read_at(0, form.data(), form.size()) != form.size()) refuse(file.path(), "its header is cut off");
  WaveLayout layout;
  layout.is_long = is_tag(form.data(), "RF64");
  std::array<unsigned char, 24> body{};
  int chunks = 0;
  for (std::uint64_t at = 12; layout.data_at == 0;) {
    std::array<unsigned char, 8> chunk{};
    if (++chunks > most_chunks) refuse(file.path(), "its header does not end");
    if (file.read_at(at, chunk.data(), chunk.size()) != chunk.size()) refuse(file.path(), "it has no sound chunk");
    const std::uint64_t size = little_endian(chunk.data() + 4, 4);
    const std::size_t got = file.read_at(at + 8, body.data(), std::min<std::uint64_t>(size, body.size()));
    if (is_tag(chunk.data(), "ds64") && got >= 24) {
      layout.ds64_at = at + 8;
      layout.ds64_data_bytes = little_endian(body.data() + 8, 8);
    } else if (is_tag(chunk.data(), "fmt ") && got >= 16) {
      layout.frame_bytes = little_endian(body.data() + 12, 2);
    } else if (is_tag(chunk.data(), "data")) {
      layout.data_size_at = at + 4;
      layout.data_at = at + 8;
      layout.data_bytes = layout.is_long && size == 0xFFFFFFFFU ? layout.ds64_data_bytes : size;
    }
    at += 8 + size + (size & 1U);
  }
  if (layout.frame_bytes == 0) refuse(file.path(), "its format does not come before its sound");
  if (layout.frame_bytes > most_frame_bytes) refuse(file.path(), "its format is none of a recording");
  if (layout.is_long && !layout.ds64_at.has_value()) refuse(file.path(), "it has no table of sizes");
  return layout;
}

void write_sizes(TakeFile &file, const WaveLayout &layout, std::uint64_t data_bytes) {
  const auto put = [&file](std::uint64_t at, std::uint64_t value, int count) {
    std::array<unsigned char, 8> bytes{};
    for (int i = 0; i < count; ++i) bytes[static_cast<std::size_t>(i)] = static_cast<unsigned char>(value >> (8 * i));
    file.write_at(at, bytes.data(), static_cast<std::size_t>(count));
  };
  const std::uint64_t riff_bytes = layout.data_at + data_bytes + (data_bytes & 1U) - 8;
  if (layout.is_long) {
    put(*layout.ds64_at, riff_bytes, 8);
    put(*layout.ds64_at + 8, data_bytes, 8);
    put(*layout.ds64_at + 16, data_bytes / layout.frame_bytes, 8);
  } else {
    put(4, riff_bytes, 4);
    put(layout.data_size_at, data_bytes, 4);
  }
}

TrackRepair repair_wave(TakeFile &file, std::optional<WantedLength> wanted_length) {
  const WaveLayout layout = layout_of(file);
  const std::uint64_t there = file.size_bytes() - layout.data_at;
  TrackRepair repair;
  repair.frames = there / layout.frame_bytes;
  // Ended properly: other chunks, or the byte that makes its length even, may stand behind the sound.
  const bool is_whole = layout.data_bytes > 0 && layout.data_bytes % layout.frame_bytes == 0 &&
                        layout.data_bytes <= there && there - layout.data_bytes < layout.frame_bytes;
  if (is_whole) repair.frames = layout.data_bytes / layout.frame_bytes;
  const std::uint64_t wanted = std::max(wanted_length.value_or(WantedLength{}).frames, repair.frames);
  if (wanted > most_frames) refuse(file.path(), "it would be longer than any recording");
  const std::uint64_t sound_bytes = repair.frames * layout.frame_bytes;
  if (is_whole && wanted == repair.frames) return repair;
  if (!layout.is_long && layout.data_at + wanted * layout.frame_bytes >= 0xFFFFFFFFU) {
    refuse(file.path(), "it is too long for its kind of header");
  }
  const std::uint64_t data_bytes = wanted * layout.frame_bytes;
  const std::uint64_t added_bytes = data_bytes - sound_bytes;
  if (wanted > repair.frames) check_added_bytes(file, added_bytes, *wanted_length);
  repair.was_changed = true;
  repair.removed_bytes = is_whole ? 0 : there - sound_bytes;
  repair.padded_frames = wanted - repair.frames;
  file.truncate(layout.data_at + sound_bytes);
  // The header first: silence that no longer fits on the disk must not cost the sound.
  write_sizes(file, layout, sound_bytes);
  try {
    const std::vector<char> silence(1U << 16, 0);
    for (std::uint64_t left = data_bytes + (data_bytes & 1U) - sound_bytes; left > 0;) {
      const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(left, silence.size()));
      file.append(silence.data(), now);
      left -= now;
    }
    write_sizes(file, layout, data_bytes);
  } catch (const Failure &) {
    file.truncate(layout.data_at + sound_bytes);
    write_sizes(file, layout, sound_bytes);
    throw;
  }
  repair.frames = wanted;
  repair.added_bytes = added_bytes;
  return repair;
}

}  // namespace

void check_added_bytes(const TakeFile &file, std::uint64_t added_bytes, const WantedLength &wanted) {
  const std::string needed = std::to_string(added_bytes >> 20) + " MB of silence would be needed to make " + file.path() +
                             " as long as the recording";
  if (added_bytes > wanted.most_added_bytes) {
    throw Failure(FailureCode::file_unreadable, needed + ", more than there is a reason for. It stays shorter.");
  }
  std::uint64_t free = 0;
  if (added_bytes <= small_bytes || !free_bytes(name_of_path(path_of(file.path()).parent_path()), free)) return;
  if (free < added_bytes + kept_free_bytes) {
    throw Failure(FailureCode::disk_full, needed + ", for which the disk has no room. Free some and try again.");
  }
}

TrackRepair repair_track(const std::string &path, std::optional<WantedLength> wanted) {
  TakeFile file(TakeFile::Existing{}, path);
  std::array<unsigned char, 12> form{};
  const std::size_t got = file.read_at(0, form.data(), form.size());
  // A power cut before its first bytes were on the disk: without a header its format is unknown, nor is it needed.
  if (got == 0) return {};
  const bool is_riff = is_tag(form.data(), "RF64") || is_tag(form.data(), "RIFF");
  TrackRepair repair;
  if (got == form.size() && is_riff && is_tag(form.data() + 8, "WAVE")) {
    repair = repair_wave(file, wanted);
  } else if (is_tag(form.data(), "fLaC")) {
    repair = repair_flac(file, wanted);
  } else {
    refuse(path, "it is neither WAVE nor FLAC");
  }
  if (repair.was_changed) file.sync();
  file.close();
  return repair;
}

}  // namespace sounddesk
