#include "sandbox/host_output.hpp"

#include <cerrno>
#include <cstddef>
#include <string>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace sounddesk::sandbox {

#if defined(_WIN32)

HostOutput::HostOutput() : descriptor_(::_dup(1)) {
  ::_setmode(descriptor_, _O_BINARY);
  ::_dup2(2, 1);
}

#else

HostOutput::HostOutput() : descriptor_(::fcntl(1, F_DUPFD_CLOEXEC, 3)) { ::dup2(2, 1); }

#endif

bool HostOutput::write(const nlohmann::json &message) noexcept {
  const std::string line = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  std::size_t written = 0;
  while (written < line.size()) {
#if defined(_WIN32)
    const auto count = ::_write(descriptor_, line.data() + written, static_cast<unsigned>(line.size() - written));
#else
    const auto count = ::write(descriptor_, line.data() + written, line.size() - written);
#endif
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    written += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace sounddesk::sandbox
