// The live chain without its devices: ring → DSP thread → ring.
//
//   input callback → `input_ring` → to 48 kHz → `LiveChain`, 480 samples at a time → to the output's rate,
//   a little faster or slower as its buffer fills → `output_ring` → output callback
//
// The two callbacks may come from two devices with two clocks. Latency is followed sample by sample: each
// callback notes when, on the device's clock, the sample with a given number was or will be at the converter,
// and the chain knows which input position every output sample came from.
//
// Threads and real-time safety, by function, below.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "dsp/variable_resampler.hpp"
#include "engine/buffer_control.hpp"
#include "engine/capture_output.hpp"
#include "engine/device_endpoint.hpp"
#include "engine/live_chain.hpp"
#include "rt/spsc_ring.hpp"
#include "rt/triple_buffer.hpp"

namespace sounddesk {

struct LiveFormat {
  int input_rate_hz;
  int output_rate_hz;
  /** Of the larger of the two devices' blocks; a device may call with less, and with more now and then. */
  std::size_t block_frames;
};

/** What one 10 ms frame leaves behind for the meters. */
struct FrameRecord {
  /** Of what came in, after the input gain, and of what leaves the chain. */
  float input_peak;
  float output_peak;
  double input_power;
  double output_power;
  /** Before and after the model, of the same stretch of sound, and whether nobody spoke in it. */
  double aligned_input_power;
  double denoised_power;
  bool is_pause;
  float speech_probability;
  /** Decibels taken away in this frame by each effect, 0 or more. */
  std::array<float, effect_count> reductions_db;
  /** Samples at full scale since the start. */
  std::uint64_t input_clips;
  std::uint64_t output_clips;
  /** `silence_lufs` and below: nothing to be heard. */
  float output_lufs;
  /** Negative while the latency is not known yet. */
  float latency_ms;
  float busy_sec;
};

/** Where there is no loudness. */
inline constexpr float silence_lufs = -200.0F;

class LiveEngine final : public DeviceEndpoint {
 public:
  LiveEngine(const LiveFormat &format, const LiveSettings &settings);
  ~LiveEngine() override;
  LiveEngine(const LiveEngine &) = delete;
  LiveEngine &operator=(const LiveEngine &) = delete;

  /** Control thread. Returns once the DSP thread runs. */
  void start();
  /** Control thread. Idempotent. No callback may come any more. */
  void stop();
  /** Control thread. */
  void set(const LiveSettings &settings) noexcept { settings_.publish(settings); }
  /** Control thread, after `start`: nothing when real-time priority was granted, else why not. */
  const std::optional<std::string> &priority_refusal() const { return priority_refusal_; }
  /**
   * Control thread, between `start` and `stop`: a second output that gets the same sound, on a clock of its own; null for
   * none. The one before is not used any more when it returns, a few milliseconds later.
   */
  void set_monitor(CaptureOutput *monitor) noexcept;
  /** Control thread: the frames cleaned since the last call, oldest first; how many were written. */
  std::size_t take_records(FrameRecord *to, std::size_t limit) noexcept { return records_.pop(to, limit); }
  /** Control thread: whether the sound at the chain's two ends is to be kept for `take_sound`. */
  void tap_sound(bool is_wanted) noexcept { is_sound_wanted_.store(is_wanted, std::memory_order_relaxed); }
  /** Control thread: raw and clean samples by turns, aligned, at the model's rate; how many values were written. */
  std::size_t take_sound(float *to, std::size_t limit) noexcept { return sound_.pop(to, limit); }

  /**
   * Input callback, real-time safe. `age_sec` is how long ago the first of these samples was at the converter.
   * Several channels become one: their mean.
   */
  void receive(const float *interleaved, std::size_t frames, std::size_t channels, double age_sec) noexcept override;

  /**
   * Output callback, real-time safe. `lead_sec` is how long from now the first of these samples leaves.
   * Every channel gets the same sound; silence where there is none.
   */
  void provide(float *interleaved, std::size_t frames, std::size_t channels, double lead_sec) noexcept override;

  /** Any thread: counters that only grow; standing still they show that a device died. */
  std::uint64_t input_calls() const noexcept { return input_calls_.load(std::memory_order_relaxed); }
  std::uint64_t output_calls() const noexcept { return output_calls_.load(std::memory_order_relaxed); }
  std::uint64_t frames_processed() const noexcept { return frames_processed_.load(std::memory_order_relaxed); }
  /** 10 ms frames whose place was silence because they came too late, or that were lost before the chain. */
  std::uint64_t frames_missed() const noexcept;

 private:
  /** On a device's clock: sample number `index` is at the converter at `time_sec`. */
  struct ClockMark {
    double index = 0.0;
    double time_sec = 0.0;
    bool is_known = false;
  };

  void run();
  /** Moves what has arrived through the chain; real-time safe. */
  void process_available() noexcept;
  void process_frame() noexcept;
  /** What the output is given, for the second one too. */
  void monitor(const float *frame) noexcept;
  /** Whether to skip the frame that was just cleaned, since sound has piled up (after a start, mostly). */
  bool leave_out_frame(bool is_pause) noexcept;
  float latency_ms_of_newest() noexcept;
  void tap() noexcept;

  const LiveFormat format_;
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  // Input callback → DSP thread.
  SpscRing<float> input_ring_;
  TripleBuffer<ClockMark> input_clock_{ClockMark{}};
  std::uint64_t input_received_ = 0;
  std::atomic<std::uint64_t> input_lost_{0};
  std::atomic<std::uint64_t> input_calls_{0};

  // DSP thread.
  VariableResampler to_model_;
  VariableResampler from_model_;
  LiveChain chain_;
  TripleBuffer<LiveSettings> settings_;
  std::vector<float> input_block_;
  std::vector<float> at_model_rate_;
  std::size_t at_model_filled_ = 0;
  std::vector<float> resampled_;
  std::uint64_t output_written_ = 0;
  std::uint64_t left_out_samples_ = 0;
  ClockMark input_mark_;
  std::atomic<CaptureOutput *> monitor_{nullptr};
  /** Of the DSP thread's loop. */
  std::atomic<std::uint64_t> turns_{0};

  // DSP thread → output callback.
  SpscRing<float> output_ring_;
  TripleBuffer<ClockMark> output_clock_{ClockMark{}};
  BufferControl buffer_;
  std::vector<float> output_block_;
  std::uint64_t output_read_ = 0;
  std::atomic<std::uint64_t> output_calls_{0};

  // DSP thread → control thread.
  SpscRing<FrameRecord> records_;
  SpscRing<float> sound_;
  std::atomic<bool> is_sound_wanted_{false};
  std::atomic<std::uint64_t> frames_processed_{0};

  std::thread thread_;
  std::atomic<bool> is_stopping_{false};
  std::mutex start_mutex_;
  std::condition_variable has_started_;
  bool is_running_ = false;
  std::optional<std::string> priority_refusal_;
};

}  // namespace sounddesk
