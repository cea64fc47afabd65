// The effects of a strip, one row each, in the order in which the sound goes through them: to add one is to write its
// stage and its row. The rows of src-shared/domain/stripEffects.ts are the same ones, field by field (a test holds both
// against each other).
//
// A stage has `set(settings)`, which it reaches without a click, and `process(channels, frames)`, in place; off, it
// passes every bit. With a meter it has `take_reduction_db()`; where its settings take sound to be reached, `settle()`.
//
// Threads: an object belongs to one thread at a time. Real-time safety: yes, except the constructor and `settle`
// (allocate).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "dsp/compressor.hpp"
#include "dsp/de_breath.hpp"
#include "dsp/de_click.hpp"
#include "dsp/de_esser.hpp"
#include "dsp/de_hum.hpp"
#include "dsp/de_plosive.hpp"
#include "dsp/de_reverb.hpp"
#include "dsp/equalizer.hpp"
#include "dsp/gate.hpp"
#include "dsp/leveler.hpp"

namespace sounddesk {

struct EffectSettings {
  DeHumSettings de_hum;
  DeClickSettings de_click;
  DePlosiveSettings de_plosive;
  DeReverbSettings de_reverb;
  DeBreathSettings de_breath;
  GateSettings gate;
  DeEsserSettings de_esser;
  EqualizerSettings equalizer;
  CompressorSettings compressor;
  LevelerSettings leveler;
};
static_assert(std::is_trivially_copyable_v<EffectSettings>);

/** Whether it takes a defect out, and on which side of the noise model: before it, so that the model hears the voice alone. */
enum class Repair : std::uint8_t { none, before_denoise, after_denoise };

template <typename EffectStage, typename StageSettings>
struct EffectRow {
  using Stage = EffectStage;
  using Settings = StageSettings;
  /** In JavaScript; its meter is `<key>ReductionDb`. */
  const char *key;
  Settings EffectSettings::*settings;
  Repair repair;
};

template <typename Stage, typename Settings>
constexpr EffectRow<Stage, Settings> effect_row(const char *key, Settings EffectSettings::*settings, Repair repair = Repair::none) {
  return {key, settings, repair};
}

inline constexpr auto effect_rows = std::make_tuple(effect_row<DeHum>("deHum", &EffectSettings::de_hum, Repair::before_denoise),
                                                    effect_row<DeClick>("deClick", &EffectSettings::de_click, Repair::before_denoise),
                                                    effect_row<DePlosive>("dePlosive", &EffectSettings::de_plosive, Repair::before_denoise),
                                                    effect_row<DeReverb>("deReverb", &EffectSettings::de_reverb, Repair::before_denoise),
                                                    effect_row<DeBreath>("deBreath", &EffectSettings::de_breath, Repair::after_denoise),
                                                    effect_row<Gate>("gate", &EffectSettings::gate),
                                                    effect_row<DeEsser>("deEsser", &EffectSettings::de_esser),
                                                    effect_row<EqualizerStage>("equalizer", &EffectSettings::equalizer),
                                                    effect_row<Compressor>("compressor", &EffectSettings::compressor),
                                                    effect_row<Leveler>("leveler", &EffectSettings::leveler));

inline constexpr std::size_t effect_count = std::tuple_size_v<decltype(effect_rows)>;

template <typename Stage>
inline constexpr bool has_meter = requires(Stage &stage) { stage.take_reduction_db(); };

/** `use(row, place)` for each row. */
template <typename Use>
constexpr void for_each_effect(Use &&use) {
  std::size_t place = 0;
  std::apply([&](const auto &...row) { (use(row, place++), ...); }, effect_rows);
}

namespace effect_detail {
template <typename Stage, typename... Rows>
constexpr std::size_t place_of(const std::tuple<Rows...> &) {
  std::size_t place = 0;
  const bool is_found = ((std::is_same_v<Stage, typename Rows::Stage> || (++place, false)) || ...);
  return is_found ? place : sizeof...(Rows);
}
template <typename... Rows>
std::tuple<typename Rows::Stage...> stages_of(const std::tuple<Rows...> &);
}  // namespace effect_detail

/** Which row a stage has. */
template <typename Stage>
inline constexpr std::size_t effect_place = effect_detail::place_of<Stage>(effect_rows);

/** Decibels for each row: the largest reductions, 0 or more. Nothing where the effect is off, or has no meter. */
using EffectReductions = std::array<std::optional<float>, effect_count>;

/** One stage a row, one after the other. */
class EffectChain {
 public:
  EffectChain(double rate_hz, std::size_t channels) : EffectChain(rate_hz, channels, std::make_index_sequence<effect_count>{}) {}

  /** Values out of their ranges are brought into them. */
  void set(const EffectSettings &settings) noexcept {
    settings_ = settings;
    for_each_stage([&](auto &stage, const auto &row) { stage.set(settings.*row.settings); });
  }

  /** Hears silence where that is needed to reach the settings before the first sample. */
  void settle() {
    for_each_stage([](auto &stage, const auto &) {
      if constexpr (requires { stage.settle(); }) stage.settle();
    });
  }

  /** Whether any before the noise model is on, or behind it. */
  static bool is_repairing(const EffectSettings &settings) noexcept { return is_any_on(settings, true); }
  bool is_at_work() const noexcept { return is_any_on(settings_, false); }

  /** In place, planar, any number of frames, in this order: the repairs before the noise model, those behind it, the rest. */
  void repair(float *const *channels, std::size_t frames) noexcept { run(Repair::before_denoise, channels, frames); }
  void repair_after(float *const *channels, std::size_t frames) noexcept { run(Repair::after_denoise, channels, frames); }
  void process(float *const *channels, std::size_t frames) noexcept { run(Repair::none, channels, frames); }

  /** Since the last call. */
  EffectReductions take_reductions_db() noexcept {
    EffectReductions reductions{};
    std::size_t place = 0;
    for_each_stage([&](auto &stage, const auto &row) {
      if constexpr (requires { stage.take_reduction_db(); }) {
        const float reduction_db = stage.take_reduction_db();
        if ((settings_.*row.settings).is_on) reductions[place] = reduction_db;
      }
      ++place;
    });
    return reductions;
  }

 private:
  void run(Repair repair, float *const *channels, std::size_t frames) noexcept {
    for_each_stage([&](auto &stage, const auto &row) {
      if (row.repair == repair) stage.process(channels, frames);
    });
  }
  static bool is_any_on(const EffectSettings &settings, bool is_before) noexcept {
    bool is_on = false;
    for_each_effect([&](const auto &row, std::size_t) {
      is_on = is_on || ((row.repair == Repair::before_denoise) == is_before && (settings.*row.settings).is_on);
    });
    return is_on;
  }

  using Stages = decltype(effect_detail::stages_of(effect_rows));

  template <std::size_t... places>
  EffectChain(double rate_hz, std::size_t channels, std::index_sequence<places...>)
      : stages_(std::tuple_element_t<places, Stages>(rate_hz, channels)...) {}

  template <typename Use>
  void for_each_stage(Use &&use) {
    for_each_stage(use, std::make_index_sequence<effect_count>{});
  }
  template <typename Use, std::size_t... places>
  void for_each_stage(Use &use, std::index_sequence<places...>) {
    (use(std::get<places>(stages_), std::get<places>(effect_rows)), ...);
  }

  Stages stages_;
  EffectSettings settings_;
};

}  // namespace sounddesk
