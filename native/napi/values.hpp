// Between JavaScript values and ours. Throws `Failure` (BAD_OPTION) that names the option.
//
// Threads: Node's thread alone. Real-time safety: none.
#pragma once

#include <napi.h>

#include <functional>
#include <optional>
#include <string>

#include "denoise/denoise_engine.hpp"
#include "denoise/mix.hpp"
#include "denoise/studio_weights.hpp"
#include "rt/failure.hpp"

namespace sounddesk::napi {

/** An `Error` with `code`. */
Napi::Error to_js(const Napi::Env &env, const Failure &failure);
Napi::Error to_js(const Napi::Env &env, const std::exception &error);

/** Runs the body of a function of the addon and turns its failure into a JavaScript exception. */
Napi::Value guarded(const Napi::CallbackInfo &info, const std::function<Napi::Value()> &body);

/** Without zeros at its end. */
std::string plain_number(double number);

std::string string_of(const Napi::Object &options, const char *name);
double number_of(const Napi::Object &options, const char *name, double lowest, double highest);
std::optional<std::string> nullable_string_of(const Napi::Object &options, const char *name);
Napi::Object object_of(const Napi::Object &options, const char *name);
DenoiseSettings denoise_settings_of(const Napi::Value &value);
/** `engine` of the same object. `allowed` names engines in the order of `DenoiseEngine`. */
DenoiseEngine denoise_engine_of(const Napi::Value &value, std::initializer_list<const char *> allowed);
/** Of a `Float32Array` with as many numbers as the studio model has. */
studio::WeightsPointer studio_weights_of(const Napi::Value &value);
/** The place of a text among those allowed; throws BAD_OPTION where it is none of them. */
int choice_of(const Napi::Object &options, const char *name, std::initializer_list<const char *> allowed);

Napi::Value to_js(const Napi::Env &env, const std::optional<double> &number);
/** A copy. */
Napi::Float32Array samples_to_js(const Napi::Env &env, const std::vector<float> &samples);

}  // namespace sounddesk::napi
