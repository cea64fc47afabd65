// One direction of one device of a PulseAudio server (or of PipeWire in its place).
//
// Not through ALSA's plug-in: that one states delays which are off by several milliseconds, and misses
// blocks where it is asked for little delay. Here the server says which sample is at the converter.
//
// Threads and real-time safety: as `DeviceStream`; the endpoint is called on libpulse's thread, which is asked
// to be real-time where the system grants it.
#pragma once

#include <memory>

#include "device/device_stream.hpp"

namespace sounddesk {

/** Nothing where no server answers, or the library is missing. Throws DEVICE_UNAVAILABLE where the server refuses. */
std::unique_ptr<DeviceStream> open_pulse_stream(const Device &device, const StreamFormat &format, int block_frames,
                                                DeviceEndpoint &endpoint);

}  // namespace sounddesk
