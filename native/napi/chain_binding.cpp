#include <memory>

#include "engine/live_chain.hpp"
#include "napi/bindings.hpp"
#include "napi/capture_values.hpp"
#include "napi/values.hpp"

namespace sounddesk::napi {
namespace {

LiveSettings settings_of(const Napi::Value &value) {
  if (!value.IsObject()) throw Failure(FailureCode::bad_option, "A live chain takes an object of settings");
  const Napi::Object object = value.As<Napi::Object>();
  return {strip_of(object_of(object, "strip")),
          static_cast<Listening>(choice_of(object, "listening", {"clean", "raw", "off", "tone", "removed"}))};
}

class ChainObject : public Napi::ObjectWrap<ChainObject> {
 public:
  static Napi::Object create(const Napi::Env &env, const Napi::Value &settings) {
    const Napi::Function type = DefineClass(
        env, "LiveChain", {InstanceMethod("set", &ChainObject::set), InstanceMethod("process", &ChainObject::process)});
    return type.New({settings});
  }

  explicit ChainObject(const Napi::CallbackInfo &info)
      : Napi::ObjectWrap<ChainObject>(info), chain_(std::make_unique<LiveChain>(settings_of(info[0]))) {}

 private:
  Napi::Value set(const Napi::CallbackInfo &info) {
    return guarded(info, [&]() -> Napi::Value {
      chain_->set(settings_of(info[0]));
      return info.Env().Undefined();
    });
  }

  Napi::Value process(const Napi::CallbackInfo &info) {
    return guarded(info, [&]() -> Napi::Value {
      const bool is_frame = info.Length() > 0 && info[0].IsTypedArray() &&
                            info[0].As<Napi::TypedArray>().TypedArrayType() == napi_float32_array &&
                            info[0].As<Napi::TypedArray>().ElementLength() == frame_samples;
      if (!is_frame) throw Failure(FailureCode::bad_option, "A frame must be a Float32Array of 480 samples");
      chain_->process(info[0].As<Napi::Float32Array>().Data());
      return info.Env().Undefined();
    });
  }

  std::unique_ptr<LiveChain> chain_;
};

}  // namespace

Napi::Value create_live_chain(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    // Read once before the object is made: a failure in a constructor would leave a half-made one to its finalizer.
    settings_of(info[0]);
    return ChainObject::create(info.Env(), info[0]);
  });
}

}  // namespace sounddesk::napi
