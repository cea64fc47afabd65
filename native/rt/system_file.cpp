#include "rt/system_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cerrno>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace sounddesk {

#if defined(_WIN32)

std::filesystem::path path_of(const std::string &name) {
  return std::filesystem::path(std::u8string(name.begin(), name.end()));
}

std::string name_of_path(const std::filesystem::path &path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

int open_named(const std::string &name, int flags, int mode) {
  try {
    return ::_wopen(path_of(name).c_str(), flags, mode);
  } catch (const std::exception &) {
    errno = ENOENT;  // No UTF-8, so the name of no file.
    return -1;
  }
}

std::optional<FileStatus> status_of(int descriptor) {
  struct _stat64 status {};
  if (::_fstat64(descriptor, &status) != 0) return std::nullopt;
  return FileStatus{status.st_size, static_cast<std::uint64_t>(status.st_nlink), (status.st_mode & _S_IFMT) == _S_IFREG};
}

std::int64_t seek_in(int descriptor, std::int64_t offset, int whence) { return ::_lseeki64(descriptor, offset, whence); }

#else

std::filesystem::path path_of(const std::string &name) { return {name}; }

std::string name_of_path(const std::filesystem::path &path) { return path.string(); }

int open_named(const std::string &name, int flags, int mode) { return ::open(name.c_str(), flags, mode); }

std::optional<FileStatus> status_of(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return FileStatus{status.st_size, static_cast<std::uint64_t>(status.st_nlink), S_ISREG(status.st_mode)};
}

std::int64_t seek_in(int descriptor, std::int64_t offset, int whence) { return ::lseek(descriptor, offset, whence); }

#endif

bool is_want_of_room(int reason) {
#if defined(EDQUOT)
  if (reason == EDQUOT) return true;
#endif
  return reason == ENOSPC || reason == EFBIG;
}

}  // namespace sounddesk
