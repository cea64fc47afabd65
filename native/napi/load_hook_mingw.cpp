// Functions of Node are those of the program that runs, whatever it is called: Electron's is not node.exe. For Visual
// Studio, cmake-js brings the same.
#if defined(__MINGW32__)
#include <windows.h>
// Behind it.
#include <delayimp.h>

#include <string_view>

namespace {

FARPROC WINAPI take_running_program(unsigned event, PDelayLoadInfo info) {
  if (event != dliNotePreLoadLibrary || std::string_view(info->szDll) != "node.exe") return nullptr;
  return reinterpret_cast<FARPROC>(GetModuleHandleW(nullptr));
}

/** Before the first call of Node, since it runs when the addon is loaded. */
const bool is_hooked = [] {
  __pfnDliNotifyHook2 = take_running_program;
  return true;
}();

}  // namespace
#endif
