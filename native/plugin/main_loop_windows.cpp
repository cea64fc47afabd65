// Compiled by mingw and run under wine alone: written after Microsoft's and Steinberg's documents.
#if defined(_WIN32)

#include <pluginterfaces/gui/iplugview.h>
#include <windows.h>

#include <atomic>
#include <thread>

#include "plugin/main_loop.hpp"

DEF_CLASS_IID(Steinberg::IPlugView)
DEF_CLASS_IID(Steinberg::IPlugFrame)

namespace sounddesk::plugin {

namespace {

/**
 * The thread's message loop serves the windows; control lines wake it by an event. A pipe can't be waited for, so a
 * second thread looks whether there is something to read, and the main thread reads it.
 */
class WindowsMainLoop final : public MainLoop {
 public:
  void run(int, const Handlers &handlers) override {
    is_stopping_ = false;
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    HANDLE readable = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    HANDLE taken = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    std::atomic<bool> is_over{false};
    std::thread watcher([&] {
      while (!is_over) {
        DWORD available = 0;
        const bool is_open = PeekNamedPipe(input, nullptr, 0, nullptr, &available, nullptr) != 0;
        if (is_open && available == 0) {
          Sleep(2);
          continue;
        }
        SetEvent(readable);
        WaitForSingleObject(taken, INFINITE);
        if (!is_open) break;
      }
    });
    ULONGLONG next_tick = GetTickCount64();
    bool has_input = true;
    while (!is_stopping_ && has_input) {
      const ULONGLONG now = GetTickCount64();
      const DWORD wait_ms = next_tick > now ? static_cast<DWORD>(next_tick - now) : 0;
      const DWORD woken = MsgWaitForMultipleObjectsEx(1, &readable, wait_ms, QS_ALLINPUT, MWMO_INPUTAVAILABLE);
      if (woken == WAIT_OBJECT_0) {
        has_input = handlers.on_input();
        SetEvent(taken);
      }
      MSG message;
      while (PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE)) {
        TranslateMessage(&message);
        DispatchMessageW(&message);
      }
      if (GetTickCount64() >= next_tick) {
        next_tick = GetTickCount64() + static_cast<ULONGLONG>(handlers.on_tick().count());
      }
    }
    is_over = true;
    SetEvent(taken);
    watcher.join();
    CloseHandle(readable);
    CloseHandle(taken);
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

std::unique_ptr<MainLoop> MainLoop::create() { return std::make_unique<WindowsMainLoop>(); }

}  // namespace sounddesk::plugin

#endif
