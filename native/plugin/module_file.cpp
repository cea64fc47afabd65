#include "plugin/module_file.hpp"

#include <array>
#include <string>
#include <system_error>
#include <vector>

#include "plugin/plugin_failure.hpp"

namespace sounddesk::plugin {

namespace fs = std::filesystem;

namespace {

#if defined(_WIN32)
constexpr const char *library_suffix = ".vst3";
#else
constexpr const char *library_suffix = ".so";
#endif

/** Names of the folder below `Contents`, the exact one first. */
std::vector<std::string> architecture_folders() {
#if defined(_WIN32) && defined(_M_ARM64)
  return {"arm64ec-win", "arm64-win", "arm64x-win"};
#elif defined(_WIN32)
  return {"x86_64-win"};
#elif defined(__APPLE__)
  return {"MacOS"};
#elif defined(__x86_64__)
  return {"x86_64-linux"};
#elif defined(__aarch64__)
  return {"aarch64-linux", "arm64-linux"};
#elif defined(__arm__)
  return {"armv7l-linux", "armhf-linux"};
#elif defined(__riscv)
  return {"riscv64-linux"};
#else
  return {"i686-linux", "i386-linux"};
#endif
}

[[noreturn]] void not_a_module(const fs::path &path, const std::string &why) {
  throw PluginFailure(PluginFailureCode::not_a_module,
                      path.string() + " is not a plug-in for this computer: " + why +
                          " Ask its maker for a VST3 plug-in for this system, or install it again.");
}

/** The one library of a folder: some makers rename a bundle and not what is inside. */
fs::path library_in(const fs::path &folder, const fs::path &bundle) {
  std::error_code error;
#if defined(__APPLE__)
  const fs::path expected = folder / bundle.stem();
#else
  const fs::path expected = folder / (bundle.stem().string() + library_suffix);
#endif
  if (fs::is_regular_file(expected, error)) return expected;
  fs::path found;
  std::size_t looked_at = 0;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (++looked_at > 1000) break;
    std::error_code ignored;
    if (!entry->is_regular_file(ignored)) continue;
#if !defined(__APPLE__)
    if (entry->path().extension() != library_suffix) continue;
#endif
    if (!found.empty()) not_a_module(bundle, "it holds several libraries and none has its name.");
    found = entry->path();
  }
  return found;
}

fs::path library_of_bundle(const fs::path &bundle) {
  std::error_code error;
  if (!fs::is_directory(bundle / "Contents", error)) not_a_module(bundle, "the folder has no Contents.");
  for (const std::string &name : architecture_folders()) {
    const fs::path folder = bundle / "Contents" / name;
    if (!fs::is_directory(folder, error)) continue;
    fs::path file = library_in(folder, bundle);
    if (!file.empty()) return file;
  }
  not_a_module(bundle, "its Contents hold no library in " + architecture_folders().front() + ".");
}

}  // namespace

fs::path module_file_of(const fs::path &path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) {
    throw PluginFailure(PluginFailureCode::not_found,
                        "There is no plug-in at " + path.string() + ". Scan again, or choose another file.");
  }
  if (error) not_a_module(path, "the path can't be followed (" + error.message() + ").");
  const bool is_folder = fs::is_directory(real, error);
  if (error) not_a_module(path, "the path can't be read (" + error.message() + ").");
  // By the name that was asked for: a bundle may be a link to one that is called otherwise.
  if (is_folder) return library_of_bundle(fs::exists(real / "Contents", error) ? real : path);
  if (!fs::is_regular_file(real, error)) not_a_module(path, "it is neither a folder nor a file.");
  return real;
}

}  // namespace sounddesk::plugin
