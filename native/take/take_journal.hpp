// `take.journal.jsonl`: lines that are appended by the writer and by the syncer.
//
// Threads: any. Real-time safety: none.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "take/take_file.hpp"

namespace sounddesk {

class TakeJournal {
 public:
  /** Throws as `TakeFile` does, as do the others. */
  explicit TakeJournal(const std::string &path) : file_(path) {}

  void append(const std::string &line) {
    const std::string whole = line + "\n";
    const std::lock_guard<std::mutex> lock(mutex_);
    file_.append(whole.data(), whole.size());
  }

  std::uint64_t size_bytes() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return file_.size_bytes();
  }

  /** Holds up nobody who appends meanwhile. */
  void sync() { file_.sync(); }
  bool is_removed() const { return file_.is_removed(); }
  void close() { file_.close(); }

 private:
  mutable std::mutex mutex_;
  TakeFile file_;
};

}  // namespace sounddesk
