#include "device/device_watch.hpp"

#if defined(__APPLE__)
#include <CoreAudio/CoreAudio.h>

#include <array>

namespace sounddesk {
namespace {

class CoreAudioWatch final : public DeviceWatch {
 public:
  explicit CoreAudioWatch(std::function<void()> on_changed) : on_changed_(std::move(on_changed)) {
    for (const AudioObjectPropertyAddress &address : addresses) {
      AudioObjectAddPropertyListener(kAudioObjectSystemObject, &address, on_property, this);
    }
  }

  ~CoreAudioWatch() override {
    for (const AudioObjectPropertyAddress &address : addresses) {
      AudioObjectRemovePropertyListener(kAudioObjectSystemObject, &address, on_property, this);
    }
  }

 private:
  /** The element of old and new SDKs, which name it differently. */
  static constexpr AudioObjectPropertyElement main_element = 0;
  static constexpr std::array<AudioObjectPropertyAddress, 3> addresses{{
      {kAudioHardwarePropertyDevices, kAudioObjectPropertyScopeGlobal, main_element},
      {kAudioHardwarePropertyDefaultInputDevice, kAudioObjectPropertyScopeGlobal, main_element},
      {kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, main_element},
  }};

  static OSStatus on_property(AudioObjectID, UInt32, const AudioObjectPropertyAddress *, void *user) {
    static_cast<CoreAudioWatch *>(user)->on_changed_();
    return noErr;
  }

  const std::function<void()> on_changed_;
};

}  // namespace

std::unique_ptr<DeviceWatch> DeviceWatch::start(std::function<void()> on_changed) {
  return std::make_unique<CoreAudioWatch>(std::move(on_changed));
}

bool can_watch_devices() { return true; }

}  // namespace sounddesk

#elif !defined(__linux__)

namespace sounddesk {

std::unique_ptr<DeviceWatch> DeviceWatch::start(std::function<void()>) { return nullptr; }

bool can_watch_devices() { return false; }

}  // namespace sounddesk

#endif
