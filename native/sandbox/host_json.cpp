#include "sandbox/host_json.hpp"

#include <cmath>

namespace sounddesk::sandbox {

namespace {

nlohmann::json json_of(const std::vector<plugin::BusDescription> &buses) {
  nlohmann::json list = nlohmann::json::array();
  for (const plugin::BusDescription &bus : buses) {
    list.push_back({{"name", bus.name},
                    {"channels", bus.channels},
                    {"kind", bus.is_main ? "main" : "sideChain"},
                    {"isActive", bus.is_active}});
  }
  return list;
}

/** JSON has no infinity, and plug-ins do. */
double finite(double value) { return std::isfinite(value) ? value : 0.0; }

}  // namespace

nlohmann::json json_of(const plugin::ParameterDescription &parameter) {
  nlohmann::json json{{"id", parameter.id},
                      {"index", parameter.index},
                      {"name", parameter.name},
                      {"shortName", parameter.short_name},
                      {"units", parameter.units},
                      {"group", parameter.group},
                      {"value", parameter.value},
                      {"display", parameter.display},
                      {"defaultValue", parameter.default_value},
                      {"plain", finite(parameter.plain)},
                      {"plainMinimum", finite(parameter.plain_minimum)},
                      {"plainMaximum", finite(parameter.plain_maximum)},
                      {"stepCount", parameter.step_count},
                      {"isReadOnly", false},
                      {"canAutomate", parameter.can_automate},
                      {"isBypass", parameter.is_bypass},
                      {"isList", parameter.is_list}};
  if (!parameter.choices.empty()) json["choices"] = parameter.choices;
  return json;
}

nlohmann::json json_of(const plugin::InstanceDescription &instance) {
  return {{"instanceId", instance.instance_id},
          {"pluginId", instance.plugin_id},
          {"path", instance.path},
          {"position", instance.position},
          {"isBypassed", instance.is_bypassed},
          {"hasOwnBypass", instance.has_own_bypass},
          {"latencyFrames", instance.latency_frames},
          {"tailFrames", instance.tail_frames},
          {"inputs", json_of(instance.inputs)},
          {"outputs", json_of(instance.outputs)}};
}

}  // namespace sounddesk::sandbox
