#include "napi/capture_values.hpp"

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "napi/field_values.hpp"
#include "napi/values.hpp"

namespace sounddesk::napi {
namespace {

[[noreturn]] void throw_bad(const std::string &name, const std::string &wanted) {
  throw Failure(FailureCode::bad_option, "The option " + name + " must be " + wanted);
}

bool bool_of(const Napi::Object &options, const char *name) {
  const Napi::Value value = options.Get(name);
  if (!value.IsBoolean()) throw_bad(name, "true or false");
  return value.As<Napi::Boolean>().Value();
}

int one_of(const Napi::Object &options, const char *name, std::initializer_list<int> allowed) {
  const double number = number_of(options, name, 0.0, 1e6);
  std::string list;
  for (const int value : allowed) {
    if (number == value) return value;
    list += (list.empty() ? "" : ", ") + std::to_string(value);
  }
  throw_bad(name, "one of " + list);
}

Napi::Object whole_object(const Napi::Value &value, const char *name) {
  if (!value.IsObject()) throw_bad(name, "an object");
  return value.As<Napi::Object>();
}

}  // namespace

StripSettings strip_of(const Napi::Object &options) {
  StripSettings settings;
  read_fields(options, settings);
  const Napi::Object denoise = object_of(options, "denoise");
  settings.denoise_engine = denoise_engine_of(denoise, {"off", "rnnoise", "strong", "studio", "auto"});
  settings.denoise = denoise_settings_of(denoise);
  for_each_effect([&](const auto &row, std::size_t) { read_fields(object_of(options, row.key), settings.*row.settings); });
  return settings;
}

EffectSettings effects_of(const Napi::Object &options) {
  EffectSettings settings;
  for_each_effect([&](const auto &row, std::size_t) {
    const Napi::Value value = options.Get(row.key);
    if (value.IsNull() || value.IsUndefined()) return;
    read_fields(object_of(options, row.key), settings.*row.settings);
  });
  return settings;
}

namespace {

std::vector<int> device_channels_of(const Napi::Object &options) {
  const Napi::Value value = options.Get("deviceChannels");
  const std::uint32_t count = value.IsArray() ? value.As<Napi::Array>().Length() : 0;
  if (count != 1 && count != 2) throw_bad("deviceChannels", "one channel for a mono strip or two for a stereo one");
  std::vector<int> channels;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Napi::Value number = value.As<Napi::Array>().Get(i);
    const double channel = number.IsNumber() ? number.As<Napi::Number>().DoubleValue() : -1.0;
    if (!(channel >= 0.0 && channel < 128.0) || channel != std::floor(channel)) {
      throw_bad("deviceChannels", "channels of the device, counted from 0");
    }
    channels.push_back(static_cast<int>(channel));
  }
  return channels;
}

const char *name_of(CaptureDeviceState::Status status) {
  switch (status) {
    case CaptureDeviceState::Status::open: return "open";
    case CaptureDeviceState::Status::lost: return "lost";
    case CaptureDeviceState::Status::missing: return "missing";
  }
  return "missing";
}

double as_double(std::uint64_t number) { return static_cast<double>(number); }

Napi::Value to_js(const Napi::Env &env, const std::optional<HumReading> &hum) {
  if (!hum.has_value()) return env.Null();
  Napi::Object object = Napi::Object::New(env);
  object.Set("mainsHz", hum->mains_hz);
  object.Set("levelDb", hum->level_db);
  object.Set("prominenceDb", hum->prominence_db);
  return object;
}

Napi::Object to_js(const Napi::Env &env, const StripLevels &levels) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("inputPeakDb", levels.input_peak_db);
  object.Set("inputRmsDb", levels.input_rms_db);
  object.Set("hum", to_js(env, levels.hum));
  object.Set("outputPeakDb", levels.output_peak_db);
  object.Set("outputRmsDb", levels.output_rms_db);
  object.Set("momentaryLufs", napi::to_js(env, levels.momentary_lufs));
  object.Set("shortTermLufs", napi::to_js(env, levels.short_term_lufs));
  object.Set("integratedLufs", napi::to_js(env, levels.integrated_lufs));
  object.Set("inputClipped", as_double(levels.input_clipped));
  object.Set("outputClipped", as_double(levels.output_clipped));
  set_reductions(object, [&](std::size_t place) { return napi::to_js(env, levels.reductions_db[place]); });
  object.Set("automaticGainDb", napi::to_js(env, levels.automatic_gain_db));
  object.Set("speechProbability", napi::to_js(env, levels.speech_probability));
  object.Set("latencyFrames", as_double(levels.latency_frames));
  object.Set("isInsertDry", levels.is_insert_dry);
  return object;
}

Napi::Array pair_to_js(const Napi::Env &env, const std::array<double, 2> &pair) {
  Napi::Array array = Napi::Array::New(env, 2);
  array.Set(0U, pair[0]);
  array.Set(1U, pair[1]);
  return array;
}

Napi::Object to_js(const Napi::Env &env, const BusLevels &levels) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("peakDb", pair_to_js(env, levels.peak_db));
  object.Set("rmsDb", pair_to_js(env, levels.rms_db));
  object.Set("momentaryLufs", napi::to_js(env, levels.momentary_lufs));
  object.Set("shortTermLufs", napi::to_js(env, levels.short_term_lufs));
  object.Set("integratedLufs", napi::to_js(env, levels.integrated_lufs));
  object.Set("clipped", as_double(levels.clipped));
  return object;
}

}  // namespace

CaptureChannelOptions capture_channel_of(const Napi::Value &value) {
  const Napi::Object options = whole_object(value, "channel");
  CaptureChannelOptions channel;
  channel.id = string_of(options, "id");
  if (channel.id.empty() || channel.id == "mix") throw_bad("id", "a text that is not empty, and not \"mix\"");
  channel.name = string_of(options, "name");
  channel.device_id = nullable_string_of(options, "deviceId");
  channel.device_channels = device_channels_of(options);
  channel.is_enabled = bool_of(options, "isEnabled");
  channel.strip = strip_of(object_of(options, "strip"));
  return channel;
}

int latency_mode_of(const Napi::Value &value) {
  if (value.IsNull() || value.IsUndefined()) return 0;
  const double mode = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : 0.0;
  if (mode != 5 && mode != 10 && mode != 20 && mode != 50) throw_bad("latencyModeMs", "null or one of 5, 10, 20, 50");
  return static_cast<int>(mode);
}

CaptureOptions capture_options_of(const Napi::Value &value) {
  const Napi::Object object = whole_object(value, "options");
  CaptureOptions options;
  options.rate_hz = one_of(object, "sampleRate", {44100, 48000, 96000});
  options.block_frames = one_of(object, "bufferFrames", {128, 256, 512, 1024});
  options.mode_ms = latency_mode_of(object.Get("latencyModeMs"));
  if (!object.Get("armedPreRollSec").IsUndefined()) {
    options.armed_pre_roll_sec = number_of(object, "armedPreRollSec", 0.0, 30.0);
  }
  if (!object.Get("armedTap").IsUndefined()) {
    options.armed_tap = static_cast<TakeTap>(choice_of(object, "armedTap", {"raw", "processed", "both"}));
  }
  options.monitor_id = nullable_string_of(object, "monitorDeviceId");
  options.program_id = nullable_string_of(object, "programDeviceId");
  const Napi::Value channels = object.Get("channels");
  if (!channels.IsArray() || channels.As<Napi::Array>().Length() > 32) throw_bad("channels", "a list of at most 32 channels");
  std::set<std::string> ids;
  for (std::uint32_t i = 0; i < channels.As<Napi::Array>().Length(); ++i) {
    options.channels.push_back(capture_channel_of(channels.As<Napi::Array>().Get(i)));
    if (!ids.insert(options.channels.back().id).second) throw_bad("id", "different for every channel");
  }
  return options;
}

namespace {

/** None where it is not there. */
std::vector<std::string> strings_of(const Napi::Object &object, const char *name) {
  const Napi::Value list = object.Get(name);
  if (list.IsUndefined()) return {};
  if (!list.IsArray()) throw_bad(name, "a list of texts");
  const auto array = list.As<Napi::Array>();
  std::vector<std::string> texts;
  for (std::uint32_t i = 0; i < array.Length(); ++i) {
    const Napi::Value text = array.Get(i);
    if (!text.IsString()) throw_bad(name, "a list of texts");
    texts.push_back(text.As<Napi::String>().Utf8Value());
  }
  return texts;
}

}  // namespace

std::vector<PlayedTrack> played_of(const Napi::Object &object) {
  std::vector<PlayedTrack> played;
  const Napi::Value value = object.Get("played");
  if (!value.IsArray()) return played;
  const auto list = value.As<Napi::Array>();
  for (std::uint32_t i = 0; i < list.Length(); ++i) {
    const Napi::Object track = whole_object(list.Get(i), "played");
    played.push_back({string_of(track, "id"), string_of(track, "name")});
  }
  return played;
}

TakeOptions take_options_of(const Napi::Value &value) {
  const Napi::Object object = whole_object(value, "take");
  TakeOptions options;
  options.folder = string_of(object, "folder");
  options.name = string_of(object, "name");
  options.mode = static_cast<TakeMode>(choice_of(object, "mode", {"multitrack", "mixed", "both"}));
  options.tap = static_cast<TakeTap>(choice_of(object, "tap", {"raw", "processed", "both"}));
  options.raw_only_ids = strings_of(object, "rawOnlyIds");
  options.played = played_of(object);
  options.container = static_cast<TakeContainer>(choice_of(object, "container", {"rf64", "flac"}));
  options.encoding = static_cast<TakeEncoding>(choice_of(object, "encoding", {"pcm24", "float32"}));
  options.pre_roll_sec = number_of(object, "preRollSec", 0.0, 30.0);
  const Napi::Object timecode = object_of(object, "timecode");
  options.timecode = static_cast<TimecodeSource>(choice_of(timecode, "source", {"none", "timeOfDay", "ltc"}));
  options.ltc_track_id = nullable_string_of(timecode, "ltcChannelId").value_or("");
  options.keep_free_bytes = static_cast<std::uint64_t>(number_of(object, "keepFreeBytes", 0.0, 9e15));
  return options;
}

Napi::Value mode_to_js(const Napi::Env &env, int mode_ms) {
  return mode_ms == 0 ? env.Null() : Napi::Value(Napi::Number::New(env, mode_ms));
}

Napi::Object to_js(const Napi::Env &env, const CaptureLevels &levels) {
  Napi::Array channels = Napi::Array::New(env, levels.channels.size());
  std::uint32_t place = 0;
  for (const auto &[id, strip] : levels.channels) {
    Napi::Object channel = Napi::Object::New(env);
    channel.Set("id", id);
    channel.Set("levels", to_js(env, strip));
    channels.Set(place++, channel);
  }
  Napi::Object object = Napi::Object::New(env);
  object.Set("channels", channels);
  object.Set("monitor", to_js(env, levels.monitor));
  object.Set("program", to_js(env, levels.program));
  object.Set("latencyMs", napi::to_js(env, levels.latency_ms));
  object.Set("latencyP50Ms", napi::to_js(env, levels.latency_p50_ms));
  object.Set("latencyP99Ms", napi::to_js(env, levels.latency_p99_ms));
  object.Set("framesProcessed", as_double(levels.frames_processed));
  object.Set("framesMissed", as_double(levels.frames_missed));
  object.Set("dspLoad", levels.dsp_load);
  return object;
}

Napi::Array to_js(const Napi::Env &env, const std::vector<CaptureDeviceState> &devices) {
  Napi::Array array = Napi::Array::New(env, devices.size());
  std::uint32_t place = 0;
  for (const CaptureDeviceState &device : devices) {
    Napi::Object object = Napi::Object::New(env);
    object.Set("id", device.id);
    object.Set("name", device.name);
    object.Set("direction", device.is_input ? "input" : "output");
    object.Set("status", name_of(device.status));
    object.Set("sampleRate", device.rate_hz);
    object.Set("driftPpm", napi::to_js(env, device.drift_ppm));
    object.Set("missingFrames", as_double(device.missing_frames));
    array.Set(place++, object);
  }
  return array;
}

Napi::Object to_js(const Napi::Env &env, const CaptureInformation &information) {
  Napi::Array modes = Napi::Array::New(env, information.modes.size());
  std::uint32_t place = 0;
  for (const LatencyModeState &state : information.modes) {
    Napi::Object object = Napi::Object::New(env);
    object.Set("modeMs", state.mode_ms);
    object.Set("expectedMs", napi::to_js(env, state.expected_ms));
    object.Set("isAchievable", state.is_achievable);
    object.Set("reason", state.reason);
    modes.Set(place++, object);
  }
  Napi::Object priority = Napi::Object::New(env);
  const std::optional<std::string> &refusal = information.priority_refusal;
  priority.Set("granted", Napi::Boolean::New(env, !refusal.has_value()));
  priority.Set("reason", refusal.has_value() ? Napi::Value(Napi::String::New(env, *refusal)) : env.Null());
  Napi::Object object = Napi::Object::New(env);
  object.Set("sampleRate", information.rate_hz);
  object.Set("bufferFrames", information.block_frames);
  object.Set("devices", to_js(env, information.devices));
  object.Set("latencyModes", modes);
  object.Set("realtimePriority", priority);
  return object;
}

Napi::Object to_js(const Napi::Env &env, const TakeProgress &progress) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("recordedSec", progress.recorded_sec);
  object.Set("isPaused", progress.is_paused);
  object.Set("bytesWritten", as_double(progress.bytes_written));
  object.Set("secondsLeft", napi::to_js(env, progress.seconds_left));
  object.Set("gaps", as_double(progress.gaps));
  object.Set("missingFrames", as_double(progress.missing_frames));
  object.Set("clockDriftMs", progress.clock_drift_ms);
  return object;
}

}  // namespace sounddesk::napi
