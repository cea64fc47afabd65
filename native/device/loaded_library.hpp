// Functions of a library that is loaded already, by PortAudio, which alone knows which it needs: without the library on a
// machine there is nothing to ask.
//
// Threads: any. Real-time safety: none.
#pragma once

#if defined(__linux__)
#include <dlfcn.h>

namespace sounddesk {

class LoadedLibrary {
 public:
  explicit LoadedLibrary(const char *name) : handle_(dlopen(name, RTLD_LAZY | RTLD_NOLOAD)) {}
  ~LoadedLibrary() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  LoadedLibrary(const LoadedLibrary &) = delete;
  LoadedLibrary &operator=(const LoadedLibrary &) = delete;

  /** False where the library is not loaded, or has no function of that name. */
  template <typename Function>
  bool find(const char *name, Function &to) const {
    if (handle_ != nullptr) to = reinterpret_cast<Function>(dlsym(handle_, name));
    return to != nullptr;
  }

 private:
  void *handle_;
};

}  // namespace sounddesk

#endif
