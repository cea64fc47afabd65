// PortAudio, started while someone needs it: its own re-scan of the devices is a full stop and start, so it
// happens only while no session runs; and a JACK client stays connected for as long as it is on.
//
// Threads: any; calls are serialised by a lock. Real-time safety: none.
#pragma once

#include <string>
#include <vector>

namespace sounddesk {

/** Keeps PortAudio initialised. Throws DEVICE_UNAVAILABLE when it cannot start. */
class PortAudioUse {
 public:
  PortAudioUse();
  ~PortAudioUse();
  PortAudioUse(const PortAudioUse &) = delete;
  PortAudioUse &operator=(const PortAudioUse &) = delete;
};

struct Device {
  std::string id;
  std::string name;
  /** `input`, `output`, `system`, `line` or `usb`. */
  std::string type;
  std::string host_api;
  bool is_default;
  bool is_input;
  int channels;
  double default_rate_hz;
  /** PortAudio's number: valid only while the `PortAudioUse` is held that it was read under. */
  int index;
};

/** Every usable device, one entry a direction. While a session runs, those of its start. */
std::vector<Device> list_devices();

/** The named device, or the default for an empty name. Throws DEVICE_NOT_FOUND; never another one instead. */
Device find_device(const std::string &id, bool is_input);

}  // namespace sounddesk
