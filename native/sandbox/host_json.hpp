// The chain's descriptions as JSON, with the names that the engine reads.
//
// Threads: any. Real-time safety: none.
#pragma once

#include <nlohmann/json.hpp>

#include "plugin/plugin_chain.hpp"

namespace sounddesk::sandbox {

nlohmann::json json_of(const plugin::ParameterDescription &parameter);
nlohmann::json json_of(const plugin::InstanceDescription &instance);

}  // namespace sounddesk::sandbox
