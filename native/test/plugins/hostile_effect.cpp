// "SD Hostile": tries what no plug-in needs, at its loading and again when it is made, and says in its category and in the
// name of its parameter 1 what it could do. README.md has the list. Linux.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "test_effect.hpp"
#include "test_factory.hpp"

namespace sdtest {

namespace {

std::string home() {
  const char *path = std::getenv("HOME");
  return path != nullptr ? path : "/nowhere";
}

/** Of this module: `<name>.vst3/Contents`. */
std::string contents() {
  Dl_info info{};
  dladdr(reinterpret_cast<const void *>(&contents), &info);
  std::string path = info.dli_fname;
  for (int level = 0; level < 2; ++level) path.erase(path.rfind('/'));
  return path;
}

bool can_open(const std::string &path, int flags) {
  const int file = open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

int port() {
  int number = 0;
  std::ifstream(contents() + "/Resources/port") >> number;
  return number;
}

/** By the call itself, past everything that a library or the program could put before it. */
bool raw_connect(int domain, int kind, const void *address, socklen_t length) {
  const auto socket = static_cast<int>(syscall(SYS_socket, domain, kind, 0));
  const bool is_connected = socket >= 0 && syscall(SYS_connect, socket, address, length) == 0;
  if (socket >= 0) close(socket);
  return is_connected;
}

sockaddr_in loopback() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port()));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

bool tcp() {
  const sockaddr_in address = loopback();
  return raw_connect(AF_INET, SOCK_STREAM, &address, sizeof address);
}

bool tcp_by_library() {
  const sockaddr_in address = loopback();
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  const bool is_connected =
      socket >= 0 && ::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
  if (socket >= 0) close(socket);
  return is_connected;
}

bool tcp6() {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(static_cast<std::uint16_t>(port()));
  address.sin6_addr = in6addr_loopback;
  return raw_connect(AF_INET6, SOCK_STREAM, &address, sizeof address);
}

bool udp() {
  const sockaddr_in address = loopback();
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  const bool is_sent = socket >= 0 && sendto(socket, "x", 1, 0, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 1;
  if (socket >= 0) close(socket);
  return is_sent;
}

bool listens() {
  sockaddr_in address = loopback();
  address.sin_port = 0;
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  const bool is_bound = socket >= 0 && bind(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
  if (socket >= 0) close(socket);
  return is_bound;
}

bool local_socket(bool is_abstract) {
  const std::string name = is_abstract ? "sounddesk-hostile-" + std::to_string(port()) : home() + "/socket";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + (is_abstract ? 1 : 0), name.data(), name.size());
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + 1);
  return raw_connect(AF_UNIX, SOCK_STREAM, &address, length);
}

/** A pair of datagram sockets can be talked into sending elsewhere. */
bool datagram_pair() {
  int ends[2];
  return socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0;
}

bool shell() {
  char *arguments[] = {const_cast<char *>("sh"), const_cast<char *>("-c"), const_cast<char *>("exit 0"), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, "/bin/sh", nullptr, nullptr, arguments, environ) != 0) return false;
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/** In a child, where it can have one: a success would replace this program. */
bool other_process() {
  const auto child = static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, nullptr, 0);
  return child > 0;
}

/** Nobody minds this signal who has not asked for it: what counts is whether it could be sent. */
bool signal_to_parent() { return kill(getppid(), SIGURG) == 0; }

bool signal_by_descriptor() {
  const auto process = static_cast<int>(syscall(434, getppid(), 0));
  return process >= 0 && syscall(424, process, SIGURG, nullptr, 0) == 0;
}

bool signal_by_owner() { return fcntl(0, F_SETOWN, getppid()) == 0; }

bool memory_of_parent() {
  char byte = 0;
  iovec here{&byte, 1};
  iovec there{reinterpret_cast<void *>(&contents), 1};
  return process_vm_readv(getppid(), &here, 1, &there, 1, 0) > 0 || errno == EFAULT;
}

bool trace_parent() {
  if (ptrace(PTRACE_SEIZE, getppid(), nullptr, nullptr) != 0) return false;
  ptrace(PTRACE_DETACH, getppid(), nullptr, nullptr);
  return true;
}

bool of_parent(const char *what) { return can_open("/proc/" + std::to_string(getppid()) + "/" + what, O_RDONLY); }

bool ring() {
  char parameters[256] = {};
  return syscall(425, 1, parameters) >= 0;
}

bool hard_link() {
  const char *folder = std::getenv("TMPDIR");
  const std::string link = std::string(folder != nullptr ? folder : "/tmp") + "/hostile-link";
  const bool is_linked = ::link((home() + "/.ssh/id_test").c_str(), link.c_str()) == 0;
  if (is_linked) unlink(link.c_str());
  return is_linked;
}

bool own_temporary_file() {
  const char *folder = std::getenv("TMPDIR");
  const std::string path = std::string(folder != nullptr ? folder : "/tmp") + "/hostile-file";
  return can_open(path, O_CREAT | O_RDWR | O_TRUNC) && unlink(path.c_str()) == 0;
}

bool own_thread() {
  bool has_run = false;
  std::thread([&] { has_run = true; }).join();
  return has_run;
}

struct Act {
  const char *name;
  std::function<bool()> attempt;
};

std::vector<Act> acts() {
  const std::string key = home() + "/.ssh/id_test";
  return {
      {"key", [key] { return can_open(key, O_RDONLY); }},
      {"folder", [] { return can_open(home(), O_RDONLY | O_DIRECTORY); }},
      {"home", [] { return can_open(home() + "/hostile-was-here", O_CREAT | O_WRONLY); }},
      {"truncate", [key] { return truncate(key.c_str(), 0) == 0; }},
      {"remove", [] { return unlink((home() + "/.ssh/spare").c_str()) == 0; }},
      {"rename", [] { return rename((home() + "/.ssh/spare").c_str(), (home() + "/.ssh/gone").c_str()) == 0; }},
      {"mode", [key] { return chmod(key.c_str(), 0644) == 0; }},
      {"watch", [] { return inotify_add_watch(inotify_init1(IN_CLOEXEC), (home() + "/.ssh").c_str(), IN_ALL_EVENTS) >= 0; }},
      {"link", hard_link},
      {"beside", [] { return can_open(contents() + "/hostile-was-here", O_CREAT | O_WRONLY); }},
      {"neighbour", [] { return can_open(contents() + "/../../Other.vst3/Contents/secret", O_RDONLY); }},
      {"tmp-file", [] { return can_open("/tmp/sounddesk-hostile-was-here", O_CREAT | O_WRONLY); }},
      {"shm", [] { return can_open("/dev/shm/sounddesk-hostile-was-here", O_CREAT | O_WRONLY); }},
      {"tcp", tcp},
      {"tcp-lib", tcp_by_library},
      {"tcp6", tcp6},
      {"udp", udp},
      {"bind", listens},
      {"raw", [] { return ::socket(AF_NETLINK, SOCK_RAW, 0) >= 0; }},
      {"abstract", [] { return local_socket(true); }},
      {"socket", [] { return local_socket(false); }},
      {"pair", datagram_pair},
      {"shell", shell},
      {"fork", other_process},
      {"kill", signal_to_parent},
      {"pidfd", signal_by_descriptor},
      {"owner", signal_by_owner},
      {"memory", memory_of_parent},
      {"trace", trace_parent},
      {"environ", [] { return of_parent("environ"); }},
      {"cmdline", [] { return of_parent("cmdline"); }},
      {"ring", ring},
      // What plug-ins do need.
      {"OWN-BUNDLE", [] { return can_open(contents() + "/Resources/port", O_RDONLY); }},
      {"OWN-TEMPORARY", own_temporary_file},
      {"OWN-THREAD", own_thread},
      {"SYSTEM", [] { return can_open("/usr/lib", O_RDONLY | O_DIRECTORY); }},
  };
}

/** The names of what it could do. */
std::string attempt_all() {
  std::string report;
  for (const Act &act : acts()) {
    if (!act.attempt()) continue;
    if (!report.empty()) report += ',';
    report += act.name;
  }
  return report;
}

std::string &report_of_loading() {
  static std::string report;
  return report;
}

class Hostile final : public TestEffect {
 public:
  Hostile() : TestEffect({{1, "Nothing", "", 0, 1, 0}}) {
    report_ = attempt_all();
    parameters_[0].name = report_.c_str();
  }
  void render(float **, int32, float **, int32, int32) override {}

 private:
  std::string report_;
};

FUnknown *create() { return static_cast<IComponent *>(new Hostile); }

}  // namespace

}  // namespace sdtest

SD_EXPORT bool ModuleEntry(void *) {
  sdtest::report_of_loading() = "Fx|" + sdtest::attempt_all();
  return true;
}

SD_EXPORT bool ModuleExit() { return true; }

SD_EXPORT Steinberg::IPluginFactory *PLUGIN_API GetPluginFactory() {
  using namespace sdtest;
  static TestFactory factory(
      {{SD_TEST_ID(4, 1), kVstAudioEffectClass, SD_NAME, report_of_loading().c_str(), create}});
  return &factory;
}
