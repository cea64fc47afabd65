// The one kind of error of the plug-in host; its codes go out as they stand here.
//
// Threads: any, but never the audio path: throwing allocates. Real-time safety: none.
#pragma once

#include <stdexcept>
#include <string>

namespace sounddesk::plugin {

enum class PluginFailureCode {
  bad_request,
  not_found,
  not_a_module,
  load_failed,
  no_factory,
  no_audio_class,
  class_not_found,
  refused,
  buses_unsupported,
  instance_unknown,
  instance_exists,
  parameter_unknown,
  state_invalid,
  preset_unreadable,
  preset_of_other_plugin,
  no_editor,
  no_display,
};

constexpr const char *name_of(PluginFailureCode code) {
  switch (code) {
    case PluginFailureCode::bad_request: return "PLUGIN_BAD_REQUEST";
    case PluginFailureCode::not_found: return "PLUGIN_NOT_FOUND";
    case PluginFailureCode::not_a_module: return "PLUGIN_NOT_A_MODULE";
    case PluginFailureCode::load_failed: return "PLUGIN_LOAD_FAILED";
    case PluginFailureCode::no_factory: return "PLUGIN_NO_FACTORY";
    case PluginFailureCode::no_audio_class: return "PLUGIN_NO_AUDIO_CLASS";
    case PluginFailureCode::class_not_found: return "PLUGIN_CLASS_NOT_FOUND";
    case PluginFailureCode::refused: return "PLUGIN_REFUSED";
    case PluginFailureCode::buses_unsupported: return "PLUGIN_BUSES_UNSUPPORTED";
    case PluginFailureCode::instance_unknown: return "PLUGIN_INSTANCE_UNKNOWN";
    case PluginFailureCode::instance_exists: return "PLUGIN_INSTANCE_EXISTS";
    case PluginFailureCode::parameter_unknown: return "PLUGIN_PARAMETER_UNKNOWN";
    case PluginFailureCode::state_invalid: return "PLUGIN_STATE_INVALID";
    case PluginFailureCode::preset_unreadable: return "PLUGIN_PRESET_UNREADABLE";
    case PluginFailureCode::preset_of_other_plugin: return "PLUGIN_PRESET_OF_OTHER_PLUGIN";
    case PluginFailureCode::no_editor: return "PLUGIN_NO_EDITOR";
    case PluginFailureCode::no_display: return "PLUGIN_NO_DISPLAY";
  }
  return "PLUGIN_BAD_REQUEST";
}

/** What failed, with which value, and what the user can do. */
class PluginFailure : public std::runtime_error {
 public:
  PluginFailure(PluginFailureCode code, const std::string &message) : std::runtime_error(message), code_(code) {}
  PluginFailureCode code() const noexcept { return code_; }

 private:
  PluginFailureCode code_;
};

}  // namespace sounddesk::plugin
