#include "sandbox/host_base64.hpp"

#include <cstdint>
#include <string_view>

namespace sounddesk::sandbox {

namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64_of(const std::vector<char> &bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = (group << 8) | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j > bytes.size() ? '=' : letters[(group >> (18 - 6 * j)) & 63];
    }
  }
  return text;
}

std::optional<std::vector<char>> bytes_of_base64(const std::string &text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::vector<char> bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool is_last = i + 4 == text.size();
    const std::size_t padding = !is_last ? 0 : text[i + 2] == '=' ? 2 : text[i + 3] == '=' ? 1 : 0;
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t value = j >= 4 - padding && text[i + j] == '=' ? 0 : letters.find(text[i + j]);
      if (value == std::string_view::npos) return std::nullopt;
      group = (group << 6) | static_cast<std::uint32_t>(value);
    }
    for (std::size_t j = 0; j < 3 - padding; ++j) bytes.push_back(static_cast<char>(group >> (16 - 8 * j)));
  }
  return bytes;
}

}  // namespace sounddesk::sandbox
