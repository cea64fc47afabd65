#include <algorithm>
#include <cmath>
#include <memory>

#include "dsp/loudness.hpp"
#include "rt/failure.hpp"
#include "take/audio_source.hpp"
#include "take/loudness_chain.hpp"
#include "take/track_job.hpp"

namespace sounddesk {
namespace {

constexpr std::size_t block_frames = 16384;
/** Behind the end of all tracks. */
constexpr std::int64_t most_silence_sec = 86400;

/** One input, laid where it belongs. */
class PlacedTrack {
 public:
  PlacedTrack(const ExportInput &input, int rate_hz)
      : source_(open_take_source(input.path)),
        channels_(static_cast<std::size_t>(source_->format().channels)),
        gain_(static_cast<float>(std::pow(10.0, input.gain_db / 20.0))),
        begins_at_(std::max<std::int64_t>(0, input.offset_frames)),
        block_(block_frames * channels_) {
    if (source_->format().rate_hz != rate_hz) {
      throw Failure(FailureCode::format_unsupported, "The track " + input.path + " has another rate than its take.");
    }
    for (std::int64_t left = std::max<std::int64_t>(0, -input.offset_frames); left > 0 && !is_over_;) {
      left -= static_cast<std::int64_t>(read(static_cast<std::size_t>(std::min<std::int64_t>(left, block_frames))));
    }
  }

  bool is_over() const { return is_over_; }

  /** Adds its frames from `at` on to `frames` frames of `channels` channels. */
  void add_to(float *mix, std::size_t channels, std::int64_t at, std::size_t frames) {
    if (is_over_ || begins_at_ >= at + static_cast<std::int64_t>(frames)) return;
    const auto before = static_cast<std::size_t>(std::max<std::int64_t>(0, begins_at_ - at));
    const std::size_t got = read(frames - before);
    for (std::size_t i = 0; i < got; ++i) {
      const float *from = block_.data() + i * channels_;
      float *to = mix + (before + i) * channels;
      if (channels == 1) {
        float sum = 0.0F;
        for (std::size_t channel = 0; channel < channels_; ++channel) sum += from[channel];
        to[0] += gain_ * sum / static_cast<float>(channels_);
      } else {
        to[0] += gain_ * from[0];
        to[1] += gain_ * from[channels_ > 1 ? 1 : 0];
      }
    }
  }

 private:
  std::size_t read(std::size_t frames) {
    const std::size_t got = source_->read(block_.data(), frames);
    is_over_ = got < frames;
    for (std::size_t i = 0; i < got * channels_; ++i) {
      if (!std::isfinite(block_[i])) block_[i] = 0.0F;
    }
    return got;
  }

  std::unique_ptr<AudioSource> source_;
  std::size_t channels_;
  float gain_;
  std::int64_t begins_at_;
  std::vector<float> block_;
  bool is_over_ = false;
};

/** Hands the sum of all inputs to `take`, block by block, from its first to its last frame. */
template <typename Take>
void mix_down(const ExportOptions &options, JobControl &control, double done_before, double done_part, Take take) {
  std::vector<std::unique_ptr<PlacedTrack>> tracks;
  for (const ExportInput &input : options.inputs) {
    tracks.push_back(std::make_unique<PlacedTrack>(input, options.rate_hz));
  }
  const auto channels = static_cast<std::size_t>(options.channels);
  std::vector<float> mix(block_frames * channels);
  for (std::int64_t at = 0; at < options.frames;) {
    control.report(done_before + done_part * static_cast<double>(at) / static_cast<double>(options.frames));
    const auto frames = static_cast<std::size_t>(std::min<std::int64_t>(options.frames - at, block_frames));
    std::fill(mix.begin(), mix.end(), 0.0F);
    for (const auto &track : tracks) track->add_to(mix.data(), channels, at, frames);
    take(mix.data(), frames);
    at += static_cast<std::int64_t>(frames);
    // Video may be longer than the sound; a document that says "a million hours" is not written out.
    const bool is_over = std::all_of(tracks.begin(), tracks.end(), [](const auto &track) { return track->is_over(); });
    if (is_over && options.frames - at > most_silence_sec * options.rate_hz) {
      throw Failure(FailureCode::file_unreadable, "The tracks end " +
                                                      std::to_string((options.frames - at) / options.rate_hz) +
                                                      " s before the recording does. Verify it, and repair it.");
    }
  }
}

}  // namespace

ExportResult export_tracks(const ExportOptions &options, JobControl &control) {
  if (options.inputs.empty() || options.frames <= 0 || options.channels < 1 || options.channels > 2) {
    throw Failure(FailureCode::bad_option, "An export needs at least one track with sound, and one or two channels.");
  }
  SourceFormat format{};
  format.rate_hz = options.rate_hz;
  format.channels = options.channels;
  const std::unique_ptr<AudioSink> sink = open_sink(options.output_path, options.container, options.encoding, format);
  ExportResult result;
  LoudnessMeter after(options.channels, options.rate_hz);
  if (options.target_lufs.has_value()) {
    LoudnessMeter before(options.channels, options.rate_hz);
    mix_down(options, control, 0.0, 0.5, [&](const float *mix, std::size_t frames) { before.add(mix, frames); });
    const std::optional<double> loudness = before.integrated_lufs();
    // Silence has no loudness to be changed.
    if (loudness.has_value()) result.gain_db = *options.target_lufs - *loudness;
    LoudnessChain chain(options.rate_hz, static_cast<std::size_t>(options.channels), result.gain_db,
                        [&](const float *ready, std::size_t frames) {
                          after.add(ready, frames);
                          sink->write(ready, frames);
                        });
    mix_down(options, control, 0.5, 0.5, [&](float *mix, std::size_t frames) { chain.process(mix, frames); });
    chain.finish();
  } else {
    mix_down(options, control, 0.0, 1.0, [&](const float *mix, std::size_t frames) {
      after.add(mix, frames);
      sink->write(mix, frames);
    });
  }
  sink->finish();
  result.frames = options.frames;
  result.integrated_lufs = after.integrated_lufs();
  result.clipped_samples = sink->clipped_samples();
  return result;
}

}  // namespace sounddesk
