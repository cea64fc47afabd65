#include "take/truncation.hpp"

#include <sndfile.h>

#include <array>
#include <cstring>

#include "rt/failure.hpp"
#include "rt/system_file.hpp"

#if defined(_WIN32)
#include <io.h>
#define SD_READ _read
#else
#include <unistd.h>
#define SD_READ ::read
#endif

namespace sounddesk {
namespace {

using Bytes = const unsigned char *;

/** Chunks before the sound: a file of nothing but empty ones has as many as it is long. */
constexpr int most_chunks = 10000;

/** Reads an open file here and there, and leaves its position as it was. */
class Reader {
 public:
  explicit Reader(int descriptor) : descriptor_(descriptor), position_(seek_in(descriptor, 0, SEEK_CUR)) {
    const auto end = seek_in(descriptor, 0, SEEK_END);
    size_bytes_ = end < 0 ? 0 : static_cast<std::uint64_t>(end);
  }
  ~Reader() { seek_in(descriptor_, position_, SEEK_SET); }
  Reader(const Reader &) = delete;
  Reader &operator=(const Reader &) = delete;

  std::uint64_t size_bytes() const { return size_bytes_; }
  /** Whether all of it is there. */
  bool read(std::uint64_t at, unsigned char *to, std::size_t count) const {
    if (at > size_bytes_ || size_bytes_ - at < count) return false;
    if (seek_in(descriptor_, static_cast<std::int64_t>(at), SEEK_SET) < 0) return false;
    return SD_READ(descriptor_, to, static_cast<unsigned>(count)) == static_cast<std::ptrdiff_t>(count);
  }

 private:
  int descriptor_;
  std::int64_t position_;
  std::uint64_t size_bytes_ = 0;
};

std::uint64_t little_endian(Bytes bytes, int count) {
  std::uint64_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 8 | bytes[i];
  return value;
}

std::uint64_t big_endian(Bytes bytes, int count) {
  std::uint64_t value = 0;
  for (int i = 0; i < count; ++i) value = value << 8 | bytes[i];
  return value;
}

bool is_tag(Bytes bytes, const char *tag) { return std::memcmp(bytes, tag, 4) == 0; }

/** What programs write that cannot go back to the header, e.g. into a pipe: the size is then not known. */
bool is_placeholder(std::uint64_t size_bytes) { return size_bytes == 0 || size_bytes >= 0x7FFFF000U; }

[[noreturn]] void throw_truncated(const std::string &path, const std::string &detail) {
  throw Failure(FailureCode::file_unreadable, "The file is cut short: " + path + " (" + detail +
                                                  "). Copy or download it again.");
}

}  // namespace

void throw_if_shorter_than_declared(const std::string &path, int descriptor) {
  const Reader file(descriptor);
  std::array<unsigned char, 12> form{};
  if (!file.read(0, form.data(), form.size())) return;
  const bool is_wave = (is_tag(form.data(), "RIFF") || is_tag(form.data(), "RF64")) && is_tag(form.data() + 8, "WAVE");
  const bool is_aiff = is_tag(form.data(), "FORM") && is_tag(form.data() + 8, "AIFF");
  if (!is_wave && !is_aiff) return;

  std::uint64_t long_data_bytes = 0;
  std::array<unsigned char, 8> chunk{};
  std::uint64_t at = form.size();
  for (int count = 0; count < most_chunks && file.read(at, chunk.data(), chunk.size()); ++count) {
    std::uint64_t size_bytes = is_wave ? little_endian(chunk.data() + 4, 4) : big_endian(chunk.data() + 4, 4);
    const std::uint64_t start = at + chunk.size();
    if (is_wave && is_tag(chunk.data(), "ds64")) {
      std::array<unsigned char, 16> sizes{};
      if (file.read(start, sizes.data(), sizes.size())) long_data_bytes = little_endian(sizes.data() + 8, 8);
    }
    if (is_tag(chunk.data(), is_wave ? "data" : "SSND")) {
      const bool is_long = size_bytes == 0xFFFFFFFFU && long_data_bytes > 0;
      if (is_long) size_bytes = long_data_bytes;
      if (!is_long && is_placeholder(size_bytes)) return;
      const std::uint64_t there = file.size_bytes() - start;
      if (size_bytes > there) {
        throw_truncated(path, "its header promises " + std::to_string(size_bytes) + " bytes of sound, " +
                                  std::to_string(there) + " are there");
      }
      return;
    }
    at = start + size_bytes + (size_bytes & 1);
  }
}

void throw_if_cut_short(const std::string &path, const SourceFormat &format, std::int64_t frames_read) {
  if (!format.frames.has_value() || frames_read >= *format.frames) return;
  // These two estimate their length from the bit rate or the last page; the data decides.
  const int container = format.sndfile_format & SF_FORMAT_TYPEMASK;
  if (container == SF_FORMAT_OGG || container == SF_FORMAT_MPEG) return;
  throw_truncated(path, "its header promises " + std::to_string(*format.frames) + " frames, " +
                            std::to_string(frames_read) + " are there");
}

}  // namespace sounddesk
