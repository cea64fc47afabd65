// Settings from and for JavaScript by their tables of fields (dsp/fields.hpp, dsp/effects.hpp). Throws `Failure`
// (BAD_OPTION) that names the option.
//
// Threads: Node's thread alone. Real-time safety: none.
#pragma once

#include <napi.h>

#include <string>

#include "dsp/effects.hpp"
#include "dsp/fields.hpp"

namespace sounddesk::napi {

void read_value(const Napi::Object &options, const char *key, double lowest, double highest, bool &value);
void read_value(const Napi::Object &options, const char *key, double lowest, double highest, float &value);
void read_value(const Napi::Object &options, const char *key, double lowest, double highest, EqualizerGains &value);

/** All fields have to be there, each within its range. */
template <typename Settings>
void read_fields(const Napi::Object &options, Settings &settings) {
  for_each_field<Settings>([&](const auto &field) {
    read_value(options, field.key, field.lowest, field.highest, settings.*field.member);
  });
}

/** `<key>ReductionDb` of each effect with a meter: what `value_at` gives for its place. */
template <typename ValueAt>
void set_reductions(Napi::Object &object, ValueAt &&value_at) {
  for_each_effect([&](const auto &row, std::size_t place) {
    if constexpr (has_meter<typename std::decay_t<decltype(row)>::Stage>) {
      object.Set(std::string(row.key) + "ReductionDb", value_at(place));
    }
  });
}

/** `AddonStripTable` of addon.ts: what the tables say. */
Napi::Object strip_table(const Napi::Env &env);

}  // namespace sounddesk::napi
