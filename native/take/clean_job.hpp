// One file through the chain: decode, denoise every channel, encode; aligned with the input, memory flat.
//
// Threads: `run` blocks its caller and starts its own helpers (clean_pipeline.hpp). `cancel` may come from any thread. Real-time safety: none.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "denoise/denoise_engine.hpp"
#include "denoise/mix.hpp"
#include "denoise/studio_weights.hpp"
#include "take/audio_sink.hpp"
#include "take/audio_source.hpp"
#include "take/clean_mastering.hpp"
#include "take/insert_sink.hpp"

namespace sounddesk {

/** How noise is taken out of a file. */
struct DenoiseChoice {
  /** A model, where the settings are on. */
  DenoiseEngine engine = DenoiseEngine::rnnoise;
  DenoiseSettings settings;
  /** RNNoise one frame after the other, by the translated module: the proof of the faster way, which gives the same. */
  bool is_sequential = false;
  /** Of the engine studio, which is nothing without them. */
  studio::WeightsPointer studio_weights;
};

struct CleanOptions {
  /** A path, or a decoder to run. */
  std::variant<std::string, DecoderCommand> input;
  std::string output_path;
  Container container = Container::wav;
  Encoding encoding = Encoding::same;
  DenoiseChoice denoise;
  MasteringSettings mastering;
  /** After gate, equalizer and compressor, before the loudness. */
  std::optional<FileInsert> insert;
};

struct CleanResult {
  double seconds = 0.0;
  std::int64_t frames = 0;
  int channels = 0;
  int rate_hz = 0;
  double elapsed_sec = 0.0;
  std::int64_t latency_frames = 0;
  std::optional<double> integrated_lufs_in;
  std::optional<double> integrated_lufs_out;
  /** dBTP, before the encoder. */
  std::optional<double> true_peak_db_out;
  std::optional<double> speech_ratio;
  std::optional<double> mean_reduction_db;
  std::int64_t clipped_samples = 0;
};

struct CleanProgress {
  /** Of all passes together, where there are several: `frames_total` is one whole length. */
  std::int64_t frames_done;
  std::optional<std::int64_t> frames_total;
  /** Of the file: it makes seconds of the frames. */
  int rate_hz;
};

class CleanJob {
 public:
  /** `on_progress` is called about ten times a second, from a thread of the job. */
  CleanJob(CleanOptions options, std::function<void(const CleanProgress &)> on_progress);

  /** Throws `Failure`; CANCELLED after `cancel`. The output may then be left unfinished. */
  CleanResult run();

  void cancel() noexcept { is_cancelled_.store(true); }

 private:
  CleanOptions options_;
  std::function<void(const CleanProgress &)> on_progress_;
  std::atomic<bool> is_cancelled_{false};
};

}  // namespace sounddesk
