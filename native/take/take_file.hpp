// A file that is being recorded: every error of a write is noticed with its reason, and the bytes that really
// arrived are counted.
//
// Threads: one writing thread; `sync` may run on another one meanwhile. Real-time safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace sounddesk {

class TakeFile {
 public:
  /** A new file; throws FILE_UNWRITABLE or DISK_FULL, also where there is one already. */
  explicit TakeFile(const std::string &path);
  struct Existing {};
  /** One that is there, to be repaired; no link is followed. Throws as `open_regular_file` does. */
  TakeFile(Existing, const std::string &path);
  ~TakeFile();
  TakeFile(const TakeFile &) = delete;
  TakeFile &operator=(const TakeFile &) = delete;

  const std::string &path() const { return path_; }
  /** Bytes from the start that arrived, also those before a failed write. */
  std::uint64_t size_bytes() const { return size_; }

  /** Throws DISK_FULL or FILE_UNWRITABLE; what fitted is then in the file. */
  void append(const void *bytes, std::size_t count);
  /** In place: needs no room on the disk. */
  void write_at(std::uint64_t offset, const void *bytes, std::size_t count);
  /** Fewer than asked for at the end alone; throws FILE_UNREADABLE. */
  std::size_t read_at(std::uint64_t offset, void *bytes, std::size_t count) const;
  void truncate(std::uint64_t size_bytes);
  /** Until the disk has it. */
  void sync();
  void close();

  /** Whether no folder holds the file any more: it is gone once this object is. */
  bool is_removed() const;
  /** Writes all that is in it to a new file; throws like `append`. */
  void copy_to(const std::string &path) const;

 private:
  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

/** Makes new names and renames in a folder survive a power cut. */
void sync_folder(const std::string &folder);

/** After a crash at any moment, the old or the new content is there, whole. Throws like `TakeFile::append`. */
void replace_file(const std::string &path, const std::string &content);

/** Room for this user on the disk of a folder; nothing where the system does not say. */
bool free_bytes(const std::string &folder, std::uint64_t &bytes);

}  // namespace sounddesk
