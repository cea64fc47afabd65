// What is done with the files of a take after it: looked through, exported, laid over each other.
//
// Threads: each function blocks its caller; `JobControl::cancel` comes from any thread. Real-time safety: none.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "take/audio_sink.hpp"
#include "take/ltc_decoder.hpp"

namespace sounddesk {

class JobControl {
 public:
  explicit JobControl(std::function<void(double done)> on_progress) : on_progress_(std::move(on_progress)) {}
  void cancel() noexcept { is_cancelled_.store(true); }
  /** Part that is done, 0 to 1. Throws CANCELLED after `cancel`. */
  void report(double done);

 private:
  std::function<void(double)> on_progress_;
  std::atomic<bool> is_cancelled_{false};
};

struct TrackInspection {
  std::int64_t frames = 0;
  int channels = 0;
  int rate_hz = 0;
  /** Samples at or beyond full scale. */
  std::int64_t clipped_samples = 0;
  /** Nothing where the track is silent or too short. */
  std::optional<double> integrated_lufs;
  std::optional<double> true_peak_db;
};

/** Decodes every frame. Throws FILE_UNREADABLE where one is damaged or missing, or where there are more than `most_frames`. */
TrackInspection inspect_track(const std::string &path, std::int64_t most_frames, JobControl &control);

struct ExportInput {
  std::string path;
  /** Where its first frame lies in the result; negative: so much of its start is left out. */
  std::int64_t offset_frames = 0;
  double gain_db = 0.0;
};

struct ExportOptions {
  std::vector<ExportInput> inputs;
  std::string output_path;
  Container container = Container::wav;
  Encoding encoding = Encoding::pcm24;
  /** Length of the result. */
  std::int64_t frames = 0;
  /** 1 or 2: a mono track lies in the middle of two, at its own level; a stereo one is averaged into one. */
  int channels = 2;
  int rate_hz = 48000;
  /** Loudness of the result, with true peaks at most at -1 dBTP; nothing: as it is. */
  std::optional<double> target_lufs;
};

struct ExportResult {
  std::int64_t frames = 0;
  std::int64_t clipped_samples = 0;
  std::optional<double> integrated_lufs;
  /** Beside `target_lufs` alone. */
  double gain_db = 0.0;
};

/** Writes `output_path` directly: the caller gives a temporary name. Throws as its files do. */
ExportResult export_tracks(const ExportOptions &options, JobControl &control);

struct Alignment {
  /** Where the first frame of the track lies in the reference, in frames of the reference's rate. */
  std::int64_t offset_frames = 0;
  /** Correlation at that place, 0 to 1. */
  double correlation = 0.0;
  /** How far it stands out of every other place: below 1.5 it may be chance. */
  double prominence = 0.0;
};

/** Finds the same sound in two tracks of one rate, at most `most_offset_sec` apart. */
Alignment align_tracks(const std::string &reference_path, const std::string &path, double most_offset_sec,
                       JobControl &control);

/** LTC in one channel, counted from 0. */
std::optional<LtcReading> read_track_timecode(const std::string &path, int channel, JobControl &control);

}  // namespace sounddesk
