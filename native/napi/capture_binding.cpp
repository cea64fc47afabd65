#include <atomic>
#include <chrono>
#include <memory>

#include "device/capture_session.hpp"
#include "napi/bindings.hpp"
#include "napi/capture_values.hpp"
#include "napi/job_thread.hpp"
#include "napi/plugin_inserts.hpp"
#include "napi/running_jobs.hpp"
#include "napi/values.hpp"

namespace sounddesk::napi {
namespace {

/** Milliseconds since 1970. */
double wall_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

/** A session and its way back to JavaScript. */
class RunningCapture final : public RunningJob, public std::enable_shared_from_this<RunningCapture> {
 public:
  RunningCapture(const Napi::Env &env, const Napi::Function &on_event, RunningJobs &running)
      // No limit to the queue: all but the levels must arrive, and those count themselves.
      : running_(running), events_(Napi::ThreadSafeFunction::New(env, on_event, "sounddesk capture events", 0, 1)) {}

  void start(const CaptureOptions &options) {
    try {
      session_ = std::make_unique<CaptureSession>(options, events());
    } catch (...) {
      release();
      throw;
    }
    running_.insert(shared_from_this());
  }

  CaptureSession &session() { return *session_; }

  void end() override {
    session_->stop();
    release();
  }

  void stop() {
    const std::shared_ptr<RunningCapture> self = shared_from_this();
    end();
    running_.erase(self);
  }

 private:
  /** One being delivered, one waiting. Levels beyond them are dropped: the next say more. */
  static constexpr int queued_levels = 2;
  static constexpr int queued_program = 30;
  static constexpr int queued_voices = 10;

  void release() {
    if (!is_released_) events_.Release();
    is_released_ = true;
  }

  /** Any thread. `fill` runs on Node's. */
  template <typename Fill>
  void send(const char *type, Fill fill) {
    events_.NonBlockingCall([type, fill](const Napi::Env &env, const Napi::Function &callback) {
      Napi::Object event = Napi::Object::New(env);
      event.Set("type", type);
      fill(env, event);
      callback.Call({event});
    });
  }

  /** False where Node's thread is behind: nothing piles up before it. */
  bool send_program(const std::vector<float> &samples, double at_sec, std::int64_t session_frame) {
    if (waiting_program_->load() >= queued_program) return false;
    waiting_program_->fetch_add(1);
    send("program", [samples, at_sec, session_frame, waiting = waiting_program_](const Napi::Env &env, Napi::Object &event) {
      waiting->fetch_sub(1);
      event.Set("samples", samples_to_js(env, samples));
      event.Set("heardAtMs", wall_ms() - 1000.0 * (monotonic_sec() - at_sec));
      event.Set("sessionFrame", static_cast<double>(session_frame));
    });
    return true;
  }

  bool send_voices(const std::vector<CaptureVoice> &voices) {
    if (waiting_voices_->load() >= queued_voices) return false;
    waiting_voices_->fetch_add(1);
    send("voices", [voices, waiting = waiting_voices_](const Napi::Env &env, Napi::Object &event) {
      waiting->fetch_sub(1);
      Napi::Array list = Napi::Array::New(env, voices.size());
      for (std::uint32_t i = 0; i < voices.size(); ++i) {
        Napi::Object voice = Napi::Object::New(env);
        voice.Set("channelId", voices[i].channel_id);
        voice.Set("samples", samples_to_js(env, voices[i].samples));
        voice.Set("heardAtMs", wall_ms() - 1000.0 * (monotonic_sec() - voices[i].at_sec));
        list.Set(i, voice);
      }
      event.Set("voices", list);
    });
    return true;
  }

  void send_moment(const char *type, double since_start_sec) {
    send(type, [since_start_sec](const Napi::Env &, Napi::Object &event) { event.Set("sinceStartSec", since_start_sec); });
  }

  void send_levels(CaptureLevels levels) {
    if (waiting_levels_->load() >= queued_levels) return;
    waiting_levels_->fetch_add(1);
    auto shared = std::make_shared<CaptureLevels>(std::move(levels));
    send("levels", [shared, waiting = waiting_levels_](const Napi::Env &env, Napi::Object &event) {
      waiting->fetch_sub(1);
      event.Set("levels", to_js(env, *shared));
    });
  }

  CaptureEvents events() {
    CaptureEvents events;
    events.on_levels = [this](CaptureLevels levels) { send_levels(std::move(levels)); };
    events.on_program = [this](const std::vector<float> &samples, double at_sec, std::int64_t session_frame) {
      return send_program(samples, at_sec, session_frame);
    };
    events.on_voices = [this](const std::vector<CaptureVoice> &voices) { return send_voices(voices); };
    events.on_devices = [this](std::vector<CaptureDeviceState> devices) {
      send("devices", [devices](const Napi::Env &env, Napi::Object &event) { event.Set("devices", to_js(env, devices)); });
    };
    events.on_overloaded = [this](int from_ms, int to_ms, const std::string &message) {
      send("overloaded", [from_ms, to_ms, message](const Napi::Env &env, Napi::Object &event) {
        event.Set("fromMs", mode_to_js(env, from_ms));
        event.Set("toMs", mode_to_js(env, to_ms));
        event.Set("message", message);
      });
    };
    events.on_failed = [this](FailureCode code, const std::string &message) {
      send("failed", [code, message](const Napi::Env &, Napi::Object &event) {
        event.Set("code", name_of(code));
        event.Set("message", message);
      });
    };
    events.take.on_started = [this](double started_at_ms, int rate_hz) {
      send("takeStarted", [started_at_ms, rate_hz](const Napi::Env &, Napi::Object &event) {
        event.Set("startedAtMs", started_at_ms);
        event.Set("sampleRate", rate_hz);
      });
    };
    events.take.on_paused = [this](double since_start_sec) { send_moment("takePaused", since_start_sec); };
    events.take.on_resumed = [this](double since_start_sec) { send_moment("takeResumed", since_start_sec); };
    events.take.on_progress = [this](const TakeProgress &progress) {
      send("takeProgress", [progress](const Napi::Env &env, Napi::Object &event) { event.Set("progress", to_js(env, progress)); });
    };
    events.take.on_warning = [this](TakeWarning warning, const std::string &message) {
      send("takeWarning", [warning, message](const Napi::Env &, Napi::Object &event) {
        event.Set("code", name_of(warning));
        event.Set("message", message);
      });
    };
    events.take.on_ended = [this](std::optional<FailureCode> code, const std::string &message) {
      send("takeEnded", [code, message](const Napi::Env &env, Napi::Object &event) {
        const bool is_failure = code.has_value();
        event.Set("code", is_failure ? Napi::Value(Napi::String::New(env, name_of(*code))) : env.Null());
        event.Set("message", is_failure ? Napi::Value(Napi::String::New(env, message)) : env.Null());
      });
    };
    return events;
  }

  RunningJobs &running_;
  Napi::ThreadSafeFunction events_;
  bool is_released_ = false;
  std::shared_ptr<std::atomic<int>> waiting_levels_ = std::make_shared<std::atomic<int>>(0);
  std::shared_ptr<std::atomic<int>> waiting_program_ = std::make_shared<std::atomic<int>>(0);
  std::shared_ptr<std::atomic<int>> waiting_voices_ = std::make_shared<std::atomic<int>>(0);
  std::unique_ptr<CaptureSession> session_;
};

using Method = Napi::Value (*)(CaptureSession &session, const Napi::CallbackInfo &call);

void add_method(Napi::Object &handle, const char *name, const std::weak_ptr<RunningCapture> &weak, Method method) {
  handle.Set(name, Napi::Function::New(
                       handle.Env(),
                       [weak, method](const Napi::CallbackInfo &call) -> Napi::Value {
                         return guarded(call, [&]() -> Napi::Value {
                           const auto running = weak.lock();
                           return running ? method(running->session(), call) : call.Env().Undefined();
                         });
                       },
                       name));
}

void add_methods(Napi::Object &handle, const std::weak_ptr<RunningCapture> &weak) {
  add_method(handle, "setChannel", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    session.set_channel(capture_channel_of(call[0]));
    return call.Env().Undefined();
  });
  add_method(handle, "removeChannel", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    session.remove_channel(call[0].ToString().Utf8Value());
    return call.Env().Undefined();
  });
  add_method(handle, "setLatencyMode", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    session.set_mode(latency_mode_of(call[0]));
    return call.Env().Undefined();
  });
  add_method(handle, "attachInsert", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    const std::string channel = call[0].ToString().Utf8Value();
    if (call.Length() < 2 || call[1].IsNull()) {
      session.set_insert(channel, nullptr, 0);
    } else {
      const std::shared_ptr<SandboxInsert> insert = insert_of(call[1]);
      std::vector<std::string> sides;
      if (call.Length() > 2 && call[2].IsArray()) {
        const auto given = call[2].As<Napi::Array>();
        for (std::uint32_t i = 0; i < given.Length(); ++i) {
          const Napi::Value id = given.Get(i);
          // Nothing is heard on it: no channel has an empty id.
          sides.push_back(id.IsString() ? id.As<Napi::String>().Utf8Value() : std::string());
        }
      }
      session.set_insert(channel, insert, insert->format().channels, std::move(sides));
    }
    return call.Env().Undefined();
  });
  add_method(handle, "watchProgram", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    session.watch_program(call[0].ToBoolean());
    return call.Env().Undefined();
  });
  add_method(handle, "watchVoices", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    session.watch_voices(call[0].ToBoolean());
    return call.Env().Undefined();
  });
  add_method(handle, "pauseTake", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    session.pause_take();
    return call.Env().Undefined();
  });
  add_method(handle, "resumeTake", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    session.resume_take();
    return call.Env().Undefined();
  });
  add_method(handle, "addMarker", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    return Napi::Number::New(call.Env(), session.add_marker(call[0].ToString().Utf8Value()));
  });
  add_method(handle, "writePlayed", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    const auto samples = call[2].As<Napi::Float32Array>();
    session.write_played(call[0].ToString().Utf8Value(), static_cast<std::uint64_t>(call[1].ToNumber().DoubleValue()),
                         samples.Data(), samples.ElementLength());
    return call.Env().Undefined();
  });
  add_method(handle, "stopTake", weak, [](CaptureSession &session, const Napi::CallbackInfo &call) -> Napi::Value {
    session.stop_take();
    return call.Env().Undefined();
  });
}

/** It makes files, and may wait for the first frame: Node's thread carries the program's sound meanwhile. */
Napi::Value start_take(const Napi::CallbackInfo &call, const std::weak_ptr<RunningCapture> &weak) {
  return start_job(call, "startTake", [&](const JobReporter &) -> JobTask {
    const TakeOptions options = take_options_of(call[0]);
    const auto run = [weak, options]() -> JobAnswer {
      if (const auto running = weak.lock()) running->session().start_take(options);
      return [](const Napi::Env &env) -> Napi::Value { return env.Undefined(); };
    };
    return {run, [] {}};
  });
}

}  // namespace

Napi::Value start_capture(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    const Napi::Env env = info.Env();
    if (info.Length() < 2 || !info[1].IsFunction()) {
      throw Failure(FailureCode::bad_option, "startCapture takes options and an event callback");
    }
    const CaptureOptions options = capture_options_of(info[0]);
    const auto capture =
        std::make_shared<RunningCapture>(env, info[1].As<Napi::Function>(), *env.GetInstanceData<RunningJobs>());
    capture->start(options);

    Napi::Object handle = Napi::Object::New(env);
    const std::weak_ptr<RunningCapture> weak = capture;
    // Read again each time: devices come and go, and latencies become known.
    const auto read_info = [weak](const Napi::CallbackInfo &call) -> Napi::Value {
      const auto running = weak.lock();
      return running ? Napi::Value(to_js(call.Env(), running->session().information())) : call.Env().Undefined();
    };
    handle.DefineProperty(Napi::PropertyDescriptor::Accessor(env, handle, "info", read_info, napi_enumerable));
    add_methods(handle, weak);
    handle.Set("startTake", Napi::Function::New(env, [weak](const Napi::CallbackInfo &call) -> Napi::Value {
                 return guarded(call, [&] { return start_take(call, weak); });
               }));
    handle.Set("stop", Napi::Function::New(env, [weak](const Napi::CallbackInfo &call) -> Napi::Value {
                 if (const auto running = weak.lock()) running->stop();
                 return call.Env().Undefined();
               }));
    return handle;
  });
}

}  // namespace sounddesk::napi
