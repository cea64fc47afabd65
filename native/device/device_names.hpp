// What PortAudio's lists of devices mean: which entries are real, how to name them for good, what they are.
//
// Threads: any. Real-time safety: none.
#pragma once

#include <string>
#include <vector>

#include "device/port_audio.hpp"

namespace sounddesk {

/** ALSA lists every plug-in of its configuration as a device: converters, and speakers that nothing has. */
bool is_offered(const std::string &host_api, const std::string &name);

/** Ports of this program, also of one that lists beside a running session: no devices. Takes a port's or client's name. */
bool is_own_jack_client(const std::string &name);

/** Host API, direction and name, without the card's number, which changes with the order of plugging in. */
std::string stable_id(const std::string &host_api, const std::string &name, bool is_input);

/** Two devices of one name: the second one's id ends in `#2`. */
void number_equal_ids(std::vector<Device> &devices);

/** A monitor source is what the computer plays; outputs are just that. */
std::string type_of(const std::string &name, bool is_input);

}  // namespace sounddesk
