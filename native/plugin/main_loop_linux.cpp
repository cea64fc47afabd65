#if defined(__linux__)

#include <pluginterfaces/gui/iplugview.h>
#include <poll.h>

#include <algorithm>
#include <vector>

#include "plugin/host_context.hpp"
#include "plugin/main_loop.hpp"

// The SDK declares the ids of these and leaves their definition to hosts that have a window.
DEF_CLASS_IID(Steinberg::IPlugView)
DEF_CLASS_IID(Steinberg::IPlugFrame)
DEF_CLASS_IID(Steinberg::Linux::IEventHandler)
DEF_CLASS_IID(Steinberg::Linux::ITimerHandler)
DEF_CLASS_IID(Steinberg::Linux::IRunLoop)

namespace sounddesk::plugin {

using namespace Steinberg;
using Clock = std::chrono::steady_clock;

namespace {

/** A plug-in that wants to be called without a pause would leave no time for the control lines. */
constexpr std::chrono::milliseconds least_interval(1);

class LinuxMainLoop final : public MainLoop, public Linux::IRunLoop {
 public:
  void run(int input_fd, const Handlers &handlers) override;
  void stop() noexcept override { is_stopping_ = true; }
  void watch(int fd, std::function<void()> on_ready) override { own_.push_back({fd, std::move(on_ready)}); }
  void unwatch(int fd) noexcept override {
    std::erase_if(own_, [fd](const Own &own) { return own.fd == fd; });
  }
  FUnknown *run_loop() noexcept override { return static_cast<Linux::IRunLoop *>(this); }
  void offer_in(HostContext &context) noexcept override { context.offer(Linux::IRunLoop::iid, run_loop()); }

  tresult PLUGIN_API registerEventHandler(Linux::IEventHandler *handler, Linux::FileDescriptor fd) override;
  tresult PLUGIN_API unregisterEventHandler(Linux::IEventHandler *handler) override;
  tresult PLUGIN_API registerTimer(Linux::ITimerHandler *handler, Linux::TimerInterval milliseconds) override;
  tresult PLUGIN_API unregisterTimer(Linux::ITimerHandler *handler) override;

  tresult PLUGIN_API queryInterface(const TUID iid, void **object) override {
    const bool is_known =
        FUnknownPrivate::iidEqual(iid, FUnknown::iid) || FUnknownPrivate::iidEqual(iid, Linux::IRunLoop::iid);
    *object = is_known ? static_cast<Linux::IRunLoop *>(this) : nullptr;
    return is_known ? kResultOk : kNoInterface;
  }
  uint32 PLUGIN_API addRef() override { return 1000; }
  uint32 PLUGIN_API release() override { return 1000; }

 private:
  struct Own {
    int fd;
    std::function<void()> on_ready;
  };
  struct Watched {
    IPtr<Linux::IEventHandler> handler;
    int fd;
  };
  struct Timer {
    IPtr<Linux::ITimerHandler> handler;
    std::chrono::milliseconds interval;
    Clock::time_point due;
  };

  std::chrono::milliseconds time_to(Clock::time_point due) const;
  void serve_timers();
  void serve_descriptors(const std::vector<pollfd> &polled);

  std::vector<Own> own_;
  std::vector<Watched> watched_;
  std::vector<Timer> timers_;
  bool is_stopping_ = false;
};

std::chrono::milliseconds LinuxMainLoop::time_to(Clock::time_point due) const {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - Clock::now());
  return std::clamp(left, std::chrono::milliseconds(0), std::chrono::milliseconds(1000));
}

void LinuxMainLoop::run(int input_fd, const Handlers &handlers) {
  is_stopping_ = false;
  Clock::time_point next_tick = Clock::now();
  while (!is_stopping_) {
    std::vector<pollfd> polled{{input_fd, POLLIN, 0}};
    for (const Own &own : own_) polled.push_back({own.fd, POLLIN, 0});
    for (const Watched &watched : watched_) polled.push_back({watched.fd, POLLIN, 0});
    Clock::time_point due = next_tick;
    for (const Timer &timer : timers_) due = std::min(due, timer.due);
    const int ready = ::poll(polled.data(), polled.size(), static_cast<int>(time_to(due).count()));
    if (ready > 0) {
      if (polled.front().revents != 0 && !handlers.on_input()) return;
      serve_descriptors(polled);
    }
    serve_timers();
    if (Clock::now() >= next_tick) next_tick = Clock::now() + handlers.on_tick();
  }
}

/** Each handler may register and unregister any: a copy is walked, and only what is still there is called. */
void LinuxMainLoop::serve_descriptors(const std::vector<pollfd> &polled) {
  const auto is_ready = [&polled](int fd) {
    return std::any_of(polled.begin() + 1, polled.end(),
                       [fd](const pollfd &entry) { return entry.fd == fd && entry.revents != 0; });
  };
  const std::vector<Own> own = own_;
  for (const Own &entry : own) {
    const bool is_there = std::any_of(own_.begin(), own_.end(), [&](const Own &now) { return now.fd == entry.fd; });
    if (is_there && is_ready(entry.fd)) entry.on_ready();
  }
  const std::vector<Watched> watched = watched_;
  for (const Watched &entry : watched) {
    const bool is_there = std::any_of(watched_.begin(), watched_.end(), [&](const Watched &now) {
      return now.handler == entry.handler && now.fd == entry.fd;
    });
    if (is_there && is_ready(entry.fd)) entry.handler->onFDIsSet(entry.fd);
  }
}

void LinuxMainLoop::serve_timers() {
  const Clock::time_point now = Clock::now();
  const std::vector<Timer> timers = timers_;
  for (const Timer &timer : timers) {
    if (timer.due > now) continue;
    const auto current =
        std::find_if(timers_.begin(), timers_.end(), [&](const Timer &entry) { return entry.handler == timer.handler; });
    if (current == timers_.end()) continue;
    // From now on, not from when it was due: a slow handler is not called twice in a row.
    current->due = now + current->interval;
    timer.handler->onTimer();
  }
}

tresult PLUGIN_API LinuxMainLoop::registerEventHandler(Linux::IEventHandler *handler, Linux::FileDescriptor fd) {
  if (handler == nullptr || fd < 0) return kInvalidArgument;
  watched_.push_back({handler, fd});
  return kResultTrue;
}

tresult PLUGIN_API LinuxMainLoop::unregisterEventHandler(Linux::IEventHandler *handler) {
  const auto count = std::erase_if(watched_, [handler](const Watched &entry) { return entry.handler == handler; });
  return count > 0 ? kResultTrue : kResultFalse;
}

tresult PLUGIN_API LinuxMainLoop::registerTimer(Linux::ITimerHandler *handler, Linux::TimerInterval milliseconds) {
  if (handler == nullptr) return kInvalidArgument;
  constexpr Linux::TimerInterval longest = 24 * 3600 * 1000;
  const std::chrono::milliseconds interval(static_cast<std::int64_t>(std::min(milliseconds, longest)));
  timers_.push_back({handler, std::max(interval, least_interval), Clock::now() + interval});
  return kResultTrue;
}

tresult PLUGIN_API LinuxMainLoop::unregisterTimer(Linux::ITimerHandler *handler) {
  const auto count = std::erase_if(timers_, [handler](const Timer &entry) { return entry.handler == handler; });
  return count > 0 ? kResultTrue : kResultFalse;
}

}  // namespace

std::unique_ptr<MainLoop> MainLoop::create() { return std::make_unique<LinuxMainLoop>(); }

}  // namespace sounddesk::plugin

#endif
