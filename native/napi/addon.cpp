// The edge between Node and the engine: it converts, and does nothing else.
#include <napi.h>
#include <portaudio.h>
#include <sndfile.h>
#include <soxr.h>

#include <optional>

#include "denoise/denoiser.hpp"
#include "denoise/gtcrn.hpp"
#include "dsp/echo_canceller.hpp"
#include "napi/bindings.hpp"
#include "napi/field_values.hpp"
#include "napi/running_jobs.hpp"

namespace sounddesk::napi {
namespace {

Napi::Object build_information(const Napi::Env &env) {
  Napi::Object rnnoise = Napi::Object::New(env);
  rnnoise.Set("source", "wasm2c");
  rnnoise.Set("path", rnnoise_path());
  Napi::Object gtcrn = Napi::Object::New(env);
  gtcrn.Set("path", gtcrn_path());
  Napi::Object build = Napi::Object::New(env);
  build.Set("version", SOUNDDESK_VERSION);
  build.Set("rnnoise", rnnoise);
  build.Set("gtcrn", gtcrn);
  build.Set("portAudio", Pa_GetVersionText());
  build.Set("sndfile", sf_version_string());
  build.Set("soxr", soxr_version());
  const std::optional<const char *> echo = echo_refusal(48000.0, 480);
  build.Set("echoRefusal", echo.has_value() ? Napi::Value(Napi::String::New(env, *echo)) : env.Null());
  return build;
}

Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  auto *jobs = new RunningJobs();
  env.SetInstanceData(jobs);
  env.AddCleanupHook([jobs] { end_all(jobs); });
  exports.Set("build", build_information(env));
  exports.Set("listDevices", Napi::Function::New(env, list_devices, "listDevices"));
  exports.Set("watchDevices", Napi::Function::New(env, watch_devices, "watchDevices"));
  exports.Set("virtualMicrophone", virtual_microphone(env));
  exports.Set("startLive", Napi::Function::New(env, start_live, "startLive"));
  exports.Set("benchEngine", Napi::Function::New(env, bench_engine, "benchEngine"));
  exports.Set("startCapture", Napi::Function::New(env, start_capture, "startCapture"));
  exports.Set("createInsert", Napi::Function::New(env, create_insert, "createInsert"));
  exports.Set("insertState", Napi::Function::New(env, insert_state, "insertState"));
  exports.Set("destroyInsert", Napi::Function::New(env, destroy_insert, "destroyInsert"));
  exports.Set("installStudioModel", Napi::Function::New(env, install_studio_model, "installStudioModel"));
  exports.Set("createDenoiser", Napi::Function::New(env, create_denoiser, "createDenoiser"));
  exports.Set("createLiveChain", Napi::Function::New(env, create_live_chain, "createLiveChain"));
  exports.Set("startClean", Napi::Function::New(env, start_clean, "startClean"));
  exports.Set("readSoundFormat", Napi::Function::New(env, read_sound_format, "readSoundFormat"));
  exports.Set("stripTable", strip_table(env));
  exports.Set("startTakeJob", Napi::Function::New(env, start_take_job, "startTakeJob"));
  return exports;
}

}  // namespace

NODE_API_MODULE(NODE_GYP_MODULE_NAME, initialize)

}  // namespace sounddesk::napi
