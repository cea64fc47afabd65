#include "engine/capture_bench.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <memory>
#include <numbers>
#include <vector>

#include "denoise/denoiser.hpp"
#include "rt/failure.hpp"

namespace sounddesk {
namespace {

constexpr int rate_hz = 48000;
constexpr std::size_t frame = 480;

/** Ten seconds of voice-like bursts over noise, the same in every run; a silent input would cost less. */
std::vector<float> test_sound() {
  std::vector<float> samples(10 * rate_hz);
  std::uint32_t seed = 1;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double time = static_cast<double>(i) / rate_hz;
    const double envelope = std::fmod(time, 0.8) < 0.5 ? std::fabs(std::sin(8.0 * std::numbers::pi * time)) : 0.0;
    double voice = 0.0;
    for (int partial = 1; partial <= 8; ++partial) {
      voice += std::sin(2.0 * std::numbers::pi * 140.0 * partial * time) / partial;
    }
    seed = seed * 1664525U + 1013904223U;
    const double noise = static_cast<double>(seed) / 2147483648.0 - 1.0;
    samples[i] = static_cast<float>(0.15 * envelope * voice + 0.02 * noise);
  }
  return samples;
}

StripSettings every_stage(DenoiseEngine engine) {
  StripSettings settings;
  settings.input_gain_db = 3.0F;
  settings.denoise_engine = engine;
  settings.denoise = {true, 90.0F, 95.0F};
  for_each_effect([&](const auto &row, std::size_t) { (settings.*row.settings).is_on = true; });
  for (std::size_t band = 0; band < settings.equalizer.gains_db.size(); ++band) {
    settings.equalizer.gains_db[band] = band % 2 == 0 ? 3.0F : -3.0F;
  }
  settings.compressor.threshold_db = -24.0F;
  settings.compressor.ratio = 4.0F;
  return settings;
}

/** What others do on the machine meanwhile is not counted, where the system reports it. */
double processor_sec() noexcept {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
#else
  return monotonic_sec();
#endif
}

double reference_time(const std::vector<float> &sound, double sound_sec) {
  const std::unique_ptr<Denoiser> denoiser = make_rnnoise();
  const auto frames = static_cast<std::size_t>(sound_sec * 100.0);
  std::array<float, frame> block;
  const double start_sec = processor_sec();
  for (std::size_t number = 0; number < frames; ++number) {
    const float *from = sound.data() + (number * frame) % sound.size();
    for (std::size_t i = 0; i < frame; ++i) block[i] = from[i] * model_full_scale;
    denoiser->process(block.data());
  }
  return processor_sec() - start_sec;
}

}  // namespace

CaptureBenchResult bench_capture(std::size_t channels, double sound_sec, DenoiseEngine denoise_engine) {
  if (channels < 1 || channels > max_capture_channels || !(sound_sec >= 1.0 && sound_sec <= 3600.0)) {
    throw Failure(FailureCode::bad_option, "The bench takes 1 to 32 channels and 1 to 3600 seconds.");
  }
  const std::vector<float> sound = test_sound();
  CaptureEngine engine(rate_hz, 0.0);
  engine.set_stage_clock(processor_sec);
  auto input = std::make_shared<CaptureInput>(AlignedFormat{rate_hz, rate_hz, channels, frame});
  auto plan = std::make_unique<CapturePlan>();
  plan->chain = latency_chain(0, rate_hz, 256);
  plan->inputs = {input};
  if (denoise_engine == DenoiseEngine::strong || denoise_engine == DenoiseEngine::automatic) {
    plan->strong_bank = std::make_shared<DenoiseBank>(rate_hz, max_capture_channels, DenoiseBank::Engines::strong);
  }
  std::vector<std::shared_ptr<CaptureNode>> nodes;
  for (std::size_t channel = 0; channel < channels; ++channel) {
    nodes.push_back(std::make_shared<CaptureNode>(StripFormat{rate_hz, 1, frame}, every_stage(denoise_engine)));
    plan->channels.push_back({nodes.back(), input, {channel, channel}, {channel, channel}});
  }
  engine.publish(std::move(plan));
  std::vector<float> block(frame * channels);
  const auto frames = static_cast<std::size_t>(sound_sec * 100.0);
  CaptureStageTimes before{};
  // The first frames fill caches and filters.
  constexpr std::size_t warming = 20;
  for (std::size_t number = 0; number < frames + warming; ++number) {
    if (number == warming) before = engine.stage_times();
    for (std::size_t i = 0; i < frame; ++i) {
      for (std::size_t channel = 0; channel < channels; ++channel) {
        block[i * channels + channel] = sound[(number * frame + i + channel * 7919) % sound.size()];
      }
    }
    const double end_sec = static_cast<double>(number + 1) * 0.01;
    input->aligned().receive(block.data(), frame, end_sec - 0.01, end_sec, false, number == 0);
    engine.poll(end_sec + 0.001);
    if (number % 3 == 0) {
      for (const auto &node : nodes) node->read_levels();
    }
  }
  const CaptureStageTimes after = engine.stage_times();
  CaptureBenchResult result{};
  result.channels = channels;
  result.sound_sec = sound_sec;
  result.stages = {after.inputs - before.inputs, after.before_denoise - before.before_denoise, after.denoise - before.denoise,
                   after.after_denoise - before.after_denoise, after.outputs - before.outputs};
  result.busy_sec = result.stages.inputs + result.stages.before_denoise + result.stages.denoise + result.stages.after_denoise +
                    result.stages.outputs;
  result.real_time_factor = sound_sec / result.busy_sec;
  result.reference_sec = reference_time(sound, sound_sec);
  return result;
}

}  // namespace sounddesk
