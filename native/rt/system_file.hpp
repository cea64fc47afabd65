// Files by the names that JavaScript gives, which are UTF-8 on every system, with sizes of 64 bits.
//
// Windows takes a narrow name for one of its own code page, and its plain `stat` and `lseek` count to 2 GiB: nobody else
// opens, measures or seeks in files.
//
// Threads: any. Real-time safety: none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace sounddesk {

/** The system's form of a UTF-8 name. */
std::filesystem::path path_of(const std::string &name);

/** The other way. */
std::string name_of_path(const std::filesystem::path &path);

/** As `open`, with the system's own flags; -1 and `errno` where it fails. */
int open_named(const std::string &name, int flags, int mode);

struct FileStatus {
  std::int64_t size_bytes = 0;
  std::uint64_t names = 0;
  bool is_regular = false;
};

/** Nothing, and `errno`, where the system does not say. */
std::optional<FileStatus> status_of(int descriptor);

/** As `lseek`. */
std::int64_t seek_in(int descriptor, std::int64_t offset, int whence);

/** Whether an `errno` says that there is no room: on the disk, in one's share of it, or in one file. */
bool is_want_of_room(int reason);

}  // namespace sounddesk
