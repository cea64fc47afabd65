#include "device/device_watch.hpp"
#include "device/port_audio.hpp"
#include "device/virtual_microphone.hpp"
#include "napi/bindings.hpp"
#include "napi/running_jobs.hpp"
#include "napi/values.hpp"

namespace sounddesk::napi {
namespace {

Napi::Object to_js(const Napi::Env &env, const Device &device) {
  Napi::Object entry = Napi::Object::New(env);
  entry.Set("id", device.id);
  entry.Set("name", device.name);
  entry.Set("type", device.type);
  entry.Set("hostApi", device.host_api);
  entry.Set("isDefault", Napi::Boolean::New(env, device.is_default));
  entry.Set("channels", device.channels);
  entry.Set("defaultSampleRate", device.default_rate_hz);
  Napi::Array rates = Napi::Array::New(env);
  for (const int rate_hz : device.rates_hz) rates.Set(rates.Length(), rate_hz);
  entry.Set("sampleRates", rates);
  return entry;
}

Napi::Value to_js(const Napi::Env &env, const std::optional<VirtualMicrophone> &microphone) {
  if (!microphone.has_value()) return env.Null();
  Napi::Object object = Napi::Object::New(env);
  object.Set("name", microphone->name);
  object.Set("outputDeviceId", microphone->output_id);
  object.Set("inputDeviceId", microphone->input_id);
  object.Set("listeners", env.Null());
  if (microphone->listeners.has_value()) {
    Napi::Array names = Napi::Array::New(env);
    for (const std::string &name : *microphone->listeners) names.Set(names.Length(), name);
    object.Set("listeners", names);
  }
  return object;
}

/** A watch and its way back to JavaScript. */
class RunningWatch final : public RunningJob, public std::enable_shared_from_this<RunningWatch> {
 public:
  RunningWatch(const Napi::Env &env, const Napi::Function &on_changed, RunningJobs &running)
      : running_(running), events_(Napi::ThreadSafeFunction::New(env, on_changed, "sounddesk device changes", 1, 1)) {
    events_.Unref(env);
    // One that finds no room is reported by the one that waits.
    watch_ = DeviceWatch::start([this] { events_.NonBlockingCall(); });
  }

  void end() override {
    if (is_ended_) return;
    is_ended_ = true;
    watch_.reset();
    events_.Release();
  }

  void stop() {
    const std::shared_ptr<RunningWatch> self = shared_from_this();
    end();
    running_.erase(self);
  }

 private:
  RunningJobs &running_;
  Napi::ThreadSafeFunction events_;
  std::unique_ptr<DeviceWatch> watch_;
  bool is_ended_ = false;
};

}  // namespace

Napi::Value list_devices(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    const Napi::Env env = info.Env();
    const bool is_stale = PortAudioUse::is_held();
    Napi::Array list = Napi::Array::New(env);
    for (const Device &device : sounddesk::list_devices()) list.Set(list.Length(), to_js(env, device));
    Napi::Object listing = Napi::Object::New(env);
    listing.Set("devices", list);
    listing.Set("isStale", Napi::Boolean::New(env, is_stale));
    return listing;
  });
}

Napi::Value watch_devices(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    const Napi::Env env = info.Env();
    if (info.Length() < 1 || !info[0].IsFunction()) {
      throw Failure(FailureCode::bad_option, "watchDevices takes a callback");
    }
    if (!can_watch_devices()) return env.Null();
    RunningJobs &running = *env.GetInstanceData<RunningJobs>();
    const auto watch = std::make_shared<RunningWatch>(env, info[0].As<Napi::Function>(), running);
    running.insert(watch);
    Napi::Object handle = Napi::Object::New(env);
    const std::weak_ptr<RunningWatch> weak = watch;
    handle.Set("stop", Napi::Function::New(env, [weak](const Napi::CallbackInfo &call) -> Napi::Value {
                 if (const auto started = weak.lock()) started->stop();
                 return call.Env().Undefined();
               }));
    return handle;
  });
}

Napi::Value virtual_microphone(const Napi::Env &env) {
  Napi::Object object = Napi::Object::New(env);
  const std::optional<std::string> obstacle = virtual_microphone_obstacle();
  object.Set("obstacle", obstacle.has_value() ? Napi::Value(Napi::String::New(env, *obstacle)) : env.Null());
  object.Set("read", Napi::Function::New(env, [](const Napi::CallbackInfo &info) {
               return guarded(info, [&] { return to_js(info.Env(), read_virtual_microphone()); });
             }));
  object.Set("start", Napi::Function::New(env, [](const Napi::CallbackInfo &info) {
               return guarded(info, [&] {
                 std::optional<std::int64_t> owner;
                 if (info.Length() > 0 && info[0].IsNumber()) owner = info[0].As<Napi::Number>().Int64Value();
                 return to_js(info.Env(), std::optional(start_virtual_microphone(owner)));
               });
             }));
  object.Set("stop", Napi::Function::New(env, [](const Napi::CallbackInfo &info) {
               return guarded(info, [&]() -> Napi::Value {
                 return Napi::Number::New(info.Env(), static_cast<double>(stop_virtual_microphone()));
               });
             }));
  object.Set("removeOrphans", Napi::Function::New(env, [](const Napi::CallbackInfo &info) {
               return guarded(info, [&]() -> Napi::Value {
                 return Napi::Number::New(info.Env(), static_cast<double>(remove_orphaned_microphones()));
               });
             }));
  return object;
}

}  // namespace sounddesk::napi
