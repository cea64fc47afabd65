// PortAudio, started while someone needs it: its own re-scan of the devices is a full stop and start, so it
// happens only while no session runs; and a JACK client stays connected for as long as it is on.
//
// Threads: any; calls are serialised by a lock. Real-time safety: none.
#pragma once

#include <array>
#include <optional>
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

  /** Whether someone holds it, so that a new list of PortAudio's devices is the old one. */
  static bool is_held();
};

inline constexpr std::array<int, 3> offered_rates_hz = {44100, 48000, 96000};

struct Device {
  std::string id;
  std::string name;
  /** `input`, `output`, `system`, `line` or `usb`. */
  std::string type;
  std::string host_api;
  bool is_default = false;
  bool is_input = false;
  int channels = 0;
  double default_rate_hz = 0.0;
  /** Of `offered_rates_hz`; read by `list_devices` alone, since asking may open the device. */
  std::vector<int> rates_hz;
  /** PortAudio's number: valid only while the `PortAudioUse` is held that it was read under; negative: not of PortAudio. */
  int index = -1;
  /** The name that a PulseAudio server knows it by; empty for that server's default. */
  std::optional<std::string> pulse_name;
  /** Another name for one that is listed already: not listed, yet found. */
  bool is_alias = false;
};

/** Every usable device, one entry a direction. While a session runs, PortAudio's are those of its start. */
std::vector<Device> list_devices();

/** The named device, or the default for an empty name. Throws DEVICE_NOT_FOUND; never another one instead. */
Device find_device(const std::string &id, bool is_input);

}  // namespace sounddesk
