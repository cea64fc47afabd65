// `startTakeJob`: what is done with the files of a take after it, on a thread of its own.
#include <cmath>
#include <memory>
#include <variant>

#include "napi/bindings.hpp"
#include "napi/job_thread.hpp"
#include "napi/values.hpp"
#include "take/track_job.hpp"
#include "take/track_repair.hpp"

namespace sounddesk::napi {
namespace {

using Result = std::variant<TrackInspection, TrackRepair, ExportResult, Alignment, std::optional<LtcReading>>;
using Work = std::function<Result(JobControl &)>;

/** Whole numbers that JavaScript holds exactly. */
constexpr double most_frames = 9e15;

Napi::Object to_js(const Napi::Env &env, const TrackInspection &inspection) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("frames", static_cast<double>(inspection.frames));
  object.Set("channels", inspection.channels);
  object.Set("sampleRate", inspection.rate_hz);
  object.Set("clippedSamples", static_cast<double>(inspection.clipped_samples));
  object.Set("integratedLufs", napi::to_js(env, inspection.integrated_lufs));
  object.Set("truePeakDb", napi::to_js(env, inspection.true_peak_db));
  return object;
}

Napi::Object to_js(const Napi::Env &env, const TrackRepair &repair) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("frames", static_cast<double>(repair.frames));
  object.Set("removedBytes", static_cast<double>(repair.removed_bytes));
  object.Set("paddedFrames", static_cast<double>(repair.padded_frames));
  object.Set("addedBytes", static_cast<double>(repair.added_bytes));
  object.Set("wasChanged", repair.was_changed);
  return object;
}

Napi::Object to_js(const Napi::Env &env, const ExportResult &result) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("frames", static_cast<double>(result.frames));
  object.Set("clippedSamples", static_cast<double>(result.clipped_samples));
  object.Set("integratedLufs", napi::to_js(env, result.integrated_lufs));
  object.Set("gainDb", result.gain_db);
  return object;
}

Napi::Object to_js(const Napi::Env &env, const Alignment &alignment) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("offsetFrames", static_cast<double>(alignment.offset_frames));
  object.Set("correlation", alignment.correlation);
  object.Set("prominence", alignment.prominence);
  return object;
}

Napi::Value to_js(const Napi::Env &env, const std::optional<LtcReading> &reading) {
  if (!reading.has_value()) return env.Null();
  Napi::Object object = Napi::Object::New(env);
  object.Set("startSec", reading->start_sec);
  object.Set("fps", reading->fps);
  object.Set("isDropFrame", reading->first.is_drop_frame);
  return object;
}

Container container_of(const std::string &name) {
  if (name == "wav") return Container::wav;
  if (name == "flac") return Container::flac;
  throw Failure(FailureCode::bad_option, "No such container: " + name);
}

Encoding encoding_of(const std::string &name) {
  if (name == "pcm16") return Encoding::pcm16;
  if (name == "pcm24") return Encoding::pcm24;
  if (name == "float32") return Encoding::float32;
  throw Failure(FailureCode::bad_option, "No such encoding: " + name);
}

bool has(const Napi::Object &object, const char *name) { return object.Get(name).IsNumber(); }

ExportOptions export_options_of(const Napi::Object &object) {
  ExportOptions options;
  const Napi::Value inputs = object.Get("inputs");
  if (!inputs.IsArray()) throw Failure(FailureCode::bad_option, "The option inputs must be a list");
  const Napi::Array list = inputs.As<Napi::Array>();
  for (std::uint32_t i = 0; i < list.Length(); ++i) {
    const Napi::Value entry = list.Get(i);
    if (!entry.IsObject()) throw Failure(FailureCode::bad_option, "The option inputs must hold objects");
    const Napi::Object input = entry.As<Napi::Object>();
    options.inputs.push_back({string_of(input, "path"),
                              static_cast<std::int64_t>(number_of(input, "offsetFrames", -most_frames, most_frames)),
                              number_of(input, "gainDb", -120.0, 60.0)});
  }
  options.output_path = string_of(object, "outputPath");
  options.container = container_of(string_of(object, "container"));
  options.encoding = encoding_of(string_of(object, "encoding"));
  options.frames = static_cast<std::int64_t>(number_of(object, "frames", 1.0, most_frames));
  options.channels = static_cast<int>(number_of(object, "channels", 1.0, 2.0));
  options.rate_hz = static_cast<int>(number_of(object, "sampleRate", 8000.0, 192000.0));
  if (has(object, "targetLufs")) options.target_lufs = number_of(object, "targetLufs", -60.0, 0.0);
  return options;
}

Work work_of(const Napi::Object &object) {
  const std::string kind = string_of(object, "kind");
  if (kind == "export") {
    return [options = export_options_of(object)](JobControl &control) { return export_tracks(options, control); };
  }
  const std::string path = string_of(object, "path");
  if (kind == "inspect") {
    const auto most = static_cast<std::int64_t>(number_of(object, "mostFrames", 0.0, most_frames));
    return [path, most](JobControl &control) { return inspect_track(path, most, control); };
  }
  if (kind == "repair") {
    std::optional<WantedLength> wanted;
    if (has(object, "wantedFrames")) {
      wanted = WantedLength{static_cast<std::uint64_t>(number_of(object, "wantedFrames", 0.0, most_frames)),
                            static_cast<std::uint64_t>(number_of(object, "mostAddedBytes", 0.0, most_frames))};
    }
    return [path, wanted](JobControl &) { return repair_track(path, wanted); };
  }
  if (kind == "align") {
    const std::string reference = string_of(object, "referencePath");
    const double most_sec = number_of(object, "mostOffsetSec", 0.0, 600.0);
    return [path, reference, most_sec](JobControl &control) {
      return align_tracks(reference, path, most_sec, control);
    };
  }
  if (kind == "timecode") {
    const int channel = static_cast<int>(number_of(object, "channel", 0.0, 63.0));
    return [path, channel](JobControl &control) { return read_track_timecode(path, channel, control); };
  }
  throw Failure(FailureCode::bad_option, "No such kind of job: " + kind);
}

JobTask task_of(Work work, const JobReporter &notify) {
  // In steps of a thousandth.
  const auto reported = std::make_shared<double>(-1.0);
  const auto control = std::make_shared<JobControl>([notify, reported](double done) {
    const double step = std::floor(done * 1000.0);
    if (step == *reported) return;
    *reported = step;
    notify([done](const Napi::Env &env) { return Napi::Number::New(env, done); });
  });
  return {[work = std::move(work), control]() -> JobAnswer {
            return [result = work(*control)](const Napi::Env &env) {
              return std::visit([&env](const auto &value) { return Napi::Value(to_js(env, value)); }, result);
            };
          },
          [control] { control->cancel(); }};
}

}  // namespace

Napi::Value start_take_job(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    if (info.Length() < 1 || !info[0].IsObject()) throw Failure(FailureCode::bad_option, "startTakeJob takes an object of options");
    Work work = work_of(info[0].As<Napi::Object>());
    return start_job(info, "startTakeJob", [&](const JobReporter &notify) { return task_of(std::move(work), notify); });
  });
}

}  // namespace sounddesk::napi
