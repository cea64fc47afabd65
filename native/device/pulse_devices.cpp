#include "device/pulse_devices.hpp"

#include <string_view>

#include "device/device_names.hpp"
#include "device/pulse_connection.hpp"

namespace sounddesk {

#if defined(SOUNDDESK_HAS_PULSE)
namespace {

struct Listing {
  const PulseLibrary &pulse;
  std::string default_source;
  std::string default_sink;
  std::vector<Device> devices;
};

/** What sources and sinks have in common. */
template <typename Info>
Device device_of(const Info &info, bool is_input) {
  Device device;
  device.pulse_name = info.name;
  device.id = stable_id(pulse_host_api, info.name, is_input);
  device.name = info.description != nullptr && *info.description != '\0' ? info.description : info.name;
  device.host_api = pulse_host_api;
  device.is_input = is_input;
  device.channels = info.sample_spec.channels;
  device.default_rate_hz = info.sample_spec.rate;
  // The server converts.
  device.rates_hz.assign(offered_rates_hz.begin(), offered_rates_hz.end());
  device.index = -1;
  return device;
}

std::string source_type(const PulseLibrary &pulse, const pa_source_info &info) {
  if (info.monitor_of_sink != PA_INVALID_INDEX) return "system";
  const char *bus = pulse.proplist_gets(info.proplist, "device.bus");
  if (bus != nullptr && std::string_view(bus) == "usb") return "usb";
  if (info.active_port != nullptr && info.active_port->type == PA_DEVICE_PORT_TYPE_LINE) return "line";
  return "input";
}

void on_server(pa_context *, const pa_server_info *info, void *user) {
  if (info == nullptr) return;
  auto &listing = *static_cast<Listing *>(user);
  if (info->default_source_name != nullptr) listing.default_source = info->default_source_name;
  if (info->default_sink_name != nullptr) listing.default_sink = info->default_sink_name;
}

void on_source(pa_context *, const pa_source_info *info, int, void *user) {
  if (info == nullptr) return;
  auto &listing = *static_cast<Listing *>(user);
  Device device = device_of(*info, true);
  device.type = source_type(listing.pulse, *info);
  // A server without a microphone names what its default speaker plays: that would howl.
  const bool is_echo = info->monitor_of_sink_name != nullptr && listing.default_sink == info->monitor_of_sink_name;
  device.is_default = listing.default_source == info->name && !is_echo;
  listing.devices.push_back(std::move(device));
}

void on_sink(pa_context *, const pa_sink_info *info, int, void *user) {
  if (info == nullptr) return;
  auto &listing = *static_cast<Listing *>(user);
  Device device = device_of(*info, false);
  device.type = "output";
  device.is_default = listing.default_sink == info->name;
  listing.devices.push_back(std::move(device));
}

}  // namespace

std::vector<Device> list_pulse_devices() {
  const std::unique_ptr<PulseConnection> connection = PulseConnection::open("SoundDesk device list");
  if (!connection) return {};
  const PulseLibrary &pulse = connection->library();
  pa_context *context = connection->context();
  Listing listing{pulse, {}, {}, {}};
  const bool is_listed =
      connection->run([&] { return pulse.context_get_server_info(context, on_server, &listing); }) &&
      connection->run([&] { return pulse.context_get_source_info_list(context, on_source, &listing); }) &&
      connection->run([&] { return pulse.context_get_sink_info_list(context, on_sink, &listing); });
  return is_listed ? std::move(listing.devices) : std::vector<Device>{};
}

#else

std::vector<Device> list_pulse_devices() { return {}; }

#endif

}  // namespace sounddesk
