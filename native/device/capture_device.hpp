// One direction of one device in a capture session: opened, watched, and opened again when it was gone.
//
// The device is known by its id alone; where that is not there, nothing stands in for it. What it feeds (the
// `CaptureInput`) outlives its streams, so a channel keeps its place and its clock.
//
// Threads: one control thread at a time; the endpoint is called by the sound system's thread and only copies.
// Real-time safety: the endpoint's, nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "device/capture_options.hpp"
#include "device/device_stream.hpp"
#include "engine/capture_gather.hpp"
#include "engine/capture_output.hpp"

namespace sounddesk {

class CaptureEngine;

struct CaptureDeviceFormat {
  int rate_hz;
  int block_frames;
  /** Session frames that the strips take at once. */
  std::size_t frame;
  /** Of a short mode: a device of JACK takes and gives whole periods, at once (see `CapturePlan::is_direct`). */
  bool is_direct = false;
};

/**
 * Ends something of the sound system, which may never answer (a server that died): then it is left behind after two
 * seconds, with all that it still touches. False where it was.
 */
bool finish_or_leave(std::function<void()> work);

class CaptureDevice {
 public:
  /** `engine` hears of what arrives. */
  CaptureDevice(std::string id, bool is_input, std::shared_ptr<CaptureEngine> engine);
  ~CaptureDevice();
  CaptureDevice(const CaptureDevice &) = delete;
  CaptureDevice &operator=(const CaptureDevice &) = delete;

  /**
   * Opens it, with at least so many channels. False where it is not there or cannot be used: `problem` says why.
   * `input` or `output` may be another object afterwards.
   */
  bool open(const CaptureDeviceFormat &format, int least_channels);
  /** Whether the stream is already what `open` would make of it; frames may have another length. */
  bool is_open_as(const CaptureDeviceFormat &format, int least_channels) const;
  void close();
  /** Once a tick of 33 ms: whether the device was lost since the last one. */
  bool has_died();

  const std::string &id() const { return id_; }
  bool is_input() const { return is_input_; }
  bool is_open() const { return stream_ != nullptr; }
  bool is_of_port_audio() const { return is_open() && !device_.pulse_name.has_value(); }
  bool is_of_jack() const;
  /** Open at JACK, with the session's rate: what it takes and gives is on the server's clock. */
  bool can_be_direct(int rate_hz) const { return is_of_jack() && format_.rate_hz == rate_hz; }
  int channels() const { return format_.channels; }
  const std::string &problem() const { return problem_; }
  const std::shared_ptr<CaptureInput> &input() const { return input_; }
  const std::shared_ptr<CaptureOutput> &output() const { return output_; }
  void set_device_latency(double sec) {
    if (stream_) stream_->set_device_latency(sec);
  }
  /** What lies between the last sample and its arrival, or between the callback and the converter; as measured. */
  double own_latency_sec() const;
  std::size_t largest_block() const;
  CaptureDeviceState state() const;

 private:
  class Endpoint;
  StreamFormat wanted_format(const CaptureDeviceFormat &format, int least_channels) const;
  bool takes_periods(const CaptureDeviceFormat &format) const;
  void make_ends(const CaptureDeviceFormat &format);

  const std::string id_;
  const bool is_input_;
  const std::shared_ptr<CaptureEngine> engine_;
  Device device_;
  StreamFormat format_{0, 0};
  CaptureDeviceFormat opened_as_{0, 0, 0};
  std::shared_ptr<CaptureInput> input_;
  std::shared_ptr<CaptureOutput> output_;
  std::shared_ptr<Endpoint> endpoint_;
  std::shared_ptr<DeviceStream> stream_;
  std::string problem_;
  bool was_open_ = false;
  std::uint64_t calls_before_ = 0;
  int still_ticks_ = 0;
  std::uint64_t missing_before_ = 0;
};

}  // namespace sounddesk
