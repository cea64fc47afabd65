// A stereo bus: the sum of the strips, and its meters. The mixer has two: monitor (what the talker hears) and
// program (what listeners hear).
//
// Mute and solo are the strips' (see `Strip::to_output`): solo in place, the same on both buses, and mute wins.
//
// Threads: constructor on a control thread, everything else on the DSP thread. Real-time safety: yes, except the
// constructor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dsp/limiter.hpp"
#include "dsp/live_loudness.hpp"
#include "dsp/ramp.hpp"
#include "dsp/signal_meter.hpp"
#include "engine/strip.hpp"

namespace sounddesk {

/** `BusLevels` of captureAddon.ts. */
struct BusLevels {
  std::array<double, 2> peak_db{silence_db, silence_db};
  std::array<double, 2> rms_db{silence_db, silence_db};
  std::optional<double> momentary_lufs;
  std::optional<double> short_term_lufs;
  std::optional<double> integrated_lufs;
  /** Samples at full scale since the start, of both sides. */
  std::uint64_t clipped = 0;
  /** Of the safety limiter; nothing where the bus has none. */
  std::optional<double> limiter_reduction_db;
};
static_assert(std::is_trivially_copyable_v<BusLevels>);

struct BusFormat {
  double rate_hz;
  std::size_t max_frames;
  /** A true-peak limiter at -1 dBTP; it delays the bus by `latency_frames`, on or off. */
  bool has_limiter;
};

/** The program bus has a safety limiter; the monitor bus has none, so that it adds no latency. */
inline BusFormat program_bus(double rate_hz, std::size_t max_frames) { return {rate_hz, max_frames, true}; }
inline BusFormat monitor_bus(double rate_hz, std::size_t max_frames) { return {rate_hz, max_frames, false}; }

class Bus {
 public:
  explicit Bus(const BusFormat &format);

  /** Smoothed; -120 is silence. */
  void set_volume_db(float volume_db) noexcept { fader_.set(gain_of_db(std::min(volume_db, 24.0F))); }
  void set_limiter(bool is_on) noexcept;

  /** A new frame: silence so far. */
  void begin(std::size_t frames) noexcept;
  /** Adds a strip to the frame that was begun. */
  void add(const StereoBlock &block) noexcept;
  /** Fader, limiter and meters; afterwards `output` is the frame. */
  void finish() noexcept;

  /** Left and right, planar, valid until `begin`. */
  const float *const *output() const noexcept { return output_.data(); }

  /** Peaks, powers and reduction since the last call. */
  BusLevels take_levels() noexcept;
  /** Loudness and clip counts start again. */
  void reset_meters() noexcept;

  std::size_t latency_frames() const noexcept { return limiter_.has_value() ? limiter_->latency_frames() : 0; }

 private:
  std::array<std::vector<float>, 2> samples_;
  std::array<float *, 2> output_{};
  std::size_t frames_ = 0;
  LinearRamp fader_;
  std::optional<TruePeakLimiter> limiter_;
  bool is_limiter_on_;
  std::array<SignalMeter, 2> meters_;
  LiveLoudness loudness_;
};

}  // namespace sounddesk
