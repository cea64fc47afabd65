#include "device/device_watch.hpp"

#if defined(__linux__)
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "device/jack_watch.hpp"
#include "device/pulse_connection.hpp"
#include "device/pulse_devices.hpp"

namespace sounddesk {
namespace {

/** A card announces itself several times over: so long after the last word of it the list is whole. */
constexpr int settle_ms = 200;
constexpr int retry_ms = 3000;

/** What of the server's devices anybody sees; a volume is not. */
std::string fingerprint_of_pulse() {
  std::string text;
  for (const Device &device : list_pulse_devices()) {
    text += device.id + "\n" + device.name + "\n" + device.type + (device.is_default ? "*\n" : "\n") +
            std::to_string(device.channels) + "\n";
  }
  return text;
}

#if defined(SOUNDDESK_HAS_PULSE)
class PulseSubscription {
 public:
  explicit PulseSubscription(int wake) : wake_(wake) {}

  /**
   * Whether a device, or anyone who records from one, has come or gone since the last call. One that came and went again leaves the list as it was,
   * and yet anyone who was notified of it in between has to look again.
   */
  bool take_coming_or_going() { return has_come_or_gone_.exchange(false); }

  /** True where a connection has come or gone. */
  bool follow() {
    if (connection_ && connection_->is_ready()) return false;
    const bool was_there = connection_ != nullptr;
    connection_ = PulseConnection::open("SoundDesk device watch");
    if (connection_) {
      const PulseLibrary &pulse = connection_->library();
      connection_->locked([&] { pulse.context_set_subscribe_callback(connection_->context(), on_event, this); });
      const auto wanted = static_cast<pa_subscription_mask_t>(PA_SUBSCRIPTION_MASK_SINK | PA_SUBSCRIPTION_MASK_SOURCE |
                                                              PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT | PA_SUBSCRIPTION_MASK_SERVER);
      connection_->run([&] {
        return pulse.context_subscribe(connection_->context(), wanted, [](pa_context *, int, void *) {}, nullptr);
      });
    }
    return was_there || connection_;
  }
  bool is_connected() const { return connection_ != nullptr; }

 private:
  static void on_event(pa_context *, pa_subscription_event_type_t type, std::uint32_t, void *user) {
    auto *self = static_cast<PulseSubscription *>(user);
    const bool is_listener = (type & PA_SUBSCRIPTION_EVENT_FACILITY_MASK) == PA_SUBSCRIPTION_EVENT_SOURCE_OUTPUT;
    if (is_listener && (type & PA_SUBSCRIPTION_EVENT_TYPE_MASK) == PA_SUBSCRIPTION_EVENT_CHANGE) return;
    if ((type & PA_SUBSCRIPTION_EVENT_TYPE_MASK) != PA_SUBSCRIPTION_EVENT_CHANGE) self->has_come_or_gone_ = true;
    eventfd_write(self->wake_, 1);
  }

  const int wake_;
  std::atomic<bool> has_come_or_gone_ = false;
  std::unique_ptr<PulseConnection> connection_;
};
#else
struct PulseSubscription {
  explicit PulseSubscription(int) {}
  bool take_coming_or_going() { return false; }
  bool follow() { return false; }
  bool is_connected() const { return true; }
};
#endif

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  int get() const { return descriptor_; }

 private:
  const int descriptor_;
};

class LinuxWatch final : public DeviceWatch {
 public:
  explicit LinuxWatch(std::function<void()> on_changed) : on_changed_(std::move(on_changed)) {
    thread_ = std::thread([this] { run(); });
  }

  ~LinuxWatch() override {
    eventfd_write(stop_.get(), 1);
    thread_.join();
  }

 private:
  void run() {
    PulseSubscription pulse(wake_.get());
    JackWatch jack([this] { eventfd_write(wake_.get(), 1); });
    pulse.follow();
    jack.follow();
    watch_nodes();
    std::string known = fingerprint_of_pulse();
    for (;;) {
      // Without a server nothing reports that one has started.
      const bool is_all_there = pulse.is_connected() && jack.is_connected();
      const Event event = wait(is_all_there ? 10 * retry_ms : retry_ms);
      if (event == Event::stop) return;
      const bool has_server_changed = pulse.follow() | jack.follow();
      if (event == Event::none && !has_server_changed) continue;
      while (event != Event::none) {
        const Event more = wait(settle_ms);
        if (more == Event::stop) return;
        if (more == Event::none) break;
      }
      // What PulseAudio says of a device that stays is mostly its volume.
      const bool has_come_or_gone = pulse.take_coming_or_going();
      const bool has_jack_changed = jack.take_change();
      const std::string now = fingerprint_of_pulse();
      const bool is_same = now == known && !has_come_or_gone;
      if (is_same && !has_server_changed && !is_hardware_event_ && !has_jack_changed) continue;
      known = now;
      is_hardware_event_ = false;
      on_changed_();
    }
  }

  enum class Event { none, changed, stop };

  Event wait(int limit_ms) {
    std::array<pollfd, 3> files{{{stop_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}, {nodes_.get(), POLLIN, 0}}};
    poll(files.data(), files.size(), limit_ms);
    if (files[0].revents != 0) return Event::stop;
    if (files[1].revents != 0) {
      eventfd_t count = 0;
      eventfd_read(wake_.get(), &count);
    }
    const bool has_node_changed = files[2].revents != 0 && read_nodes();
    is_hardware_event_ = is_hardware_event_ || has_node_changed;
    return files[1].revents != 0 || has_node_changed ? Event::changed : Event::none;
  }

  /** `/dev/snd` has a file a device, and comes with the first card. */
  void watch_nodes() {
    if (nodes_.get() < 0) return;
    inotify_add_watch(nodes_.get(), "/dev/snd", IN_CREATE | IN_DELETE | IN_ATTRIB);
    inotify_add_watch(nodes_.get(), "/dev", IN_CREATE | IN_DELETE | IN_ONLYDIR);
  }

  /** Whether sound nodes were among what has changed. */
  bool read_nodes() {
    alignas(inotify_event) std::array<char, 4096> buffer;
    bool is_of_sound = false;
    for (;;) {
      const ssize_t size = ::read(nodes_.get(), buffer.data(), buffer.size());
      if (size <= 0) break;
      for (ssize_t at = 0; at < size;) {
        const auto *event = reinterpret_cast<const inotify_event *>(buffer.data() + at);
        const std::string name = event->len > 0 ? event->name : "";
        is_of_sound = is_of_sound || name == "snd" || name.starts_with("pcm") || name.starts_with("control");
        at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      }
    }
    if (is_of_sound) watch_nodes();
    return is_of_sound;
  }

  const std::function<void()> on_changed_;
  const File wake_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  const File stop_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  const File nodes_{inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
  bool is_hardware_event_ = false;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<DeviceWatch> DeviceWatch::start(std::function<void()> on_changed) {
  return std::make_unique<LinuxWatch>(std::move(on_changed));
}

bool can_watch_devices() { return true; }

}  // namespace sounddesk
#endif
