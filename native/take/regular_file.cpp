#include "take/regular_file.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "rt/failure.hpp"
#include "rt/system_file.hpp"

#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace sounddesk {
namespace {

[[noreturn]] void refuse(const std::string &path, const char *why) {
  throw Failure(FailureCode::file_unreadable, std::string(why) + ": " + path);
}

[[noreturn]] void throw_open_error(const std::string &path, bool is_written, int reason) {
  if (reason == ENOENT || reason == ENOTDIR) throw Failure(FailureCode::file_not_found, "No such file: " + path);
  if (reason == EISDIR || reason == ENXIO) refuse(path, "Not a regular file");
  if (reason == ELOOP) refuse(path, "A link, which is not followed");
  if (is_written) {
    throw Failure(FailureCode::file_unwritable, "Cannot write " + path + ": " + std::strerror(reason) + ".");
  }
  throw Failure(FailureCode::file_unreadable, "Cannot open " + path + ": " + std::strerror(reason));
}

#if defined(_WIN32)

int open_as_it_is(const std::string &path, bool is_written, Links links) {
  if (links == Links::refused) {
    const std::filesystem::path whole = path_of(path);
    for (const std::filesystem::path &part : {whole.parent_path(), whole}) {
      const DWORD attributes = GetFileAttributesW(part.c_str());
      const bool is_link = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
      if (is_link) refuse(path, "A link, which is not followed");
    }
  }
  return open_named(path, (is_written ? _O_RDWR : _O_RDONLY) | _O_BINARY, 0);
}

#else

/** Step by step, so that nothing laid there between a look and the opening counts. */
int open_as_it_is(const std::string &path, bool is_written, Links links) {
  const int flags = (is_written ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  if (links == Links::followed) return open_named(path, flags, 0);
  const std::filesystem::path whole(path);
  const std::string folder = whole.has_parent_path() ? whole.parent_path().string() : ".";
  const int at = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (at < 0) {
    // Linux says of a link that it is no folder.
    std::error_code ignored;
    if (errno == ENOTDIR && std::filesystem::is_symlink(folder, ignored)) errno = ELOOP;
    return -1;
  }
  const int descriptor = ::openat(at, whole.filename().c_str(), flags | O_NOFOLLOW);
  const int reason = errno;
  ::close(at);
  errno = reason;
  return descriptor;
}

#endif

}  // namespace

int open_regular_file(const std::string &path, bool is_written, Links links) {
  // What the system's calls would take for the end of a shorter name.
  if (path.find('\0') != std::string::npos) refuse("", "Not a name of a file");
  const int descriptor = open_as_it_is(path, is_written, links);
  if (descriptor < 0) throw_open_error(path, is_written, errno);
  const FileStatus status = status_of(descriptor).value_or(FileStatus{});
  const char *why = status.is_regular ? nullptr : "Not a regular file";
  if (why == nullptr && is_written && links == Links::refused && status.names > 1) {
    why = "The file has a second name, under which it would change as well. Copy it, and give the copy its name";
  }
  if (why == nullptr) return descriptor;
  ::close(descriptor);
  refuse(path, why);
}

}  // namespace sounddesk
