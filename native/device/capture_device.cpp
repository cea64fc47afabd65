#include "device/capture_device.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <thread>

#include "device/jack_latency.hpp"
#include "engine/capture_engine.hpp"

namespace sounddesk {
namespace {

/**
 * Ticks of 33 ms without a call: 3.5 s, since virtual devices pause for 2 s when a listener leaves. A device that was
 * pulled out ends its stream and is noticed at once.
 */
constexpr int ticks_until_lost = 105;
/** Before its first call: a sound server that slept takes up to 2 s to wake. */
constexpr int ticks_until_given_up = 300;
constexpr auto longest_close = std::chrono::seconds(2);
/** Devices with few channels are opened whole: asked for one of two, a sound server would mix both. */
constexpr int opened_whole = 8;
/** A process talks to one JACK server: all its ports count alike. */
constexpr int jack_clock_group = 1;

}  // namespace

bool finish_or_leave(std::function<void()> work) {
  auto done = std::make_shared<std::promise<void>>();
  std::future<void> is_done = done->get_future();
  std::thread worker([work = std::move(work), done]() mutable {
    work();
    // What it holds goes here, too, where it may wait.
    work = nullptr;
    done->set_value();
  });
  if (is_done.wait_for(longest_close) == std::future_status::ready) {
    worker.join();
    return true;
  }
  worker.detach();
  return false;
}

/** What the sound system's thread calls. Shared with the stream's closing, which may be left behind. */
class CaptureDevice::Endpoint final : public DeviceEndpoint {
 public:
  Endpoint(std::shared_ptr<CaptureInput> input, std::shared_ptr<CaptureOutput> output, std::shared_ptr<CaptureEngine> engine)
      : input_(std::move(input)), output_(std::move(output)), engine_(std::move(engine)) {}

  void receive(const float *interleaved, std::size_t frames, std::size_t, double age_sec) noexcept override {
    const double now_sec = monotonic_sec();
    input_->aligned().receive(interleaved, frames, now_sec - age_sec, now_sec, false, is_first_);
    is_first_ = false;
    note(frames);
    calls_.fetch_add(1, std::memory_order_relaxed);
    engine_->arrived(now_sec);
  }

  void lost_time() noexcept override { input_->note_xrun(); }

  void provide(float *interleaved, std::size_t frames, std::size_t channels, double lead_sec) noexcept override {
    const double now_sec = monotonic_sec();
    output_->provide(interleaved, frames, channels, (output_->is_same_clock() ? engine_->cycle_sec(now_sec) : now_sec) + lead_sec);
    lead_sec_.store(lead_sec, std::memory_order_relaxed);
    note(frames);
    calls_.fetch_add(1, std::memory_order_relaxed);
  }

  std::uint64_t calls() const noexcept { return calls_.load(std::memory_order_relaxed); }
  std::size_t largest_block() const noexcept { return largest_.load(std::memory_order_relaxed); }
  double lead_sec() const noexcept { return lead_sec_.load(std::memory_order_relaxed); }

 private:
  void note(std::size_t frames) noexcept {
    if (frames > largest_.load(std::memory_order_relaxed)) largest_.store(frames, std::memory_order_relaxed);
  }

  const std::shared_ptr<CaptureInput> input_;
  const std::shared_ptr<CaptureOutput> output_;
  const std::shared_ptr<CaptureEngine> engine_;
  bool is_first_ = true;
  std::atomic<std::uint64_t> calls_{0};
  std::atomic<std::size_t> largest_{0};
  std::atomic<double> lead_sec_{0.0};
};

CaptureDevice::CaptureDevice(std::string id, bool is_input, std::shared_ptr<CaptureEngine> engine)
    : id_(std::move(id)), is_input_(is_input), engine_(std::move(engine)) {
  device_.name = id_;
}

CaptureDevice::~CaptureDevice() { close(); }

bool CaptureDevice::open(const CaptureDeviceFormat &format, int least_channels) {
  close();
  try {
    device_ = find_device(id_, is_input_);
    format_ = wanted_format(format, least_channels);
    make_ends(format);
    endpoint_ = std::make_shared<Endpoint>(input_, output_, engine_);
    std::shared_ptr<DeviceStream> stream =
        DeviceStream::open(device_, format_, takes_periods(format) ? DeviceStream::own_blocks : format.block_frames, *endpoint_);
    stream->start();
    stream_ = std::move(stream);
    opened_as_ = format;
  } catch (const Failure &failure) {
    // Not there, or taken by another program: the channel stays, and it is tried again.
    problem_ = failure.what();
    return false;
  }
  problem_.clear();
  was_open_ = true;
  calls_before_ = 0;
  still_ticks_ = 0;
  if (input_) {
    input_->set_clock_group(is_jack(device_.host_api) ? jack_clock_group : 0);
    input_->set_open(true);
  }
  return true;
}

bool CaptureDevice::takes_periods(const CaptureDeviceFormat &format) const {
  return format.is_direct && is_jack(device_.host_api);
}

bool CaptureDevice::is_open_as(const CaptureDeviceFormat &format, int least_channels) const {
  if (!is_open() || (is_input_ && format_.channels < least_channels) || opened_as_.rate_hz != format.rate_hz) return false;
  const bool has_periods = takes_periods(opened_as_);
  return has_periods == takes_periods(format) && (has_periods || opened_as_.block_frames == format.block_frames);
}

void CaptureDevice::close() {
  if (input_) input_->set_open(false);
  if (!stream_) return;
  finish_or_leave([stream = std::move(stream_), endpoint = endpoint_]() mutable {
    stream->close();
    stream.reset();
  });
  stream_ = nullptr;
}

bool CaptureDevice::has_died() {
  if (!stream_) return false;
  const std::uint64_t calls = endpoint_->calls();
  still_ticks_ = calls == calls_before_ ? still_ticks_ + 1 : 0;
  calls_before_ = calls;
  if (stream_->is_active() && still_ticks_ < (calls == 0 ? ticks_until_given_up : ticks_until_lost)) return false;
  problem_ = device_.name + " is gone. Connect it again: its channel waits for it.";
  close();
  return true;
}

StreamFormat CaptureDevice::wanted_format(const CaptureDeviceFormat &format, int least_channels) const {
  StreamFormat wanted = supported_format(device_, format.rate_hz);
  if (is_input_) {
    const int enough = device_.channels <= opened_whole ? device_.channels : std::max(2, least_channels);
    wanted.channels = std::clamp(std::max(enough, wanted.channels), 1, 128);
  }
  return wanted;
}

void CaptureDevice::make_ends(const CaptureDeviceFormat &format) {
  const auto most = static_cast<std::size_t>(format.rate_hz / 100);
  if (!is_input_) {
    const bool is_same_clock = format.is_direct && is_jack(device_.host_api) && format_.rate_hz == format.rate_hz;
    output_ = std::make_shared<CaptureOutput>(OutputFormat{static_cast<double>(format.rate_hz), format_.rate_hz, format.frame,
                                                           static_cast<std::size_t>(format.block_frames), is_same_clock});
    return;
  }
  const AlignedFormat aligned{static_cast<double>(format_.rate_hz), static_cast<double>(format.rate_hz),
                              static_cast<std::size_t>(format_.channels), most};
  if (input_ && input_->format() == aligned) return;
  if (input_) missing_before_ += input_->missing_frames();
  input_ = std::make_shared<CaptureInput>(aligned);
}

bool CaptureDevice::is_of_jack() const { return is_open() && is_jack(device_.host_api); }

std::size_t CaptureDevice::largest_block() const { return endpoint_ ? endpoint_->largest_block() : 0; }

double CaptureDevice::own_latency_sec() const {
  if (!endpoint_) return 0.0;
  if (!is_input_) return std::max(0.0, endpoint_->lead_sec());
  return std::max(0.0, input_->usual_age_sec());
}

CaptureDeviceState CaptureDevice::state() const {
  CaptureDeviceState state;
  state.id = id_;
  state.name = device_.name;
  state.is_input = is_input_;
  state.status = is_open()   ? CaptureDeviceState::Status::open
                 : was_open_ ? CaptureDeviceState::Status::lost
                             : CaptureDeviceState::Status::missing;
  state.rate_hz = format_.rate_hz;
  if (input_) {
    const double drift_ppm = input_->drift_ppm();
    if (!std::isnan(drift_ppm)) state.drift_ppm = drift_ppm;
    state.missing_frames = missing_before_ + input_->missing_frames();
  }
  return state;
}

}  // namespace sounddesk
