// Bytes in JSON: base64 (RFC 4648, with padding).
//
// Threads: any. Real-time safety: none.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sounddesk::sandbox {

std::string base64_of(const std::vector<char> &bytes);
/** Nothing where the text is not base64. */
std::optional<std::vector<char>> bytes_of_base64(const std::string &text);

}  // namespace sounddesk::sandbox
