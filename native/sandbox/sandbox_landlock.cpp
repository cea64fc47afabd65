// Landlock by direct calls (linux/landlock.h may be older than the kernel that this runs on): the kernel's documentation
// "userspace-api/landlock" has the rights of each ABI.
#if defined(__linux__)

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

#include "sandbox/sandbox_confinement.hpp"

namespace sounddesk::sandbox {

namespace {

// The same numbers on every processor.
constexpr long call_create_ruleset = 444;
constexpr long call_add_rule = 445;
constexpr long call_restrict_self = 446;
constexpr std::uint32_t flag_version = 1;
constexpr int rule_path_beneath = 1;

constexpr std::uint64_t write_file = 1U << 1;
constexpr std::uint64_t read_file = 1U << 2;
constexpr std::uint64_t read_folder = 1U << 3;
constexpr std::uint64_t remove_folder = 1U << 4;
constexpr std::uint64_t remove_file = 1U << 5;
constexpr std::uint64_t make_folder = 1U << 7;
constexpr std::uint64_t make_file = 1U << 8;
constexpr std::uint64_t all_of_abi_1 = (1U << 13) - 1;
constexpr std::uint64_t refer = 1U << 13;      // ABI 2
constexpr std::uint64_t truncate = 1U << 14;   // ABI 3
constexpr std::uint64_t control_device = 1U << 15;  // ABI 5
constexpr std::uint64_t bind_and_connect_tcp = 3;   // ABI 4
constexpr std::uint64_t abstract_sockets_and_signals = 3;  // ABI 6

struct Ruleset {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scoped;
};
struct [[gnu::packed]] PathRule {
  std::uint64_t allowed;
  std::int32_t parent;
};

/** As much as this ABI knows. */
Ruleset ruleset_of(int abi) noexcept {
  Ruleset ruleset{all_of_abi_1, 0, 0};
  if (abi >= 2) ruleset.files |= refer;
  if (abi >= 3) ruleset.files |= truncate;
  if (abi >= 4) ruleset.network = bind_and_connect_tcp;
  if (abi >= 5) ruleset.files |= control_device;
  if (abi >= 6) ruleset.scoped = abstract_sockets_and_signals;
  return ruleset;
}

/** An older kernel refuses a structure that is longer than its own, unless the rest is zero. */
std::size_t size_of(int abi) noexcept {
  return abi >= 6 ? sizeof(Ruleset) : abi >= 4 ? offsetof(Ruleset, scoped) : offsetof(Ruleset, network);
}

class RulesetFile {
 public:
  explicit RulesetFile(int abi) noexcept : handled_(ruleset_of(abi)) {
    file_ = static_cast<int>(syscall(call_create_ruleset, &handled_, size_of(abi), 0));
  }
  RulesetFile(const RulesetFile &) = delete;
  RulesetFile &operator=(const RulesetFile &) = delete;
  ~RulesetFile() {
    if (file_ >= 0) close(file_);
  }

  bool is_open() const noexcept { return file_ >= 0; }

  /** What is not there cannot be had: no failure. */
  void allow(const char *path, std::uint64_t rights) const noexcept {
    const int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return;
    struct stat status {};
    const bool is_folder = fstat(place, &status) == 0 && S_ISDIR(status.st_mode);
    constexpr std::uint64_t of_files = write_file | read_file | truncate | control_device;
    PathRule rule{rights & handled_.files & (is_folder ? ~std::uint64_t{0} : of_files), place};
    syscall(call_add_rule, file_, rule_path_beneath, &rule, 0);
    close(place);
  }

  bool restrict_self() const noexcept { return syscall(call_restrict_self, file_, 0) == 0; }

 private:
  Ruleset handled_;
  int file_ = -1;
};

}  // namespace

int restrict_by_landlock(const ConfinementPaths &paths) noexcept {
  const int abi = static_cast<int>(syscall(call_create_ruleset, nullptr, 0, flag_version));
  if (abi <= 0) return 0;
  const RulesetFile ruleset(abi);
  if (!ruleset.is_open()) return 0;
  for (const std::string &path : paths.readable) ruleset.allow(path.c_str(), read_file | read_folder);
  for (const std::string &path : paths.devices) {
    ruleset.allow(path.c_str(), read_file | read_folder | write_file | control_device);
  }
  for (const char *path : {"/dev/null", "/dev/zero", "/dev/full"}) ruleset.allow(path, read_file | write_file | truncate);
  for (const std::string &path : paths.writable) {
    ruleset.allow(path.c_str(), read_file | read_folder | write_file | remove_folder | remove_file | make_folder |
                                    make_file | truncate);
  }
  return ruleset.restrict_self() ? abi : 0;
}

}  // namespace sounddesk::sandbox

#endif
