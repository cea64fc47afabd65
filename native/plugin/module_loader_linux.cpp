#if defined(__linux__)

#include <dlfcn.h>

#include "plugin/module_loader.hpp"
#include "plugin/plugin_failure.hpp"

namespace sounddesk::plugin {

void Module::open_library(const std::filesystem::path &path, const std::filesystem::path &file) {
  // Lazy: a plug-in that lacks a function it never calls works in other hosts, too.
  library_ = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library_ == nullptr) {
    const char *reason = ::dlerror();
    throw PluginFailure(PluginFailureCode::load_failed,
                        path.string() + " can't be loaded: " + (reason != nullptr ? reason : "the system gives no reason") +
                            ". Install what it needs, or ask its maker for help.");
  }
}

void Module::close_library() noexcept {
  if (library_ != nullptr) ::dlclose(library_);
  library_ = nullptr;
}

void *Module::symbol(const char *name) const noexcept { return ::dlsym(library_, name); }

bool Module::call_entry() {
  using Entry = bool (*)(void *);
  const auto entry = reinterpret_cast<Entry>(symbol("ModuleEntry"));
  // Older plug-ins have none, though the rules ask for one.
  return entry == nullptr || entry(library_);
}

void Module::call_exit() noexcept {
  using Exit = bool (*)();
  if (const auto leave = reinterpret_cast<Exit>(symbol("ModuleExit")); leave != nullptr) leave();
}

}  // namespace sounddesk::plugin

#endif
