// Objective-C++. Never compiled on the machines that the project is tested on: written after Apple's documents.
#if defined(__APPLE__)

#import <AppKit/AppKit.h>
#include <pluginterfaces/gui/iplugview.h>
#include <poll.h>

#include "plugin/main_loop.hpp"

DEF_CLASS_IID(Steinberg::IPlugView)
DEF_CLASS_IID(Steinberg::IPlugFrame)

namespace sounddesk::plugin {

namespace {

/** The application's own loop serves the windows; a descriptor source brings control lines, a timer the time. */
class MacMainLoop final : public MainLoop {
 public:
  void run(int input_fd, const Handlers &handlers) override {
    [NSApplication sharedApplication];
    // Windows, but neither a menu bar nor a place in the dock.
    [NSApp setActivationPolicy:NSApplicationActivationPolicyAccessory];
    __block bool is_over = false;
    dispatch_source_t input = dispatch_source_create(DISPATCH_SOURCE_TYPE_READ, static_cast<uintptr_t>(input_fd), 0,
                                                     dispatch_get_main_queue());
    const Handlers &given = handlers;
    dispatch_source_set_event_handler(input, ^{
      if (!given.on_input()) is_over = true;
    });
    dispatch_resume(input);
    is_stopping_ = false;
    NSDate *next_tick = [NSDate date];
    while (!is_over && !is_stopping_) {
      @autoreleasepool {
        NSEvent *event = [NSApp nextEventMatchingMask:NSEventMaskAny
                                            untilDate:next_tick
                                               inMode:NSDefaultRunLoopMode
                                              dequeue:YES];
        if (event != nil) [NSApp sendEvent:event];
        if ([next_tick timeIntervalSinceNow] <= 0) {
          const double wait_sec = static_cast<double>(handlers.on_tick().count()) / 1000.0;
          next_tick = [NSDate dateWithTimeIntervalSinceNow:wait_sec];
        }
      }
    }
    dispatch_source_cancel(input);
  }

  void stop() noexcept override { is_stopping_ = true; }
  void watch(int, std::function<void()>) override {}
  void unwatch(int) noexcept override {}
  Steinberg::FUnknown *run_loop() noexcept override { return nullptr; }
  void offer_in(HostContext &) noexcept override {}

 private:
  bool is_stopping_ = false;
};

}  // namespace

std::unique_ptr<MainLoop> MainLoop::create() { return std::make_unique<MacMainLoop>(); }

}  // namespace sounddesk::plugin

#endif
