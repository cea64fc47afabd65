// What ALSA's configuration and the kernel know of a device, and PortAudio does not say.
//
// Threads: one at a time, while PortAudio is on. Real-time safety: none.
#pragma once

#include <optional>
#include <string>

namespace sounddesk {

/** Of a PCM that is a door to PulseAudio: the source or sink behind it, empty for the server's default. */
std::optional<std::string> pulse_name_behind_alsa(const std::string &pcm_name);

/** Whether `... (hw:1,0)` is a card on the USB bus, by the kernel's own word. */
bool is_usb_card(const std::string &device_name);

}  // namespace sounddesk
