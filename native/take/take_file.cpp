#include "take/take_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "rt/failure.hpp"
#include "rt/system_file.hpp"
#include "take/regular_file.hpp"

#if defined(_WIN32)
#include <io.h>
#define SD_NEW_FLAGS (_O_RDWR | _O_CREAT | _O_EXCL | _O_BINARY)
#define SD_NEW_MODE (_S_IREAD | _S_IWRITE)
#else
#include <unistd.h>
#define SD_NEW_FLAGS (O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC)
#define SD_NEW_MODE 0600
#endif

namespace sounddesk {
namespace {

[[noreturn]] void throw_error(const std::string &path, int reason) {
  if (is_want_of_room(reason)) {
    throw Failure(FailureCode::disk_full,
                  "No space left to write " + path + ". Free some space or choose another folder.");
  }
  throw Failure(FailureCode::file_unwritable, "Cannot write " + path + ": " + std::strerror(reason) + ".");
}

/** One attempt; like pwrite, and on Windows the same for the one thread that writes. */
std::ptrdiff_t put(int descriptor, std::uint64_t offset, const void *bytes, std::size_t count) {
#if defined(_WIN32)
  if (seek_in(descriptor, static_cast<std::int64_t>(offset), SEEK_SET) < 0) return -1;
  return _write(descriptor, bytes, static_cast<unsigned>(std::min<std::size_t>(count, 1U << 20)));
#else
  return ::pwrite(descriptor, bytes, count, static_cast<off_t>(offset));
#endif
}

std::ptrdiff_t get(int descriptor, std::uint64_t offset, void *bytes, std::size_t count) {
#if defined(_WIN32)
  if (seek_in(descriptor, static_cast<std::int64_t>(offset), SEEK_SET) < 0) return -1;
  return _read(descriptor, bytes, static_cast<unsigned>(std::min<std::size_t>(count, 1U << 20)));
#else
  return ::pread(descriptor, bytes, count, static_cast<off_t>(offset));
#endif
}

int sync_descriptor(int descriptor) {
#if defined(_WIN32)
  return _commit(descriptor);
#elif defined(__APPLE__)
  return ::fsync(descriptor);
#else
  return ::fdatasync(descriptor);
#endif
}

}  // namespace

TakeFile::TakeFile(const std::string &path) : path_(path) {
  descriptor_ = open_named(path, SD_NEW_FLAGS, SD_NEW_MODE);
  if (descriptor_ < 0) throw_error(path, errno);
}

TakeFile::TakeFile(Existing, const std::string &path) : path_(path) {
  descriptor_ = open_regular_file(path, true, Links::refused);
  size_ = static_cast<std::uint64_t>(status_of(descriptor_).value_or(FileStatus{}).size_bytes);
}

TakeFile::~TakeFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void TakeFile::append(const void *bytes, std::size_t count) {
  const auto *next = static_cast<const char *>(bytes);
  while (count > 0) {
    const std::ptrdiff_t written = put(descriptor_, size_, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw_error(path_, written < 0 ? errno : ENOSPC);
    size_ += static_cast<std::uint64_t>(written);
    next += written;
    count -= static_cast<std::size_t>(written);
  }
}

void TakeFile::write_at(std::uint64_t offset, const void *bytes, std::size_t count) {
  const auto *next = static_cast<const char *>(bytes);
  while (count > 0) {
    const std::ptrdiff_t written = put(descriptor_, offset, next, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw_error(path_, written < 0 ? errno : ENOSPC);
    offset += static_cast<std::uint64_t>(written);
    size_ = std::max(size_, offset);
    next += written;
    count -= static_cast<std::size_t>(written);
  }
}

std::size_t TakeFile::read_at(std::uint64_t offset, void *bytes, std::size_t count) const {
  auto *next = static_cast<char *>(bytes);
  std::size_t done = 0;
  while (done < count) {
    const std::ptrdiff_t got = get(descriptor_, offset + done, next + done, count - done);
    if (got < 0 && errno == EINTR) continue;
    // Never taken for the file's end: a repair would cut off what could not be read just now.
    if (got < 0) throw Failure(FailureCode::file_unreadable, "Cannot read " + path_ + ": " + std::strerror(errno) + ".");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void TakeFile::truncate(std::uint64_t size_bytes) {
#if defined(_WIN32)
  const int status = _chsize_s(descriptor_, static_cast<__int64>(size_bytes));
#else
  const int status = ::ftruncate(descriptor_, static_cast<off_t>(size_bytes));
#endif
  if (status != 0) throw_error(path_, errno);
  size_ = size_bytes;
}

void TakeFile::sync() {
  if (sync_descriptor(descriptor_) != 0) throw_error(path_, errno);
}

void TakeFile::close() {
  if (descriptor_ < 0) return;
  const int status = ::close(descriptor_);
  descriptor_ = -1;
  // Interrupted, it is closed all the same.
  if (status != 0 && errno != EINTR) throw_error(path_, errno);
}

bool TakeFile::is_removed() const {
#if defined(_WIN32)
  return false;  // An open file cannot be removed there.
#else
  const auto status = descriptor_ >= 0 ? status_of(descriptor_) : std::nullopt;
  return status.has_value() && status->names == 0;
#endif
}

void TakeFile::copy_to(const std::string &path) const {
  TakeFile copy(path);
  std::vector<char> block(1U << 20);
  for (std::uint64_t offset = 0;;) {
    const std::size_t got = read_at(offset, block.data(), block.size());
    if (got == 0) break;
    copy.append(block.data(), got);
    offset += got;
  }
  copy.sync();
  copy.close();
}

void sync_folder(const std::string &folder) {
#if !defined(_WIN32)
  // Windows has no handles of folders; its file system journals new names.
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) throw_error(folder, errno);
  const int status = ::fsync(descriptor);
  const int reason = errno;
  ::close(descriptor);
  // Some file systems do not sync folders, and have nothing to lose by it.
  if (status != 0 && reason != EINVAL && reason != ENOTSUP) throw_error(folder, reason);
#endif
}

void replace_file(const std::string &path, const std::string &content) {
  const std::string fresh = path + ".tmp";
  std::error_code ignored;
  std::filesystem::remove(path_of(fresh), ignored);
  try {
    TakeFile file(fresh);
    file.append(content.data(), content.size());
    file.sync();
    file.close();
  } catch (...) {
    std::filesystem::remove(path_of(fresh), ignored);
    throw;
  }
  std::error_code error;
  std::filesystem::rename(path_of(fresh), path_of(path), error);
  if (error) {
    std::filesystem::remove(path_of(fresh), ignored);
    throw_error(path, error.value());
  }
  sync_folder(name_of_path(path_of(path).parent_path()));
}

bool free_bytes(const std::string &folder, std::uint64_t &bytes) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  if (error || space.available == static_cast<std::uintmax_t>(-1)) return false;
  bytes = space.available;
  return true;
}

}  // namespace sounddesk
