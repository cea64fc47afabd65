// Sound that waits on the disk for a second pass, in the folder of the result: it may be longer than memory.
//
// The file has no name from its beginning on (on Windows it goes with its handle): however the process ends,
// nothing is left of it.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none.
#pragma once

#include <cstddef>
#include <string>

namespace sounddesk {

class ScratchFile {
 public:
  /** Beside `output_path`, which its errors name. Throws FILE_UNWRITABLE. */
  explicit ScratchFile(const std::string &output_path);
  ~ScratchFile();
  ScratchFile(const ScratchFile &) = delete;
  ScratchFile &operator=(const ScratchFile &) = delete;

  /** Appends. Throws DISK_FULL or FILE_UNWRITABLE. */
  void write(const float *samples, std::size_t count);
  /** The next `read` begins at the first sample. */
  void rewind();
  /** Fewer than `count` only at the end. */
  std::size_t read(float *samples, std::size_t count);

 private:
  [[noreturn]] void fail(int reason) const;

  std::string output_path_;
  int descriptor_ = -1;
};

}  // namespace sounddesk
