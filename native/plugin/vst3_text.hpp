// Texts and ids between VST3 (UTF-16, fixed arrays, 16 bytes) and ours (UTF-8 strings, 32 hex digits).
//
// Threads: any. Real-time safety: none (allocates).
#pragma once

#include <pluginterfaces/base/funknown.h>
#include <pluginterfaces/vst/vsttypes.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sounddesk::plugin {

/** At most `capacity` units, ended by a zero or by the array's end: plug-ins forget the zero. */
std::string utf8_of(const Steinberg::Vst::TChar *text, std::size_t capacity = 128);

/** A fixed array of bytes; what is not UTF-8 is read as Latin-1, so that the result always is UTF-8. */
std::string utf8_of(const Steinberg::char8 *text, std::size_t capacity);

/** Cut off at 127 units. */
void copy_to(Steinberg::Vst::String128 to, std::string_view utf8);

/** 32 upper-case hex digits, in the order of the SDK's `FUID::toString`. */
std::string hex_of(const Steinberg::TUID id);

/** Nothing unless there are exactly 32 hex digits. */
std::optional<Steinberg::FUID> id_of_hex(const std::string &hex);

}  // namespace sounddesk::plugin
