// `scan PATH`: what is inside a plug-in module, as one line of JSON. A module that crashes or hangs takes this
// process with it; the caller sets the time limit.
//
// Threads: main. Real-time safety: none.
#pragma once

#include <string>

namespace sounddesk::sandbox {

class HostOutput;

/** The exit code: 0 when the line says ok. */
int scan_module(const std::string &path, HostOutput &output);

}  // namespace sounddesk::sandbox
