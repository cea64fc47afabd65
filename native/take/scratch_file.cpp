#include "take/scratch_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "rt/failure.hpp"
#include "rt/system_file.hpp"

#if defined(_WIN32)
#include <io.h>
#define SD_SCRATCH_FLAGS (_O_RDWR | _O_CREAT | _O_EXCL | _O_BINARY | _O_TEMPORARY)
#define SD_SCRATCH_MODE (_S_IREAD | _S_IWRITE)
#else
#include <unistd.h>
#define SD_SCRATCH_FLAGS (O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC)
#define SD_SCRATCH_MODE 0600
#endif

namespace sounddesk {
namespace {

/** What one call of the system moves at most: Windows counts in int. */
constexpr std::size_t most_bytes_at_once = std::size_t{1} << 20;

}  // namespace

ScratchFile::ScratchFile(const std::string &output_path) : output_path_(output_path) {
  // The result's own name is new for each job, so this one is too.
  const std::string path = output_path + ".pass";
  descriptor_ = open_named(path, SD_SCRATCH_FLAGS, SD_SCRATCH_MODE);
  if (descriptor_ < 0) fail(errno);
#if !defined(_WIN32)
  if (::unlink(path.c_str()) != 0) {
    const int reason = errno;
    ::close(descriptor_);
    fail(reason);
  }
#endif
}

ScratchFile::~ScratchFile() { ::close(descriptor_); }

void ScratchFile::write(const float *samples, std::size_t count) {
  const char *from = reinterpret_cast<const char *>(samples);
  for (std::size_t left = count * sizeof(float); left > 0;) {
    const auto written = ::write(descriptor_, from, std::min(left, most_bytes_at_once));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(written < 0 ? errno : ENOSPC);
    from += written;
    left -= static_cast<std::size_t>(written);
  }
}

void ScratchFile::rewind() {
  if (seek_in(descriptor_, 0, SEEK_SET) != 0) fail(errno);
}

std::size_t ScratchFile::read(float *samples, std::size_t count) {
  char *to = reinterpret_cast<char *>(samples);
  std::size_t got = 0;
  while (got < count * sizeof(float)) {
    const auto bytes = ::read(descriptor_, to + got, std::min(count * sizeof(float) - got, most_bytes_at_once));
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0) fail(errno);
    if (bytes == 0) break;
    got += static_cast<std::size_t>(bytes);
  }
  return got / sizeof(float);
}

void ScratchFile::fail(int reason) const {
  if (is_want_of_room(reason)) {
    throw Failure(FailureCode::disk_full, "No space left beside " + output_path_ +
                                              " for the first pass of the loudness. Free some space or choose another "
                                              "folder.");
  }
  throw Failure(FailureCode::file_unwritable, "Cannot write beside " + output_path_ + ": " + std::strerror(reason));
}

}  // namespace sounddesk
