// The chains of plug-ins that JavaScript holds by a number; anyone who uses one (a session, a job) holds it, too.
//
// Threads: Node's thread alone. Real-time safety: none.
#pragma once

#include <napi.h>

#include <memory>

#include "sandbox/sandbox_insert.hpp"

namespace sounddesk::napi {

/** Throws BAD_OPTION where there is none by this number. */
std::shared_ptr<SandboxInsert> insert_of(const Napi::Value &id);

}  // namespace sounddesk::napi
