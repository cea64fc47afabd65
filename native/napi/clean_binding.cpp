#include <memory>

#include "napi/bindings.hpp"
#include "napi/capture_values.hpp"
#include "napi/job_thread.hpp"
#include "napi/plugin_inserts.hpp"
#include "napi/values.hpp"
#include "take/clean_job.hpp"

namespace sounddesk::napi {
namespace {

std::optional<Container> container_of(const std::string &name) {
  if (name == "wav") return Container::wav;
  if (name == "flac") return Container::flac;
  if (name == "ogg") return Container::ogg;
  if (name == "opus") return Container::opus;
  if (name == "mp3") return Container::mp3;
  if (name == "aiff") return Container::aiff;
  if (name == "caf") return Container::caf;
  if (name == "w64") return Container::w64;
  return std::nullopt;
}

std::optional<Encoding> encoding_of(const std::string &name) {
  if (name == "same") return Encoding::same;
  if (name == "pcm16") return Encoding::pcm16;
  if (name == "pcm24") return Encoding::pcm24;
  if (name == "float32") return Encoding::float32;
  return std::nullopt;
}

template <typename T>
T known(const std::optional<T> &value, const char *option, const std::string &name) {
  if (!value.has_value()) throw Failure(FailureCode::bad_option, std::string("No such ") + option + ": " + name);
  return *value;
}

DecoderCommand command_of(const Napi::Object &input) {
  DecoderCommand command{};
  const Napi::Value argv = input.Get("argv");
  if (!argv.IsArray() || argv.As<Napi::Array>().Length() == 0) {
    throw Failure(FailureCode::bad_option, "The option argv must be a list with a program's name first");
  }
  const Napi::Array list = argv.As<Napi::Array>();
  for (std::uint32_t i = 0; i < list.Length(); ++i) {
    const Napi::Value entry = list.Get(i);
    if (!entry.IsString()) throw Failure(FailureCode::bad_option, "The option argv must hold texts");
    command.argv.push_back(entry.As<Napi::String>().Utf8Value());
  }
  command.rate_hz = static_cast<int>(number_of(input, "sampleRate", least_source_rate_hz, most_source_rate_hz));
  command.channels = static_cast<int>(number_of(input, "channels", 1, most_source_channels));
  if (input.Get("framesExpected").IsNumber()) {
    command.frames_expected = static_cast<std::int64_t>(number_of(input, "framesExpected", 0, 9e15));
  }
  return command;
}

bool has(const Napi::Object &object, const char *name) {
  const Napi::Value value = object.Get(name);
  return !value.IsNull() && !value.IsUndefined();
}

MasteringSettings mastering_of(const Napi::Object &object) {
  MasteringSettings settings{effects_of(object), {}};
  if (has(object, "targetLufs")) settings.target_lufs = number_of(object, "targetLufs", -60.0, -5.0);
  return settings;
}

CleanOptions clean_options_of(const Napi::Value &value) {
  if (!value.IsObject()) throw Failure(FailureCode::bad_option, "startClean takes an object of options");
  const Napi::Object object = value.As<Napi::Object>();
  const Napi::Object input = object_of(object, "input");
  const std::string kind = string_of(input, "kind");
  CleanOptions options;
  if (kind == "file") {
    options.input = string_of(input, "path");
  } else if (kind == "command") {
    options.input = command_of(input);
  } else {
    throw Failure(FailureCode::bad_option, "No such kind of input: " + kind);
  }
  options.output_path = string_of(object, "outputPath");
  options.container = known(container_of(string_of(object, "container")), "container", string_of(object, "container"));
  options.encoding = known(encoding_of(string_of(object, "encoding")), "encoding", string_of(object, "encoding"));
  options.denoise = {.engine = denoise_engine_of(object.Get("denoise"), {"off", "rnnoise", "strong", "studio", "auto"}),
                     .settings = denoise_settings_of(object.Get("denoise")),
                     .is_sequential = has(object, "isSequential") && object.Get("isSequential").ToBoolean().Value()};
  if (options.denoise.engine == DenoiseEngine::studio) options.denoise.studio_weights = studio_weights_of(object.Get("studioWeights"));
  options.mastering = mastering_of(object_of(object, "mastering"));
  if (has(object, "insertId")) {
    const std::shared_ptr<SandboxInsert> insert = insert_of(object.Get("insertId"));
    const SharedBlockFormat &format = insert->format();
    options.insert = FileInsert{.processor = insert,
                                .rate_hz = static_cast<int>(format.rate_hz),
                                .channels = static_cast<int>(format.channels),
                                .block_frames = format.block_frames};
  }
  return options;
}

Napi::Object to_js(const Napi::Env &env, const CleanResult &result) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("seconds", result.seconds);
  object.Set("frames", static_cast<double>(result.frames));
  object.Set("channels", result.channels);
  object.Set("sampleRate", result.rate_hz);
  object.Set("elapsedSec", result.elapsed_sec);
  object.Set("latencyFrames", static_cast<double>(result.latency_frames));
  object.Set("integratedLufsIn", napi::to_js(env, result.integrated_lufs_in));
  object.Set("integratedLufsOut", napi::to_js(env, result.integrated_lufs_out));
  object.Set("truePeakDbOut", napi::to_js(env, result.true_peak_db_out));
  object.Set("speechRatio", napi::to_js(env, result.speech_ratio));
  object.Set("meanReductionDb", napi::to_js(env, result.mean_reduction_db));
  object.Set("clippedSamples", static_cast<double>(result.clipped_samples));
  return object;
}

Napi::Value to_js(const Napi::Env &env, const CleanProgress &progress) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("framesDone", static_cast<double>(progress.frames_done));
  object.Set("framesTotal", progress.frames_total.has_value()
                                ? Napi::Value(Napi::Number::New(env, static_cast<double>(*progress.frames_total)))
                                : env.Null());
  object.Set("sampleRate", progress.rate_hz);
  return object;
}

JobTask task_of(CleanOptions options, const JobReporter &notify) {
  const auto job = std::make_shared<CleanJob>(std::move(options), [notify](const CleanProgress &progress) {
    notify([progress](const Napi::Env &env) { return to_js(env, progress); });
  });
  return {[job]() -> JobAnswer { return [result = job->run()](const Napi::Env &env) { return to_js(env, result); }; },
          [job] { job->cancel(); }};
}

}  // namespace

Napi::Value start_clean(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    CleanOptions options = clean_options_of(info[0]);
    return start_job(info, "startClean", [&](const JobReporter &notify) { return task_of(std::move(options), notify); });
  });
}

Napi::Value read_sound_format(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    if (info.Length() < 1 || !info[0].IsString()) throw Failure(FailureCode::bad_option, "readSoundFormat takes a path");
    const SourceFormat format = open_file_source(info[0].As<Napi::String>().Utf8Value())->format();
    Napi::Object object = Napi::Object::New(info.Env());
    object.Set("sampleRate", format.rate_hz);
    object.Set("channels", format.channels);
    return object;
  });
}

}  // namespace sounddesk::napi
