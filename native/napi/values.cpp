#include "napi/values.hpp"

#include <algorithm>
#include <cmath>

#include "napi/field_values.hpp"

namespace sounddesk::napi {
namespace {

[[noreturn]] void throw_bad(const char *name, const std::string &wanted) {
  throw Failure(FailureCode::bad_option, std::string("The option ") + name + " must be " + wanted);
}

}  // namespace

std::string plain_number(double number) {
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

Napi::Error to_js(const Napi::Env &env, const Failure &failure) {
  Napi::Error error = Napi::Error::New(env, failure.what());
  error.Set("code", Napi::String::New(env, name_of(failure.code())));
  return error;
}

Napi::Error to_js(const Napi::Env &env, const std::exception &error) {
  if (const auto *failure = dynamic_cast<const Failure *>(&error)) return to_js(env, *failure);
  return Napi::Error::New(env, std::string("The audio engine failed: ") + error.what());
}

Napi::Value guarded(const Napi::CallbackInfo &info, const std::function<Napi::Value()> &body) {
  try {
    return body();
  } catch (const Napi::Error &) {
    throw;
  } catch (const std::exception &error) {
    throw to_js(info.Env(), error);
  }
}

std::string string_of(const Napi::Object &options, const char *name) {
  const Napi::Value value = options.Get(name);
  if (!value.IsString()) throw_bad(name, "a text");
  return value.As<Napi::String>().Utf8Value();
}

double number_of(const Napi::Object &options, const char *name, double lowest, double highest) {
  const Napi::Value value = options.Get(name);
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : NAN;
  if (!(number >= lowest && number <= highest)) throw_bad(name, "a number from " + plain_number(lowest) + " to " + plain_number(highest));
  return number;
}

std::optional<std::string> nullable_string_of(const Napi::Object &options, const char *name) {
  const Napi::Value value = options.Get(name);
  if (value.IsNull() || value.IsUndefined()) return std::nullopt;
  return string_of(options, name);
}

Napi::Object object_of(const Napi::Object &options, const char *name) {
  const Napi::Value value = options.Get(name);
  if (!value.IsObject()) throw_bad(name, "an object");
  return value.As<Napi::Object>();
}

DenoiseSettings denoise_settings_of(const Napi::Value &value) {
  if (!value.IsObject()) throw_bad("denoise", "an object");
  const Napi::Object options = value.As<Napi::Object>();
  DenoiseSettings settings;
  settings.is_on = string_of(options, "engine") != "off";
  read_fields(options, settings);
  return settings;
}

DenoiseEngine denoise_engine_of(const Napi::Value &value, std::initializer_list<const char *> allowed) {
  if (!value.IsObject()) throw_bad("denoise", "an object");
  return static_cast<DenoiseEngine>(choice_of(value.As<Napi::Object>(), "engine", allowed));
}

studio::WeightsPointer studio_weights_of(const Napi::Value &value) {
  const bool is_array = value.IsTypedArray() && value.As<Napi::TypedArray>().TypedArrayType() == napi_float32_array;
  if (!is_array) throw_bad("studioWeights", "a Float32Array");
  const auto values = value.As<Napi::Float32Array>();
  try {
    return studio::make_weights(values.Data(), values.ElementLength());
  } catch (const std::invalid_argument &problem) {
    throw Failure(FailureCode::bad_option, problem.what());
  }
}

int choice_of(const Napi::Object &options, const char *name, std::initializer_list<const char *> allowed) {
  const std::string text = string_of(options, name);
  std::string list;
  int place = 0;
  for (const char *value : allowed) {
    if (text == value) return place;
    list += (list.empty() ? "" : ", ") + std::string(value);
    ++place;
  }
  throw_bad(name, "one of " + list + ", not " + text);
}

Napi::Float32Array samples_to_js(const Napi::Env &env, const std::vector<float> &samples) {
  Napi::Float32Array array = Napi::Float32Array::New(env, samples.size());
  std::copy(samples.begin(), samples.end(), array.Data());
  return array;
}

Napi::Value to_js(const Napi::Env &env, const std::optional<double> &number) {
  return number.has_value() ? Napi::Value(Napi::Number::New(env, *number)) : env.Null();
}

}  // namespace sounddesk::napi
