#include "denoise/batch_denoiser.hpp"
#include "denoise/gtcrn.hpp"
#include "engine/capture_bench.hpp"
#include "napi/bindings.hpp"
#include "napi/values.hpp"

namespace sounddesk::napi {

Napi::Value bench_engine(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    const Napi::Env env = info.Env();
    if (!info[0].IsObject()) throw Failure(FailureCode::bad_option, "benchEngine takes an object of options");
    const Napi::Object options = info[0].As<Napi::Object>();
    const DenoiseEngine engine = denoise_engine_of(options, {"off", "rnnoise", "strong", "studio", "auto"});
    if (engine == DenoiseEngine::studio) throw Failure(FailureCode::bad_option, "benchEngine has no model for studio");
    const CaptureBenchResult result = bench_capture(static_cast<std::size_t>(number_of(options, "channels", 1.0, 32.0)),
                                                    number_of(options, "seconds", 1.0, 3600.0), engine);
    Napi::Object stages = Napi::Object::New(env);
    stages.Set("inputsSec", result.stages.inputs);
    stages.Set("gainSec", result.stages.before_denoise);
    stages.Set("denoiseSec", result.stages.denoise);
    stages.Set("dynamicsSec", result.stages.after_denoise);
    stages.Set("outputsSec", result.stages.outputs);
    Napi::Object object = Napi::Object::New(env);
    object.Set("channels", static_cast<double>(result.channels));
    object.Set("seconds", result.sound_sec);
    object.Set("busySec", result.busy_sec);
    object.Set("perStage", stages);
    object.Set("realTimeFactor", result.real_time_factor);
    object.Set("referenceChannelSec", result.reference_sec);
    object.Set("denoisePath", engine == DenoiseEngine::strong ? gtcrn_path() : batch_path());
    return object;
  });
}

}  // namespace sounddesk::napi
