// Where the code of a plug-in lies, and whether it can be code for this machine at all. Looked at before the
// system's loader sees it: a file that is cut off kills the loader instead of failing.
//
// Threads: any. Real-time safety: none (reads files).
#pragma once

#include <filesystem>

namespace sounddesk::plugin {

/**
 * The library inside a `.vst3` bundle (or the file itself, where `path` is one).
 * @throws PluginFailure `PLUGIN_NOT_FOUND` or `PLUGIN_NOT_A_MODULE`, saying what is wrong with the bundle
 */
std::filesystem::path module_file_of(const std::filesystem::path &path);

/** @throws PluginFailure `PLUGIN_NOT_A_MODULE` unless the file is a whole library for this processor */
void check_module_file(const std::filesystem::path &file);

}  // namespace sounddesk::plugin
