#include "device/alsa_facts.hpp"

#if defined(__linux__) && __has_include(<alsa/asoundlib.h>)
#include <alsa/asoundlib.h>
#include <dlfcn.h>

#include <filesystem>
#include <regex>

namespace sounddesk {
namespace {

/** Of the library that PortAudio has loaded. */
struct AlsaConfiguration {
  decltype(&::snd_config_update_r) update = nullptr;
  decltype(&::snd_config_update_free) update_free = nullptr;
  decltype(&::snd_config_delete) remove = nullptr;
  decltype(&::snd_config_search) search = nullptr;
  decltype(&::snd_config_search_definition) search_definition = nullptr;
  decltype(&::snd_config_get_string) get_string = nullptr;

  static const AlsaConfiguration *get() {
    static const AlsaConfiguration found = load();
    return found.get_string != nullptr ? &found : nullptr;
  }

  std::optional<std::string> text(snd_config_t *of, const char *key) const {
    snd_config_t *node = nullptr;
    const char *value = nullptr;
    if (search(of, key, &node) < 0 || get_string(node, &value) < 0 || value == nullptr) return std::nullopt;
    return value;
  }

 private:
  static AlsaConfiguration load() {
    AlsaConfiguration found;
    void *handle = dlopen("libasound.so.2", RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) return found;
    const auto find = [&](const char *name, auto &to) {
      to = reinterpret_cast<std::remove_reference_t<decltype(to)>>(dlsym(handle, name));
      return to != nullptr;
    };
    const bool has_all = find("snd_config_update_r", found.update) && find("snd_config_update_free", found.update_free) &&
                         find("snd_config_delete", found.remove) && find("snd_config_search", found.search) &&
                         find("snd_config_search_definition", found.search_definition) &&
                         find("snd_config_get_string", found.get_string);
    dlclose(handle);
    return has_all ? found : AlsaConfiguration{};
  }
};

}  // namespace

std::optional<std::string> pulse_name_behind_alsa(const std::string &pcm_name) {
  const AlsaConfiguration *alsa = AlsaConfiguration::get();
  if (alsa == nullptr) return std::nullopt;
  snd_config_t *top = nullptr;
  snd_config_update_t *update = nullptr;
  if (alsa->update(&top, &update, nullptr) < 0) return std::nullopt;
  std::optional<std::string> name;
  snd_config_t *definition = nullptr;
  if (alsa->search_definition(top, "pcm", pcm_name.c_str(), &definition) >= 0) {
    // One that names a server of its own is left to the plug-in.
    if (alsa->text(definition, "type") == "pulse" && alsa->text(definition, "server").value_or("").empty()) {
      name = alsa->text(definition, "device").value_or("");
    }
    alsa->remove(definition);
  }
  alsa->remove(top);
  alsa->update_free(update);
  return name;
}

bool is_usb_card(const std::string &device_name) {
  static const std::regex card_number("\\((?:plug)?hw:([0-9]+),[0-9]+\\)$");
  std::smatch match;
  if (!std::regex_search(device_name, match, card_number)) return false;
  std::error_code unreadable;
  return std::filesystem::exists("/proc/asound/card" + match[1].str() + "/usbid", unreadable);
}

}  // namespace sounddesk

#else

namespace sounddesk {
std::optional<std::string> pulse_name_behind_alsa(const std::string &) { return std::nullopt; }
bool is_usb_card(const std::string &) { return false; }
}  // namespace sounddesk

#endif
