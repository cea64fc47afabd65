#include "napi/field_values.hpp"

#include <cmath>
#include <type_traits>

#include "engine/strip_settings.hpp"
#include "napi/values.hpp"

namespace sounddesk::napi {
namespace {

[[noreturn]] void throw_bad(const std::string &name, const std::string &wanted) {
  throw Failure(FailureCode::bad_option, "The option " + name + " must be " + wanted);
}

/** How many values a member holds; 0 of a switch. */
template <typename Value>
constexpr double count_of() {
  if constexpr (std::is_same_v<Value, bool>) return 0.0;
  if constexpr (std::is_same_v<Value, float>) return 1.0;
  if constexpr (std::is_same_v<Value, EqualizerGains>) return static_cast<double>(equalizer_bands);
}

template <typename Settings>
Napi::Object fields_to_js(const Napi::Env &env) {
  Napi::Object fields = Napi::Object::New(env);
  for_each_field<Settings>([&](const auto &field) {
    using Value = std::decay_t<decltype(Settings{}.*field.member)>;
    Napi::Object object = Napi::Object::New(env);
    object.Set("count", count_of<Value>());
    object.Set("min", field.lowest);
    object.Set("max", field.highest);
    object.Set("unit", field.unit);
    fields.Set(field.key, object);
  });
  return fields;
}

}  // namespace

void read_value(const Napi::Object &options, const char *key, double, double, bool &value) {
  const Napi::Value given = options.Get(key);
  if (!given.IsBoolean()) throw_bad(key, "true or false");
  value = given.As<Napi::Boolean>().Value();
}

void read_value(const Napi::Object &options, const char *key, double lowest, double highest, float &value) {
  value = static_cast<float>(number_of(options, key, lowest, highest));
}

void read_value(const Napi::Object &options, const char *key, double lowest, double highest, EqualizerGains &value) {
  const std::string count = std::to_string(value.size());
  const Napi::Value list = options.Get(key);
  if (!list.IsArray() || list.As<Napi::Array>().Length() != value.size()) throw_bad(key, count + " numbers");
  for (std::uint32_t place = 0; place < value.size(); ++place) {
    const Napi::Value given = list.As<Napi::Array>().Get(place);
    const double number = given.IsNumber() ? given.As<Napi::Number>().DoubleValue() : NAN;
    if (!(number >= lowest && number <= highest)) {
      throw_bad(key, count + " numbers from " + plain_number(lowest) + " to " + plain_number(highest));
    }
    value[place] = static_cast<float>(number);
  }
}

Napi::Object strip_table(const Napi::Env &env) {
  Napi::Object effects = Napi::Object::New(env);
  Napi::Array order = Napi::Array::New(env, effect_count);
  for_each_effect([&](const auto &row, std::size_t place) {
    using Row = std::decay_t<decltype(row)>;
    Napi::Object object = Napi::Object::New(env);
    object.Set("hasMeter", has_meter<typename Row::Stage>);
    object.Set("fields", fields_to_js<typename Row::Settings>(env));
    effects.Set(row.key, object);
    order.Set(static_cast<std::uint32_t>(place), row.key);
  });
  Napi::Object table = Napi::Object::New(env);
  table.Set("strip", fields_to_js<StripSettings>(env));
  table.Set("denoise", fields_to_js<DenoiseSettings>(env));
  table.Set("order", order);
  table.Set("effects", effects);
  return table;
}

}  // namespace sounddesk::napi
