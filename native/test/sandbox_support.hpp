// A sandbox for tests: a forked child that serves a processor of the test's own.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

#include "rt/failure.hpp"
#include "sandbox/sandbox_audio_loop.hpp"

namespace sounddesk::test {

/** Runs `serve` in a child; killed and reaped with the object. */
class ForkedSandbox {
 public:
  explicit ForkedSandbox(const std::function<void()> &serve) {
    pid_ = fork();
    if (pid_ != 0) return;
    serve();
    _exit(0);
  }
  ~ForkedSandbox() {
    if (has_ended_) return;
    ::kill(pid_, SIGKILL);
    wait();
  }
  ForkedSandbox(const ForkedSandbox &) = delete;
  ForkedSandbox &operator=(const ForkedSandbox &) = delete;

  pid_t pid() const { return pid_; }
  /** Exit code, or minus the signal. */
  int wait() const {
    int status = 0;
    waitpid(pid_, &status, 0);
    has_ended_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

 private:
  pid_t pid_;
  mutable bool has_ended_ = false;
};

inline bool wait_until_serving(const SharedBlockHeader &header) {
  for (int attempt = 0; attempt < 2000; ++attempt) {
    if (header.is_serving.load(std::memory_order_acquire) == 1) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace sounddesk::test
