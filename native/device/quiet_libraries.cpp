#include "device/quiet_libraries.hpp"

#if defined(__linux__)
#include <cstdlib>
#include <initializer_list>

#include "device/loaded_library.hpp"

namespace sounddesk {
namespace {

void ignore_alsa(const char *, int, const char *, int, const char *, ...) {}
void ignore_jack(const char *) {}

using AlsaHandler = void (*)(const char *, int, const char *, int, const char *, ...);
using JackHandler = void (*)(const char *);

}  // namespace

void silence_audio_libraries() {
  setenv("JACK_NO_START_SERVER", "1", 1);
  int (*set_alsa)(AlsaHandler) = nullptr;
  if (LoadedLibrary("libasound.so.2").find("snd_lib_error_set_handler", set_alsa)) set_alsa(ignore_alsa);
  const LoadedLibrary jack("libjack.so.0");
  for (const char *setter : {"jack_set_error_function", "jack_set_info_function"}) {
    void (*set_jack)(JackHandler) = nullptr;
    if (jack.find(setter, set_jack)) set_jack(ignore_jack);
  }
}

}  // namespace sounddesk

#else

namespace sounddesk {
void silence_audio_libraries() {}
}  // namespace sounddesk

#endif
