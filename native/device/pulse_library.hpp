// libpulse, loaded where it is installed: a program for machines with and without PulseAudio (or PipeWire's stand-in).
//
// Threads: any. Real-time safety: none.
#pragma once

#if defined(__linux__) && __has_include(<pulse/pulseaudio.h>)
#define SOUNDDESK_HAS_PULSE 1

#include <pulse/pulseaudio.h>

// Every function that is used, once.
#define SOUNDDESK_PULSE_FUNCTIONS(USE)                                                                              \
  USE(threaded_mainloop_new)                                                                                        \
  USE(threaded_mainloop_free)                                                                                       \
  USE(threaded_mainloop_start)                                                                                      \
  USE(threaded_mainloop_stop)                                                                                       \
  USE(threaded_mainloop_lock)                                                                                       \
  USE(threaded_mainloop_unlock)                                                                                     \
  USE(threaded_mainloop_get_api)                                                                                    \
  USE(mainloop_api_once)                                                                                            \
  USE(context_new)                                                                                                  \
  USE(context_unref)                                                                                                \
  USE(context_connect)                                                                                              \
  USE(context_disconnect)                                                                                           \
  USE(context_get_state)                                                                                            \
  USE(context_errno)                                                                                                \
  USE(context_rttime_new)                                                                                           \
  USE(context_rttime_restart)                                                                                       \
  USE(context_get_server_info)                                                                                      \
  USE(context_get_sink_info_list)                                                                                   \
  USE(context_get_sink_info_by_name)                                                                                \
  USE(context_get_source_info_list)                                                                                 \
  USE(context_get_source_info_by_name)                                                                              \
  USE(context_get_source_output_info)                                                                               \
  USE(context_get_source_output_info_list)                                                                          \
  USE(context_get_module_info_list)                                                                                 \
  USE(context_load_module)                                                                                          \
  USE(context_unload_module)                                                                                        \
  USE(context_subscribe)                                                                                            \
  USE(context_set_subscribe_callback)                                                                               \
  USE(operation_get_state)                                                                                          \
  USE(operation_cancel)                                                                                             \
  USE(operation_unref)                                                                                              \
  USE(proplist_gets)                                                                                                \
  USE(rtclock_now)                                                                                                  \
  USE(strerror)                                                                                                     \
  USE(stream_new)                                                                                                   \
  USE(stream_unref)                                                                                                 \
  USE(stream_connect_record)                                                                                        \
  USE(stream_connect_playback)                                                                                      \
  USE(stream_disconnect)                                                                                            \
  USE(stream_get_state)                                                                                             \
  USE(stream_get_index)                                                                                             \
  USE(stream_set_state_callback)                                                                                    \
  USE(stream_set_read_callback)                                                                                     \
  USE(stream_set_write_callback)                                                                                    \
  USE(stream_peek)                                                                                                  \
  USE(stream_drop)                                                                                                  \
  USE(stream_begin_write)                                                                                           \
  USE(stream_write)                                                                                                 \
  USE(stream_cork)                                                                                                  \
  USE(stream_update_timing_info)                                                                                    \
  USE(stream_get_timing_info)

namespace sounddesk {

struct PulseLibrary {
#define SOUNDDESK_DECLARE(name) decltype(&::pa_##name) name = nullptr;
  SOUNDDESK_PULSE_FUNCTIONS(SOUNDDESK_DECLARE)
#undef SOUNDDESK_DECLARE

  /** The loaded library, which stays; nothing where it is not installed. */
  static const PulseLibrary *get();
};

}  // namespace sounddesk
#endif
