// What a strip is set to, and what its meters show: `EngineStrip` of
// src-shared/domain/stripSchema.ts and `StripLevels` of captureAddon.ts.
//
// Threads: plain values, trivially copyable: fit for rings and triple buffers.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "denoise/denoise_engine.hpp"
#include "denoise/mix.hpp"
#include "dsp/effects.hpp"
#include "dsp/fields.hpp"
#include "dsp/hum_meter.hpp"
#include "dsp/levels.hpp"

namespace sounddesk {

struct StripSettings : EffectSettings {
  float input_gain_db = 0.0F;
  bool echo_cancellation = false;
  bool automatic_gain = false;
  /** Not the strip's: read by anyone who owns the bank of denoisers between `before_denoise` and `after_denoise`. */
  DenoiseEngine denoise_engine = DenoiseEngine::off;
  DenoiseSettings denoise;
  /** -120 is silence. */
  float volume_db = 0.0F;
  /** -100 (left) to 100 (right). */
  float pan = 0.0F;
  bool is_muted = false;
  bool is_solo = false;

  /** All but the denoiser, which has fields of its own, and the effects. */
  static constexpr auto fields() {
    return std::make_tuple(Field{"inputGainDb", &StripSettings::input_gain_db, -120.0, 60.0, "dB"},
                           Field{"echoCancellation", &StripSettings::echo_cancellation},
                           Field{"automaticGain", &StripSettings::automatic_gain},
                           Field{"volumeDb", &StripSettings::volume_db, -120.0, 24.0, "dB"},
                           Field{"pan", &StripSettings::pan, -100.0, 100.0},
                           Field{"isMuted", &StripSettings::is_muted}, Field{"isSolo", &StripSettings::is_solo});
  }
};
static_assert(std::is_trivially_copyable_v<StripSettings>);

/** Since the last reading; nothing where it is not known yet, or the stage is off. */
struct StripLevels {
  /** After the input gain. */
  double input_peak_db = silence_db;
  double input_rms_db = silence_db;
  /** Of its first channel, in the last whole second. */
  std::optional<HumReading> hum;
  /** After the fader, mute and solo, before the pan. */
  double output_peak_db = silence_db;
  double output_rms_db = silence_db;
  std::optional<double> momentary_lufs;
  std::optional<double> short_term_lufs;
  std::optional<double> integrated_lufs;
  /** Samples at full scale since the start: of what came in, before or after the input gain; of what leaves. */
  std::uint64_t input_clipped = 0;
  std::uint64_t output_clipped = 0;
  EffectReductions reductions_db{};
  std::optional<double> automatic_gain_db;
  /** By how much the strip delays the sound, plug-ins and all. */
  std::size_t latency_frames = 0;
  /** There is a chain of plug-ins, and it gives no sound in time: the dry one is heard. */
  bool is_insert_dry = false;
  /** The strip does not know it: its owner fills it in from the denoiser. */
  std::optional<double> speech_probability;

  /** Of one effect, named by its stage. */
  template <typename Stage>
  std::optional<float> reduction_db() const noexcept {
    return reductions_db[effect_place<Stage>];
  }
};
static_assert(std::is_trivially_copyable_v<StripLevels>);

}  // namespace sounddesk
