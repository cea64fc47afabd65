#include "take/clean_job.hpp"

#include <chrono>
#include <cmath>
#include <vector>

#include "dsp/loudness.hpp"
#include "rt/failure.hpp"
#include "take/clean_pipeline.hpp"
#include "take/repairing_source.hpp"
#include "take/sanitize.hpp"

namespace sounddesk {
namespace {

using Clock = std::chrono::steady_clock;

/** Calls through at most ten times a second. */
class ProgressThrottle {
  static constexpr std::chrono::milliseconds every{100};

 public:
  ProgressThrottle(const std::function<void(const CleanProgress &)> &callback, const SourceFormat &format)
      : callback_(callback), total_(format.frames), rate_hz_(format.rate_hz) {}

  void report(std::int64_t frames_done) {
    const auto now = Clock::now();
    if (now - last_ < every) return;
    last_ = now;
    if (callback_) callback_({frames_done, total_, rate_hz_});
  }

 private:
  const std::function<void(const CleanProgress &)> &callback_;
  std::optional<std::int64_t> total_;
  int rate_hz_;
  /** So that the first comes at once. */
  Clock::time_point last_ = Clock::now() - every;
};

std::unique_ptr<AudioSource> open_source(const CleanOptions &options, const std::atomic<bool> &is_cancelled) {
  if (const auto *path = std::get_if<std::string>(&options.input)) return open_file_source(*path);
  return open_command_source(std::get<DecoderCommand>(options.input), is_cancelled);
}

/** How much of the work the first pass is: the model takes far longer than all that follows. */
double first_pass_share(const CleanOptions &options) {
  if (!options.mastering.target_lufs) return 1.0;
  return options.denoise.settings.is_on ? 0.9 : 0.4;
}

/** Engine off: the samples pass as doubles, which hold every integer and float that a file can hold. */
CleanResult copy_through(AudioSource &source, AudioSink &sink, const std::atomic<bool> &is_cancelled,
                         const std::function<void(std::int64_t)> &on_frames_done) {
  const SourceFormat &format = source.format();
  LoudnessMeter loudness(format.channels, format.rate_hz);
  const std::size_t block_frames = static_cast<std::size_t>(format.rate_hz) / 4;
  std::vector<double> block(block_frames * static_cast<std::size_t>(format.channels));
  std::vector<double> audible;
  CleanResult result;
  for (std::size_t got = block_frames; got == block_frames;) {
    if (is_cancelled.load()) throw Failure(FailureCode::cancelled, "Cancelled");
    got = source.read(block.data(), block_frames);
    const std::size_t samples = got * static_cast<std::size_t>(format.channels);
    // What is no number passes untouched but must not spoil the loudness.
    audible.assign(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(samples));
    silence_non_numbers(audible.data(), samples);
    loudness.add(audible.data(), got);
    sink.write(block.data(), got);
    result.frames += static_cast<std::int64_t>(got);
    on_frames_done(result.frames);
  }
  result.integrated_lufs_in = loudness.integrated_lufs();
  return result;
}

}  // namespace

CleanJob::CleanJob(CleanOptions options, std::function<void(const CleanProgress &)> on_progress)
    : options_(std::move(options)), on_progress_(std::move(on_progress)) {}

CleanResult CleanJob::run() {
  const auto start = Clock::now();
  std::unique_ptr<AudioSource> source = open_source(options_, is_cancelled_);
  if (EffectChain::is_repairing(options_.mastering.effects)) {
    source = std::make_unique<RepairingSource>(std::move(source), options_.mastering.effects);
  }
  const SourceFormat &format = source->format();
  // Both ends of a frame of the model must be whole: below 1 kHz the resampler's ratios stop making sense.
  if (format.rate_hz < 1000 || format.rate_hz > 768000) {
    throw Failure(FailureCode::format_unsupported, std::to_string(format.rate_hz) + " Hz is outside 1 to 768 kHz");
  }
  const std::unique_ptr<AudioSink> sink =
      open_sink(options_.output_path, options_.container, options_.encoding, format);
  ProgressThrottle progress(on_progress_, format);
  const double first_share = first_pass_share(options_);
  std::int64_t frames_read = 0;
  const auto report = [&](double lengths_done) {
    progress.report(std::llround(lengths_done * static_cast<double>(frames_read)));
  };
  MasteringSettings last_settings = options_.mastering;
  MasteringSettings effects;
  if (options_.insert) {
    effects = options_.mastering;
    effects.target_lufs.reset();
    last_settings = {.effects = {}, .target_lufs = options_.mastering.target_lufs};
  }
  MasteringSink mastering(*sink, last_settings, format, options_.output_path, [&](double done) {
    if (is_cancelled_.load()) throw Failure(FailureCode::cancelled, "Cancelled");
    report(first_share + (1.0 - first_share) * done);
  });
  std::optional<InsertSink> insert;
  std::optional<MasteringSink> before_insert;
  if (options_.insert) {
    insert.emplace(mastering, *options_.insert, format);
    before_insert.emplace(*insert, effects, format, options_.output_path, [](double) {});
  }
  AudioSink &first_sink = before_insert ? static_cast<AudioSink &>(*before_insert) : mastering;
  const auto on_first_pass = [&](std::int64_t frames_done) {
    frames_read = frames_done;
    report(first_share);
  };

  CleanResult result;
  if (options_.denoise.settings.is_on) {
    CleanPipeline pipeline(*source, first_sink, options_.denoise, is_cancelled_);
    result = pipeline.run(on_first_pass);
  } else {
    result = copy_through(*source, first_sink, is_cancelled_, on_first_pass);
  }
  if (is_cancelled_.load()) throw Failure(FailureCode::cancelled, "Cancelled");
  if (result.frames == 0) throw Failure(FailureCode::file_empty, "The file holds no sound");
  first_sink.finish();

  result.channels = format.channels;
  result.rate_hz = format.rate_hz;
  result.seconds = static_cast<double>(result.frames) / format.rate_hz;
  result.latency_frames += mastering.latency_frames() + (insert ? insert->latency_frames() : 0);
  result.integrated_lufs_out = mastering.integrated_lufs();
  result.true_peak_db_out = mastering.true_peak_db();
  result.clipped_samples = mastering.clipped_samples();
  result.elapsed_sec = std::chrono::duration<double>(Clock::now() - start).count();
  if (on_progress_) on_progress_({result.frames, result.frames, format.rate_hz});
  return result;
}

}  // namespace sounddesk
