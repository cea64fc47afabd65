#include "device/jack_latency.hpp"

#if defined(__linux__) && __has_include(<jack/jack.h>) && __has_include(<pa_jack.h>)
#include <jack/jack.h>
#include <pa_jack.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <string_view>
#include <vector>

#include "device/loaded_library.hpp"
#endif

namespace sounddesk {

bool is_jack(const std::string &host_api) { return host_api == "JACK Audio Connection Kit"; }

#if defined(__linux__) && __has_include(<jack/jack.h>) && __has_include(<pa_jack.h>)
namespace {

struct JackFunctions {
  LoadedLibrary jack{"libjack.so.0"};
  LoadedLibrary port_audio{"libportaudio.so.2"};
  decltype(&jack_client_open) client_open = nullptr;
  decltype(&jack_client_close) client_close = nullptr;
  decltype(&jack_on_shutdown) on_shutdown = nullptr;
  decltype(&jack_get_sample_rate) get_sample_rate = nullptr;
  decltype(&jack_get_buffer_size) get_buffer_size = nullptr;
  decltype(&jack_get_ports) get_ports = nullptr;
  decltype(&jack_port_by_name) port_by_name = nullptr;
  decltype(&jack_port_flags) port_flags = nullptr;
  decltype(&jack_port_get_all_connections) get_connections = nullptr;
  decltype(&jack_port_get_latency_range) get_latency_range = nullptr;
  decltype(&jack_free) free = nullptr;
  decltype(&PaJack_GetClientName) port_audio_name = nullptr;

  bool find_all() {
    return jack.find("jack_client_open", client_open) && jack.find("jack_client_close", client_close) &&
           jack.find("jack_on_shutdown", on_shutdown) && jack.find("jack_get_sample_rate", get_sample_rate) &&
           jack.find("jack_get_buffer_size", get_buffer_size) && jack.find("jack_get_ports", get_ports) &&
           jack.find("jack_port_by_name", port_by_name) &&
           jack.find("jack_port_flags", port_flags) && jack.find("jack_port_get_all_connections", get_connections) &&
           jack.find("jack_port_get_latency_range", get_latency_range) && jack.find("jack_free", free) &&
           port_audio.find("PaJack_GetClientName", port_audio_name);
  }
};

std::string owner_of(std::string_view port) { return std::string(port.substr(0, port.find(':'))); }

class JackClient final : public JackLatency {
 public:
  JackClient(std::unique_ptr<JackFunctions> functions, jack_client_t *client, std::string port_audio_name)
      : functions_(std::move(functions)), client_(client), port_audio_name_(std::move(port_audio_name)) {
    functions_->on_shutdown(client_, [](void *gone) { static_cast<std::atomic<bool> *>(gone)->store(true); }, &is_gone_);
  }

  ~JackClient() override { functions_->client_close(client_); }

  std::optional<Reading> read() override {
    if (is_gone_.load()) return std::nullopt;
    const std::vector<std::string> sources = connected_to(JackPortIsInput);
    const std::vector<std::string> sinks = connected_to(JackPortIsOutput);
    const double rate_hz = functions_->get_sample_rate(client_);
    if (!has_ports_ || rate_hz <= 0.0) return std::nullopt;
    return Reading{shortest(sources, JackCaptureLatency, owners(sinks)) / rate_hz,
                   shortest(sinks, JackPlaybackLatency, owners(sources)) / rate_hz, functions_->get_buffer_size(client_)};
  }

 private:
  /** Names of the ports at the other end of PortAudio's inputs or outputs. */
  std::vector<std::string> connected_to(unsigned long direction) {
    std::vector<std::string> found;
    if (direction == JackPortIsInput) has_ports_ = false;
    for (const std::string &name : taken(functions_->get_ports(client_, nullptr, JACK_DEFAULT_AUDIO_TYPE, direction))) {
      if (owner_of(name) != port_audio_name_) continue;
      has_ports_ = true;
      const jack_port_t *port = functions_->port_by_name(client_, name.c_str());
      if (port == nullptr) continue;
      const std::vector<std::string> others = taken(functions_->get_connections(client_, port));
      found.insert(found.end(), others.begin(), others.end());
    }
    return found;
  }

  /** In frames. */
  double shortest(const std::vector<std::string> &ports, jack_latency_callback_mode_t mode, const std::set<std::string> &other_side) {
    std::optional<jack_nframes_t> least;
    for (const std::string &name : ports) {
      jack_port_t *port = functions_->port_by_name(client_, name.c_str());
      if (port == nullptr) continue;
      jack_latency_range_t range{0, 0};
      const bool is_device = (functions_->port_flags(port) & JackPortIsPhysical) != 0;
      // A program that both plays to us and hears us is the far end itself; round such a loop JACK hands on
      // figures of connections that are long gone.
      if (is_device || !other_side.contains(owner_of(name))) functions_->get_latency_range(port, mode, &range);
      // Copied, since the struct is packed.
      const jack_nframes_t frames = range.min;
      least = std::min(least.value_or(frames), frames);
    }
    return least.value_or(0);
  }

  static std::set<std::string> owners(const std::vector<std::string> &ports) {
    std::set<std::string> names;
    for (const std::string &port : ports) names.insert(owner_of(port));
    return names;
  }

  std::vector<std::string> taken(const char **names) {
    std::vector<std::string> copied;
    if (names == nullptr) return copied;
    for (const char **name = names; *name != nullptr; ++name) copied.emplace_back(*name);
    functions_->free(names);
    return copied;
  }

  std::unique_ptr<JackFunctions> functions_;
  jack_client_t *client_;
  const std::string port_audio_name_;
  bool has_ports_ = false;
  std::atomic<bool> is_gone_{false};
};

}  // namespace

std::unique_ptr<JackLatency> JackLatency::open() {
  auto functions = std::make_unique<JackFunctions>();
  const char *name = nullptr;
  if (!functions->find_all() || functions->port_audio_name(&name) != paNoError || name == nullptr) return nullptr;
  jack_client_t *client = functions->client_open("sounddesk-latency", JackNoStartServer, nullptr);
  if (client == nullptr) return nullptr;
  return std::make_unique<JackClient>(std::move(functions), client, name);
}

#else

std::unique_ptr<JackLatency> JackLatency::open() { return nullptr; }

#endif

}  // namespace sounddesk
