#include <atomic>
#include <memory>

#include "device/live_session.hpp"
#include "napi/bindings.hpp"
#include "napi/capture_values.hpp"
#include "napi/field_values.hpp"
#include "napi/running_jobs.hpp"
#include "napi/values.hpp"

namespace sounddesk::napi {
namespace {

/** The live chain of one microphone has RNNoise alone; the strips of a capture session have the strong engine, too. */
constexpr std::initializer_list<const char *> live_engines = {"off", "rnnoise"};

int one_of(const Napi::Object &options, const char *name, std::initializer_list<int> allowed) {
  const double number = number_of(options, name, 0.0, 1e6);
  std::string list;
  for (const int value : allowed) {
    if (number == value) return value;
    list += (list.empty() ? "" : ", ") + std::to_string(value);
  }
  throw Failure(FailureCode::bad_option, std::string("The option ") + name + " must be one of " + list);
}

LiveSettings live_settings_of(const Napi::Value &value) {
  if (!value.IsObject()) throw Failure(FailureCode::bad_option, "A live session takes an object of settings");
  const Napi::Object object = value.As<Napi::Object>();
  const Napi::Object strip = object_of(object, "strip");
  denoise_engine_of(strip.Get("denoise"), live_engines);
  return {strip_of(strip), static_cast<Listening>(choice_of(object, "listening", {"clean", "raw", "off", "tone", "removed"}))};
}

/** `{ deviceId }` with null for the system's default; null for none. */
std::optional<std::string> monitor_of(const Napi::Value &value) {
  if (value.IsNull() || value.IsUndefined()) return std::nullopt;
  if (!value.IsObject()) throw Failure(FailureCode::bad_option, "monitor takes an object or null");
  return nullable_string_of(value.As<Napi::Object>(), "deviceId").value_or("");
}

LiveOptions live_options_of(const Napi::Value &value) {
  if (!value.IsObject()) throw Failure(FailureCode::bad_option, "startLive takes an object of options");
  const Napi::Object object = value.As<Napi::Object>();
  LiveOptions options;
  options.input_id = nullable_string_of(object, "inputDeviceId").value_or("");
  options.output_id = nullable_string_of(object, "outputDeviceId").value_or("");
  options.rate_hz = one_of(object, "sampleRate", {44100, 48000, 96000});
  options.block_frames = one_of(object, "bufferFrames", {128, 256, 512, 1024});
  options.monitor_id = monitor_of(object.Get("monitor"));
  options.settings = live_settings_of(object);
  return options;
}

Napi::Object to_js(const Napi::Env &env, const LiveReport &report) {
  const LiveLevels &levels = report.levels;
  Napi::Object object = Napi::Object::New(env);
  object.Set("inputPeakDb", levels.input_peak_db);
  object.Set("inputRmsDb", levels.input_rms_db);
  object.Set("outputPeakDb", levels.output_peak_db);
  object.Set("outputRmsDb", levels.output_rms_db);
  object.Set("noiseLevelDb", napi::to_js(env, levels.noise_level_db));
  object.Set("reductionDb", napi::to_js(env, levels.reduction_db));
  object.Set("speechProbability", levels.speech_probability);
  object.Set("latencyMs", levels.latency_ms);
  object.Set("latencyP50Ms", levels.latency_p50_ms);
  object.Set("latencyP99Ms", levels.latency_p99_ms);
  object.Set("monitorLatencyMs", napi::to_js(env, report.monitor_latency_ms));
  object.Set("framesProcessed", static_cast<double>(report.frames_processed));
  object.Set("framesMissed", static_cast<double>(report.frames_missed));
  object.Set("dspLoad", levels.dsp_load);
  set_reductions(object, [&](std::size_t place) { return levels.reductions_db[place]; });
  object.Set("inputClips", static_cast<double>(levels.input_clips));
  object.Set("outputClips", static_cast<double>(levels.output_clips));
  object.Set("outputLufsMomentary", napi::to_js(env, levels.output_lufs));
  Napi::Object session = Napi::Object::New(env);
  session.Set("meanReductionDb", napi::to_js(env, levels.session_reduction_db));
  session.Set("latencyP50Ms", napi::to_js(env, levels.session_latency_p50_ms));
  session.Set("latencyP99Ms", napi::to_js(env, levels.session_latency_p99_ms));
  object.Set("session", session);
  object.Set("scope", samples_to_js(env, levels.scope));
  object.Set("spectrum", samples_to_js(env, report.spectrum));
  return object;
}

/** A session and its way back to JavaScript. */
class RunningLive final : public RunningJob, public std::enable_shared_from_this<RunningLive> {
 public:
  RunningLive(const Napi::Env &env, const Napi::Function &on_event, RunningJobs &running)
      : running_(running), events_(Napi::ThreadSafeFunction::New(env, on_event, "sounddesk live events", queued_events, 1)) {}

  void start(const LiveOptions &options) {
    try {
      session_ = std::make_unique<LiveSession>(
          options, [this](LiveReport report) { send_levels(std::move(report)); },
          [this](const std::vector<float> &sound) { return send_sound(sound); },
          [this](const Failure &failure) { send_failure(failure); });
    } catch (...) {
      release();
      throw;
    }
    running_.insert(shared_from_this());
  }

  LiveSession &session() { return *session_; }

  void update(const LiveSettings &settings) { session_->update(settings); }

  void end() override {
    session_->stop();
    release();
  }

  void stop() {
    const std::shared_ptr<RunningLive> self = shared_from_this();
    end();
    running_.erase(self);
  }

 private:
  /** Sound and levels, being delivered and waiting. Levels that find no room are dropped, the next say more. */
  static constexpr std::size_t queued_events = 4;

  void release() {
    if (!is_released_) events_.Release();
    is_released_ = true;
  }

  void send_levels(LiveReport report) {
    auto shared = std::make_shared<LiveReport>(std::move(report));
    events_.NonBlockingCall([shared](const Napi::Env &env, const Napi::Function &callback) {
      Napi::Object event = Napi::Object::New(env);
      event.Set("type", "levels");
      event.Set("levels", to_js(env, *shared));
      callback.Call({event});
    });
  }

  bool send_sound(const std::vector<float> &sound) {
    const auto deliver = [sound](const Napi::Env &env, const Napi::Function &callback) {
      Napi::Object event = Napi::Object::New(env);
      event.Set("type", "sound");
      event.Set("samples", samples_to_js(env, sound));
      callback.Call({event});
    };
    return events_.NonBlockingCall(deliver) != napi_queue_full;
  }

  /** Waits for room: this one must arrive. Node's thread never waits for the watching thread but in `stop`. */
  void send_failure(const Failure &failure) {
    const std::string code = name_of(failure.code());
    const std::string message = failure.what();
    const auto deliver = [code, message](const Napi::Env &env, const Napi::Function &callback) {
      Napi::Object event = Napi::Object::New(env);
      event.Set("type", "failed");
      event.Set("code", code);
      event.Set("message", message);
      callback.Call({event});
    };
    for (int attempt = 0; attempt < 50; ++attempt) {
      if (events_.NonBlockingCall(deliver) != napi_queue_full) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

  RunningJobs &running_;
  Napi::ThreadSafeFunction events_;
  bool is_released_ = false;
  std::unique_ptr<LiveSession> session_;
};

Napi::Object device_to_js(const Napi::Env &env, const Device &device) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("id", device.id);
  object.Set("name", device.name);
  return object;
}

Napi::Value monitor_to_js(const Napi::Env &env, const LiveSession &session) {
  const std::optional<Device> device = session.monitor_device();
  return device.has_value() ? Napi::Value(device_to_js(env, *device)) : env.Null();
}

Napi::Object information(const Napi::Env &env, const LiveSession &session, const LiveOptions &options) {
  Napi::Object priority = Napi::Object::New(env);
  const std::optional<std::string> &refusal = session.priority_refusal();
  priority.Set("granted", Napi::Boolean::New(env, !refusal.has_value()));
  priority.Set("reason", refusal.has_value() ? Napi::Value(Napi::String::New(env, *refusal)) : env.Null());
  Napi::Object object = Napi::Object::New(env);
  object.Set("inputDevice", device_to_js(env, session.input_device()));
  object.Set("outputDevice", device_to_js(env, session.output_device()));
  object.Set("monitorDevice", monitor_to_js(env, session));
  object.Set("sampleRate", session.rate_hz());
  object.Set("bufferFrames", options.block_frames);
  object.Set("realtimePriority", priority);
  return object;
}

}  // namespace

Napi::Value start_live(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    const Napi::Env env = info.Env();
    if (info.Length() < 2 || !info[1].IsFunction()) {
      throw Failure(FailureCode::bad_option, "startLive takes options and an event callback");
    }
    const LiveOptions options = live_options_of(info[0]);
    const auto live = std::make_shared<RunningLive>(env, info[1].As<Napi::Function>(), *env.GetInstanceData<RunningJobs>());
    live->start(options);

    Napi::Object handle = Napi::Object::New(env);
    handle.Set("info", information(env, live->session(), options));
    const std::weak_ptr<RunningLive> weak = live;
    handle.Set("update", Napi::Function::New(env, [weak](const Napi::CallbackInfo &call) -> Napi::Value {
                 return guarded(call, [&]() -> Napi::Value {
                   const LiveSettings settings = live_settings_of(call[0]);
                   if (const auto running = weak.lock()) running->update(settings);
                   return call.Env().Undefined();
                 });
               }));
    handle.Set("setMonitor", Napi::Function::New(env, [weak](const Napi::CallbackInfo &call) -> Napi::Value {
                 return guarded(call, [&]() -> Napi::Value {
                   const std::optional<std::string> id = monitor_of(call[0]);
                   const auto running = weak.lock();
                   if (!running) return call.Env().Null();
                   running->session().set_monitor(id);
                   return monitor_to_js(call.Env(), running->session());
                 });
               }));
    handle.Set("watch", Napi::Function::New(env, [weak](const Napi::CallbackInfo &call) -> Napi::Value {
                 return guarded(call, [&]() -> Napi::Value {
                   if (!call[0].IsObject()) throw Failure(FailureCode::bad_option, "watch takes an object");
                   const Napi::Object wanted = call[0].As<Napi::Object>();
                   const auto running = weak.lock();
                   if (running) running->session().watch(wanted.Get("spectrum").ToBoolean(), wanted.Get("sound").ToBoolean());
                   return call.Env().Undefined();
                 });
               }));
    handle.Set("stop", Napi::Function::New(env, [weak](const Napi::CallbackInfo &call) -> Napi::Value {
                 if (const auto running = weak.lock()) running->stop();
                 return call.Env().Undefined();
               }));
    return handle;
  });
}

}  // namespace sounddesk::napi
