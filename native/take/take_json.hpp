// Writes JSON, member by member.
//
// Threads: a value of its thread. Real-time safety: none.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace sounddesk {

/** A text as a JSON string. Bytes that are no UTF-8 are the caller's to avoid. */
inline std::string json_string(const std::string &text) {
  std::string out = "\"";
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      out += '\\';
      out += letter;
    } else if (code < 0x20 || code == 0x7F) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", code);
      out += escaped;
    } else {
      out += letter;
    }
  }
  return out + '"';
}

inline std::string json_number(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", value);
  return text;
}

class JsonObject {
 public:
  JsonObject &text(const char *name, const std::string &value) { return raw(name, json_string(value)); }
  JsonObject &whole(const char *name, std::uint64_t value) { return raw(name, std::to_string(value)); }
  JsonObject &number(const char *name, const std::optional<double> &value) {
    return raw(name, value.has_value() ? json_number(*value) : "null");
  }
  JsonObject &raw(const char *name, const std::string &json) {
    out_ += (out_.empty() ? "\"" : ",\"") + std::string(name) + "\":" + json;
    return *this;
  }
  std::string str() const { return "{" + out_ + "}"; }

 private:
  std::string out_;
};

inline std::string json_array(const std::vector<std::string> &items) {
  std::string out = "[";
  for (const std::string &item : items) out += (out.size() > 1 ? "," : "") + item;
  return out + "]";
}

}  // namespace sounddesk
