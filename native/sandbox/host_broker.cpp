#include "sandbox/host_broker.hpp"

#if defined(__linux__)

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <system_error>
#include <vector>

namespace sounddesk::sandbox {

namespace {

constexpr const char *display_folder = "/tmp/.X11-unix/X";

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value != nullptr ? value : "";
}

/** The socket of a display of this machine; empty for any other, which would need the network. */
std::string socket_of_display(std::string_view display) {
  for (const std::string_view prefix : {"unix/", "unix"}) {
    if (display.substr(0, prefix.size()) == prefix) display.remove_prefix(prefix.size());
  }
  if (display.empty() || display.front() != ':') return {};
  display.remove_prefix(1);
  const auto end = std::find_if_not(display.begin(), display.end(), [](unsigned char letter) { return std::isdigit(letter); });
  const std::string_view number(display.data(), static_cast<std::size_t>(end - display.begin()));
  const bool is_display = !number.empty() && number.size() <= 5 && (end == display.end() || *end == '.');
  return is_display ? display_folder + std::string(number) : std::string();
}

std::string key_file() {
  const std::string named = environment("XAUTHORITY");
  if (!named.empty()) return named;
  const std::string home = environment("HOME");
  return home.empty() ? std::string() : home + "/.Xauthority";
}

/** Servers listen at both places or at one of them. */
int connect_to_display(int socket, const std::string &path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), std::min(path.size(), sizeof address.sun_path - 1));
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
  const auto *plain = reinterpret_cast<const sockaddr *>(&address);
  if (syscall(SYS_connect, socket, plain, length) == 0) return 0;
  const int error = errno;
  if (error != ENOENT && error != ECONNREFUSED) return error;
  address.sun_path[0] = '\0';
  std::memcpy(address.sun_path + 1, path.data(), std::min(path.size(), sizeof address.sun_path - 1));
  return syscall(SYS_connect, socket, plain, length) == 0 ? 0 : error;
}

union SocketNote {
  cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

/** A byte with a socket in; a number of an error out. Ends where the line does. */
void serve(int line, const std::string &display) {
  for (;;) {
    char letter = 0;
    iovec part{&letter, 1};
    SocketNote note{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = &note;
    message.msg_controllen = sizeof note;
    const ssize_t count = recvmsg(line, &message, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    const cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == nullptr || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof(int))) continue;
    int socket = -1;
    std::memcpy(&socket, CMSG_DATA(header), sizeof socket);
    const int error = display.empty() ? ECONNREFUSED : connect_to_display(socket, display);
    close(socket);
    if (send(line, &error, sizeof error, MSG_NOSIGNAL) != sizeof error) return;
  }
}

/** The child's whole life. It holds none of its parent's pipes, so that their ends are seen when the parent dies. */
[[noreturn]] void be_broker(int line, const std::string &display, const std::string &folder) {
  // Anyone who ends the parent's group lets it tidy up. The parent waits for that: a scan is over within
  // milliseconds, and then its group is killed.
  setsid();
  const char is_ready = 1;
  send(line, &is_ready, sizeof is_ready, MSG_NOSIGNAL);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int file : {0, 1, 2}) {
    if (nothing >= 0) dup2(nothing, file);
  }
  const long most = std::min(sysconf(_SC_OPEN_MAX), 4096L);
  for (int file = 3; file < most; ++file) {
    if (file != line) close(file);
  }
  serve(line, display);
  std::error_code error;
  if (!folder.empty()) std::filesystem::remove_all(folder, error);
  _exit(0);
}

std::string make_temporary_folder() {
  std::string parent = environment("TMPDIR");
  if (parent.empty() || parent.front() != '/') parent = "/tmp";
  std::string name = parent + "/sounddesk-plugin-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) return {};
  for (const char *variable : {"TMPDIR", "TMP", "TEMP"}) setenv(variable, name.c_str(), 1);
  // Its place is in the user's home, which is not to be had.
  setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
  return name;
}

/** -1: connections are the system's, as ever. */
int line_of_connections = -1;

}  // namespace

HostBroker HostBroker::start(bool has_window) {
  HostBroker broker;
  const std::string display = has_window ? socket_of_display(environment("DISPLAY")) : std::string();
  if (!display.empty()) broker.display_key_file_ = key_file();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return broker;
  const std::string folder = make_temporary_folder();
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    be_broker(ends[1], display, folder);
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    std::error_code error;
    if (!folder.empty()) std::filesystem::remove_all(folder, error);
    return broker;
  }
  char is_ready = 0;
  while (recv(ends[0], &is_ready, sizeof is_ready, 0) < 0 && errno == EINTR) {
  }
  broker.temporary_folder_ = folder;
  broker.line_ = ends[0];
  return broker;
}

void HostBroker::take_over_connections() const noexcept { line_of_connections = line_; }

}  // namespace sounddesk::sandbox

namespace {

/** What a library asks for when it opens the display, by either of the places that a server listens at. */
bool is_display(const sockaddr *address, socklen_t length) {
  if (address->sa_family != AF_UNIX || length <= offsetof(sockaddr_un, sun_path)) return false;
  const auto *local = reinterpret_cast<const sockaddr_un *>(address);
  const std::size_t most = length - offsetof(sockaddr_un, sun_path);
  return std::strncmp(local->sun_path, "/tmp/.X11-unix/X", std::min<std::size_t>(most, 16)) == 0 && most > 16;
}

int fail(int error) {
  errno = error;
  return -1;
}

/** One at a time: the answers carry no number. */
int ask_for_display(int line, int socket) {
  static std::mutex is_asking;
  const std::lock_guard lock(is_asking);
  char letter = 'x';
  iovec part{&letter, 1};
  sounddesk::sandbox::SocketNote note{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = &note;
  message.msg_controllen = sizeof note;
  cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &socket, sizeof socket);
  if (sendmsg(line, &message, MSG_NOSIGNAL) != 1) return fail(ECONNREFUSED);
  int error = 0;
  if (recv(line, &error, sizeof error, 0) != sizeof error) return fail(ECONNREFUSED);
  return error == 0 ? 0 : fail(error);
}

}  // namespace

/**
 * The C library's own is denied to a confined process. Libraries that show windows find this one first, since the
 * program exports it, and it has the display's connection made by the broker. All else is refused as where nobody
 * listens, so that libraries try their next way instead of giving up.
 */
extern "C" __attribute__((visibility("default"))) int connect(int socket, const sockaddr *address, socklen_t length) {
  const int line = sounddesk::sandbox::line_of_connections;
  if (line < 0) return static_cast<int>(syscall(SYS_connect, socket, address, length));
  if (address == nullptr || length < sizeof(sa_family_t)) return fail(EINVAL);
  return is_display(address, length) ? ask_for_display(line, socket) : fail(ECONNREFUSED);
}

#else

namespace sounddesk::sandbox {

HostBroker HostBroker::start(bool) { return {}; }
void HostBroker::take_over_connections() const noexcept {}

}  // namespace sounddesk::sandbox

#endif
