#if defined(__linux__)

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "plugin/module_file.hpp"
#include "plugin/plugin_failure.hpp"

namespace sounddesk::plugin {

namespace {

#if defined(__x86_64__)
constexpr unsigned own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned own_machine = EM_AARCH64;
#elif defined(__arm__)
constexpr unsigned own_machine = EM_ARM;
#elif defined(__riscv)
constexpr unsigned own_machine = EM_RISCV;
#else
constexpr unsigned own_machine = EM_386;
#endif

[[noreturn]] void fail(const std::filesystem::path &file, const std::string &why) {
  throw PluginFailure(PluginFailureCode::not_a_module, file.string() + " can't be loaded: " + why);
}

}  // namespace

void check_module_file(const std::filesystem::path &file) {
  std::error_code error;
  const std::uintmax_t size_bytes = std::filesystem::file_size(file, error);
  std::ifstream stream(file, std::ios::binary);
  if (error || !stream) fail(file, "it can't be read. Check its permissions, or install it again.");
  ElfW(Ehdr) header{};
  stream.read(reinterpret_cast<char *>(&header), sizeof header);
  if (static_cast<std::size_t>(stream.gcount()) < SELFMAG || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    fail(file, "it is not a Linux library. Install the plug-in's version for Linux.");
  }
  const bool is_whole_header = static_cast<std::size_t>(stream.gcount()) == sizeof header;
  const int own_class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
  if (is_whole_header && (header.e_ident[EI_CLASS] != own_class || header.e_machine != own_machine)) {
    fail(file, "it is made for another processor. Install the plug-in's version for this one.");
  }
  const std::string cut_off = "the file is cut off. Install the plug-in again.";
  if (!is_whole_header) fail(file, cut_off);
  if (header.e_type != ET_DYN) fail(file, "it is not a library. Install the plug-in again.");
  if (header.e_phentsize != sizeof(ElfW(Phdr)) || header.e_phnum == 0 || header.e_phoff > size_bytes) fail(file, cut_off);
  std::vector<ElfW(Phdr)> segments(header.e_phnum);
  stream.seekg(static_cast<std::streamoff>(header.e_phoff));
  stream.read(reinterpret_cast<char *>(segments.data()),
              static_cast<std::streamsize>(segments.size() * sizeof segments.front()));
  if (!stream) fail(file, cut_off);
  for (const ElfW(Phdr) &segment : segments) {
    if (segment.p_type != PT_LOAD && segment.p_type != PT_DYNAMIC) continue;
    if (segment.p_offset > size_bytes || segment.p_filesz > size_bytes - segment.p_offset) fail(file, cut_off);
  }
}

}  // namespace sounddesk::plugin

#else

#include "plugin/module_file.hpp"

namespace sounddesk::plugin {

/** The loaders of Windows and macOS check the whole file themselves and fail cleanly. */
void check_module_file(const std::filesystem::path &) {}

}  // namespace sounddesk::plugin

#endif
