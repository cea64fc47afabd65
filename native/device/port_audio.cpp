#include "device/port_audio.hpp"

#include <portaudio.h>

#include <algorithm>
#include <mutex>

#include "device/alsa_facts.hpp"
#include "device/device_names.hpp"
#include "device/pulse_devices.hpp"
#include "device/quiet_libraries.hpp"
#include "rt/failure.hpp"

namespace sounddesk {
namespace {

std::mutex &library_mutex() {
  static std::mutex mutex;
  return mutex;
}

/** Under the mutex. */
int users = 0;

bool is_usable(PaDeviceIndex index, bool is_input) {
  const PaDeviceInfo *info = index < 0 ? nullptr : Pa_GetDeviceInfo(index);
  if (info == nullptr || (is_input ? info->maxInputChannels : info->maxOutputChannels) < 1) return false;
  return is_offered(Pa_GetHostApiInfo(info->hostApi)->name, info->name);
}

/** PortAudio's own default is that of its first host API, even where nothing is behind it: then the next one's. */
PaDeviceIndex default_device(bool is_input) {
  const PaDeviceIndex first = is_input ? Pa_GetDefaultInputDevice() : Pa_GetDefaultOutputDevice();
  if (is_usable(first, is_input)) return first;
  for (PaHostApiIndex api = 0; api < Pa_GetHostApiCount(); ++api) {
    const PaHostApiInfo *host = Pa_GetHostApiInfo(api);
    const PaDeviceIndex index = is_input ? host->defaultInputDevice : host->defaultOutputDevice;
    if (is_usable(index, is_input)) return index;
  }
  return paNoDevice;
}

std::vector<Device> read_port_audio() {
  std::vector<Device> devices;
  const PaDeviceIndex default_input = default_device(true);
  const PaDeviceIndex default_output = default_device(false);
  for (PaDeviceIndex index = 0; index < Pa_GetDeviceCount(); ++index) {
    const PaDeviceInfo *info = Pa_GetDeviceInfo(index);
    const PaHostApiInfo *host = info == nullptr ? nullptr : Pa_GetHostApiInfo(info->hostApi);
    if (host == nullptr || !is_offered(host->name, info->name)) continue;
    const bool is_alsa = std::string(host->name) == "ALSA";
    for (const bool is_input : {true, false}) {
      const int channels = is_input ? info->maxInputChannels : info->maxOutputChannels;
      if (channels < 1) continue;
      Device device;
      device.id = stable_id(host->name, info->name, is_input);
      device.name = info->name;
      device.type = is_input && is_alsa && is_usb_card(info->name) ? "usb" : type_of(info->name, is_input);
      device.host_api = host->name;
      device.is_default = index == (is_input ? default_input : default_output);
      device.is_input = is_input;
      device.channels = channels;
      device.default_rate_hz = info->defaultSampleRate;
      device.index = index;
      if (is_alsa) device.pulse_name = pulse_name_behind_alsa(info->name);
      devices.push_back(std::move(device));
    }
  }
  return devices;
}

bool is_listed_by_pulse(const std::vector<Device> &devices, const Device &door) {
  return std::any_of(devices.begin(), devices.end(), [&](const Device &device) {
    return device.host_api == pulse_host_api && device.is_input == door.is_input && device.pulse_name == door.pulse_name;
  });
}

/** A sound server that answers is what the system plays through: its defaults hold, and ALSA's doors to it are doubles. */
std::vector<Device> read_devices() {
  std::vector<Device> devices = list_pulse_devices();
  const bool has_pulse = !devices.empty();
  for (Device &device : read_port_audio()) {
    if (has_pulse) {
      device.is_default = false;
      device.is_alias = device.pulse_name == "";
      // ALSA offers every door in both directions, and cannot know the other side.
      const bool is_door = device.pulse_name.has_value() && !device.is_alias;
      if (is_door && !is_listed_by_pulse(devices, device)) continue;
      if (is_door) device.rates_hz.assign(offered_rates_hz.begin(), offered_rates_hz.end());
    }
    devices.push_back(std::move(device));
  }
  number_equal_ids(devices);
  return devices;
}

/** By trying them, but for devices that are open: those answer by what they run at. */
std::vector<int> supported_rates(const Device &device) {
  if (!device.rates_hz.empty()) return device.rates_hz;
  std::vector<int> rates_hz;
  const PaStreamParameters parameters{device.index, std::min(2, device.channels), paFloat32, 0.0, nullptr};
  for (const int rate_hz : offered_rates_hz) {
    const PaError error = Pa_IsFormatSupported(device.is_input ? &parameters : nullptr,
                                               device.is_input ? nullptr : &parameters, rate_hz);
    if (error == paFormatIsSupported) rates_hz.push_back(rate_hz);
  }
  return rates_hz;
}

}  // namespace

PortAudioUse::PortAudioUse() {
  const std::lock_guard<std::mutex> lock(library_mutex());
  silence_audio_libraries();
  const PaError error = Pa_Initialize();
  if (error != paNoError) {
    throw Failure(FailureCode::device_unavailable, std::string("The sound system does not start: ") + Pa_GetErrorText(error));
  }
  ++users;
  // Some are loaded by the start itself.
  silence_audio_libraries();
}

PortAudioUse::~PortAudioUse() {
  const std::lock_guard<std::mutex> lock(library_mutex());
  --users;
  Pa_Terminate();
}

bool PortAudioUse::is_held() {
  const std::lock_guard<std::mutex> lock(library_mutex());
  return users > 0;
}

std::vector<Device> list_devices() {
  const PortAudioUse use;
  std::vector<Device> devices = read_devices();
  std::erase_if(devices, [](const Device &device) { return device.is_alias; });
  for (Device &device : devices) device.rates_hz = supported_rates(device);
  return devices;
}

Device find_device(const std::string &id, bool is_input) {
  const PortAudioUse use;
  const std::vector<Device> devices = read_devices();
  const auto found = std::find_if(devices.begin(), devices.end(), [&](const Device &device) {
    return device.is_input == is_input && (id.empty() ? device.is_default : device.id == id);
  });
  if (found != devices.end()) return *found;
  const std::string kind = is_input ? "microphone" : "loudspeaker";
  if (id.empty()) {
    throw Failure(FailureCode::device_not_found, "The system has no " + kind + ". Connect one, or choose another device.");
  }
  throw Failure(FailureCode::device_not_found, "The " + kind + " is not there: " + id + ". Connect it, or choose another one.");
}

}  // namespace sounddesk
