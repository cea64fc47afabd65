#include <ebur128.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <new>

#include "rt/failure.hpp"
#include "take/audio_source.hpp"
#include "take/track_job.hpp"

namespace sounddesk {
namespace {

constexpr std::size_t block_frames = 16384;

struct FreeMeter {
  void operator()(ebur128_state *state) const { ebur128_destroy(&state); }
};
using Meter = std::unique_ptr<ebur128_state, FreeMeter>;

double part_of(std::int64_t done, const std::optional<std::int64_t> &total) {
  return total.value_or(0) > 0 ? static_cast<double>(done) / static_cast<double>(*total) : 0.0;
}

}  // namespace

void JobControl::report(double done) {
  if (is_cancelled_.load()) throw Failure(FailureCode::cancelled, "Cancelled");
  if (on_progress_) on_progress_(done);
}

TrackInspection inspect_track(const std::string &path, std::int64_t most_frames, JobControl &control) {
  const std::unique_ptr<AudioSource> source = open_take_source(path);
  const SourceFormat &format = source->format();
  TrackInspection inspection{0, format.channels, format.rate_hz, 0, std::nullopt, std::nullopt};
  const Meter meter(ebur128_init(static_cast<unsigned>(format.channels), static_cast<unsigned long>(format.rate_hz),
                                 EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK));
  if (!meter) throw std::bad_alloc();
  const auto channels = static_cast<std::size_t>(format.channels);
  std::vector<float> block(block_frames * channels);
  // The highest value of 24 bits is one step short of full scale.
  constexpr float full_scale = 8388607.0F / 8388608.0F;
  for (std::size_t got = block_frames; got == block_frames;) {
    control.report(part_of(inspection.frames, format.frames));
    got = source->read(block.data(), block_frames);
    for (std::size_t i = 0; i < got * channels; ++i) {
      if (!std::isfinite(block[i])) block[i] = 0.0F;
      if (std::fabs(block[i]) >= full_scale) ++inspection.clipped_samples;
    }
    if (got > 0 && ebur128_add_frames_float(meter.get(), block.data(), got) != EBUR128_SUCCESS) throw std::bad_alloc();
    inspection.frames += static_cast<std::int64_t>(got);
    // A few bytes of FLAC can stand for hours.
    if (inspection.frames > most_frames) {
      throw Failure(FailureCode::file_unreadable, "The track is far longer than its recording says: " + path + ".");
    }
  }
  double lufs = 0.0;
  if (ebur128_loudness_global(meter.get(), &lufs) == EBUR128_SUCCESS && std::isfinite(lufs)) {
    inspection.integrated_lufs = lufs;
  }
  double highest = 0.0;
  for (unsigned channel = 0; channel < static_cast<unsigned>(format.channels); ++channel) {
    double peak = 0.0;
    if (ebur128_true_peak(meter.get(), channel, &peak) == EBUR128_SUCCESS) highest = std::max(highest, peak);
  }
  if (highest > 0.0) inspection.true_peak_db = 20.0 * std::log10(highest);
  return inspection;
}

std::optional<LtcReading> read_track_timecode(const std::string &path, int channel, JobControl &control) {
  const std::unique_ptr<AudioSource> source = open_take_source(path);
  const SourceFormat &format = source->format();
  if (channel < 0 || channel >= format.channels) {
    throw Failure(FailureCode::bad_option, "The track has no channel " + std::to_string(channel + 1) + ".");
  }
  const auto channels = static_cast<std::size_t>(format.channels);
  std::vector<float> block(block_frames * channels);
  LtcDecoder decoder(format.rate_hz);
  std::int64_t frames = 0;
  // A minute of unbroken timecode gives its rate to a thousandth of a percent.
  const std::int64_t enough = std::int64_t{60} * format.rate_hz;
  for (std::size_t got = block_frames; got == block_frames;) {
    control.report(part_of(frames, format.frames));
    got = source->read(block.data(), block_frames);
    decoder.process(block.data() + channel, got, channels);
    frames += static_cast<std::int64_t>(got);
    if (frames > enough && decoder.reading().has_value()) break;
  }
  return decoder.reading();
}

}  // namespace sounddesk
