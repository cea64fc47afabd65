#include "sandbox/host_confinement.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "plugin/module_file.hpp"
#include "plugin/plugin_failure.hpp"
#include "sandbox/host_broker.hpp"

namespace sounddesk::sandbox {

namespace {

void add_home(std::vector<std::string> &paths) {
  const char *home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return;
  for (const char *place : {"/.vst3/presets", "/.fonts", "/.local/share/fonts", "/.config/fontconfig", "/.cache/fontconfig"}) {
    paths.push_back(std::string(home) + place);
  }
}

/** Where the owner's own start lets the system look for libraries. */
void add_library_folders(std::vector<std::string> &paths) {
  const char *folders = std::getenv("LD_LIBRARY_PATH");
  std::string_view rest = folders != nullptr ? folders : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (folder.size() > 1 && folder.front() == '/') paths.emplace_back(folder);
  }
}

void add_bundle(std::vector<std::string> &paths, const std::string &bundle) {
  paths.push_back(bundle);
  try {
    // A bundle may hold a link to its library.
    paths.push_back(plugin::module_file_of(bundle).string());
  } catch (const plugin::PluginFailure &) {
    // The caller gets the reason.
  }
}

std::vector<std::string> graphics_devices() {
  std::vector<std::string> devices{"/dev/dri"};
  std::error_code error;
  for (const auto &entry : std::filesystem::directory_iterator("/dev", error)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("nvidia", 0) == 0) devices.push_back(entry.path().string());
  }
  return devices;
}

}  // namespace

Confinement confine_for(const std::vector<std::string> &bundles, bool has_window) {
  const HostBroker broker = HostBroker::start(has_window);
  ConfinementPaths paths;
  paths.readable = readable_of_system();
  add_home(paths.readable);
  add_library_folders(paths.readable);
  for (const std::string &bundle : bundles) add_bundle(paths.readable, bundle);
  if (!broker.display_key_file().empty()) {
    paths.readable.push_back(broker.display_key_file());
    paths.devices = graphics_devices();
  }
  if (!broker.temporary_folder().empty()) paths.writable.push_back(broker.temporary_folder());
  const Confinement confinement = confine_this_process(paths);
  if (confinement.has_network) broker.take_over_connections();
  return confinement;
}

}  // namespace sounddesk::sandbox
