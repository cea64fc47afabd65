// Makes what was written durable, twice a second, on a thread of its own: a disk may take seconds for that, and
// meanwhile the writer continues.
//
// After each round the journal says how much of each file the disk has. A power cut may leave anything in the place of
// what was written later, so repair goes by that line (`docs/decisions/0053-power-cuts.md`).
//
// Threads: made, asked and ended by the writer's thread. Real-time safety: none.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "take/take_file.hpp"
#include "take/take_journal.hpp"
#include "take/take_json.hpp"

namespace sounddesk {

class TakeSyncer {
 public:
  /** The files stay open until this object is gone. Waveforms, which hold no sound, are synced with the first round and each tenth after it. */
  TakeSyncer(std::vector<TakeFile *> files, std::vector<TakeFile *> waveforms, TakeJournal &journal)
      : files_(std::move(files)), waveforms_(std::move(waveforms)), journal_(journal), thread_([this] { run(); }) {}
  ~TakeSyncer() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_ending_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  TakeSyncer(const TakeSyncer &) = delete;
  TakeSyncer &operator=(const TakeSyncer &) = delete;

  /** What is in the files has been made durable by anyone who made them. */
  void note_synced() {
    journal_.append(line_of_sizes());
    journal_.sync();
  }

  /** What is in the files now is made durable; nothing where an earlier round is still under way. */
  void begin_round() {
    std::string line = line_of_sizes();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_busy_) return;
    wanted_ = std::move(line);
    is_busy_ = true;
    wake_.notify_all();
  }

  /** Throws what the disk said, once. */
  void throw_if_failed() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  std::string line_of_sizes() const {
    std::vector<std::string> sizes;
    for (const TakeFile *file : files_) sizes.push_back(std::to_string(file->size_bytes()));
    return JsonObject().text("type", "synced").raw("bytes", json_array(sizes)).str();
  }

  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return is_ending_ || wanted_.has_value(); });
      if (is_ending_) return;
      const std::string line = *std::exchange(wanted_, std::nullopt);
      lock.unlock();
      std::exception_ptr failure;
      try {
        for (TakeFile *file : files_) file->sync();
        journal_.append(line);
        journal_.sync();
        if (rounds_++ % 10 == 0) {
          for (TakeFile *file : waveforms_) file->sync();
        }
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      is_busy_ = false;
      if (failure && !failure_) failure_ = failure;
    }
  }

  std::vector<TakeFile *> files_;
  std::vector<TakeFile *> waveforms_;
  TakeJournal &journal_;
  unsigned rounds_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<std::string> wanted_;
  bool is_busy_ = false;
  bool is_ending_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace sounddesk
