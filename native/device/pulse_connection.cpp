#include "device/pulse_connection.hpp"

#if defined(SOUNDDESK_HAS_PULSE)
#include <thread>

namespace sounddesk {
namespace {

constexpr auto longest_wait = std::chrono::seconds(5);
/** libpulse's own way to wait has no limit, and a server that hangs would hold us for ever. */
constexpr auto poll_interval = std::chrono::milliseconds(1);

}  // namespace

std::unique_ptr<PulseConnection> PulseConnection::open(const std::string &client_name) {
  const PulseLibrary *library = PulseLibrary::get();
  if (library == nullptr) return nullptr;
  std::unique_ptr<PulseConnection> connection(new PulseConnection(*library));
  return connection->connect(client_name) ? std::move(connection) : nullptr;
}

bool PulseConnection::connect(const std::string &client_name) {
  mainloop_ = library_.threaded_mainloop_new();
  if (mainloop_ == nullptr) return false;
  context_ = library_.context_new(library_.threaded_mainloop_get_api(mainloop_), client_name.c_str());
  if (context_ == nullptr) return false;
  if (library_.context_connect(context_, nullptr, PA_CONTEXT_NOAUTOSPAWN, nullptr) < 0) return false;
  if (library_.threaded_mainloop_start(mainloop_) < 0) return false;
  wait_until([this] {
    const pa_context_state_t state = library_.context_get_state(context_);
    return state == PA_CONTEXT_READY || !PA_CONTEXT_IS_GOOD(state);
  });
  return is_ready();
}

PulseConnection::~PulseConnection() {
  if (mainloop_ != nullptr) library_.threaded_mainloop_stop(mainloop_);
  if (context_ != nullptr) {
    library_.context_disconnect(context_);
    library_.context_unref(context_);
  }
  if (mainloop_ != nullptr) library_.threaded_mainloop_free(mainloop_);
}

bool PulseConnection::run(const std::function<pa_operation *()> &start) {
  pa_operation *operation = locked(start);
  if (operation == nullptr) return false;
  wait_until([&] { return library_.operation_get_state(operation) != PA_OPERATION_RUNNING; });
  return locked([&] {
    const bool is_done = library_.operation_get_state(operation) == PA_OPERATION_DONE;
    // Its callback must not come any more once the caller has continued.
    if (!is_done) library_.operation_cancel(operation);
    library_.operation_unref(operation);
    return is_done;
  });
}

bool PulseConnection::wait_until(const std::function<bool()> &is_done) {
  const auto until = std::chrono::steady_clock::now() + longest_wait;
  while (!locked(is_done)) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(poll_interval);
  }
  return true;
}

bool PulseConnection::is_ready() {
  return locked([this] { return library_.context_get_state(context_) == PA_CONTEXT_READY; });
}

std::string PulseConnection::error_text() {
  return locked([this] { return std::string(library_.strerror(library_.context_errno(context_))); });
}

void PulseConnection::on_thread(void (*work)(void *), void *user) {
  struct Call {
    void (*work)(void *);
    void *user;
  };
  locked([&] {
    library_.mainloop_api_once(
        library_.threaded_mainloop_get_api(mainloop_),
        [](pa_mainloop_api *, void *given) {
          const std::unique_ptr<Call> call(static_cast<Call *>(given));
          call->work(call->user);
        },
        new Call{work, user});
  });
}

}  // namespace sounddesk
#endif
