// The functions that the addon exports; `src-main/services/engine/process/addon.ts` is their description.
//
// Threads: Node's thread alone. Real-time safety: none.
#pragma once

#include <napi.h>

namespace sounddesk::napi {

Napi::Value list_devices(const Napi::CallbackInfo &info);
Napi::Value watch_devices(const Napi::CallbackInfo &info);
/** An object of functions. */
Napi::Value virtual_microphone(const Napi::Env &env);
Napi::Value start_live(const Napi::CallbackInfo &info);
Napi::Value bench_engine(const Napi::CallbackInfo &info);
Napi::Value start_capture(const Napi::CallbackInfo &info);
Napi::Value start_clean(const Napi::CallbackInfo &info);
Napi::Value read_sound_format(const Napi::CallbackInfo &info);
Napi::Value start_take_job(const Napi::CallbackInfo &info);
Napi::Value create_insert(const Napi::CallbackInfo &info);
Napi::Value insert_state(const Napi::CallbackInfo &info);
Napi::Value destroy_insert(const Napi::CallbackInfo &info);
Napi::Value create_denoiser(const Napi::CallbackInfo &info);
Napi::Value install_studio_model(const Napi::CallbackInfo &info);
Napi::Value create_live_chain(const Napi::CallbackInfo &info);

}  // namespace sounddesk::napi
