#include "device/device_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <regex>
#include <string_view>

#include "device/jack_latency.hpp"

namespace sounddesk {
namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool contains(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

/** Names of ALSA's own configuration (/usr/share/alsa) that stand for no device of their own. */
constexpr std::array<std::string_view, 33> alsa_plugins = {
    "sysdefault", "front",      "rear",       "center_lfe", "side",       "surround21", "surround40",
    "surround41", "surround50", "surround51", "surround71", "iec958",     "spdif",      "hdmi",
    "modem",      "phoneline",  "dmix",       "dsnoop",     "null",       "lavrate",    "samplerate",
    "speexrate",  "speex",      "upmix",      "vdownmix",   "a52",        "oss",        "usbstream",
    "jack",       "plug",       "plughw",     "file",       "asym",
};

}  // namespace

bool is_offered(const std::string &host_api, const std::string &name) {
  // Emulated by ALSA, with the same devices once more.
  if (host_api == "OSS") return false;
  // Windows' older ways to the devices of WASAPI, which is in every build.
  if (host_api == "MME" || host_api == "Windows DirectSound" || host_api == "Windows WDM-KS") return false;
  if (is_jack(host_api)) return !is_own_jack_client(name);
  if (host_api != "ALSA") return true;
  return std::find(alsa_plugins.begin(), alsa_plugins.end(), name) == alsa_plugins.end();
}

bool is_own_jack_client(const std::string &name) { return name.starts_with("PortAudio") || name.starts_with("sounddesk-"); }

std::string stable_id(const std::string &host_api, const std::string &name, bool is_input) {
  static const std::regex card_number(" *\\((plug)?hw:[0-9]+,[0-9]+\\)$");
  std::string api = lower_case(host_api);
  std::replace(api.begin(), api.end(), ' ', '-');
  return api + (is_input ? ":in:" : ":out:") + std::regex_replace(name, card_number, "");
}

void number_equal_ids(std::vector<Device> &devices) {
  std::map<std::string, int> seen;
  for (Device &device : devices) {
    const int count = ++seen[device.id];
    if (count > 1) device.id += "#" + std::to_string(count);
  }
}

std::string type_of(const std::string &name, bool is_input) {
  if (!is_input) return "output";
  const std::string lower = lower_case(name);
  // WASAPI's loopbacks, Windows' own mix, and the virtual devices that macOS needs for it.
  for (const char *word : {"monitor", "loopback", "stereo mix", "blackhole", "soundflower"}) {
    if (contains(lower, word)) return "system";
  }
  if (contains(lower, "line in") || contains(lower, "line-in") || contains(lower, "linein")) return "line";
  return "input";
}

}  // namespace sounddesk
