// Between the objects of captureAddon.ts and ours. Throws `Failure` (BAD_OPTION) that names the option.
//
// Threads: Node's thread alone. Real-time safety: none.
#pragma once

#include <napi.h>

#include "device/capture_options.hpp"

namespace sounddesk::napi {

CaptureOptions capture_options_of(const Napi::Value &value);
CaptureChannelOptions capture_channel_of(const Napi::Value &value);
/** 0 for null. */
int latency_mode_of(const Napi::Value &value);
TakeOptions take_options_of(const Napi::Value &value);
StripSettings strip_of(const Napi::Object &options);
/** An effect that is not there is off. */
EffectSettings effects_of(const Napi::Object &options);

Napi::Object to_js(const Napi::Env &env, const CaptureLevels &levels);
Napi::Array to_js(const Napi::Env &env, const std::vector<CaptureDeviceState> &devices);
Napi::Object to_js(const Napi::Env &env, const CaptureInformation &information);
Napi::Object to_js(const Napi::Env &env, const TakeProgress &progress);
Napi::Value mode_to_js(const Napi::Env &env, int mode_ms);

}  // namespace sounddesk::napi
