// Never compiled on the machines that the project is tested on: written after the SDK's description of modules.
#if defined(__APPLE__)

#include <CoreFoundation/CoreFoundation.h>
#include <dlfcn.h>

#include "plugin/module_loader.hpp"
#include "plugin/plugin_failure.hpp"

namespace sounddesk::plugin {

void Module::open_library(const std::filesystem::path &path, const std::filesystem::path &file) {
  const std::string text = path.string();
  CFURLRef url = CFURLCreateFromFileSystemRepresentation(
      nullptr, reinterpret_cast<const UInt8 *>(text.data()), static_cast<CFIndex>(text.size()), true);
  CFBundleRef bundle = url != nullptr ? CFBundleCreate(nullptr, url) : nullptr;
  if (url != nullptr) CFRelease(url);
  bundle_ = bundle;
  library_ = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (bundle == nullptr || library_ == nullptr) {
    const char *reason = ::dlerror();
    throw PluginFailure(PluginFailureCode::load_failed,
                        text + " can't be loaded: " + (reason != nullptr ? reason : "it is no bundle") +
                            ". Install what it needs, or ask its maker for help.");
  }
}

void Module::close_library() noexcept {
  if (library_ != nullptr) ::dlclose(library_);
  if (bundle_ != nullptr) CFRelease(static_cast<CFBundleRef>(bundle_));
  library_ = bundle_ = nullptr;
}

void *Module::symbol(const char *name) const noexcept { return ::dlsym(library_, name); }

bool Module::call_entry() {
  using Entry = bool (*)(CFBundleRef);
  const auto entry = reinterpret_cast<Entry>(symbol("bundleEntry"));
  return entry == nullptr || entry(static_cast<CFBundleRef>(bundle_));
}

void Module::call_exit() noexcept {
  using Exit = bool (*)();
  if (const auto leave = reinterpret_cast<Exit>(symbol("bundleExit")); leave != nullptr) leave();
}

}  // namespace sounddesk::plugin

#endif
