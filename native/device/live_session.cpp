#include "device/live_session.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <vector>

namespace sounddesk {
namespace {

constexpr auto report_interval = std::chrono::microseconds(33333);
/**
 * A device that has not called for this many reports (3.5 s) is gone. One that was pulled out ends its stream
 * and is noticed at once; this is for sound servers, whose virtual devices pause for 2 s when a listener leaves.
 */
constexpr int ticks_until_lost = 105;
/** Before its first call it gets 10 s: a sound server that was asleep takes up to 2 s to wake. */
constexpr int ticks_until_given_up = 300;
constexpr int ticks_between_jack_readings = 30;
/** Sound that nobody takes: ten seconds of both ends at most are kept. */
constexpr std::size_t most_waiting_values = 2 * 10 * model_rate_hz;
constexpr auto longest_close = std::chrono::seconds(2);

}  // namespace

/** The second output, with a clock of its own. */
struct LiveSession::Monitor final : DeviceEndpoint {
  PortAudioUse port_audio;
  Device device;
  CaptureOutput output;
  std::unique_ptr<DeviceStream> stream;

  Monitor(const Device &found, const StreamFormat &format, int block_frames)
      : device(found),
        output(OutputFormat{model_rate_hz, format.rate_hz, frame_samples, static_cast<std::size_t>(block_frames)}) {
    stream = DeviceStream::open(device, format, block_frames, *this);
  }
  ~Monitor() override {
    if (stream) stream->close();
  }
  Monitor(const Monitor &) = delete;
  Monitor &operator=(const Monitor &) = delete;

  void receive(const float *, std::size_t, std::size_t, double) noexcept override {}
  void provide(float *interleaved, std::size_t frames, std::size_t channels, double lead_sec) noexcept override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    output.provide(interleaved, frames, channels, std::chrono::duration<double>(now).count() + lead_sec);
  }
};

/** Shared, so that a sound system that hangs while closing can be left behind with what it still touches. */
struct LiveSession::Parts {
  std::optional<PortAudioUse> port_audio{std::in_place};
  std::unique_ptr<LiveEngine> engine;
  std::unique_ptr<DeviceStream> input;
  std::unique_ptr<DeviceStream> output;
  std::unique_ptr<Monitor> monitor;
  std::unique_ptr<JackLatency> jack;

  void close() {
    jack.reset();
    if (monitor && monitor->stream) monitor->stream->close();
    if (input) input->close();
    if (output) output->close();
    if (engine) engine->stop();
  }
};

LiveSession::LiveSession(const LiveOptions &options, OnLevels on_levels, OnSound on_sound, OnFailed on_failed)
    : options_(options),
      on_levels_(std::move(on_levels)),
      on_sound_(std::move(on_sound)),
      on_failed_(std::move(on_failed)),
      parts_(std::make_shared<Parts>()),
      sound_block_(1 << 14) {
  input_device_ = find_device(options.input_id, true);
  output_device_ = find_device(options.output_id, false);
  input_format_ = supported_format(input_device_, options.rate_hz);
  output_format_ = supported_format(output_device_, options.rate_hz);
  const LiveFormat format{input_format_.rate_hz, output_format_.rate_hz, static_cast<std::size_t>(options.block_frames)};
  parts_->engine = std::make_unique<LiveEngine>(format, options.settings);
  parts_->input = DeviceStream::open(input_device_, input_format_, options.block_frames, *parts_->engine);
  parts_->output = DeviceStream::open(output_device_, output_format_, options.block_frames, *parts_->engine);
  parts_->engine->start();
  parts_->output->start();
  parts_->input->start();
  if (!parts_->input->needs_port_audio() && !parts_->output->needs_port_audio()) parts_->port_audio.reset();
  if (is_jack(input_device_.host_api) || is_jack(output_device_.host_api)) parts_->jack = JackLatency::open();
  if (options.monitor_id.has_value()) set_monitor(options.monitor_id);
  watcher_ = std::thread([this] { run(); });
}

LiveSession::~LiveSession() { stop(); }

void LiveSession::update(const LiveSettings &settings) noexcept {
  if (parts_) parts_->engine->set(settings);
}

void LiveSession::set_monitor(const std::optional<std::string> &id) {
  if (!parts_) return;
  const std::lock_guard<std::mutex> lock(monitor_mutex_);
  parts_->engine->set_monitor(nullptr);
  parts_->monitor.reset();
  if (!id.has_value()) return;
  const PortAudioUse port_audio;
  const Device device = find_device(*id, false);
  auto monitor = std::make_unique<Monitor>(device, supported_format(device, options_.rate_hz), options_.block_frames);
  monitor->stream->start();
  parts_->monitor = std::move(monitor);
  parts_->engine->set_monitor(&parts_->monitor->output);
}

std::optional<Device> LiveSession::monitor_device() const {
  const std::lock_guard<std::mutex> lock(monitor_mutex_);
  return parts_ && parts_->monitor ? std::optional(parts_->monitor->device) : std::nullopt;
}

std::optional<double> LiveSession::monitor_latency_ms() {
  // While another one is being opened, the levels continue without.
  const std::unique_lock<std::mutex> lock(monitor_mutex_, std::try_to_lock);
  if (!lock) return std::nullopt;
  const Monitor *monitor = parts_->monitor.get();
  if (monitor == nullptr || !monitor->stream->is_active()) return std::nullopt;
  const double latency_sec = monitor->output.latency_sec();
  return latency_sec < 0.0 ? std::nullopt : std::optional(1000.0 * latency_sec);
}

void LiveSession::watch(bool is_spectrum_wanted, bool is_sound_wanted) noexcept {
  is_spectrum_wanted_.store(is_spectrum_wanted);
  is_sound_wanted_.store(is_sound_wanted);
  if (parts_) parts_->engine->tap_sound(is_spectrum_wanted || is_sound_wanted);
}

const std::optional<std::string> &LiveSession::priority_refusal() const { return parts_->engine->priority_refusal(); }

void LiveSession::stop() {
  {
    const std::lock_guard<std::mutex> lock(stop_mutex_);
    is_stopping_ = true;
  }
  stop_signal_.notify_all();
  if (watcher_.joinable()) watcher_.join();
  if (!parts_) return;
  // A sound server that died while we close its stream may never answer; we continue without waiting for it.
  auto closed = std::make_shared<std::promise<void>>();
  std::future<void> is_closed = closed->get_future();
  std::thread closer([parts = std::move(parts_), closed]() mutable {
    parts->close();
    parts.reset();
    closed->set_value();
  });
  if (is_closed.wait_for(longest_close) == std::future_status::ready) {
    closer.join();
  } else {
    closer.detach();
  }
}

void LiveSession::run() {
  std::vector<FrameRecord> records(64);
  auto next = std::chrono::steady_clock::now();
  for (;;) {
    next += report_interval;
    {
      std::unique_lock<std::mutex> lock(stop_mutex_);
      if (stop_signal_.wait_until(lock, next, [this] { return is_stopping_; })) return;
    }
    LiveEngine &engine = *parts_->engine;
    for (std::size_t count = records.size(); count == records.size();) {
      count = engine.take_records(records.data(), records.size());
      for (std::size_t i = 0; i < count; ++i) meters_.add(records[i]);
    }
    if (parts_->jack && ticks_since_jack_++ % ticks_between_jack_readings == 0) follow_jack();
    std::vector<float> spectrum = follow_sound();
    on_levels_({meters_.take(), engine.frames_processed(), engine.frames_missed(), std::move(spectrum), monitor_latency_ms()});
    if (const std::optional<Failure> loss = find_loss()) {
      on_failed_(*loss);
      return;
    }
  }
}

std::vector<float> LiveSession::follow_sound() {
  const bool is_spectrum_wanted = is_spectrum_wanted_.load();
  const bool is_sound_wanted = is_sound_wanted_.load();
  if (!is_sound_wanted) waiting_sound_.clear();
  for (std::size_t count = sound_block_.size(); count == sound_block_.size();) {
    count = parts_->engine->take_sound(sound_block_.data(), sound_block_.size());
    if (is_spectrum_wanted) {
      raw_spectrum_.add(sound_block_.data(), count / 2, 2);
      clean_spectrum_.add(sound_block_.data() + 1, count / 2, 2);
    }
    if (is_sound_wanted && waiting_sound_.size() < most_waiting_values) {
      waiting_sound_.insert(waiting_sound_.end(), sound_block_.begin(),
                            sound_block_.begin() + static_cast<std::ptrdiff_t>(count));
    }
  }
  if (!waiting_sound_.empty() && on_sound_(waiting_sound_)) waiting_sound_.clear();
  if (!is_spectrum_wanted) return {};
  const auto raw = raw_spectrum_.read();
  const auto clean = clean_spectrum_.read();
  std::vector<float> both(raw.begin(), raw.end());
  both.insert(both.end(), clean.begin(), clean.end());
  return both;
}

void LiveSession::follow_jack() {
  const std::optional<JackLatency::Reading> reading = parts_->jack->read();
  if (!reading.has_value()) return;
  const JackLatency::Reading before = jack_reading_.value_or(*reading);
  jack_reading_ = reading;
  double longer_sec = 0.0;
  if (is_jack(input_device_.host_api)) {
    parts_->input->set_device_latency(reading->capture_sec);
    longer_sec += reading->capture_sec - before.capture_sec;
  }
  if (is_jack(output_device_.host_api)) {
    parts_->output->set_device_latency(reading->playback_sec);
    longer_sec += reading->playback_sec - before.playback_sec;
  }
  if (longer_sec != 0.0) meters_.lengthen_latency(longer_sec * 1000.0);
}

std::optional<Failure> LiveSession::find_loss() {
  const auto count_still = [](std::uint64_t calls, std::uint64_t &before, int &ticks) {
    ticks = calls == before ? ticks + 1 : 0;
    before = calls;
    return ticks >= (calls == 0 ? ticks_until_given_up : ticks_until_lost);
  };
  const bool is_input_lost =
      count_still(parts_->engine->input_calls(), input_calls_, ticks_without_input_) || !parts_->input->is_active();
  const bool is_output_lost =
      count_still(parts_->engine->output_calls(), output_calls_, ticks_without_output_) || !parts_->output->is_active();
  if (!is_input_lost && !is_output_lost) return std::nullopt;
  const Device &lost = is_input_lost ? input_device_ : output_device_;
  return Failure(FailureCode::device_lost, lost.name + " is gone. Connect it again, or choose another device.");
}

}  // namespace sounddesk
