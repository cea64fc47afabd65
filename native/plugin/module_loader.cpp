#include "plugin/module_loader.hpp"

#include <pluginterfaces/vst/ivstaudioprocessor.h>

#include <algorithm>
#include <cstring>

#include "plugin/module_file.hpp"
#include "plugin/plugin_failure.hpp"
#include "plugin/vst3_text.hpp"

namespace sounddesk::plugin {

using namespace Steinberg;

namespace {

constexpr int32 class_limit = 1000;

PluginClass class_of(const PClassInfo &info) {
  return {.id = hex_of(info.cid), .name = utf8_of(info.name, PClassInfo::kNameSize), .category = {}, .vendor = {},
          .version = {}, .sdk_version = {}};
}

PluginClass class_of(const PClassInfo2 &info) {
  return {.id = hex_of(info.cid),
          .name = utf8_of(info.name, PClassInfo::kNameSize),
          .category = utf8_of(info.subCategories, PClassInfo2::kSubCategoriesSize),
          .vendor = utf8_of(info.vendor, PClassInfo2::kVendorSize),
          .version = utf8_of(info.version, PClassInfo2::kVersionSize),
          .sdk_version = utf8_of(info.sdkVersion, PClassInfo2::kVersionSize)};
}

PluginClass class_of(const PClassInfoW &info) {
  return {.id = hex_of(info.cid),
          .name = utf8_of(info.name, PClassInfo::kNameSize),
          .category = utf8_of(info.subCategories, PClassInfo2::kSubCategoriesSize),
          .vendor = utf8_of(info.vendor, PClassInfo2::kVendorSize),
          .version = utf8_of(info.version, PClassInfo2::kVersionSize),
          .sdk_version = utf8_of(info.sdkVersion, PClassInfo2::kVersionSize)};
}

}  // namespace

std::shared_ptr<Module> Module::load(const std::filesystem::path &path, FUnknown *host_context) {
  const std::filesystem::path file = module_file_of(path);
  check_module_file(file);
  std::shared_ptr<Module> module(new Module);
  module->open_library(path, file);
  if (!module->call_entry()) {
    throw PluginFailure(PluginFailureCode::load_failed,
                        path.string() + " refused to start (its entry function failed). Ask its maker for help.");
  }
  module->is_entered_ = true;
  using GetFactory = IPluginFactory *(PLUGIN_API *)();
  const auto get_factory = reinterpret_cast<GetFactory>(module->symbol("GetPluginFactory"));
  IPluginFactory *factory = get_factory != nullptr ? get_factory() : nullptr;
  if (factory == nullptr) {
    throw PluginFailure(PluginFailureCode::no_factory,
                        path.string() + " is a library without a VST3 factory. It is no VST3 plug-in, or a broken one.");
  }
  module->factory_ = owned(factory);
  if (const FUnknownPtr<IPluginFactory3> factory3(factory); factory3) factory3->setHostContext(host_context);
  return module;
}

Module::~Module() {
  factory_ = nullptr;
  if (is_entered_) call_exit();
  close_library();
}

std::vector<PluginClass> Module::audio_classes() const {
  const FUnknownPtr<IPluginFactory2> factory2(factory_);
  const FUnknownPtr<IPluginFactory3> factory3(factory_);
  PFactoryInfo factory_info;
  const bool has_info = factory_->getFactoryInfo(&factory_info) == kResultOk;
  const std::string vendor = has_info ? utf8_of(factory_info.vendor, PFactoryInfo::kNameSize) : std::string();
  std::vector<PluginClass> classes;
  const int32 count = std::clamp<int32>(factory_->countClasses(), 0, class_limit);
  for (int32 index = 0; index < count; ++index) {
    PClassInfo info;
    if (factory_->getClassInfo(index, &info) != kResultOk) continue;
    if (utf8_of(info.category, PClassInfo::kCategorySize) != kVstAudioEffectClass) continue;
    PClassInfoW wide;
    PClassInfo2 info2;
    PluginClass found;
    if (factory3 && factory3->getClassInfoUnicode(index, &wide) == kResultOk) {
      found = class_of(wide);
    } else if (factory2 && factory2->getClassInfo2(index, &info2) == kResultOk) {
      found = class_of(info2);
    } else {
      found = class_of(info);
    }
    if (found.vendor.empty()) found.vendor = vendor;
    classes.push_back(std::move(found));
  }
  return classes;
}

}  // namespace sounddesk::plugin
