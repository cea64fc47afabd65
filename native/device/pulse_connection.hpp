// One connection to a PulseAudio server, on a thread of its own.
//
// Threads: constructed, used and ended by one control thread; libpulse calls back on the connection's thread.
// Real-time safety: none.
#pragma once

#include "device/pulse_library.hpp"

#if defined(SOUNDDESK_HAS_PULSE)
#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace sounddesk {

class PulseConnection {
 public:
  /** Nothing where no library is installed or no server answers. Never starts a server. */
  static std::unique_ptr<PulseConnection> open(const std::string &client_name);
  ~PulseConnection();
  PulseConnection(const PulseConnection &) = delete;
  PulseConnection &operator=(const PulseConnection &) = delete;

  const PulseLibrary &library() const { return library_; }
  pa_context *context() { return context_; }

  /** Runs `work` while the connection's thread stands still: libpulse must not be called otherwise. */
  template <typename Work>
  auto locked(Work work) {
    const Lock lock(*this);
    return work();
  }

  /** Starts an operation and waits for its end; false where it fails, the server is gone, or it takes too long. */
  bool run(const std::function<pa_operation *()> &start);
  /** Waits until `is_done`, asked under the lock, says so; false where it takes longer than 5 s. */
  bool wait_until(const std::function<bool()> &is_done);
  bool is_ready();
  /** Of the last failure, in words. */
  std::string error_text();
  /** Runs once on the connection's thread. */
  void on_thread(void (*work)(void *), void *user);

 private:
  class Lock {
   public:
    explicit Lock(PulseConnection &connection) : connection_(connection) {
      connection_.library_.threaded_mainloop_lock(connection_.mainloop_);
    }
    ~Lock() { connection_.library_.threaded_mainloop_unlock(connection_.mainloop_); }
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

   private:
    PulseConnection &connection_;
  };

  explicit PulseConnection(const PulseLibrary &library) : library_(library) {}
  bool connect(const std::string &client_name);

  const PulseLibrary &library_;
  pa_threaded_mainloop *mainloop_ = nullptr;
  pa_context *context_ = nullptr;
};

}  // namespace sounddesk
#endif
