// One direction of one device, feeding a `LiveEngine` from PortAudio's callback.
//
// Threads: constructed, started and closed by the control thread; the callback runs on a thread of PortAudio
// and only copies. Real-time safety: the callback is, nothing else.
#pragma once

#include <memory>

#include "device/port_audio.hpp"
#include "engine/live_engine.hpp"

namespace sounddesk {

struct StreamFormat {
  int rate_hz;
  int channels;
};

/** The format that the device takes: the wanted rate where it can, else its own; mono where it can. */
StreamFormat supported_format(const Device &device, int wanted_rate_hz);

class DeviceStream {
 public:
  /** Throws DEVICE_UNAVAILABLE with the sound system's reason. */
  DeviceStream(const Device &device, const StreamFormat &format, int block_frames, LiveEngine &engine);
  ~DeviceStream();
  DeviceStream(const DeviceStream &) = delete;
  DeviceStream &operator=(const DeviceStream &) = delete;

  void start();
  /** Any thread: what lies between the callback and the converter, where it is known better than from PortAudio. */
  void set_device_latency(double seconds) noexcept;
  bool is_active() const;
  /** Stops at once. Idempotent. */
  void close();

  struct Context;

 private:
  std::unique_ptr<Context> context_;
  void *stream_ = nullptr;
};

}  // namespace sounddesk
