// What a strip is set to, and what its meters show: `StripSettings` and `StripLevels` of captureAddon.ts.
//
// Threads: plain values, trivially copyable: fit for rings and triple buffers.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "denoise/denoise_engine.hpp"
#include "denoise/mix.hpp"
#include "dsp/compressor.hpp"
#include "dsp/equalizer.hpp"
#include "dsp/gate.hpp"
#include "dsp/levels.hpp"

namespace sounddesk {

struct EqualizerSettings {
  bool is_on = false;
  EqualizerGains gains_db{};

  bool operator==(const EqualizerSettings &) const = default;
};

struct StripSettings {
  float input_gain_db = 0.0F;
  bool echo_cancellation = false;
  bool automatic_gain = false;
  /** Not the strip's: read by whoever owns the bank of denoisers between `before_denoise` and `after_denoise`. */
  DenoiseEngine denoise_engine = DenoiseEngine::off;
  DenoiseSettings denoise;
  GateSettings gate;
  EqualizerSettings equalizer;
  CompressorSettings compressor;
  /** -120 is silence. */
  float volume_db = 0.0F;
  /** -100 (left) to 100 (right). */
  float pan = 0.0F;
  bool is_muted = false;
  bool is_solo = false;
};
static_assert(std::is_trivially_copyable_v<StripSettings>);

/** Since the last reading; nothing where it is not known yet, or the stage is off. */
struct StripLevels {
  /** After the input gain. */
  double input_peak_db = silence_db;
  double input_rms_db = silence_db;
  /** After the fader, mute and solo, before the pan. */
  double output_peak_db = silence_db;
  double output_rms_db = silence_db;
  std::optional<double> momentary_lufs;
  std::optional<double> short_term_lufs;
  std::optional<double> integrated_lufs;
  /** Samples at full scale since the start: of what came in, before or after the input gain; of what leaves. */
  std::uint64_t input_clipped = 0;
  std::uint64_t output_clipped = 0;
  /** The largest reductions, 0 or more. */
  std::optional<double> gate_reduction_db;
  std::optional<double> compressor_reduction_db;
  std::optional<double> automatic_gain_db;
  /** By how much the strip delays the sound, plug-ins and all. */
  std::size_t latency_frames = 0;
  /** There is a chain of plug-ins, and it gives no sound in time: the dry one is heard. */
  bool is_insert_dry = false;
  /** The strip does not know it: its owner fills it in from the denoiser. */
  std::optional<double> speech_probability;
};
static_assert(std::is_trivially_copyable_v<StripLevels>);

}  // namespace sounddesk
