// The mixer of a capture session, without its devices: inputs on their clocks → strips → buses → outputs and tracks.
//
// What is connected to what is a plan: made on the control thread, handed over whole, swapped in between two
// frames, and given back for destruction. Settings of a strip go past it (CaptureNode::set).
//
// A session whose devices are all of one server, on one clock, may be direct: then its frames are made in the server's
// callbacks, and the DSP thread steps in where those stay away.
//
// Threads: the constructor, `start`, `stop`, `publish`, `collect_garbage` and the readings on the control thread;
// `poll` is the DSP thread's, which `start` makes; a test that has a clock of its own calls it instead. `arrived` is the
// callbacks'. Real-time safety: `poll` and `arrived` are.
#pragma once

#include <algorithm>
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

#include "denoise/band_follower.hpp"
#include "denoise/denoise_bank.hpp"
#include "engine/bus.hpp"
#include "engine/capture_gather.hpp"
#include "engine/capture_node.hpp"
#include "engine/capture_output.hpp"
#include "engine/latency_mode.hpp"
#include "engine/sound_tap.hpp"
#include "engine/track_sink.hpp"
#include "rt/spsc_ring.hpp"
#include "rt/triple_buffer.hpp"

namespace sounddesk {

inline constexpr std::size_t max_capture_channels = 32;

/** Immutable once it is published; owns what it names for as long as the DSP thread may look at it. */
struct CapturePlan {
  struct Channel {
    std::shared_ptr<CaptureNode> node;
    /** None: silence. */
    std::shared_ptr<CaptureInput> input;
    std::array<std::size_t, 2> device_channels{0, 0};
    /** Which of the bank's channels; as many as the strip has. */
    std::array<std::size_t, 2> bank_channels{0, 0};
    /** None: no plug-ins. The one before is in use until its node says otherwise. */
    std::shared_ptr<InsertProcessor> insert = nullptr;
    /** Place in `channels` of what each of its side-chains hears; nothing: silence. */
    std::array<std::optional<std::size_t>, side_chain_count> sides{};
    /** Mono, what leaves the strip before its fader, and silence while it is muted; none: nobody listens to this channel. */
    std::shared_ptr<SoundTap> voice = nullptr;
  };
  struct Track {
    /** Place in `channels`; nothing: the program bus, `silence`: a channel that is gone. */
    std::optional<std::size_t> channel;
    bool is_silence = false;
    std::size_t width = 1;
    /** As it came in, in place of what leaves the strip. */
    bool is_raw = false;
  };

  LatencyChain chain{};
  /** Of 32 channels, in place of the engine's own, which has RNNoise alone and is earlier; none: the engine's own. */
  std::shared_ptr<DenoiseBank> strong_bank;
  std::vector<Channel> channels;
  std::vector<std::shared_ptr<CaptureInput>> inputs;
  std::shared_ptr<CaptureOutput> monitor;
  std::shared_ptr<CaptureOutput> program;
  /** Tracks in the sink's order; without a sink nothing is delivered. */
  std::shared_ptr<TrackSink> sink;
  std::vector<Track> tracks;
  /** All inputs and the monitor are called by one server, one after the other: frames are made in its callbacks. */
  bool is_direct = false;
};

/** Busy time of the DSP thread by stage, seconds since the start. */
struct CaptureStageTimes {
  double inputs = 0.0;
  double before_denoise = 0.0;
  double denoise = 0.0;
  double after_denoise = 0.0;
  double outputs = 0.0;
};

/** The clock of `poll`, and of the callbacks. Any thread, real-time safe: on Linux no system call. */
double monotonic_sec() noexcept;

class CaptureEngine {
 public:
  /** `now_sec` is the monotonic clock's. Throws `std::bad_alloc`. */
  CaptureEngine(int rate_hz, double now_sec);
  ~CaptureEngine();
  CaptureEngine(const CaptureEngine &) = delete;
  CaptureEngine &operator=(const CaptureEngine &) = delete;

  /** Returns once the DSP thread runs. */
  void start();
  /** Idempotent. */
  void stop();
  /** After `start`: nothing when real-time priority was granted, else why not. */
  const std::optional<std::string> &priority_refusal() const { return priority_refusal_; }

  /** Takes effect between two frames. False where the queue is full (a DSP thread that hangs): the plan is discarded. */
  bool publish(std::unique_ptr<CapturePlan> plan);
  /** Destroys plans that are no longer in use. Returns whether the newest plan is the one that runs. */
  bool collect_garbage();

  /** Moves the session on to `now_sec`. Returns how many frames it made. */
  std::size_t poll(double now_sec) noexcept;
  /**
   * A device's callback, after its input has received: in a direct session the frame is made here and now, so that the
   * monitor's callback, which comes next, has it to play. Else nothing.
   */
  void arrived(double now_sec) noexcept;
  /** Callback of a direct session's output: when its server's cycle began. What was made since took part of the cycle. */
  double cycle_sec(double now_sec) const noexcept;

  /** Any thread: what `CaptureOutput::latency_sec` of the monitor usually is. The strips' echo cancellers need it. */
  void set_monitor_latency(double sec) noexcept { monitor_latency_sec_.store(sec, std::memory_order_relaxed); }
  BusLevels read_monitor_levels() noexcept;
  BusLevels read_program_levels() noexcept;
  /** Any thread: whether the program is kept for `take_program`; not at first. */
  void tap_program(bool is_wanted) noexcept { is_program_wanted_.store(is_wanted, std::memory_order_relaxed); }
  /**
   * One thread: the program as stereo pairs, oldest first; how many values were written. What was not taken within
   * two seconds has become silence of the same length: a slow listener never makes the DSP thread wait.
   */
  std::size_t take_program(float *to, std::size_t limit) noexcept { return program_tap_.take(to, limit); }
  /** The same thread: when the next sound that `take_program` gives was at the converter, by `monotonic_sec`. */
  double program_sec() noexcept { return program_tap_.next_sec(); }
  /** The same thread: which frame of a take's tracks that sound belongs to. */
  std::int64_t program_frame() noexcept { return program_tap_.next_frame(); }
  /** Share of the time that the newest frames took, 0-1 and above. */
  double load() const noexcept { return load_.load(std::memory_order_relaxed); }
  /** The highest such share since the last call, over tenths of seconds; the newest where none has ended since. */
  double take_peak_load() noexcept { return std::max(peak_load_.exchange(0.0, std::memory_order_relaxed), load()); }
  std::uint64_t frames_processed() const noexcept { return processed_.load(std::memory_order_relaxed); }
  /** Frames that were made later than their length after their sound was there and they were due. */
  std::uint64_t frames_late() const noexcept { return late_.load(std::memory_order_relaxed); }
  std::uint64_t session_frames() const noexcept { return session_frames_.load(std::memory_order_relaxed); }
  /** Any thread: as the tracks of a take count it, the frame behind the newest. */
  std::uint64_t newest_track_frame() const noexcept { return track_frame_of(session_frames()); }
  double delay_sec() const noexcept { return delay_sec_.load(std::memory_order_relaxed); }
  CaptureStageTimes stage_times() const noexcept { return stages_; }
  /** Before anything runs: another clock for the busy times, e.g. of the processor's time for a bench. */
  void set_stage_clock(double (*clock_sec)() noexcept) noexcept { stage_clock_sec_ = clock_sec; }

  int rate_hz() const noexcept { return rate_hz_; }
  std::size_t max_frames() const noexcept { return max_frames_; }

 private:
  void run();
  void poll_in_turn(double now_sec) noexcept;
  void swap_plan() noexcept;
  DenoiseBank &bank_of(const CapturePlan &plan) noexcept { return plan.strong_bank ? *plan.strong_bank : bank_; }
  /** By how much the denoisers delay, in frames. */
  std::size_t chain_frames() noexcept { return plan_->chain.has_models ? bank_of(*plan_).latency_frames() : 0; }
  /** The channel's denoiser in this plan starts again. */
  void reset_denoiser(const CapturePlan &plan, std::size_t bank_channel) noexcept;
  /** What another channel had starts again. */
  void forget_other_channels(const CapturePlan &next) noexcept;
  void process_frame() noexcept;
  void denoise(std::size_t frames) noexcept;
  std::optional<float> speech_of(const CapturePlan::Channel &channel) const noexcept;
  void post_inserts(std::size_t frames) noexcept;
  /** Delays every channel as much as the slowest, where the buses take it. */
  void align_channels(std::size_t frames) noexcept;
  /** Sound of a channel that has become faster, which no frame would hold. */
  void feed_catch_up(std::size_t number, const CapturePlan::Track &track, Strip &strip, std::uint64_t first) noexcept;
  void write_track(const TrackBlock &block, const float *const *sources, std::size_t width) noexcept;
  void report_echo_delay(double before_output_sec) noexcept;
  void feed_outputs(std::uint64_t frame, double from_sec, std::size_t frames) noexcept;
  void feed_program_tap(std::uint64_t frame, std::size_t frames, double entered_sec, double period_sec) noexcept;
  /** As the tracks of a take count it. */
  std::uint64_t track_frame_of(std::uint64_t frame) const noexcept;
  /** In frames: the program is so much older than the inputs. */
  std::size_t program_delay() noexcept;
  void feed_voices(std::size_t frames, double from_sec, double period_sec) noexcept;
  void feed_tracks(std::uint64_t frame, std::size_t frames, double from_sec) noexcept;
  bool is_in_standstill(double sec) const noexcept { return sec > still_from_sec_ && sec < still_until_sec_; }
  void skip_frame() noexcept;
  void note_busy(double busy_sec, std::size_t frames) noexcept;

  const int rate_hz_;
  const std::size_t max_frames_;
  CaptureGather gather_;
  DenoiseBank bank_;
  /** In the place of the bank in the short modes. */
  BandFollower follower_;
  Bus monitor_bus_;
  Bus program_bus_;
  SoundTap program_tap_;

  SpscRing<CapturePlan *> plans_{64};
  SpscRing<CapturePlan *> garbage_{128};
  CapturePlan *plan_ = nullptr;
  /** Control thread. */
  std::size_t outstanding_ = 0;

  std::array<BankResult, max_capture_channels> bank_results_{};
  std::array<float *, max_capture_channels> bank_frames_{};
  std::array<BankSettings, max_capture_channels> bank_settings_{};
  std::array<bool, max_capture_channels> are_bank_settings_known_{};
  std::vector<float> track_block_;
  std::vector<float> voice_block_;
  std::vector<float> silence_;
  std::array<std::vector<float>, 2> catch_up_;
  /** Delay of the buses: that of the slowest strip. */
  std::size_t aligned_frames_ = 0;
  std::size_t frames_since_alignment_ = 0;

  std::atomic<bool> are_levels_wanted_{true};
  std::atomic<bool> are_program_levels_wanted_{true};
  std::atomic<bool> is_program_wanted_{false};
  TripleBuffer<BusLevels> monitor_levels_{BusLevels{}};
  TripleBuffer<BusLevels> program_levels_{BusLevels{}};
  std::atomic<double> load_{0.0};
  std::atomic<double> peak_load_{0.0};
  std::atomic<std::uint64_t> processed_{0};
  std::atomic<std::uint64_t> late_{0};
  std::atomic<std::uint64_t> session_frames_{0};
  std::atomic<double> delay_sec_{0.0};
  std::atomic<double> monitor_latency_sec_{-1.0};
  CaptureStageTimes stages_;
  double (*stage_clock_sec_)() noexcept;
  /** Of the newest poll, and the newest time without any. */
  double polled_sec_;
  double still_from_sec_ = 0.0;
  double still_until_sec_ = 0.0;
  /** When there was nothing to do last: what was not there then cannot be late since before. */
  double idle_sec_ = 0.0;
  double busy_window_sec_ = 0.0;
  double sound_window_sec_ = 0.0;

  /** Whose turn it is: the DSP thread's, or that of the callbacks of a direct session while they come. */
  std::atomic<bool> is_direct_{false};
  std::atomic<double> called_sec_{0.0};
  std::atomic_flag is_polling_;
  std::thread thread_;
  std::atomic<bool> is_stopping_{false};
  std::atomic<bool> is_short_{false};
  std::mutex start_mutex_;
  std::condition_variable has_started_;
  bool is_running_ = false;
  std::optional<std::string> priority_refusal_;
};

}  // namespace sounddesk
