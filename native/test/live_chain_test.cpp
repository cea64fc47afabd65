#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "denoise/channel_cleaner.hpp"
#include "dsp_allocation_trap.hpp"
#include "engine/live_chain.hpp"
#include "support.hpp"

using namespace sounddesk;
using namespace sounddesk::test;

namespace {

using Sound = std::vector<float>;

/** All off, the model's mix too: what comes out is what went in, 480 samples later. */
LiveSettings neutral() {
  LiveSettings settings;
  settings.strip.denoise = {false, 70.0F, 70.0F};
  return settings;
}

Sound sine(double frequency_hz, double amplitude, std::size_t count) {
  Sound sound(count);
  for (std::size_t i = 0; i < count; ++i) {
    sound[i] = static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * frequency_hz * static_cast<double>(i) / 48000.0));
  }
  return sound;
}

/** `change` is asked before every frame, with the frame's number. */
template <typename Change>
Sound run(LiveChain &chain, const Sound &sound, Change change) {
  Sound out = sound;
  for (std::size_t at = 0; at + frame_samples <= out.size(); at += frame_samples) {
    change(at / frame_samples);
    chain.process(out.data() + at);
  }
  return out;
}

Sound run(const LiveSettings &settings, const Sound &sound) {
  LiveChain chain(settings);
  return run(chain, sound, [](std::size_t) {});
}

/** Of the last half second. */
double level_db(const Sound &sound) {
  constexpr std::size_t half_second = 24000;
  return power_to_db(mean_square(sound.data() + sound.size() - half_second, half_second));
}

/** The largest step between neighbours beyond what the sine itself makes: what is heard as a click. */
double largest_curvature(const Sound &sound, std::size_t from, std::size_t to) {
  double largest = 0.0;
  for (std::size_t i = from + 1; i + 1 < to; ++i) {
    largest = std::max(largest, std::fabs(static_cast<double>(sound[i - 1]) - 2.0 * sound[i] + sound[i + 1]));
  }
  return largest;
}

}  // namespace

TEST_CASE("live chain: with all off and neutral gains the model's mix gives its own samples, bit for bit") {
  const std::vector<double> voice = voice_like(48000, 1, 96000);
  const Sound sound(voice.begin(), voice.end());
  for (const DenoiseSettings denoise : {DenoiseSettings{true, 100.0F, 100.0F}, DenoiseSettings{true, 70.0F, 70.0F},
                                        DenoiseSettings{false, 70.0F, 70.0F}}) {
    LiveSettings settings = neutral();
    settings.strip.denoise = denoise;
    const Sound actual = run(settings, sound);
    ChannelCleaner cleaner(make_rnnoise(), denoise);
    Sound expected = sound;
    for (std::size_t at = 0; at < expected.size(); at += frame_samples) cleaner.process(expected.data() + at);
    // The strip fades in from silence at its start.
    std::size_t differing = 0;
    for (std::size_t i = 960; i < expected.size(); ++i) differing += actual[i] == expected[i] ? 0U : 1U;
    CHECK(differing == 0);
  }
}

TEST_CASE("live chain: gains, gate, equalizer and compressor are a strip's own") {
  const std::vector<double> voice = voice_like(48000, 1, 96000);
  const Sound sound(voice.begin(), voice.end());
  LiveSettings settings = neutral();
  settings.strip.input_gain_db = -2.5F;
  settings.strip.gate = {true, -50.0F, 40.0F, 1.0F, 50.0F, 100.0F};
  settings.strip.equalizer = {true, {3, -3, 2, 1, -4, 3, 0, 6, 1, -12}};
  settings.strip.compressor = {true, -30.0F, 4.0F, 3.0F, 100.0F, 3.0F, 4.0F};
  settings.strip.volume_db = -3.9F;
  const Sound actual = run(settings, sound);

  // The model's mix, off, is 480 samples of delay.
  Strip strip({48000.0, 1, frame_samples}, settings.strip);
  Sound expected(sound.size() + frame_samples, 0.0F);
  std::vector<float> waiting(frame_samples, 0.0F);
  Sound out;
  for (std::size_t at = 0; at < sound.size(); at += frame_samples) {
    std::vector<float> frame(sound.begin() + static_cast<std::ptrdiff_t>(at),
                             sound.begin() + static_cast<std::ptrdiff_t>(at + frame_samples));
    float *const channels[] = {frame.data()};
    strip.before_denoise(channels, frame_samples);
    frame.swap(waiting);
    float *const delayed[] = {frame.data()};
    strip.after_denoise(delayed, frame_samples);
    const StereoBlock block = strip.to_output(delayed, frame_samples, false);
    out.insert(out.end(), block.left, block.left + frame_samples);
  }
  std::size_t differing = 0;
  for (std::size_t i = 0; i < out.size(); ++i) differing += actual[i] == out[i] ? 0U : 1U;
  CHECK(differing == 0);
}

TEST_CASE("live chain: what is set is what a tone gets") {
  const Sound tone = sine(1000.0, 0.1, 96000);
  const double before_db = level_db(tone);
  LiveSettings settings = neutral();
  settings.strip.input_gain_db = 6.0F;
  CHECK(level_db(run(settings, tone)) - before_db == doctest::Approx(6.0).epsilon(0.005));
  settings = neutral();
  settings.strip.volume_db = -12.0F;
  CHECK(level_db(run(settings, tone)) - before_db == doctest::Approx(-12.0).epsilon(0.005));
  settings = neutral();
  settings.strip.equalizer = {true, {0, 0, 0, 0, 9, 0, 0, 0, 0, 0}};
  CHECK(level_db(run(settings, tone)) - before_db == doctest::Approx(9.0).epsilon(0.005));
  settings.strip.equalizer.is_on = false;
  CHECK(level_db(run(settings, tone)) - before_db == doctest::Approx(0.0).epsilon(0.005));
  settings = neutral();
  settings.strip.compressor = {true, -30.0F, 4.0F, 3.0F, 100.0F, 0.0F, 0.0F};
  // 10 dB above the threshold, of which a quarter stays.
  CHECK(level_db(run(settings, tone)) - before_db == doctest::Approx(-7.5).epsilon(0.01));
  settings = neutral();
  settings.strip.gate = {true, -10.0F, 40.0F, 1.0F, 0.0F, 50.0F};
  CHECK(level_db(run(settings, tone)) - before_db == doctest::Approx(-40.0).epsilon(0.01));
}

TEST_CASE("live chain: no switch and no new setting clicks") {
  const Sound tone = sine(200.0, 0.25, 192000);
  const double calm = largest_curvature(tone, 0, tone.size());
  const auto worst_of = [&](const LiveSettings &one, const LiveSettings &other) {
    LiveChain chain(one);
    const Sound out = run(chain, tone, [&](std::size_t frame) {
      if (frame >= 50) chain.set(frame / 25 % 2 == 0 ? other : one);
    });
    return largest_curvature(out, 4800, out.size()) / calm;
  };
  LiveSettings on = neutral();
  on.strip.equalizer = {true, {12, 12, -12, -12, 12, -12, 12, 12, 12, 12}};
  // Twelve decibels more are four times the curvature; a click would be hundreds of times as much.
  CHECK(worst_of(neutral(), on) < 5.0);
  on = neutral();
  on.strip.compressor = {true, -40.0F, 20.0F, 3.0F, 100.0F, 0.0F, 0.0F};
  CHECK(worst_of(neutral(), on) < 3.0);
  on = neutral();
  on.strip.gate = {true, 0.0F, 80.0F, 5.0F, 0.0F, 50.0F};
  CHECK(worst_of(neutral(), on) < 3.0);
  on = neutral();
  on.strip.input_gain_db = 6.0F;
  on.strip.volume_db = -120.0F;
  CHECK(worst_of(neutral(), on) < 5.0);
  on = neutral();
  on.listening = Listening::raw;
  CHECK(worst_of(neutral(), on) < 1.2);
  on.listening = Listening::off;
  CHECK(worst_of(neutral(), on) < 2.0);
}

TEST_CASE("live chain: raw and clean are of the same moment, and raw is what came in after its gain") {
  const std::vector<double> voice = voice_like(48000, 1, 48000);
  const Sound sound(voice.begin(), voice.end());
  LiveSettings settings = neutral();
  settings.strip.input_gain_db = 6.0F;
  settings.strip.equalizer = {true, {0, 0, 0, 0, 0, 0, 0, 0, 0, 6}};
  LiveChain chain(settings);
  Sound raw;
  Sound clean;
  for (std::size_t at = 0; at < sound.size(); at += frame_samples) {
    std::vector<float> frame(sound.begin() + static_cast<std::ptrdiff_t>(at),
                             sound.begin() + static_cast<std::ptrdiff_t>(at + frame_samples));
    chain.process(frame.data());
    raw.insert(raw.end(), chain.raw(), chain.raw() + frame_samples);
    clean.insert(clean.end(), chain.clean(), chain.clean() + frame_samples);
  }
  double worst = 0.0;
  const float gain = gain_of_db(6.0);
  for (std::size_t i = frame_samples; i < raw.size(); ++i) {
    worst = std::max(worst, std::fabs(static_cast<double>(raw[i]) - gain * sound[i - frame_samples]));
  }
  CHECK(worst < 1e-6);
  CHECK(lag_frames({raw.begin(), raw.end()}, {clean.begin(), clean.end()}, 1, 0, 200) == 0);
}

TEST_CASE("live chain: the raw voice is compared at the same volume; nothing is silence, and the meters continue") {
  const Sound tone = sine(1000.0, 0.1, 96000);
  LiveSettings settings = neutral();
  settings.strip.volume_db = -6.0F;
  settings.strip.equalizer = {true, {0, 0, 0, 0, 9, 0, 0, 0, 0, 0}};
  settings.listening = Listening::raw;
  CHECK(level_db(run(settings, tone)) - level_db(tone) == doctest::Approx(-6.0).epsilon(0.01));
  settings.listening = Listening::off;
  LiveChain chain(settings);
  const Sound silent = run(chain, tone, [](std::size_t) {});
  CHECK(level_db(silent) == silence_db);
  CHECK(chain.take_levels().output_rms_db == doctest::Approx(level_db(tone) + 3.0).epsilon(0.05));
}

TEST_CASE("live chain: the test tone has its level and takes the place of the voice") {
  LiveSettings settings = neutral();
  settings.listening = Listening::tone;
  LiveChain chain(settings);
  const Sound heard = run(chain, sine(1000.0, 0.5, 48000), [](std::size_t) {});
  CHECK(level_db(heard) == doctest::Approx(test_tone_db - 3.01).epsilon(0.02));
}

TEST_CASE("live chain: counts what is cut off, and says what gate and compressor take away") {
  LiveSettings settings = neutral();
  settings.strip.input_gain_db = 20.0F;
  settings.strip.compressor = {true, -20.0F, 4.0F, 3.0F, 100.0F, 0.0F, 0.0F};
  LiveChain chain(settings);
  run(chain, sine(1000.0, 0.5, 48000), [](std::size_t) {});
  const StripLevels levels = chain.take_levels();
  CHECK(levels.input_clipped > 1000);
  CHECK(levels.reduction_db<Compressor>().value_or(0.0) > 20.0);
  CHECK_FALSE(levels.reduction_db<Gate>().has_value());
}

TEST_CASE("live chain: echo cancellation makes it later, and raw goes along") {
  LiveSettings settings = neutral();
  settings.strip.echo_cancellation = true;
  LiveChain chain(settings);
  if (Strip({48000.0, 1, frame_samples}, settings.strip).echo_refusal().has_value()) return;
  const Sound tone = sine(300.0, 0.2, 96000);
  const double calm = largest_curvature(tone, 0, tone.size());
  LiveSettings raw = settings;
  raw.listening = Listening::raw;
  chain.set(raw);
  const Sound out = run(chain, tone, [&](std::size_t frame) {
    if (frame % 40 == 20) {
      raw.strip.echo_cancellation = !raw.strip.echo_cancellation;
      chain.set(raw);
    }
  });
  CHECK(chain.latency_samples() >= model_delay_samples);
  CHECK(largest_curvature(out, 4800, out.size()) / calm < 3.0);
}

TEST_CASE("live chain: allocates, frees and locks nothing while it runs") {
  if (!can_trap()) return;
  LiveChain chain(neutral());
  Noise noise;
  std::array<float, frame_samples> frame;
  const AllocationTrap trap;
  for (int turn = 0; turn < 400; ++turn) {
    for (float &sample : frame) sample = 0.5F * noise.next();
    LiveSettings settings = neutral();
    const auto wobble = static_cast<float>(turn % 7);
    settings.strip.input_gain_db = wobble;
    settings.strip.automatic_gain = turn % 3 == 0;
    settings.strip.denoise = {turn % 4 != 0, 10.0F * wobble, 80.0F};
    settings.strip.gate = {turn % 2 == 0, -50.0F + wobble, 40.0F, 1.0F, 50.0F, 100.0F};
    settings.strip.equalizer = {turn % 4 != 0, {wobble, -3, 2, wobble, -wobble, 3, 0, wobble, 1, 2}};
    settings.strip.compressor = {turn % 5 != 0, -30.0F + wobble, 4.0F, 3.0F, 100.0F, 3.0F, 4.0F};
    settings.listening = static_cast<Listening>(turn / 50 % 3);
    chain.set(settings);
    chain.process(frame.data());
    chain.take_levels();
  }
  const TrapCounts counts = trap.counts();
  CHECK(counts.allocations == 0);
  CHECK(counts.frees == 0);
  CHECK(counts.locks == 0);
}
