// Says when devices come, go, or become the default, without polling them and without touching what is open.
//
// Linux: PulseAudio's subscription, JACK's port callbacks, the kernel's sound nodes; macOS: Core Audio's listener.
// Servers that are not there are looked for every few seconds, which costs a refused connection.
//
// Threads: constructed and destroyed by one control thread; `on_changed` is called from the watch's own thread,
// never more often than five times a second. Real-time safety: none.
#pragma once

#include <functional>
#include <memory>

namespace sounddesk {

class DeviceWatch {
 public:
  /** `on_changed` may be called where nothing has changed in the end: the list is to be compared. */
  static std::unique_ptr<DeviceWatch> start(std::function<void()> on_changed);
  virtual ~DeviceWatch() = default;
};

/** Whether this system reports changes; where it does not, the list has to be read now and then. */
bool can_watch_devices();

}  // namespace sounddesk
