// The parameters of an instance, as people and programs see them.
#include <pluginterfaces/vst/ivstunits.h>

#include <algorithm>
#include <cctype>

#include "plugin/plugin_failure.hpp"
#include "plugin/plugin_instance.hpp"
#include "plugin/vst3_text.hpp"

namespace sounddesk::plugin {

using namespace Steinberg;
using namespace Steinberg::Vst;

namespace {

constexpr int32 parameter_limit = 20000;
/** Longer lists are no choice for a person: shown as a number. */
constexpr int32 choice_limit = 512;

/** Plug-ins made with JUCE do not mark their lists: so far steps are asked for their names. */
constexpr int32 unmarked_choice_limit = 33;

/** Not a mere number. */
bool is_word(const std::string &text) { return text.find_first_not_of("0123456789.,+- ") != std::string::npos; }

bool is_visible(const ParameterInfo &info) {
  if ((info.flags & ParameterInfo::kIsReadOnly) != 0) return false;
  return (info.flags & ParameterInfo::kIsHidden) == 0;
}

std::string display_of(IEditController &controller, ParamID id, double value) {
  String128 text{};
  return controller.getParamStringByValue(id, value, text) == kResultOk ? utf8_of(text) : std::string();
}

std::string folded(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

template <typename Visit>
void for_each_visible(IEditController &controller, Visit visit) {
  const int32 count = std::clamp<int32>(controller.getParameterCount(), 0, parameter_limit);
  for (int32 index = 0; index < count; ++index) {
    ParameterInfo info{};
    if (controller.getParameterInfo(index, info) != kResultOk || !is_visible(info)) continue;
    if (visit(index, info)) return;
  }
}

std::string unit_name_of(IEditController &controller, UnitID unit) {
  const FUnknownPtr<IUnitInfo> units(&controller);
  if (!units || unit == kRootUnitId) return {};
  const int32 count = std::clamp<int32>(units->getUnitCount(), 0, 1000);
  for (int32 index = 0; index < count; ++index) {
    UnitInfo info{};
    if (units->getUnitInfo(index, info) == kResultOk && info.id == unit) return utf8_of(info.name);
  }
  return {};
}

/** Names of the programs, where the parameter chooses one. */
std::vector<std::string> program_names_of(IEditController &controller, const ParameterInfo &parameter) {
  std::vector<std::string> names;
  const FUnknownPtr<IUnitInfo> units(&controller);
  if ((parameter.flags & ParameterInfo::kIsProgramChange) == 0 || !units) return names;
  const int32 count = std::clamp<int32>(units->getUnitCount(), 0, 1000);
  for (int32 index = 0; index < count; ++index) {
    UnitInfo info{};
    if (units->getUnitInfo(index, info) != kResultOk || info.id != parameter.unitId) continue;
    for (int32 program = 0; program <= std::min(parameter.stepCount, choice_limit); ++program) {
      String128 name{};
      if (units->getProgramName(info.programListId, program, name) != kResultOk) return {};
      names.push_back(utf8_of(name));
    }
  }
  return names;
}

}  // namespace

ParameterDescription PluginInstance::describe(int32 index, const ParameterInfo &info) const {
  ParameterDescription parameter{.id = info.id,
                                 .index = index,
                                 .name = utf8_of(info.title),
                                 .short_name = utf8_of(info.shortTitle),
                                 .units = utf8_of(info.units),
                                 .group = unit_name_of(*controller_, info.unitId),
                                 .value = std::clamp(controller_->getParamNormalized(info.id), 0.0, 1.0),
                                 .display = {},
                                 .default_value = std::clamp(info.defaultNormalizedValue, 0.0, 1.0),
                                 .plain = 0.0,
                                 .plain_minimum = controller_->normalizedParamToPlain(info.id, 0.0),
                                 .plain_maximum = controller_->normalizedParamToPlain(info.id, 1.0),
                                 .step_count = std::max(info.stepCount, 0),
                                 .can_automate = (info.flags & ParameterInfo::kCanAutomate) != 0,
                                 .is_bypass = (info.flags & ParameterInfo::kIsBypass) != 0,
                                 .is_list = (info.flags & (ParameterInfo::kIsList | ParameterInfo::kIsProgramChange)) != 0,
                                 .choices = {}};
  if (!(parameter.value == parameter.value)) parameter.value = parameter.default_value;
  parameter.display = display_of(*controller_, info.id, parameter.value);
  parameter.plain = controller_->normalizedParamToPlain(info.id, parameter.value);
  const int32 longest_list = parameter.is_list ? choice_limit : unmarked_choice_limit;
  if (parameter.step_count > 0 && parameter.step_count < longest_list) {
    parameter.choices = program_names_of(*controller_, info);
    for (int32 step = 0; parameter.choices.size() <= static_cast<std::size_t>(parameter.step_count); ++step) {
      if (step == 0) parameter.choices.clear();
      parameter.choices.push_back(
          display_of(*controller_, info.id, static_cast<double>(step) / static_cast<double>(parameter.step_count)));
    }
    const bool are_words = std::any_of(parameter.choices.begin(), parameter.choices.end(), is_word);
    if (!parameter.is_list && !are_words) parameter.choices.clear();
  }
  return parameter;
}

std::vector<ParameterDescription> PluginInstance::parameters() const {
  std::vector<ParameterDescription> found;
  for_each_visible(*controller_, [&](int32 index, const ParameterInfo &info) {
    found.push_back(describe(index, info));
    return false;
  });
  return found;
}

ParameterDescription PluginInstance::parameter(ParamID id) const {
  std::optional<ParameterDescription> found;
  for_each_visible(*controller_, [&](int32 index, const ParameterInfo &info) {
    if (info.id == id) found = describe(index, info);
    return found.has_value();
  });
  if (!found) {
    throw PluginFailure(PluginFailureCode::parameter_unknown,
                        "The plug-in has no parameter " + std::to_string(id) + " that can be set. List its parameters.");
  }
  return *found;
}

ParamID PluginInstance::parameter_of(const std::string &name) const {
  std::optional<ParamID> exact;
  std::optional<ParamID> similar;
  for_each_visible(*controller_, [&](int32, const ParameterInfo &info) {
    const std::string title = utf8_of(info.title);
    if (title == name) exact = info.id;
    const std::string wanted = folded(name);
    if (!similar && (folded(title) == wanted || folded(utf8_of(info.shortTitle)) == wanted)) similar = info.id;
    return exact.has_value();
  });
  if (exact) return *exact;
  if (similar) return *similar;
  throw PluginFailure(PluginFailureCode::parameter_unknown,
                      "The plug-in has no parameter \"" + name + "\" that can be set. List its parameters.");
}

ParamID PluginInstance::parameter_at(int32 index) const {
  ParameterInfo info{};
  if (index < 0 || index >= controller_->getParameterCount() ||
      controller_->getParameterInfo(index, info) != kResultOk || !is_visible(info)) {
    throw PluginFailure(PluginFailureCode::parameter_unknown,
                        "The plug-in has no parameter number " + std::to_string(index) +
                            " that can be set. List its parameters.");
  }
  return info.id;
}

double PluginInstance::value_of_plain(ParamID id, double plain) const {
  const double value = controller_->plainParamToNormalized(id, plain);
  return value == value ? std::clamp(value, 0.0, 1.0) : 0.0;
}

double PluginInstance::value_of_text(ParamID id, const std::string &text) const {
  String128 wide{};
  copy_to(wide, text);
  ParamValue value = 0.0;
  if (controller_->getParamValueByString(id, wide, value) == kResultOk && value >= 0.0 && value <= 1.0) return value;
  const ParameterDescription described = parameter(id);
  const auto choice = std::find_if(described.choices.begin(), described.choices.end(),
                                   [&](const std::string &name) { return folded(name) == folded(text); });
  if (choice != described.choices.end()) {
    return static_cast<double>(choice - described.choices.begin()) / static_cast<double>(described.step_count);
  }
  throw PluginFailure(PluginFailureCode::bad_request, "The parameter \"" + described.name + "\" has no value \"" + text +
                                                          "\". Give a number, or one of its choices.");
}

void PluginInstance::set_parameter(ParamID id, double value, std::int64_t at_frame) {
  if (!(value >= 0.0 && value <= 1.0)) {
    throw PluginFailure(PluginFailureCode::bad_request, "A parameter's value lies from 0 to 1.");
  }
  controller_->setParamNormalized(id, value);
  push_change({.id = id, .value = value, .at_frame = at_frame});
}

void PluginInstance::refresh_parameters() {
  visible_parameters_.clear();
  bypass_parameter_.reset();
  for_each_visible(*controller_, [&](int32, const ParameterInfo &info) {
    visible_parameters_.push_back(info.id);
    if ((info.flags & ParameterInfo::kIsBypass) != 0 && !bypass_parameter_) bypass_parameter_ = info.id;
    return false;
  });
  std::sort(visible_parameters_.begin(), visible_parameters_.end());
}

}  // namespace sounddesk::plugin
