// One table of fields a struct of settings: member, key, range, unit. What parses, limits or reports settings goes
// through it; a struct has it as `static constexpr auto fields()`, a tuple of `Field`.
//
// Threads and real-time safety: constants and pure functions, safe anywhere.
#pragma once

#include <algorithm>
#include <tuple>

namespace sounddesk {

/** Of one member: a number, a list of numbers, or a switch, which has no range. */
template <typename Owner, typename Value>
struct Field {
  /** In JavaScript. */
  const char *key;
  Value Owner::*member;
  double lowest = 0.0;
  double highest = 1.0;
  const char *unit = "";
};

template <typename Settings, typename Use>
constexpr void for_each_field(Use &&use) {
  std::apply([&](const auto &...field) { (use(field), ...); }, Settings::fields());
}

inline void limit(bool &, double, double) noexcept {}
/** What is no number becomes the lowest. */
inline void limit(float &value, double lowest, double highest) noexcept {
  const auto low = static_cast<float>(lowest);
  value = value >= low ? std::min(value, static_cast<float>(highest)) : low;
}
template <typename List>
void limit(List &list, double lowest, double highest) noexcept {
  for (auto &value : list) limit(value, lowest, highest);
}

/** The same settings, each within its range. */
template <typename Settings>
Settings limited(Settings settings) noexcept {
  for_each_field<Settings>([&](const auto &field) { limit(settings.*field.member, field.lowest, field.highest); });
  return settings;
}

}  // namespace sounddesk
