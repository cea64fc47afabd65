#include "denoise/auto_denoiser.hpp"
#include "denoise/denoiser.hpp"
#include "denoise/gtcrn.hpp"
#include "denoise/studio.hpp"
#include "napi/bindings.hpp"
#include "napi/values.hpp"

namespace sounddesk::napi {
namespace {

class DenoiserObject : public Napi::ObjectWrap<DenoiserObject> {
 public:
  static Napi::Object create(const Napi::Env &env, const Napi::Value &engine, const Napi::Value &studio_weights) {
    const Napi::Function type =
        DefineClass(env, "Denoiser", {InstanceMethod("process", &DenoiserObject::process)});
    return type.New({engine, studio_weights});
  }

  explicit DenoiserObject(const Napi::CallbackInfo &info)
      : Napi::ObjectWrap<DenoiserObject>(info) {
    const std::string engine = info[0].As<Napi::String>().Utf8Value();
    if (engine == "strong") {
      denoiser_ = make_single_run(std::make_unique<Gtcrn>(Gtcrn::least_delay_samples));
    } else if (engine == "studio") {
      denoiser_ = std::make_unique<Studio>(studio_weights_of(info[1]), 1);
    } else if (engine == "auto") {
      denoiser_ = std::make_unique<AutoDenoiser>(make_single_run(make_rnnoise()), AutoDenoiser::file_delay_samples);
    } else {
      denoiser_ = make_single_run(make_rnnoise());
    }
  }

 private:
  Napi::Value process(const Napi::CallbackInfo &info) {
    return guarded(info, [&]() -> Napi::Value {
      const bool is_frame = info.Length() > 0 && info[0].IsTypedArray() &&
                            info[0].As<Napi::TypedArray>().TypedArrayType() == napi_float32_array &&
                            info[0].As<Napi::TypedArray>().ElementLength() == frame_samples;
      if (!is_frame) throw Failure(FailureCode::bad_option, "A frame must be a Float32Array of 480 samples");
      float speech_probability = 0.0F;
      denoiser_->process(info[0].As<Napi::Float32Array>().Data(), &speech_probability);
      return Napi::Number::New(info.Env(), speech_probability);
    });
  }

  /** One frame at a time. */
  std::unique_ptr<RunDenoiser> denoiser_;
};

}  // namespace

Napi::Value install_studio_model(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    studio::install_weights(studio_weights_of(info[0]));
    return info.Env().Undefined();
  });
}

Napi::Value create_denoiser(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value { 
    const Napi::Object options = Napi::Object::New(info.Env());
    options.Set("engine", info[0].IsUndefined() ? Napi::String::New(info.Env(), "rnnoise") : info[0]);
    const bool is_studio = choice_of(options, "engine", {"rnnoise", "strong", "studio", "auto"}) == 2;
    // What a constructor of an object throws would end the process.
    if (is_studio) studio_weights_of(info[1]);
    return DenoiserObject::create(info.Env(), options.Get("engine"), info[1]);
  });
}

}  // namespace sounddesk::napi
