// Compiled by mingw and run under wine alone: written after the SDK's description of modules.
#if defined(_WIN32)

#include <windows.h>

#include "plugin/module_loader.hpp"
#include "plugin/plugin_failure.hpp"

namespace sounddesk::plugin {

void Module::open_library(const std::filesystem::path &path, const std::filesystem::path &file) {
  // The plug-in's own folder is searched for what it needs, and nobody's working directory.
  library_ = ::LoadLibraryExW(file.c_str(), nullptr,
                              LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
  if (library_ == nullptr) {
    throw PluginFailure(PluginFailureCode::load_failed,
                        path.string() + " can't be loaded: Windows error " + std::to_string(::GetLastError()) +
                            ". Install what it needs, or ask its maker for help.");
  }
}

void Module::close_library() noexcept {
  if (library_ != nullptr) ::FreeLibrary(static_cast<HMODULE>(library_));
  library_ = nullptr;
}

void *Module::symbol(const char *name) const noexcept {
  return reinterpret_cast<void *>(::GetProcAddress(static_cast<HMODULE>(library_), name));
}

bool Module::call_entry() {
  using Entry = bool(PLUGIN_API *)();
  const auto entry = reinterpret_cast<Entry>(symbol("InitDll"));
  return entry == nullptr || entry();
}

void Module::call_exit() noexcept {
  using Exit = bool(PLUGIN_API *)();
  if (const auto leave = reinterpret_cast<Exit>(symbol("ExitDll")); leave != nullptr) leave();
}

}  // namespace sounddesk::plugin

#endif
