// A running live chain: two devices, the engine between them, and a thread that reports and watches.
//
// Threads: constructed, updated and stopped by one control thread; `on_levels` and `on_failed` are called from
// the session's watching thread, as is `on_sound`; `on_failed` at most once and as the last of them. Real-time safety:
// none.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "device/device_stream.hpp"
#include "device/jack_latency.hpp"
#include "device/port_audio.hpp"
#include "dsp/spectrum.hpp"
#include "engine/live_engine.hpp"
#include "engine/live_meters.hpp"
#include "rt/failure.hpp"

namespace sounddesk {

struct LiveOptions {
  /** Empty: the system's default. */
  std::string input_id;
  std::string output_id;
  int rate_hz = 48000;
  int block_frames = 256;
  /** A second output that gets the same sound; empty for the system's default, nothing for none. */
  std::optional<std::string> monitor_id;
  LiveSettings settings;
};

struct LiveReport {
  LiveLevels levels;
  std::uint64_t frames_processed;
  std::uint64_t frames_missed;
  /** Bands of the raw and then of the clean sound; empty while no screen watches. */
  std::vector<float> spectrum;
  /** As the latency of the levels, at the second output; nothing where there is none, or not known yet. */
  std::optional<double> monitor_latency_ms;
};

class LiveSession {
 public:
  using OnLevels = std::function<void(LiveReport)>;
  /** Raw and clean samples by turns. False: it could not be taken now, and is offered again with what follows. */
  using OnSound = std::function<bool(const std::vector<float> &)>;
  using OnFailed = std::function<void(const Failure &)>;

  /** Opens and starts. Throws DEVICE_NOT_FOUND or DEVICE_UNAVAILABLE. */
  LiveSession(const LiveOptions &options, OnLevels on_levels, OnSound on_sound, OnFailed on_failed);
  ~LiveSession();
  LiveSession(const LiveSession &) = delete;
  LiveSession &operator=(const LiveSession &) = delete;

  void update(const LiveSettings &settings) noexcept;
  /**
   * Another second output, or none; what the first one is given stays whole. Throws DEVICE_NOT_FOUND or DEVICE_UNAVAILABLE,
   * and there is none then.
   */
  void set_monitor(const std::optional<std::string> &id);
  /** The second output; nothing where there is none. One that is lost stays named, and silent. */
  std::optional<Device> monitor_device() const;
  /** Who looks beyond the levels: spectra come with them, sound goes to `on_sound`. */
  void watch(bool is_spectrum_wanted, bool is_sound_wanted) noexcept;
  /** Idempotent; the devices are free when it returns. Not from the callbacks. */
  void stop();

  const Device &input_device() const { return input_device_; }
  const Device &output_device() const { return output_device_; }
  int rate_hz() const { return output_format_.rate_hz; }
  const std::optional<std::string> &priority_refusal() const;

 private:
  void run();
  /** Fetches the sound of both ends for anyone who wants it. */
  std::vector<float> follow_sound();
  /** Asks JACK, whose connections change from outside, what it adds before and behind the chain now. */
  void follow_jack();
  /** Whether both devices still call; nothing while they do. */
  std::optional<Failure> find_loss();
  std::optional<double> monitor_latency_ms();

  LiveOptions options_;
  OnLevels on_levels_;
  OnSound on_sound_;
  OnFailed on_failed_;

  struct Monitor;
  struct Parts;
  std::shared_ptr<Parts> parts_;
  /** Of the second output: the control thread changes it, the watching one asks it. */
  mutable std::mutex monitor_mutex_;
  Device input_device_;
  Device output_device_;
  StreamFormat input_format_{};
  StreamFormat output_format_{};
  LiveMeters meters_;
  std::atomic<bool> is_spectrum_wanted_{false};
  std::atomic<bool> is_sound_wanted_{false};
  Spectrum raw_spectrum_{model_rate_hz};
  Spectrum clean_spectrum_{model_rate_hz};
  std::vector<float> sound_block_;
  std::vector<float> waiting_sound_;
  std::optional<JackLatency::Reading> jack_reading_;
  int ticks_since_jack_ = 0;

  std::uint64_t input_calls_ = 0;
  std::uint64_t output_calls_ = 0;
  int ticks_without_input_ = 0;
  int ticks_without_output_ = 0;

  std::thread watcher_;
  std::mutex stop_mutex_;
  std::condition_variable stop_signal_;
  bool is_stopping_ = false;
};

}  // namespace sounddesk
