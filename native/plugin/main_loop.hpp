// The main thread's loop: control lines, time, the windows of plug-ins, and on Linux the file descriptors and timers
// that plug-ins register with their host (there is no loop of the system's there).
//
// Threads: main alone. Real-time safety: none.
#pragma once

#include <pluginterfaces/base/funknown.h>

#include <chrono>
#include <functional>
#include <memory>

namespace sounddesk::plugin {

class HostContext;

class MainLoop {
 public:
  virtual ~MainLoop() = default;

  struct Handlers {
    /** Reads what is there; false at the end of input, which ends the loop. */
    std::function<bool()> on_input;
    /** Regular work; returns when it wants to be called next. */
    std::function<std::chrono::milliseconds()> on_tick;
  };

  /** Until the end of input or `stop`. @param input_fd becomes readable with control lines */
  virtual void run(int input_fd, const Handlers &handlers) = 0;
  virtual void stop() noexcept = 0;

  /** Calls `on_ready` whenever `fd` is readable (Linux; elsewhere the system's own loop does that). */
  virtual void watch(int fd, std::function<void()> on_ready) = 0;
  virtual void unwatch(int fd) noexcept = 0;

  /** What plug-ins register their descriptors and timers with; nothing where the system has a loop. */
  virtual Steinberg::FUnknown *run_loop() noexcept = 0;
  /** Lets plug-ins ask the host's context for it, too. */
  virtual void offer_in(HostContext &context) noexcept = 0;

  static std::unique_ptr<MainLoop> create();
};

}  // namespace sounddesk::plugin
