#include "device/quiet_libraries.hpp"

#if defined(__linux__)
#include <dlfcn.h>

#include <cstdlib>
#include <initializer_list>

namespace sounddesk {
namespace {

void ignore_alsa(const char *, int, const char *, int, const char *, ...) {}
void ignore_jack(const char *) {}

using AlsaHandler = void (*)(const char *, int, const char *, int, const char *, ...);
using JackHandler = void (*)(const char *);

/** A function of a library that is loaded already (by PortAudio, which alone knows which it needs). */
template <typename Function>
Function loaded_function(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  auto function = reinterpret_cast<Function>(dlsym(handle, name));
  dlclose(handle);
  return function;
}

}  // namespace

void silence_audio_libraries() {
  setenv("JACK_NO_START_SERVER", "1", 1);
  if (auto set = loaded_function<int (*)(AlsaHandler)>("libasound.so.2", "snd_lib_error_set_handler")) set(ignore_alsa);
  for (const char *setter : {"jack_set_error_function", "jack_set_info_function"}) {
    if (auto set = loaded_function<void (*)(JackHandler)>("libjack.so.0", setter)) set(ignore_jack);
  }
}

}  // namespace sounddesk

#else

namespace sounddesk {
void silence_audio_libraries() {}
}  // namespace sounddesk

#endif
