#include "sandbox/sandbox_confinement.hpp"

#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace sounddesk::sandbox {

#if defined(__linux__)

namespace {

/** From this ABI on Landlock denies signals to processes outside and abstract sockets. */
constexpr int abi_of_scopes = 6;

}  // namespace

std::vector<std::string> readable_of_system() {
  return {// Libraries, fonts, drivers and their data. Nobody keeps anything of their own in them.
          "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/etc/ld.so.cache", "/etc/ld.so.conf",
          "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/fonts", "/etc/drirc", "/etc/glvnd", "/etc/vulkan",
          "/etc/X11/locale", "/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/passwd", "/etc/nsswitch.conf",
          "/var/cache/fontconfig",
          // What the system says of the machine and of this process; not of others.
          "/sys/devices", "/sys/dev/char", "/sys/class/drm", "/sys/bus/pci", "/proc/self", "/proc/cpuinfo",
          "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/filesystems", "/proc/sys/vm/overcommit_memory",
          "/proc/sys/kernel/osrelease", "/proc/driver/nvidia", "/dev/urandom", "/dev/random"};
}

Confinement confine_this_process(const ConfinementPaths &paths) noexcept {
  Confinement confinement;
  // Both need it, and it keeps programs with rights of their own from giving them to a plug-in.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return confinement;
  confinement.landlock_abi = restrict_by_landlock(paths);
  const bool has_calls = restrict_system_calls();
  confinement.has_files = confinement.landlock_abi > 0;
  confinement.has_network = has_calls;
  confinement.has_signals = has_calls || confinement.landlock_abi >= abi_of_scopes;
  confinement.has_programs = has_calls;
  return confinement;
}

#else

std::vector<std::string> readable_of_system() { return {}; }

/** macOS and Windows keep what they have: own processes, limits of memory, no secrets in the environment. */
Confinement confine_this_process(const ConfinementPaths &) noexcept { return {}; }

#endif

}  // namespace sounddesk::sandbox
