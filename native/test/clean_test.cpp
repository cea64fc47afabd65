#include <doctest/doctest.h>
#include <sys/stat.h>

#include <atomic>
#include <cmath>
#include <fstream>
#include <limits>
#include <tuple>
#include <thread>

#include "rt/failure.hpp"
#include "support.hpp"
#include "take/clean_job.hpp"

using namespace sounddesk;

namespace {

CleanResult clean(const CleanOptions &options) { return CleanJob(options, {}).run(); }

FailureCode failure_of(const CleanOptions &options) {
  try {
    clean(options);
  } catch (const Failure &failure) {
    MESSAGE(std::string(failure.what()));
    return failure.code();
  }
  FAIL("no failure");
  return FailureCode::bad_option;
}

CleanOptions options_for(const std::string &input, const std::string &output) {
  CleanOptions options;
  options.input = input;
  options.output_path = output;
  options.denoise.settings = {true, 90.0F, 95.0F};
  return options;
}

}  // namespace

TEST_CASE("any rate and channel count comes out aligned within a sample and as long as it was") {
  const test::Folder folder;
  for (const int rate_hz : {8000, 16000, 44100, 48000, 96000}) {
    for (const int channels : {1, 2, 6}) {
      CAPTURE(rate_hz);
      CAPTURE(channels);
      // An odd length, so that no block or frame divides it.
      const std::size_t frames = static_cast<std::size_t>(rate_hz) + 123;
      const std::vector<double> input = test::voice_like(rate_hz, channels, frames);
      test::write_file(folder.file("in.wav"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, rate_hz, channels, input);
      const CleanResult result = clean(options_for(folder.file("in.wav"), folder.file("out.wav")));
      const test::Read output = test::read_file(folder.file("out.wav"));
      CHECK(result.frames == static_cast<std::int64_t>(frames));
      CHECK(output.info.frames == static_cast<sf_count_t>(frames));
      CHECK(output.info.channels == channels);
      CHECK(output.info.samplerate == rate_hz);
      CHECK(output.info.format == (SF_FORMAT_WAV | SF_FORMAT_PCM_16));
      CHECK(result.latency_frames == rate_hz * 47 / 100);
      for (int channel = 0; channel < channels; ++channel) {
        // One sample of the model's own 48 kHz.
        CHECK(std::abs(test::lag_frames(input, output.samples, channels, channel, 20)) <= std::max(1, rate_hz / 48000));
      }
    }
  }
}

TEST_CASE("with the engine off integers and floats come back bit for bit") {
  const test::Folder folder;
  for (const int subtype : {SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32, SF_FORMAT_FLOAT,
                            SF_FORMAT_DOUBLE}) {
    CAPTURE(subtype);
    std::vector<double> input = test::voice_like(44100, 2, 20001);
    input[10] = 0.999999;
    input[11] = -1.0;
    test::write_file(folder.file("in.wav"), SF_FORMAT_WAV | subtype, 44100, 2, input);
    CleanOptions options = options_for(folder.file("in.wav"), folder.file("out.wav"));
    options.denoise.settings.is_on = false;
    const CleanResult result = clean(options);
    CHECK(result.clipped_samples == 0);
    CHECK_FALSE(result.speech_ratio.has_value());
    CHECK(test::read_file(folder.file("out.wav")).samples == test::read_file(folder.file("in.wav")).samples);
    CHECK(test::read_file(folder.file("out.wav")).info.format == (SF_FORMAT_WAV | subtype));
  }
}

TEST_CASE("a file is cleaned many frames at once to the samples that it has frame by frame, also without its end") {
  const test::Folder folder;
  // Lengths that no run of frames divides, one shorter than what is heard beforehand; and rates with a resampler around.
  for (const auto &[rate_hz, channels, frames] : {std::tuple{48000, 1, 5 * 48000 + 77}, {48000, 3, 40000}, {44100, 2, 2 * 44100 + 1}, {48000, 1, 5}}) {
    CAPTURE(frames);
    const std::vector<double> input = test::voice_like(rate_hz, channels, static_cast<std::size_t>(frames));
    test::write_file(folder.file("in.wav"), SF_FORMAT_WAV | SF_FORMAT_FLOAT, rate_hz, channels, input);
    for (const DenoiseSettings &settings : {DenoiseSettings{true, 90.0F, 95.0F}, DenoiseSettings{true, 100.0F, 100.0F}}) {
      CleanOptions options = options_for(folder.file("in.wav"), folder.file("out.wav"));
      options.denoise.settings = settings;
      const CleanResult result = clean(options);
      options.denoise.is_sequential = true;
      options.output_path = folder.file("sequential.wav");
      const CleanResult sequential = clean(options);
      CHECK(test::read_file(folder.file("out.wav")).samples == test::read_file(folder.file("sequential.wav")).samples);
      CHECK(result.frames == frames);
      CHECK(result.speech_ratio == sequential.speech_ratio);
      CHECK(result.mean_reduction_db == sequential.mean_reduction_db);
      CHECK(result.true_peak_db_out == sequential.true_peak_db_out);
    }
  }
}

TEST_CASE("a result says what happened to speech and noise") {
  const test::Folder folder;
  const std::vector<double> input = test::voice_like(48000, 1, 5 * 48000);
  test::write_file(folder.file("in.wav"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, 48000, 1, input);
  const CleanResult result = clean(options_for(folder.file("in.wav"), folder.file("out.wav")));
  CHECK(result.seconds == doctest::Approx(5.0));
  CHECK(result.integrated_lufs_in.has_value());
  CHECK(result.integrated_lufs_out.has_value());
  REQUIRE(result.speech_ratio.has_value());
  CHECK(*result.speech_ratio >= 0.0);
  CHECK(*result.speech_ratio <= 1.0);
}

TEST_CASE("samples that are no number become silence and leave the rest alone") {
  const test::Folder folder;
  std::vector<double> input = test::voice_like(48000, 1, 48000);
  for (std::size_t i = 1000; i < 1010; ++i) input[i] = std::numeric_limits<double>::quiet_NaN();
  input[2000] = std::numeric_limits<double>::infinity();
  test::write_file(folder.file("in.wav"), SF_FORMAT_WAV | SF_FORMAT_FLOAT, 48000, 1, input);
  const CleanResult result = clean(options_for(folder.file("in.wav"), folder.file("out.wav")));
  CHECK(result.integrated_lufs_in.has_value());
  double loudest = 0.0;
  for (const double sample : test::read_file(folder.file("out.wav")).samples) {
    REQUIRE(std::isfinite(sample));
    loudest = std::max(loudest, std::fabs(sample));
  }
  CHECK(loudest > 0.01);
  CHECK(loudest < 1.5);
}

TEST_CASE("floats beyond full scale are limited in integers and counted") {
  const test::Folder folder;
  std::vector<double> input = test::voice_like(48000, 1, 4800);
  input[100] = 1.5;
  input[101] = -2.0;
  test::write_file(folder.file("in.wav"), SF_FORMAT_WAV | SF_FORMAT_FLOAT, 48000, 1, input);
  CleanOptions options = options_for(folder.file("in.wav"), folder.file("out.wav"));
  options.denoise.settings.is_on = false;
  options.encoding = Encoding::pcm16;
  CHECK(clean(options).clipped_samples == 2);
  CHECK(test::read_file(folder.file("out.wav")).samples[101] == -1.0);
}

TEST_CASE("every container can be written") {
  const test::Folder folder;
  test::write_file(folder.file("in.wav"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, 48000, 2, test::voice_like(48000, 2, 48000));
  for (const Container container : {Container::wav, Container::flac, Container::ogg, Container::opus, Container::mp3,
                                    Container::aiff, Container::caf, Container::w64}) {
    CAPTURE(static_cast<int>(container));
    CleanOptions options = options_for(folder.file("in.wav"), folder.file("out"));
    options.container = container;
    CHECK(clean(options).frames == 48000);
    CHECK(test::read_file(folder.file("out")).info.channels == 2);
  }
}

TEST_CASE("bad input is named for what it is") {
  const test::Folder folder;
  const std::string out = folder.file("out.wav");
  const auto failure_of_file = [&](const std::string &name) { return failure_of(options_for(folder.file(name), out)); };
  std::ofstream(folder.file("empty.wav"));
  std::ofstream(folder.file("text.wav")) << "This is no sound at all.\n";
  std::ofstream(folder.file("header.wav"), std::ios::binary).write("RIFF\x24\x00\x00\x00WAVEfmt ", 16);
  test::write_file(folder.file("zero.wav"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, 48000, 1, {});
  test::write_file(folder.file("whole.wav"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, 48000, 1, test::voice_like(48000, 1, 48000));
  test::write_file(folder.file("whole.flac"), SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 48000, 1, test::voice_like(48000, 1, 96000));
  for (const std::string name : {"whole.wav", "whole.flac"}) {
    std::filesystem::copy_file(folder.file(name), folder.file("cut_" + name));
    std::filesystem::resize_file(folder.file("cut_" + name), std::filesystem::file_size(folder.file(name)) / 2);
  }
  CHECK(failure_of_file("missing.wav") == FailureCode::file_not_found);
  CHECK(failure_of_file("empty.wav") == FailureCode::file_empty);
  CHECK(failure_of_file("zero.wav") == FailureCode::file_empty);
  CHECK(failure_of_file("text.wav") == FailureCode::format_unsupported);
  CHECK(failure_of_file("header.wav") == FailureCode::format_unsupported);
  CHECK(failure_of_file("cut_whole.wav") == FailureCode::file_unreadable);
  CHECK(failure_of_file("cut_whole.flac") == FailureCode::file_unreadable);
  CHECK(failure_of_file(".") == FailureCode::file_unreadable);
}

TEST_CASE("bad output is named for what it is") {
  const test::Folder folder;
  test::write_file(folder.file("in.wav"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, 44100, 1, test::voice_like(44100, 1, 44100));
  const std::string in = folder.file("in.wav");
  CHECK(failure_of(options_for(in, folder.file("no/such/folder/out.wav"))) == FailureCode::file_unwritable);
#if defined(__linux__)
  CHECK(failure_of(options_for(in, "/dev/full")) == FailureCode::disk_full);
#endif
  CleanOptions opus = options_for(in, folder.file("out.opus"));
  opus.container = Container::opus;
  CHECK(failure_of(opus) == FailureCode::bad_option);
}

TEST_CASE("a cancelled job ends as cancelled") {
  const test::Folder folder;
  test::write_file(folder.file("in.wav"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, 48000, 2, test::voice_like(48000, 2, 20 * 48000));
  // As soon as it says how far it is: a job on a fast machine has soon ended.
  CleanJob *started = nullptr;
  CleanJob job(options_for(folder.file("in.wav"), folder.file("out.wav")), [&](const CleanProgress &) { started->cancel(); });
  started = &job;
  FailureCode code = FailureCode::bad_option;
  try {
    job.run();
  } catch (const Failure &failure) {
    code = failure.code();
  }
  CHECK(code == FailureCode::cancelled);
}

#if !defined(_WIN32)
TEST_CASE("a decoder's sound is taken, and its bad end is a failure with its last word") {
  const test::Folder folder;
  const auto with_command = [&](const std::vector<std::string> &argv) {
    CleanOptions options = options_for("", folder.file("out.wav"));
    options.input = DecoderCommand{argv, 48000, 1, std::nullopt};
    options.encoding = Encoding::pcm16;
    return options;
  };
  CHECK(clean(with_command({"head", "-c", "384000", "/dev/zero"})).frames == 96000);
  CHECK(failure_of(with_command({"sh", "-c", "head -c 4000 /dev/zero; echo first >&2; echo broken stream >&2; exit 3"})) ==
        FailureCode::file_unreadable);
  CHECK(failure_of(with_command({"sh", "-c", "kill -9 $$"})) == FailureCode::file_unreadable);
  CHECK(failure_of(with_command({"no-such-decoder"})) == FailureCode::file_unreadable);
  CHECK(failure_of(with_command({"true"})) == FailureCode::file_empty);

  CleanJob hanging(with_command({"sleep", "60"}), {});
  std::thread canceller([&hanging] { hanging.cancel(); });
  CHECK_THROWS_AS(hanging.run(), Failure);
  canceller.join();
}

TEST_CASE("a decoder sees no environment but PATH") {
  const test::Folder folder;
  test::set_environment("SOUNDDESK_SECRET", "1");
  CleanOptions options = options_for("", folder.file("out.wav"));
  options.input = DecoderCommand{{"sh", "-c", "test -z \"$SOUNDDESK_SECRET\" && head -c 9600 /dev/zero"}, 48000, 1, std::nullopt};
  CHECK(clean(options).frames == 2400);
}
#endif
