#include <doctest/doctest.h>

#include <cmath>

#include "ltc_signal.hpp"
#include "rt/failure.hpp"
#include "support.hpp"
#include "take/track_job.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

constexpr int wav24 = SF_FORMAT_WAV | SF_FORMAT_PCM_24;

JobControl quiet() { return JobControl(nullptr); }

}  // namespace

TEST_CASE("track job: an inspection counts frames and clipped samples, and measures loudness and true peak") {
  const Folder folder;
  std::vector<double> samples(5 * 48000);
  const double step = 2.0 * std::numbers::pi * 997.0 / 48000.0;
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = 0.5 * std::sin(step * static_cast<double>(i));
  samples[1000] = 1.0;
  samples[2000] = -1.0;
  write_file(folder.file("a.wav"), SF_FORMAT_WAV | SF_FORMAT_FLOAT, 48000, 1, samples);
  JobControl control = quiet();
  const TrackInspection inspection = inspect_track(folder.file("a.wav"), 1000000000, control);
  CHECK(inspection.frames == 240000);
  CHECK(inspection.clipped_samples == 2);
  // A sine of 997 Hz at 0 dBFS in one channel is -3.01 LUFS (BS.1770).
  CHECK(*inspection.integrated_lufs == doctest::Approx(-3.01 - 6.02).epsilon(0.01));
  CHECK(*inspection.true_peak_db >= 0.0);
  CHECK_THROWS_AS(inspect_track(folder.file("none.wav"), 1000000000, control), Failure);
}

TEST_CASE("track job: an export lays tracks where their offsets say") {
  const Folder folder;
  write_file(folder.file("a.wav"), wav24, 48000, 1, std::vector<double>(1000, 0.25));
  write_file(folder.file("b.wav"), wav24, 48000, 2, std::vector<double>(2000, 0.125));
  JobControl control = quiet();
  ExportOptions options;
  options.inputs = {{folder.file("a.wav"), 300, 0.0}, {folder.file("b.wav"), -100, 0.0}};
  options.output_path = folder.file("mix.wav");
  options.frames = 40000;
  const ExportResult result = export_tracks(options, control);
  CHECK(result.frames == 40000);
  const Read read = read_file(options.output_path);
  REQUIRE(read.info.frames == 40000);
  CHECK(read.info.channels == 2);
  CHECK(read.samples[2 * 0] == doctest::Approx(0.125));
  CHECK(read.samples[2 * 299 + 1] == doctest::Approx(0.125));
  CHECK(read.samples[2 * 300] == doctest::Approx(0.375));
  CHECK(read.samples[2 * 899] == doctest::Approx(0.375));
  CHECK(read.samples[2 * 900 + 1] == doctest::Approx(0.25));
  CHECK(read.samples[2 * 1299] == doctest::Approx(0.25));
  CHECK(read.samples[2 * 1300] == 0.0);
}

TEST_CASE("track job: a loudness target is met under its true peak, aligned to the sample") {
  const Folder folder;
  const std::vector<double> voice = voice_like(48000, 1, 480000);
  write_file(folder.file("a.wav"), wav24, 48000, 1, voice);
  JobControl control = quiet();
  ExportOptions options;
  options.inputs = {{folder.file("a.wav"), 0, 0.0}};
  options.channels = 1;
  options.frames = 480000;
  options.output_path = folder.file("out.wav");
  options.target_lufs = -16.0;
  const ExportResult result = export_tracks(options, control);
  const TrackInspection inspection = inspect_track(options.output_path, 1000000000, control);
  CHECK(inspection.frames == 480000);
  CHECK(*inspection.integrated_lufs == doctest::Approx(-16.0).epsilon(0.04));
  CHECK(*inspection.true_peak_db <= -0.9);
  CHECK(std::fabs(*result.integrated_lufs - *inspection.integrated_lufs) < 0.05);
  CHECK(lag_frames(voice, read_file(options.output_path).samples, 1, 0, 200) == 0);
}

TEST_CASE("track job: shifted copies are aligned to the sample, through noise and with either polarity") {
  const Folder folder;
  const std::size_t frames = 12 * 48000;
  std::vector<double> voice = voice_like(48000, 1, frames);
  // Not periodic: syllables differ.
  Noise pitch;
  double level = 1.0;
  for (std::size_t i = 0; i < frames; ++i) {
    if (i % 4801 == 0) level = 0.1 + std::fabs(static_cast<double>(pitch.next()));
    voice[i] *= level;
  }
  write_file(folder.file("a.wav"), wav24, 48000, 1, voice);
  JobControl control = quiet();
  Noise noise;
  for (const int shift : {0, 1, 7, 4799, 96001}) {
    for (const double polarity : {1.0, -1.0}) {
      std::vector<double> other;
      for (std::size_t i = static_cast<std::size_t>(shift); i < frames; ++i) {
        other.push_back(polarity * 0.4 * voice[i] + 0.02 * static_cast<double>(noise.next()));
      }
      write_file(folder.file("b.wav"), wav24, 48000, 1, other);
      const Alignment later = align_tracks(folder.file("a.wav"), folder.file("b.wav"), 30.0, control);
      CHECK(std::llabs(later.offset_frames - shift) <= 1);
      CHECK(later.prominence > 1.5);
      const Alignment earlier = align_tracks(folder.file("b.wav"), folder.file("a.wav"), 30.0, control);
      CHECK(std::llabs(earlier.offset_frames + shift) <= 1);
    }
  }
}

TEST_CASE("track job: sounds that have nothing in common do not stand out") {
  const Folder folder;
  Noise noise;
  std::vector<double> first(480000);
  std::vector<double> second(480000);
  for (double &sample : first) sample = 0.3 * static_cast<double>(noise.next());
  for (double &sample : second) sample = 0.3 * static_cast<double>(noise.next());
  write_file(folder.file("a.wav"), wav24, 48000, 1, first);
  write_file(folder.file("b.wav"), wav24, 48000, 1, second);
  JobControl control = quiet();
  CHECK(align_tracks(folder.file("a.wav"), folder.file("b.wav"), 5.0, control).prominence < 1.5);
}

TEST_CASE("track job: timecode is read out of a channel of a file") {
  const Folder folder;
  const std::vector<float> sound = ltc_sound({}, 48000, 3.0);
  std::vector<double> samples;
  for (const float sample : sound) {
    samples.push_back(0.0);
    samples.push_back(static_cast<double>(sample));
  }
  write_file(folder.file("ltc.wav"), wav24, 48000, 2, samples);
  JobControl control = quiet();
  CHECK_FALSE(read_track_timecode(folder.file("ltc.wav"), 0, control).has_value());
  const auto reading = read_track_timecode(folder.file("ltc.wav"), 1, control);
  REQUIRE(reading.has_value());
  CHECK(reading->first.hours == 10);
  control.cancel();
  CHECK_THROWS_AS(read_track_timecode(folder.file("ltc.wav"), 1, control), Failure);
}
