// What comes after the model in a file job: breath control and the effects, all channels together, at the file's rate; then, towards a loudness, gain and true-peak limiter in further passes over a scratch file.
//
// A limiter takes loudness away: where it has to work, the gain is looked for until the result has the loudness
// that was asked for. The true peak is that of the sound before an encoder rounds or bends it.
//
// Threads: an object belongs to one thread at a time. Real-time safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dsp/breath_repair.hpp"
#include "dsp/effects.hpp"
#include "dsp/loudness.hpp"
#include "dsp/true_peak.hpp"
#include "take/audio_sink.hpp"
#include "take/scratch_file.hpp"

namespace sounddesk {

struct MasteringSettings {
  EffectSettings effects;
  /** LUFS, with true peaks at most at -1 dBTP. */
  std::optional<double> target_lufs;
};

/** In front of the sink of the result. With nothing set, samples pass as they are. */
class MasteringSink final : public AudioSink {
 public:
  /** `on_later_pass` hears the part that is done of all passes after the first; may throw, which ends them. */
  MasteringSink(AudioSink &result, const MasteringSettings &settings, const SourceFormat &format,
                const std::string &output_path, std::function<void(double)> on_later_pass);

  void write(const float *interleaved, std::size_t frames) override;
  void write(const double *interleaved, std::size_t frames) override;
  /** Runs the further passes and finishes the result. */
  void finish() override;
  std::int64_t clipped_samples() const override { return result_.clipped_samples(); }

  /** After `finish`. Nothing where the sound is silent, the loudness also where it is short. */
  std::optional<double> integrated_lufs() const { return integrated_lufs_; }
  std::optional<double> true_peak_db() const { return true_peak_db_; }
  /** Delay of the limiter that was compensated. */
  std::int64_t latency_frames() const { return latency_frames_; }

 private:
  /** Loudness and true peak of interleaved sound. */
  class Gauge {
   public:
    Gauge(std::size_t channels, int rate_hz);
    void add(const float *interleaved, std::size_t frames);
    std::optional<double> integrated_lufs() const { return loudness_.integrated_lufs(); }
    std::optional<double> finish_true_peak_db();

   private:
    std::size_t channels_;
    LoudnessMeter loudness_;
    TruePeakMeter true_peak_;
    std::vector<std::vector<float>> planar_;
    std::vector<const float *> planes_;
  };

  bool is_at_work() const noexcept { return breaths_.has_value() || effects_.is_at_work(); }
  /** Of `block_`; what comes out of it is there later where breaths are looked for. */
  void apply_effects(std::size_t frames, bool is_last);
  void take(const float *interleaved, std::size_t frames);
  double find_gain_db(double first_gain_db);
  /** Everything in the scratch file through gain and limiter; progress runs from `done` to `done_after`. */
  void play_scratch(double gain_db, double done, double done_after,
                    const std::function<void(const float *, std::size_t)> &use);

  AudioSink &result_;
  MasteringSettings settings_;
  std::size_t channels_;
  int rate_hz_;
  std::function<void(double)> on_later_pass_;
  /** What waits for the end of a breath does better than the strip's own. */
  std::optional<BreathRepair> breaths_;
  EffectChain effects_;
  std::optional<ScratchFile> scratch_;
  Gauge first_pass_;
  double later_passes_done_ = 0.0;
  std::int64_t frames_ = 0;
  std::vector<float> block_;
  std::vector<std::vector<float>> planar_;
  std::vector<float *> planes_;
  std::optional<double> integrated_lufs_;
  std::optional<double> true_peak_db_;
  std::int64_t latency_frames_ = 0;
};

}  // namespace sounddesk
