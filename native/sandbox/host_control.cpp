#include "sandbox/host_control.hpp"

#include <cstdio>
#include <optional>
#include <vector>

#include "plugin/plugin_failure.hpp"
#include "sandbox/host_base64.hpp"
#include "sandbox/host_json.hpp"
#include "sandbox/host_output.hpp"

namespace sounddesk::sandbox {

using nlohmann::json;
using plugin::PluginFailure;
using plugin::PluginFailureCode;

namespace {

constexpr std::chrono::milliseconds edit_interval(30);
constexpr std::chrono::milliseconds fault_interval(500);

std::string instance_of(const json &request) { return request.at("instanceId").get<std::string>(); }

std::vector<char> bytes_of(const json &text) {
  std::optional<std::vector<char>> bytes = bytes_of_base64(text.get<std::string>());
  if (!bytes) throw PluginFailure(PluginFailureCode::state_invalid, "The plug-in's saved state is damaged.");
  return std::move(*bytes);
}

/** Number of the sound that a side-chain hears. */
std::optional<std::size_t> side_of(const json &request) {
  if (!request.contains("side") || request["side"].is_null()) return std::nullopt;
  return request["side"].get<std::size_t>();
}

json failure_of(const json &id, PluginFailureCode code, const std::string &message) {
  return {{"id", id}, {"ok", false}, {"code", name_of(code)}, {"message", message}};
}

}  // namespace

struct HostControl::Editor final : plugin::EditorListener {
  Editor(HostOutput &to, std::string id) : output(to), instance_id(std::move(id)) {}

  void on_editor_closed() override {
    if (!std::exchange(is_closed, true)) output.write({{"event", "editorClosed"}, {"instanceId", instance_id}});
  }
  void on_editor_resized(int width, int height) override {
    // Sizes before it is open are in the answer.
    if (window) {
      output.write({{"event", "editorResized"}, {"instanceId", instance_id}, {"width", width}, {"height", height}});
    }
  }

  HostOutput &output;
  std::string instance_id;
  bool is_closed = false;
  std::unique_ptr<plugin::EditorWindow> window;
};

HostControl::HostControl(plugin::PluginChain &chain, plugin::MainLoop &loop, HostOutput &output)
    : chain_(chain), loop_(loop), output_(output) {}

HostControl::~HostControl() = default;

void HostControl::handle(const std::string &line) {
  json id;
  try {
    const json request = json::parse(line);
    id = request.value("id", json());
    json result = call(request.at("call").get<std::string>(), request);
    output_.write({{"id", id}, {"ok", true}, {"result", std::move(result)}});
  } catch (const PluginFailure &failure) {
    output_.write(failure_of(id, failure.code(), failure.what()));
  } catch (const json::exception &error) {
    output_.write(failure_of(id, PluginFailureCode::bad_request, std::string("The request is not understood: ") + error.what()));
  } catch (const std::exception &error) {
    output_.write(failure_of(id, PluginFailureCode::refused, std::string("The plug-in failed: ") + error.what()));
  }
}

json HostControl::call(const std::string &name, const json &request) {
  if (name == "load") return load(request);
  if (name == "latency") {
    return {{"latencyFrames", chain_.wanted_latency_frames()}, {"frame", chain_.frames_processed()}};
  }
  if (name == "list") return chain_.instance_ids();
  const std::string instance_id = instance_of(request);
  if (name == "unload") {
    editors_.erase(instance_id);
    chain_.unload(instance_id);
    return json::object();
  }
  if (name == "move") {
    chain_.move(instance_id, request.at("position").get<std::size_t>());
    return json::object();
  }
  if (name == "bypass") {
    chain_.set_bypassed(instance_id, request.at("isBypassed").get<bool>());
    return json::object();
  }
  if (name == "setSide") {
    chain_.set_side(instance_id, side_of(request));
    return json::object();
  }
  if (name == "parameters") {
    json list = json::array();
    for (const plugin::ParameterDescription &parameter : chain_.instance(instance_id).parameters()) {
      list.push_back(json_of(parameter));
    }
    return list;
  }
  if (name == "setParameter") return set_parameter(request);
  if (name == "describe") return json_of(chain_.describe(instance_id));
  if (name == "getState") return {{"state", base64_of(chain_.state(instance_id))}};
  if (name == "setState") return set_state(request);
  if (name == "readPreset") return read_preset(request);
  if (name == "openEditor") return open_editor(request);
  if (name == "closeEditor") {
    editors_.erase(instance_id);
    return json::object();
  }
  throw PluginFailure(PluginFailureCode::bad_request, "There is no call \"" + name + "\".");
}

json HostControl::load(const json &request) {
  const std::string instance_id = instance_of(request);
  std::optional<std::vector<char>> state;
  if (request.contains("state") && !request["state"].is_null()) state = bytes_of(request["state"]);
  const std::size_t position = request.value("position", static_cast<std::size_t>(-1));
  chain_.load(request.at("path").get<std::string>(), request.at("pluginId").get<std::string>(), position, instance_id,
              state);
  if (request.contains("isBypassed")) chain_.set_bypassed(instance_id, request["isBypassed"].get<bool>());
  return json_of(chain_.describe(instance_id));
}

/** By id (a number), name (a text) or `index`; to `value` (0 to 1), `plain` (in its units) or `text`. */
json HostControl::set_parameter(const json &request) {
  plugin::PluginInstance &instance = chain_.instance(instance_of(request));
  Steinberg::Vst::ParamID id = 0;
  if (request.contains("index")) {
    id = instance.parameter_at(request["index"].get<int>());
  } else if (request.at("parameter").is_string()) {
    id = instance.parameter_of(request["parameter"].get<std::string>());
  } else {
    id = request["parameter"].get<Steinberg::Vst::ParamID>();
    instance.parameter(id);
  }
  double value = 0.0;
  if (request.contains("plain")) {
    value = instance.value_of_plain(id, request["plain"].get<double>());
  } else if (request.contains("text")) {
    value = instance.value_of_text(id, request["text"].get<std::string>());
  } else {
    value = request.at("value").get<double>();
  }
  const std::int64_t at_frame = request.value("atFrame", std::int64_t{-1});
  const double before = instance.parameter(id).value;
  instance.set_parameter(id, value, at_frame);
  plugin::ParameterDescription parameter = instance.parameter(id);
  // Some, without a controller of their own, say what it is only once a block has brought it to them.
  if (at_frame < 0 && parameter.value == before && value != before) {
    chain_.hand_over(instance_of(request));
    parameter = instance.parameter(id);
  }
  return json_of(parameter);
}

json HostControl::set_state(const json &request) {
  chain_.set_state(instance_of(request), bytes_of(request.at("state")));
  return json_of(chain_.describe(instance_of(request)));
}

json HostControl::read_preset(const json &request) {
  const std::string name = request.at("name").get<std::string>();
  try {
    chain_.set_state(instance_of(request), bytes_of(request.at("state")));
  } catch (const PluginFailure &failure) {
    if (failure.code() != PluginFailureCode::state_invalid) throw;
    throw PluginFailure(PluginFailureCode::preset_unreadable,
                        name + " is no preset that the plug-in takes. Choose another one.");
  }
  return json_of(chain_.describe(instance_of(request)));
}

json HostControl::open_editor(const json &request) {
  const std::string instance_id = instance_of(request);
  plugin::PluginInstance &instance = chain_.instance(instance_id);
  std::unique_ptr<Editor> &editor = editors_[instance_id];
  if (editor && editor->is_closed) editor.reset();
  if (!editor) {
    auto fresh = std::make_unique<Editor>(output_, instance_id);
    plugin::EditorOptions options{.title = request.value("title", std::string("Plug-in")), .parent_window = std::nullopt};
    if (request.contains("parentWindow") && !request["parentWindow"].is_null()) {
      options.parent_window = request["parentWindow"].get<std::uint64_t>();
    }
    fresh->window = plugin::EditorWindow::open(*instance.controller(), loop_, options, *fresh);
    editor = std::move(fresh);
  }
  const plugin::EditorWindow &window = *editor->window;
  editor->window->raise();
  return {{"width", window.width()},
          {"height", window.height()},
          {"isResizable", window.is_resizable()},
          {"windowId", window.window_id()}};
}

void HostControl::on_event(const plugin::ChainEvent &event) {
  using Kind = plugin::ChainEvent::Kind;
  switch (event.kind) {
    case Kind::latency_changed:
      output_.write({{"event", "latencyChanged"}, {"latencyFrames", event.latency_frames}});
      break;
    case Kind::parameters_changed: changed_[event.instance_id] = true; break;
    case Kind::parameter_edited: edits_[{event.instance_id, event.parameter}] = event.value; break;
    case Kind::editor_wanted: output_.write({{"event", "editorWanted"}, {"instanceId", event.instance_id}}); break;
    case Kind::reloaded:
      if (const auto editor = editors_.find(event.instance_id); editor != editors_.end()) {
        editor->second->on_editor_closed();
        editors_.erase(editor);
      }
      break;
    case Kind::reload_failed:
      output_.write({{"event", "reloadFailed"}, {"instanceId", event.instance_id}, {"message", event.message}});
      break;
    case Kind::faulty: faults_[event.instance_id] += event.blocks; break;
  }
}

void HostControl::report_edits() {
  const auto now = std::chrono::steady_clock::now();
  if (now >= next_edits_ && (!edits_.empty() || !changed_.empty())) {
    next_edits_ = now + edit_interval;
    for (const auto &[instance_id, is_changed] : std::exchange(changed_, {})) {
      output_.write({{"event", "parametersChanged"}, {"instanceId", instance_id}});
    }
    for (const auto &[key, value] : std::exchange(edits_, {})) {
      output_.write({{"event", "parameterEdited"}, {"instanceId", key.first}, {"parameter", key.second}, {"value", value}});
    }
  }
  if (now >= next_faults_ && !faults_.empty()) {
    next_faults_ = now + fault_interval;
    for (const auto &[instance_id, blocks] : std::exchange(faults_, {})) {
      output_.write({{"event", "outputInvalid"}, {"instanceId", instance_id}, {"blocks", blocks}});
    }
  }
}

std::chrono::milliseconds HostControl::tick() {
  std::erase_if(editors_, [](const auto &entry) { return entry.second == nullptr || entry.second->is_closed; });
  chain_.serve();
  report_edits();
  // Quick while something is on its way.
  return std::chrono::milliseconds(chain_.is_settled() ? 30 : 5);
}

}  // namespace sounddesk::sandbox
