// Devices without hardware on a clock without time: they deliver, lose and delay blocks as set, and an hour of
// them takes as long as the computing does.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>
#include <numbers>
#include <vector>

#include "engine/capture_gather.hpp"
#include "support.hpp"

namespace sounddesk::test {

/** The same sound for every microphone, as a function of time: a tone whose pitch wanders, never repeating soon. */
inline double sound_at(double time_sec) {
  const double phase = 300.0 * time_sec + 40.0 * std::sin(2.0 * std::numbers::pi * 0.61803 * time_sec) +
                       11.0 * std::sin(2.0 * std::numbers::pi * 3.1415 * time_sec);
  return 0.4 * std::sin(2.0 * std::numbers::pi * phase) + 0.2 * std::sin(2.0 * std::numbers::pi * (2.37 * phase + 0.3));
}

/**
 * By how many samples `other` lies later than `one`: where `count` samples from `from` fit best, within `limit`. Looked for
 * coarsely first: a turn of the highest tone of `sound_at` is 30 samples at 48 kHz.
 */
inline int best_lag(const std::vector<float> &one, const std::vector<float> &other, std::size_t from, std::size_t count, int limit) {
  const auto best_of = [&](int first, int last, int step, std::size_t stride) {
    int best = first;
    double best_sum = -1e300;
    for (int lag = first; lag <= last; lag += step) {
      double sum = 0.0;
      const float *later = other.data() + static_cast<std::ptrdiff_t>(from) + lag;
      for (std::size_t i = 0; i < count; i += stride) sum += static_cast<double>(one[from + i]) * static_cast<double>(later[i]);
      if (sum > best_sum) {
        best_sum = sum;
        best = lag;
      }
    }
    return best;
  };
  const int near = best_of(-limit, limit, 4, 7);
  return best_of(std::max(near - 8, -limit), std::min(near + 8, limit), 1, 2);
}

struct SimulatedDevice {
  double rate_hz = 48000.0;
  double deviation_ppm = 0.0;
  std::size_t block_frames = 256;
  /** Share of blocks that are lost, in bursts of about `burst_blocks`. */
  double lost_share = 0.0;
  double burst_blocks = 8.0;
  bool says_overflow = false;
  /** The stated times lie so far off, at most. */
  double time_jitter_sec = 0.0002;
  /** Callbacks come so much later than the block is complete, at most. */
  double wake_jitter_sec = 0.001;
  /** Every so many blocks the thread sleeps so long, then catches up; nothing is lost. */
  std::size_t late_every = 0;
  double late_sec = 0.0;
  /** The device has no times of its own: a block's time is when the callback came, less its length. */
  bool has_no_times = false;
  /** Every so many blocks the device's own clock stands still for so long; nothing is lost. */
  std::size_t stall_every = 0;
  double stall_sec = 0.0;
  /** Each sample is its own number, in steps of 2^-20, modulo 1, instead of a sound. */
  bool counts = false;
  double start_sec = 0.0;
  /** Silent until then: what nobody looks at need not be computed. */
  double sounds_from_sec = 0.0;
};

/** Plays one device into an input as time goes by. */
class DevicePlayer {
 public:
  DevicePlayer(const SimulatedDevice &device, AlignedInput &input)
      : device_(device), input_(&input), period_sec_(1.0 / (device.rate_hz * (1.0 + device.deviation_ppm * 1e-6))) {}

  /** Delivers every block whose callback has come by now. */
  void run_until(double now_sec) {
    for (;;) {
      const double complete_sec =
          device_.start_sec + stalled_sec_ + static_cast<double>(taken_ + device_.block_frames) * period_sec_;
      double called_sec = std::max(complete_sec + wake_jitter_, asleep_until_);
      if (called_sec > now_sec) return;
      deliver(called_sec);
      wake_jitter_ = device_.wake_jitter_sec * random01();
      ++blocks_;
      if (device_.late_every > 0 && blocks_ % device_.late_every == 0) asleep_until_ = called_sec + device_.late_sec;
      if (device_.stall_every > 0 && blocks_ % device_.stall_every == 0) stalled_sec_ += device_.stall_sec;
    }
  }

  std::uint64_t lost_frames() const { return lost_; }

 private:
  double random01() { return 0.5 + 0.5 * static_cast<double>(noise_.next()); }

  void deliver(double called_sec) {
    const std::uint64_t first = taken_;
    taken_ += device_.block_frames;
    if (is_lost()) {
      lost_ += device_.block_frames;
      has_overflow_ = device_.says_overflow;
      return;
    }
    block_.resize(device_.block_frames);
    const double first_sec = device_.start_sec + stalled_sec_ + static_cast<double>(first) * period_sec_;
    const bool is_silent = !device_.counts && first_sec < device_.sounds_from_sec;
    if (is_silent) std::fill(block_.begin(), block_.end(), 0.0F);
    for (std::size_t i = 0; i < block_.size() && !is_silent; ++i) {
      block_[i] = device_.counts ? static_cast<float>((first + i) & 0xFFFFF) / 0x100000 : static_cast<float>(sound_at(first_sec + static_cast<double>(i) * period_sec_));
    }
    const double jitter = device_.time_jitter_sec * (2.0 * random01() - 1.0);
    const double stated_sec =
        device_.has_no_times ? called_sec - static_cast<double>(device_.block_frames) / device_.rate_hz : first_sec + jitter;
    input_->receive(block_.data(), block_.size(), stated_sec, called_sec, has_overflow_, !has_delivered_);
    has_delivered_ = true;
    has_overflow_ = false;
  }

  /** A chain of two states: mean length of a burst and share of what is lost are given. */
  bool is_lost() {
    if (device_.lost_share <= 0.0) return false;
    const double ends = 1.0 / device_.burst_blocks;
    const double begins = ends * device_.lost_share / (1.0 - device_.lost_share);
    is_losing_ = random01() < (is_losing_ ? 1.0 - ends : begins);
    return is_losing_;
  }

  SimulatedDevice device_;
  AlignedInput *input_;
  double period_sec_;
  Noise noise_;
  std::vector<float> block_;
  std::uint64_t taken_ = 0;
  std::uint64_t lost_ = 0;
  std::size_t blocks_ = 0;
  double wake_jitter_ = 0.0;
  double asleep_until_ = 0.0;
  double stalled_sec_ = 0.0;
  bool is_losing_ = false;
  bool has_overflow_ = false;
  bool has_delivered_ = false;
};

/** A session of such devices: what each track holds at the end. */
struct SimulatedSession {
  double rate_hz = 48000.0;
  std::size_t frame = 480;
  /** The last so many seconds of every track are kept. */
  double kept_sec = 4.0;
  bool is_heard = false;

  /** Devices of one server, which count alike. */
  bool has_one_server = false;

  struct Track {
    std::uint64_t frames = 0;
    std::uint64_t missing = 0;
    std::uint64_t lost_by_device = 0;
    double drift_ppm = 0.0;
    /** The newest of it, and its time on the session's clock. */
    std::deque<float> kept;
  };
  std::vector<Track> tracks;
  double end_sec = 0.0;

  void run(const std::vector<SimulatedDevice> &devices, double seconds) {
    std::vector<std::unique_ptr<CaptureInput>> inputs;
    std::vector<CaptureInput *> pointers;
    std::vector<DevicePlayer> players;
    tracks.assign(devices.size(), {});
    for (SimulatedDevice device : devices) {
      device.sounds_from_sec = seconds - kept_sec - 2.0;
      inputs.push_back(std::make_unique<CaptureInput>(AlignedFormat{device.rate_hz, rate_hz, 1, frame}));
      inputs.back()->set_clock_group(has_one_server ? 1 : 0);
      pointers.push_back(inputs.back().get());
      players.emplace_back(device, inputs.back()->aligned());
    }
    CaptureGather gather(rate_hz, 0.0);
    gather.set_inputs(pointers.data(), pointers.size());
    gather.set_patience(is_heard ? 0.05 : 0.5, is_heard);
    for (double now = 0.0; now < seconds + 0.6; now += 0.001) {
      for (DevicePlayer &player : players) player.run_until(now);
      gather.collect();
      while (gather.time_of_next_sec() < seconds && gather.is_due(now, frame)) {
        gather.read(frame);
        for (std::size_t i = 0; i < inputs.size(); ++i) keep(tracks[i], *inputs[i]);
        gather.collect();
      }
    }
    end_sec = gather.time_of_next_sec();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      tracks[i].lost_by_device = players[i].lost_frames();
      tracks[i].drift_ppm = inputs[i]->drift_ppm();
    }
  }

  /** How much later the second track's sound lies than the first one's, in milliseconds. */
  double offset_ms(std::size_t first, std::size_t second) const {
    const std::vector<float> one(tracks[first].kept.begin(), tracks[first].kept.end());
    const std::vector<float> other(tracks[second].kept.begin(), tracks[second].kept.end());
    const auto limit = static_cast<std::size_t>(rate_hz / 50.0);
    return best_lag(one, other, limit, one.size() - 2 * limit, static_cast<int>(limit)) * 1000.0 / rate_hz;
  }

 private:
  void keep(Track &track, const CaptureInput &input) {
    track.frames += frame;
    track.missing += input.missing();
    track.kept.insert(track.kept.end(), input.plane(0), input.plane(0) + frame);
    const auto limit = static_cast<std::size_t>(kept_sec * rate_hz);
    if (track.kept.size() > limit) {
      track.kept.erase(track.kept.begin(), track.kept.begin() + static_cast<std::ptrdiff_t>(track.kept.size() - limit));
    }
  }
};

}  // namespace sounddesk::test
