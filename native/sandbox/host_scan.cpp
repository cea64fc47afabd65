#include "sandbox/host_scan.hpp"

#include <nlohmann/json.hpp>

#include "plugin/host_context.hpp"
#include "plugin/module_loader.hpp"
#include "plugin/plugin_failure.hpp"
#include "sandbox/host_output.hpp"

namespace sounddesk::sandbox {

namespace {

nlohmann::json json_of(const plugin::PluginClass &found) {
  return {{"id", found.id},         {"name", found.name},       {"category", found.category},
          {"vendor", found.vendor}, {"version", found.version}, {"sdkVersion", found.sdk_version}};
}

nlohmann::json answer_of(const std::string &path, const plugin::Module &module) {
  nlohmann::json plugins = nlohmann::json::array();
  for (const plugin::PluginClass &found : module.audio_classes()) plugins.push_back(json_of(found));
  if (plugins.empty()) {
    throw plugin::PluginFailure(plugin::PluginFailureCode::no_audio_class,
                                path + " holds no plug-in that processes audio.");
  }
  return {{"ok", true}, {"path", path}, {"plugins", std::move(plugins)}};
}

}  // namespace

int scan_module(const std::string &path, HostOutput &output) {
  plugin::HostContext context;
  try {
    const std::shared_ptr<plugin::Module> module = plugin::Module::load(path, context.unknown());
    // Before the module is unloaded: some crash on the way out, and are none the worse for it.
    output.write(answer_of(path, *module));
    return 0;
  } catch (const plugin::PluginFailure &failure) {
    output.write({{"ok", false}, {"path", path}, {"code", name_of(failure.code())}, {"message", failure.what()}});
    return 1;
  }
}

}  // namespace sounddesk::sandbox
