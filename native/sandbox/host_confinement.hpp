// Puts the process behind what `sandbox_confinement` offers, with what the plug-ins of this process need: their bundles,
// the presets of their makers, temporary files of their own, fonts, the display.
//
// Threads: main, before any plug-in is loaded and any thread started. Real-time safety: none.
#pragma once

#include <string>
#include <vector>

#include "sandbox/sandbox_confinement.hpp"

namespace sounddesk::sandbox {

/** `bundles` are the only plug-ins that can be loaded afterwards. */
Confinement confine_for(const std::vector<std::string> &bundles, bool has_window);

}  // namespace sounddesk::sandbox
