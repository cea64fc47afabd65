// One direction of one device, feeding or asking a `DeviceEndpoint`.
//
// Threads: opened, started and closed by the control thread; the endpoint is called on a thread of the sound
// system and only copies. Real-time safety: what calls the endpoint is, nothing else.
#pragma once

#include <memory>

#include "device/port_audio.hpp"
#include "engine/device_endpoint.hpp"

namespace sounddesk {

struct StreamFormat {
  int rate_hz;
  int channels;
};

/** The format that the device takes: the wanted rate where it can, else its own; mono where it can. */
StreamFormat supported_format(const Device &device, int wanted_rate_hz);

class DeviceStream {
 public:
  /** For `block_frames`: whatever the sound system hands over at once. */
  static constexpr int own_blocks = 0;

  /** Stopped at first. Throws DEVICE_UNAVAILABLE with the sound system's reason. */
  static std::unique_ptr<DeviceStream> open(const Device &device, const StreamFormat &format, int block_frames,
                                            DeviceEndpoint &endpoint);
  virtual ~DeviceStream() = default;

  virtual void start() = 0;
  /** Any thread: what lies between the callback and the converter, where it is known better than by the stream. */
  virtual void set_device_latency(double) noexcept {}
  virtual bool is_active() const = 0;
  /** Whether PortAudio must stay on for it: its list of devices stands still meanwhile. */
  virtual bool needs_port_audio() const { return false; }
  /** Stops at once. Idempotent. */
  virtual void close() = 0;
};

}  // namespace sounddesk
