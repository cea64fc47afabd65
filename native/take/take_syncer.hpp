// Makes what was written durable, twice a second, on a thread of its own: a disk may take seconds for that, and
// meanwhile the writer goes on.
//
// Threads: made, asked and ended by the writer's thread. Real-time safety: none.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "take/take_file.hpp"

namespace sounddesk {

class TakeSyncer {
 public:
  /** The files stay open until this object is gone. */
  explicit TakeSyncer(std::vector<TakeFile *> files) : files_(std::move(files)), thread_([this] { run(); }) {}
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

  /** Throws what the disk said, once. */
  void throw_if_failed() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!wake_.wait_for(lock, std::chrono::milliseconds(500), [this] { return is_ending_; })) {
      lock.unlock();
      std::exception_ptr failure;
      try {
        for (TakeFile *file : files_) file->sync();
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (failure && !failure_) failure_ = failure;
    }
  }

  std::vector<TakeFile *> files_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool is_ending_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace sounddesk
