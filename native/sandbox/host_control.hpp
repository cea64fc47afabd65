// The calls that come as JSON lines, and the events that go out.
//
// Threads: main alone. Real-time safety: none.
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "plugin/editor_window.hpp"
#include "plugin/plugin_chain.hpp"

namespace sounddesk::sandbox {

class HostOutput;

class HostControl {
 public:
  HostControl(plugin::PluginChain &chain, plugin::MainLoop &loop, HostOutput &output);
  ~HostControl();

  /** One request; answers it whatever it is. */
  void handle(const std::string &line);

  /** Where the chain reports to. Edits of one parameter are reported once in a while, with the last value. */
  void on_event(const plugin::ChainEvent &event);
  /** Regular work. Returns when it wants to be called next. */
  std::chrono::milliseconds tick();

 private:
  struct Editor;

  nlohmann::json call(const std::string &name, const nlohmann::json &request);
  nlohmann::json load(const nlohmann::json &request);
  nlohmann::json set_parameter(const nlohmann::json &request);
  nlohmann::json set_state(const nlohmann::json &request);
  nlohmann::json read_preset(const nlohmann::json &request);
  nlohmann::json open_editor(const nlohmann::json &request);
  void report_edits();

  plugin::PluginChain &chain_;
  plugin::MainLoop &loop_;
  HostOutput &output_;
  std::map<std::string, std::unique_ptr<Editor>> editors_;
  std::map<std::pair<std::string, Steinberg::Vst::ParamID>, double> edits_;
  std::map<std::string, bool> changed_;
  std::map<std::string, std::size_t> faults_;
  std::chrono::steady_clock::time_point next_edits_{};
  std::chrono::steady_clock::time_point next_faults_{};
};

}  // namespace sounddesk::sandbox
