#include "device/device_stream.hpp"

#include <portaudio.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "device/pulse_stream.hpp"
#include "rt/failure.hpp"

namespace sounddesk {
namespace {

/** What the callback may touch. */
struct Context {
  DeviceEndpoint &endpoint;
  std::size_t channels;
  /** From the stream's own statement, where a callback comes without times. */
  double usual_latency_sec = 0.0;
  /** Counts before all else; negative while nobody has set it. */
  std::atomic<double> device_latency_sec{-1.0};
  static_assert(std::atomic<double>::is_always_lock_free);

  /** `stated_sec` is the callback's own; one that a driver cannot mean gives way to what the stream says. */
  double latency_sec(double stated_sec) const noexcept {
    const double known_sec = device_latency_sec.load(std::memory_order_relaxed);
    if (known_sec >= 0.0) return known_sec;
    return stated_sec >= 0.0 && stated_sec < 2.0 ? stated_sec : usual_latency_sec;
  }
};

[[noreturn]] void throw_unavailable(const Device &device, PaError error) {
  std::string reason = Pa_GetErrorText(error);
  const PaHostErrorInfo *host = Pa_GetLastHostErrorInfo();
  if (error == paUnanticipatedHostError && host != nullptr && host->errorText != nullptr) reason = host->errorText;
  throw Failure(FailureCode::device_unavailable,
                device.name + " cannot be used: " + reason + ". Close other programs that use it, or choose another device.");
}

int on_input(const void *input, void *, unsigned long frames, const PaStreamCallbackTimeInfo *time,
             PaStreamCallbackFlags flags, void *user) noexcept {
  auto &context = *static_cast<Context *>(user);
  if ((flags & paInputOverflow) != 0) context.endpoint.lost_time();
  const double age_sec = time->inputBufferAdcTime > 0.0 ? time->currentTime - time->inputBufferAdcTime : -1.0;
  context.endpoint.receive(static_cast<const float *>(input), frames, context.channels, context.latency_sec(age_sec));
  return paContinue;
}

int on_output(const void *, void *output, unsigned long frames, const PaStreamCallbackTimeInfo *time,
              PaStreamCallbackFlags, void *user) noexcept {
  auto &context = *static_cast<Context *>(user);
  const double lead_sec = time->outputBufferDacTime > 0.0 ? time->outputBufferDacTime - time->currentTime : -1.0;
  context.endpoint.provide(static_cast<float *>(output), frames, context.channels, context.latency_sec(lead_sec));
  return paContinue;
}

PaStreamParameters parameters_for(const Device &device, int channels, double latency_sec) {
  return {device.index, channels, paFloat32, latency_sec, nullptr};
}

bool is_supported(const Device &device, int channels, int rate_hz) {
  const PaStreamParameters parameters = parameters_for(device, channels, 0.0);
  return Pa_IsFormatSupported(device.is_input ? &parameters : nullptr, device.is_input ? nullptr : &parameters, rate_hz) ==
         paFormatIsSupported;
}

/** What waits in the device's own buffer: two blocks. */
double wanted_latency_sec(int block_frames, int rate_hz) { return 2.0 * block_frames / rate_hz; }

class PortAudioStream final : public DeviceStream {
 public:
  PortAudioStream(const Device &device, const StreamFormat &format, int block_frames, DeviceEndpoint &endpoint)
      : context_{.endpoint = endpoint, .channels = static_cast<std::size_t>(format.channels)} {
    const PaStreamParameters parameters =
        parameters_for(device, format.channels, wanted_latency_sec(block_frames, format.rate_hz));
    PaStream *stream = nullptr;
    const PaError error = Pa_OpenStream(&stream, device.is_input ? &parameters : nullptr,
                                        device.is_input ? nullptr : &parameters, format.rate_hz,
                                        static_cast<unsigned long>(block_frames), paNoFlag,
                                        device.is_input ? on_input : on_output, &context_);
    if (error != paNoError) throw_unavailable(device, error);
    stream_ = stream;
    const PaStreamInfo *info = Pa_GetStreamInfo(stream);
    if (info != nullptr) context_.usual_latency_sec = device.is_input ? info->inputLatency : info->outputLatency;
  }

  ~PortAudioStream() override { close(); }

  void start() override {
    const PaError error = Pa_StartStream(stream_);
    if (error != paNoError) {
      throw Failure(FailureCode::device_unavailable, std::string("The device does not start: ") + Pa_GetErrorText(error));
    }
  }

  void set_device_latency(double seconds) noexcept override {
    context_.device_latency_sec.store(seconds, std::memory_order_relaxed);
  }

  bool needs_port_audio() const override { return true; }

  bool is_active() const override { return stream_ != nullptr && Pa_IsStreamActive(stream_) == 1; }

  void close() override {
    if (stream_ == nullptr) return;
    Pa_AbortStream(stream_);
    Pa_CloseStream(stream_);
    stream_ = nullptr;
  }

 private:
  Context context_;
  PaStream *stream_ = nullptr;
};

}  // namespace

StreamFormat supported_format(const Device &device, int wanted_rate_hz) {
  const int own_rate_hz = static_cast<int>(device.default_rate_hz);
  const int few = device.is_input ? 1 : std::min(2, device.channels);
  // A sound server converts on its own.
  if (device.pulse_name.has_value()) return {wanted_rate_hz, few};
  const int more = device.is_input ? std::min(2, device.channels) : device.channels;
  for (const int rate_hz : {wanted_rate_hz, own_rate_hz}) {
    for (const int channels : {few, more, device.channels}) {
      if (is_supported(device, channels, rate_hz)) return {rate_hz, channels};
    }
  }
  return {wanted_rate_hz, few};
}

std::unique_ptr<DeviceStream> DeviceStream::open(const Device &device, const StreamFormat &format, int block_frames,
                                                 DeviceEndpoint &endpoint) {
  if (device.pulse_name.has_value()) {
    if (auto stream = open_pulse_stream(device, format, block_frames, endpoint)) return stream;
    if (device.index < 0) {
      throw Failure(FailureCode::device_unavailable,
                    device.name + " cannot be used: the sound server does not answer. Start it, or choose another device.");
    }
  }
  return std::make_unique<PortAudioStream>(device, format, block_frames, endpoint);
}

}  // namespace sounddesk
