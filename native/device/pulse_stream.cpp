#include "device/pulse_stream.hpp"

#include "device/pulse_connection.hpp"

#if defined(SOUNDDESK_HAS_PULSE)
#include <sys/time.h>

#include <atomic>
#include <ctime>
#include <optional>
#include <vector>

#include "device/stream_clock.hpp"
#include "rt/failure.hpp"
#include "rt/thread_priority.hpp"

namespace sounddesk {
namespace {

constexpr pa_usec_t timing_interval_usec = 100'000;

double seconds_of(clockid_t clock) noexcept {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/** On Linux without a system call; the clock of the engine. */
double now_sec() noexcept { return seconds_of(CLOCK_MONOTONIC); }

double monotonic_sec(const timeval &wall_time) noexcept {
  const double wall_sec = static_cast<double>(wall_time.tv_sec) + static_cast<double>(wall_time.tv_usec) * 1e-6;
  return now_sec() - (seconds_of(CLOCK_REALTIME) - wall_sec);
}

/** libpulse has a usual order for a few counts of channels alone. */
pa_channel_map numbered(std::uint8_t channels) {
  pa_channel_map map{};
  map.channels = channels;
  for (int i = 0; i < channels; ++i) map.map[i] = static_cast<pa_channel_position_t>(PA_CHANNEL_POSITION_AUX0 + i);
  return map;
}

class PulseStream final : public DeviceStream {
 public:
  PulseStream(std::unique_ptr<PulseConnection> connection, const Device &device, const StreamFormat &format,
              int block_frames, DeviceEndpoint &endpoint)
      : connection_(std::move(connection)),
        pulse_(connection_->library()),
        endpoint_(endpoint),
        is_input_(device.is_input),
        channels_(static_cast<std::size_t>(format.channels)),
        block_frames_(static_cast<std::size_t>(block_frames)),
        usual_latency_sec_(2.0 * block_frames / format.rate_hz),
        clock_(format.rate_hz),
        silence_(block_frames_ * channels_) {
    connection_->on_thread([](void *) { request_realtime_priority(); }, nullptr);
    if (is_input_) rendered_by_ = sink_behind(*device.pulse_name);
    connect(device, format);
  }

  ~PulseStream() override { close(); }

  void start() override {
    connection_->run([this] { return pulse_.stream_cork(stream_, 0, nullptr, nullptr); });
    connection_->locked([this] { ask_for_timing(); });
  }

  bool is_active() const override { return is_ready_.load(std::memory_order_relaxed); }

  void close() override {
    if (!connection_) return;
    connection_->locked([this] {
      if (stream_ == nullptr) return;
      pulse_.stream_set_read_callback(stream_, nullptr, nullptr);
      pulse_.stream_set_write_callback(stream_, nullptr, nullptr);
      pulse_.stream_set_state_callback(stream_, nullptr, nullptr);
      pulse_.stream_disconnect(stream_);
      pulse_.stream_unref(stream_);
      stream_ = nullptr;
    });
    connection_.reset();
    is_ready_ = false;
  }

 private:
  std::size_t frame_bytes() const noexcept { return channels_ * sizeof(float); }

  void connect(const Device &device, const StreamFormat &format) {
    const pa_sample_spec spec{PA_SAMPLE_FLOAT32NE, static_cast<std::uint32_t>(format.rate_hz),
                              static_cast<std::uint8_t>(format.channels)};
    const auto block_bytes = static_cast<std::uint32_t>(block_frames_ * frame_bytes());
    constexpr auto server_decides = static_cast<std::uint32_t>(-1);
    // Of two blocks the server gives its sink what two requests leave, halved. Requests of a whole block would leave
    // nothing, and the sink would turn every half millisecond: a fifth of a core, and late on a busy one.
    // Playing begins, and continues after a gap, with half a block: no longer wait than needed.
    const pa_buffer_attr buffer{server_decides, 2 * block_bytes, block_bytes / 2, block_bytes / 2, block_bytes};
    // Never another device instead: where this one goes, the stream ends.
    unsigned flags = PA_STREAM_START_CORKED | PA_STREAM_ADJUST_LATENCY | PA_STREAM_DONT_MOVE;
    // All channels of a device as they are, in their order; fewer are mixed by the server.
    if (format.channels == device.channels) flags |= PA_STREAM_NO_REMAP_CHANNELS;
    const pa_channel_map map = numbered(spec.channels);
    const char *name = device.pulse_name->empty() ? nullptr : device.pulse_name->c_str();
    const int refused = connection_->locked([&] {
      stream_ = pulse_.stream_new(pulse_context(), is_input_ ? "microphone" : "output", &spec, spec.channels > 2 ? &map : nullptr);
      if (stream_ == nullptr) return -1;
      pulse_.stream_set_state_callback(stream_, on_state, this);
      pulse_.stream_set_read_callback(stream_, on_readable, this);
      pulse_.stream_set_write_callback(stream_, on_writable, this);
      const auto stream_flags = static_cast<pa_stream_flags_t>(flags);
      return is_input_ ? pulse_.stream_connect_record(stream_, name, &buffer, stream_flags)
                       : pulse_.stream_connect_playback(stream_, name, &buffer, stream_flags, nullptr, nullptr);
    });
    if (refused == 0) {
      connection_->wait_until([this] { return pulse_.stream_get_state(stream_) != PA_STREAM_CREATING; });
    }
    if (!is_active()) {
      const std::string reason = connection_->error_text();
      close();
      throw Failure(FailureCode::device_unavailable,
                    device.name + " cannot be used: " + reason + ". Close other programs that use it, or choose another device.");
    }
  }

  pa_context *pulse_context() { return connection_->context(); }

  /**
   * A source that is remapped from a sink's monitor: the server counts what such a sink renders ahead of its
   * clock (10 ms and more) for the monitor alone. Empty for every other source.
   */
  std::string sink_behind(std::string source) {
    struct Answer {
      const PulseLibrary &pulse;
      std::string master;
      std::string monitored;
    };
    for (int depth = 0; depth < 4 && !source.empty(); ++depth) {
      Answer answer{pulse_, {}, {}};
      connection_->run([&] {
        return pulse_.context_get_source_info_by_name(
            pulse_context(), source.c_str(),
            [](pa_context *, const pa_source_info *info, int, void *to) {
              if (info == nullptr) return;
              auto &found = *static_cast<Answer *>(to);
              if (info->monitor_of_sink_name != nullptr) found.monitored = info->monitor_of_sink_name;
              const char *master = found.pulse.proplist_gets(info->proplist, "device.master_device");
              if (master != nullptr) found.master = master;
            },
            &answer);
      });
      // Of a monitor itself the server says all.
      if (!answer.monitored.empty()) return depth == 0 ? "" : answer.monitored;
      source = answer.master;
    }
    return "";
  }

  static void on_state(pa_stream *stream, void *user) {
    auto &self = *static_cast<PulseStream *>(user);
    self.is_ready_ = self.pulse_.stream_get_state(stream) == PA_STREAM_READY;
  }

  static void on_readable(pa_stream *stream, std::size_t, void *user) {
    auto &self = *static_cast<PulseStream *>(user);
    for (;;) {
      const void *data = nullptr;
      std::size_t bytes = 0;
      if (self.pulse_.stream_peek(stream, &data, &bytes) < 0 || bytes == 0) return;
      self.deliver(static_cast<const float *>(data), bytes / self.frame_bytes());
      self.pulse_.stream_drop(stream);
    }
  }

  /** Without samples: the server lost so many. */
  void deliver(const float *samples, std::size_t frames) noexcept {
    for (std::size_t done = 0; done < frames;) {
      const std::size_t count = std::min(block_frames_, frames - done);
      const double age_sec =
          clock_.is_known() ? now_sec() - clock_.time_of(static_cast<double>(index_)) : usual_latency_sec_;
      endpoint_.receive(samples == nullptr ? silence_.data() : samples + done * channels_, count, channels_, age_sec);
      index_ += count;
      done += count;
    }
  }

  static void on_writable(pa_stream *stream, std::size_t wanted_bytes, void *user) {
    auto &self = *static_cast<PulseStream *>(user);
    while (wanted_bytes >= self.frame_bytes()) {
      void *data = nullptr;
      std::size_t bytes = std::min(wanted_bytes, self.block_frames_ * self.frame_bytes());
      if (self.pulse_.stream_begin_write(stream, &data, &bytes) < 0 || data == nullptr) return;
      const std::size_t frames = std::min(bytes, wanted_bytes) / self.frame_bytes();
      if (frames == 0) return;
      const double lead_sec = self.clock_.is_known() ? self.clock_.time_of(static_cast<double>(self.index_)) - now_sec()
                                                     : self.usual_latency_sec_;
      self.endpoint_.provide(static_cast<float *>(data), frames, self.channels_, lead_sec);
      const std::size_t filled = frames * self.frame_bytes();
      if (self.pulse_.stream_write(stream, data, filled, nullptr, 0, PA_SEEK_RELATIVE) < 0) return;
      self.index_ += frames;
      wanted_bytes -= std::min(wanted_bytes, filled);
    }
  }

  /** On libpulse's thread, or under its lock: now, and from then on ten times a second. */
  void ask_for_timing() {
    if (stream_ == nullptr || !is_active()) return;
    if (timer_ == nullptr) {
      timer_ = pulse_.context_rttime_new(pulse_context(), pulse_.rtclock_now() + timing_interval_usec, on_timer, this);
    }
    // In this order: the server answers one after the other, so that both are of one moment.
    if (!rendered_by_.empty()) {
      forget(pulse_.context_get_sink_info_by_name(pulse_context(), rendered_by_.c_str(), on_rendering_sink, this));
    }
    if (is_input_) {
      const std::uint32_t index = pulse_.stream_get_index(stream_);
      forget(pulse_.context_get_source_output_info(pulse_context(), index, on_own_output, this));
    }
    forget(pulse_.stream_update_timing_info(stream_, on_timing, this));
  }

  void forget(pa_operation *operation) {
    if (operation != nullptr) pulse_.operation_unref(operation);
  }

  static void on_timer(pa_mainloop_api *, pa_time_event *event, const timeval *, void *user) {
    auto &self = *static_cast<PulseStream *>(user);
    self.ask_for_timing();
    self.pulse_.context_rttime_restart(self.pulse_context(), event, self.pulse_.rtclock_now() + timing_interval_usec);
  }

  static void on_rendering_sink(pa_context *, const pa_sink_info *info, int, void *user) {
    if (info != nullptr) static_cast<PulseStream *>(user)->rendered_ahead_sec_ = static_cast<double>(info->latency) * 1e-6;
  }

  /** What a sink may still take back is held before us, and the timing does not count it. */
  static void on_own_output(pa_context *, const pa_source_output_info *info, int, void *user) {
    if (info != nullptr) static_cast<PulseStream *>(user)->held_back_sec_ = static_cast<double>(info->buffer_usec) * 1e-6;
  }

  static void on_timing(pa_stream *stream, int is_done, void *user) {
    auto &self = *static_cast<PulseStream *>(user);
    const pa_timing_info *info = is_done != 0 ? self.pulse_.stream_get_timing_info(stream) : nullptr;
    if (info == nullptr) return;
    const double frame_bytes = static_cast<double>(self.frame_bytes());
    const double at_sec = monotonic_sec(info->timestamp);
    if (self.is_input_) {
      if (info->write_index_corrupt != 0) return;
      // How many have left the device's buffer; `source_usec` wait in it, `sink_usec` are yet to be heard (a monitor).
      const double age_sec = (static_cast<double>(info->source_usec) - static_cast<double>(info->sink_usec)) * 1e-6;
      self.clock_.state(static_cast<double>(info->write_index) / frame_bytes, at_sec - age_sec - self.held_back_sec_ + self.rendered_ahead_sec_);
      return;
    }
    if (info->read_index_corrupt != 0 || info->playing == 0) return;
    self.clock_.state(static_cast<double>(info->read_index) / frame_bytes, at_sec + static_cast<double>(info->sink_usec) * 1e-6);
  }

  std::unique_ptr<PulseConnection> connection_;
  const PulseLibrary &pulse_;
  DeviceEndpoint &endpoint_;
  const bool is_input_;
  const std::size_t channels_;
  const std::size_t block_frames_;
  /** Until the server has said more. */
  const double usual_latency_sec_;
  pa_stream *stream_ = nullptr;
  pa_time_event *timer_ = nullptr;
  std::string rendered_by_;
  std::atomic<bool> is_ready_{false};

  // libpulse's thread.
  StreamClock clock_;
  double rendered_ahead_sec_ = 0.0;
  double held_back_sec_ = 0.0;
  std::uint64_t index_ = 0;
  const std::vector<float> silence_;
};

}  // namespace

std::unique_ptr<DeviceStream> open_pulse_stream(const Device &device, const StreamFormat &format, int block_frames,
                                                DeviceEndpoint &endpoint) {
  std::unique_ptr<PulseConnection> connection = PulseConnection::open("SoundDesk");
  if (!connection) return nullptr;
  return std::make_unique<PulseStream>(std::move(connection), device, format, block_frames, endpoint);
}

}  // namespace sounddesk

#else

namespace sounddesk {
std::unique_ptr<DeviceStream> open_pulse_stream(const Device &, const StreamFormat &, int, DeviceEndpoint &) {
  return nullptr;
}
}  // namespace sounddesk

#endif
