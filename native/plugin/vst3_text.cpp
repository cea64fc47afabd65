#include "plugin/vst3_text.hpp"

#include <algorithm>
#include <cstdint>

namespace sounddesk::plugin {

namespace {

void append_utf8(std::string &to, std::uint32_t point) {
  if (point < 0x80) {
    to += static_cast<char>(point);
  } else if (point < 0x800) {
    to += static_cast<char>(0xC0 | (point >> 6));
    to += static_cast<char>(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    to += static_cast<char>(0xE0 | (point >> 12));
    to += static_cast<char>(0x80 | ((point >> 6) & 0x3F));
    to += static_cast<char>(0x80 | (point & 0x3F));
  } else {
    to += static_cast<char>(0xF0 | (point >> 18));
    to += static_cast<char>(0x80 | ((point >> 12) & 0x3F));
    to += static_cast<char>(0x80 | ((point >> 6) & 0x3F));
    to += static_cast<char>(0x80 | (point & 0x3F));
  }
}

/** Takes one point off the front; nothing where the bytes are not UTF-8. */
std::optional<std::uint32_t> take_point(std::string_view &text) {
  const auto first = static_cast<unsigned char>(text.front());
  std::size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4 || text.size() < length) return std::nullopt;
  std::uint32_t point = length == 1 ? first : first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) != 0x80) return std::nullopt;
    point = (point << 6) | (byte & 0x3F);
  }
  const bool is_overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  if (is_overlong || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return std::nullopt;
  text.remove_prefix(length);
  return point;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    if (!take_point(text)) return false;
  }
  return true;
}

}  // namespace

std::string utf8_of(const Steinberg::Vst::TChar *text, std::size_t capacity) {
  std::string result;
  for (std::size_t i = 0; i < capacity && text[i] != 0; ++i) {
    std::uint32_t point = static_cast<std::uint16_t>(text[i]);
    if (point >= 0xD800 && point < 0xDC00 && i + 1 < capacity) {
      const std::uint32_t low = static_cast<std::uint16_t>(text[i + 1]);
      if (low >= 0xDC00 && low < 0xE000) {
        point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
        ++i;
      }
    }
    if (point >= 0xD800 && point < 0xE000) point = 0xFFFD;  // Half of a pair.
    append_utf8(result, point);
  }
  return result;
}

std::string utf8_of(const Steinberg::char8 *text, std::size_t capacity) {
  const std::string_view bytes(text, static_cast<std::size_t>(std::find(text, text + capacity, '\0') - text));
  if (is_utf8(bytes)) return std::string(bytes);
  std::string result;
  for (const char byte : bytes) append_utf8(result, static_cast<unsigned char>(byte));
  return result;
}

void copy_to(Steinberg::Vst::String128 to, std::string_view utf8) {
  std::size_t length = 0;
  while (!utf8.empty() && length < 127) {
    const std::optional<std::uint32_t> point = take_point(utf8);
    if (!point) {
      utf8.remove_prefix(1);
      continue;
    }
    if (*point < 0x10000) {
      to[length++] = static_cast<Steinberg::Vst::TChar>(*point);
    } else if (length + 2 <= 127) {
      to[length++] = static_cast<Steinberg::Vst::TChar>(0xD800 + ((*point - 0x10000) >> 10));
      to[length++] = static_cast<Steinberg::Vst::TChar>(0xDC00 + ((*point - 0x10000) & 0x3FF));
    }
  }
  to[length] = 0;
}

std::string hex_of(const Steinberg::TUID id) {
  Steinberg::FUID::String text{};
  Steinberg::FUID::fromTUID(id).toString(text);
  return text;
}

std::optional<Steinberg::FUID> id_of_hex(const std::string &hex) {
  if (hex.size() != 32 || hex.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) return std::nullopt;
  Steinberg::FUID id;
  if (!id.fromString(hex.c_str())) return std::nullopt;
  return id;
}

}  // namespace sounddesk::plugin
