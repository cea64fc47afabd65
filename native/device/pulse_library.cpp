#include "device/pulse_library.hpp"

#if defined(SOUNDDESK_HAS_PULSE)
#include <dlfcn.h>

#include <memory>

namespace sounddesk {
namespace {

std::unique_ptr<PulseLibrary> load() {
  void *handle = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return nullptr;
  auto library = std::make_unique<PulseLibrary>();
  bool has_all = true;
#define SOUNDDESK_FIND(name)                                                                  \
  library->name = reinterpret_cast<decltype(library->name)>(dlsym(handle, "pa_" #name));      \
  has_all = has_all && library->name != nullptr;
  SOUNDDESK_PULSE_FUNCTIONS(SOUNDDESK_FIND)
#undef SOUNDDESK_FIND
  return has_all ? std::move(library) : nullptr;
}

}  // namespace

const PulseLibrary *PulseLibrary::get() {
  static const std::unique_ptr<PulseLibrary> library = load();
  return library.get();
}

}  // namespace sounddesk
#endif
