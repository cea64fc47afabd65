#include "device/port_audio.hpp"
#include "napi/bindings.hpp"
#include "napi/values.hpp"

namespace sounddesk::napi {

Napi::Value list_devices(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    const Napi::Env env = info.Env();
    Napi::Array list = Napi::Array::New(env);
    for (const Device &device : sounddesk::list_devices()) {
      Napi::Object entry = Napi::Object::New(env);
      entry.Set("id", device.id);
      entry.Set("name", device.name);
      entry.Set("type", device.type);
      entry.Set("hostApi", device.host_api);
      entry.Set("isDefault", Napi::Boolean::New(env, device.is_default));
      entry.Set("channels", device.channels);
      entry.Set("defaultSampleRate", device.default_rate_hz);
      list.Set(list.Length(), entry);
    }
    return list;
  });
}

}  // namespace sounddesk::napi
