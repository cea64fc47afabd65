// Keeps the output's buffer as short as it can be without running dry, between two clocks.
//
// The output callback reports how much is left after it took its block. The smallest value of the last two
// seconds should be the reserve: above it the chain reads a little faster (at most 0.4 %, not audible), below
// it slower; a proportional rule does, since a clock that is 100 millionths off then holds the buffer half a
// millisecond away from its aim. Running dry raises the reserve by what was missing, at least 2 ms and to 50 ms
// at most; every half minute without it lowers it by 2 ms. Where there is one clock alone there is no reserve.
//
// Threads: `took`, `must_wait` and `surplus` on the output callback, `deviation`, `idle_samples`, `left_out` and
// `set_produced_at_once` on the DSP thread, `silent_samples` and `dry_events` anywhere. Real-time safety: yes.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace sounddesk {

class BufferControl {
 public:
  /**
   * `is_same_clock`: the sound is made in the callbacks of the very device that plays it. Nothing drifts, nothing comes
   * late without the device itself, and no reserve is kept.
   */
  BufferControl(int rate_hz, std::size_t block_frames, std::size_t produced_at_once, bool is_same_clock = false)
      : rate_hz_(rate_hz),
        is_same_clock_(is_same_clock),
        block_frames_(block_frames),
        produced_at_once_(produced_at_once),
        reserve_(lowest_reserve()) {}

  /** Output callback: whether to play silence until the buffer has filled up again. */
  bool must_wait(std::size_t readable, std::size_t wanted) noexcept {
    if (is_waiting_ && readable >= std::max(start_fill(), least_fill(wanted)) + reserve_.load(std::memory_order_relaxed)) {
      is_waiting_ = false;
      is_fresh_ = true;
      has_played_ = true;
    }
    return is_waiting_;
  }

  /** Output callback: `missing` samples were not there; `left` stayed in the buffer. */
  void took(std::size_t missing, std::size_t left) noexcept {
    if (missing > 0 && has_played_) silent_samples_.fetch_add(missing, std::memory_order_relaxed);
    if (missing > 0 && !is_waiting_) {
      is_waiting_ = true;
      shortfall_.store(missing, std::memory_order_relaxed);
      dry_events_.fetch_add(1, std::memory_order_relaxed);
    }
    if (is_waiting_) return;
    const auto value = static_cast<std::int64_t>(left);
    if (value < least_left_.load(std::memory_order_relaxed)) least_left_.store(value, std::memory_order_relaxed);
  }

  /** Output callback: how much to drop at once, where far too much has piled up (the other device stalled). */
  std::size_t surplus(std::size_t readable, std::size_t wanted) noexcept {
    if (is_same_clock_ && std::exchange(is_fresh_, false)) return readable - std::min(readable, least_fill(wanted));
    const std::size_t aim = std::max(wanted + start_fill(), least_fill(wanted)) + reserve_.load(std::memory_order_relaxed);
    const std::size_t most = aim + static_cast<std::size_t>(rate_hz_) / 10;
    return readable > most ? readable - aim : 0;
  }

  /** DSP thread: samples that lay unused in the buffer through the last half second, beyond the reserve. */
  std::size_t idle_samples() const noexcept {
    if (next_window_ < few_windows) return 0;
    std::int64_t least = nothing_seen;
    for (std::size_t back = 1; back <= few_windows; ++back) {
      least = std::min(least, windows_[(next_window_ - back) % windows_.size()]);
    }
    const auto reserve = static_cast<std::int64_t>(reserve_.load(std::memory_order_relaxed));
    return least > reserve ? static_cast<std::size_t>(least - reserve) : 0;
  }

  /** DSP thread: the number of samples that were left out; earlier measurements count without them. */
  void left_out(std::size_t samples) noexcept {
    for (std::int64_t &window : windows_) window -= static_cast<std::int64_t>(samples);
  }

  /** DSP thread, once a 10 ms frame: how much faster to read. */
  double deviation() noexcept {
    if (++frames_ % frames_per_window == 0) close_window();
    if (!is_filled_ || is_same_clock_) return 0.0;
    const std::int64_t least = *std::min_element(windows_.begin(), windows_.end());
    const auto error = static_cast<double>(least - static_cast<std::int64_t>(reserve_.load(std::memory_order_relaxed)));
    constexpr double per_second = 0.2;
    const double wanted = per_second * error / rate_hz_;
    return std::clamp(wanted, -0.01, 0.004);
  }

  /** DSP thread: the frames have become longer or shorter. */
  void set_produced_at_once(std::size_t samples) noexcept { produced_at_once_.store(samples, std::memory_order_relaxed); }

  std::uint64_t silent_samples() const noexcept { return silent_samples_.load(std::memory_order_relaxed); }
  /** How often it ran dry: each is heard. */
  std::uint64_t dry_events() const noexcept { return dry_events_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t frames_per_window = 10;
  static constexpr std::size_t few_windows = 5;
  static constexpr std::int64_t nothing_seen = std::numeric_limits<std::int64_t>::max();

  std::size_t lowest_reserve() const noexcept { return is_same_clock_ ? 0 : static_cast<std::size_t>(rate_hz_) * 3 / 1000; }

  /** Sound arrives in blocks, is cleaned in frames and leaves in blocks: each may have to wait for the next. */
  std::size_t start_fill() const noexcept {
    return is_same_clock_ ? 0 : block_frames_ + produced_at_once_.load(std::memory_order_relaxed);
  }

  /** Frames that do not fill a block whole leave a rest to the next one. */
  std::size_t least_fill(std::size_t wanted) const noexcept {
    const std::size_t produced = produced_at_once_.load(std::memory_order_relaxed);
    return is_same_clock_ && wanted % produced != 0 ? wanted + produced : wanted;
  }

  void close_window() noexcept {
    const std::int64_t least = least_left_.exchange(nothing_seen, std::memory_order_relaxed);
    if (least != nothing_seen) {
      windows_[next_window_++ % windows_.size()] = least;
      is_filled_ = is_filled_ || next_window_ >= windows_.size();
    }
    const std::uint64_t dry = dry_events_.load(std::memory_order_relaxed);
    const std::size_t reserve = reserve_.load(std::memory_order_relaxed);
    const std::size_t step = static_cast<std::size_t>(rate_hz_) / 500;
    if (dry != dry_seen_) {
      dry_seen_ = dry;
      last_dry_frame_ = frames_;
      // What was measured before belongs to another filling.
      next_window_ = 0;
      is_filled_ = false;
      // A callback of one's own that was late was late for the device as well: waiting longer would not have helped.
      if (is_same_clock_) return;
      const std::size_t raised = reserve + std::max(step, shortfall_.load(std::memory_order_relaxed));
      reserve_.store(std::min(raised, static_cast<std::size_t>(rate_hz_) / 20), std::memory_order_relaxed);
    } else if (frames_ - last_dry_frame_ > 3000 && reserve > lowest_reserve()) {
      last_dry_frame_ = frames_;
      reserve_.store(std::max(reserve - step, lowest_reserve()), std::memory_order_relaxed);
    }
  }

  const int rate_hz_;
  const bool is_same_clock_;
  const std::size_t block_frames_;
  std::atomic<std::size_t> produced_at_once_;
  std::atomic<std::size_t> reserve_;

  // The output callback's.
  bool is_waiting_ = true;
  /** After the silence of waiting: what piled up meanwhile can go without a cut in the sound. */
  bool is_fresh_ = false;
  bool has_played_ = false;

  std::atomic<std::int64_t> least_left_{nothing_seen};
  std::atomic<std::uint64_t> dry_events_{0};
  std::atomic<std::size_t> shortfall_{0};
  std::atomic<std::uint64_t> silent_samples_{0};

  // The DSP thread's.
  std::array<std::int64_t, 20> windows_{};
  std::size_t next_window_ = 0;
  bool is_filled_ = false;
  std::uint64_t frames_ = 0;
  std::uint64_t dry_seen_ = 0;
  std::uint64_t last_dry_frame_ = 0;
};

}  // namespace sounddesk
