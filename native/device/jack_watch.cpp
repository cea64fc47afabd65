#include "device/jack_watch.hpp"

#if defined(__linux__) && __has_include(<jack/jack.h>)
#include <jack/jack.h>

#include <atomic>
#include <string_view>

#include "device/device_names.hpp"
#include "device/loaded_library.hpp"
#include "device/quiet_libraries.hpp"

namespace sounddesk {

struct JackWatch::Parts {
  std::function<void()> on_changed;
  LoadedLibrary library{"libjack.so.0"};
  decltype(&jack_client_open) client_open = nullptr;
  decltype(&jack_client_close) client_close = nullptr;
  decltype(&jack_activate) activate = nullptr;
  decltype(&jack_on_shutdown) on_shutdown = nullptr;
  decltype(&jack_set_port_registration_callback) set_port_callback = nullptr;
  decltype(&jack_port_by_id) port_by_id = nullptr;
  decltype(&jack_port_name) port_name = nullptr;
  jack_client_t *client = nullptr;
  std::atomic<bool> has_changed{false};
  std::atomic<bool> is_gone{false};

  bool find_all() {
    return library.find("jack_client_open", client_open) && library.find("jack_client_close", client_close) &&
           library.find("jack_activate", activate) && library.find("jack_on_shutdown", on_shutdown) &&
           library.find("jack_set_port_registration_callback", set_port_callback) &&
           library.find("jack_port_by_id", port_by_id) && library.find("jack_port_name", port_name);
  }

  ~Parts() {
    if (client != nullptr) client_close(client);
  }

  static void on_port(jack_port_id_t id, int, void *user) {
    auto &self = *static_cast<Parts *>(user);
    const jack_port_t *port = self.port_by_id(self.client, id);
    const char *name = port == nullptr ? nullptr : self.port_name(port);
    if (name != nullptr && is_own_jack_client(name)) return;
    self.has_changed = true;
    self.on_changed();
  }

  static void on_server_gone(void *user) {
    auto &self = *static_cast<Parts *>(user);
    self.is_gone = true;
    self.on_changed();
  }
};

JackWatch::JackWatch(std::function<void()> on_changed) : parts_(std::make_unique<Parts>()) {
  parts_->on_changed = std::move(on_changed);
  if (!parts_->find_all()) parts_.reset();
}

JackWatch::~JackWatch() = default;

bool JackWatch::is_connected() const { return !parts_ || parts_->client != nullptr; }

bool JackWatch::take_change() { return parts_ && parts_->has_changed.exchange(false); }

bool JackWatch::follow() {
  if (!parts_) return false;
  const bool was_there = parts_->client != nullptr;
  if (was_there && !parts_->is_gone) return false;
  if (was_there) parts_->client_close(parts_->client);
  parts_->is_gone = false;
  silence_audio_libraries();
  parts_->client = parts_->client_open("sounddesk-watch", JackNoStartServer, nullptr);
  if (parts_->client == nullptr) return was_there;
  parts_->on_shutdown(parts_->client, Parts::on_server_gone, parts_.get());
  parts_->set_port_callback(parts_->client, Parts::on_port, parts_.get());
  if (parts_->activate(parts_->client) != 0) {
    parts_->client_close(parts_->client);
    parts_->client = nullptr;
    return was_there;
  }
  return true;
}

}  // namespace sounddesk

#else

namespace sounddesk {
struct JackWatch::Parts {};
JackWatch::JackWatch(std::function<void()>) {}
JackWatch::~JackWatch() = default;
bool JackWatch::follow() { return false; }
bool JackWatch::is_connected() const { return true; }
bool JackWatch::take_change() { return false; }
}  // namespace sounddesk

#endif
