// The devices of a PulseAudio server (or of PipeWire in its place).
//
// Threads: one at a time. Real-time safety: none.
#pragma once

#include <vector>

#include "device/port_audio.hpp"

namespace sounddesk {

/** PortAudio's own names of host APIs are the others. */
inline constexpr const char *pulse_host_api = "PulseAudio";

/** Every source and sink; nothing where no server answers. Its answers do not depend on what is open. */
std::vector<Device> list_pulse_devices();

}  // namespace sounddesk
