// How fast whole strips run on one thread: gain, denoise, gate, equalizer, compressor, meters and buses, as a session
// runs them, with nothing to wait for.
//
// Threads: the calling one alone, until it is done. Real-time safety: none.
#pragma once

#include <cstddef>

#include "engine/capture_engine.hpp"

namespace sounddesk {

struct CaptureBenchResult {
  std::size_t channels;
  double sound_sec;
  double busy_sec;
  /** Of `busy_sec`. */
  CaptureStageTimes stages;
  double real_time_factor;
  /** One channel of RNNoise's translated module over the same sound in the same run. */
  double reference_sec;
};

/** At 48 kHz; every stage of every strip is on. Throws `Failure` (BAD_OPTION) outside 1 to 32 channels, 1 to 3600 s. */
CaptureBenchResult bench_capture(std::size_t channels, double sound_sec,
                                 DenoiseEngine denoise_engine = DenoiseEngine::rnnoise);

}  // namespace sounddesk
