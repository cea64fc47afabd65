#include "denoise/gtcrn.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "denoise/wasm/gtcrn_module.h"
#include "dsp/levels.hpp"
#include "rt/denormals.hpp"

namespace sounddesk {
namespace {

static_assert(Gtcrn::block_samples == SD_GTCRN_BLOCK_SAMPLES);

const sd_gtcrn_module &best_module() noexcept {
#if defined(SD_MODELS_HAVE_AVX2)
  if (__builtin_cpu_supports("avx2")) return sd_gtcrn_avx2;
#endif
  return sd_gtcrn_baseline;
}

/** Made once and never run: what others are set back to. Null where there was no memory for it. */
const void *pristine() noexcept {
  static const void *const instance = best_module().create();
  return instance;
}

/** Bristow-Johnson's second-order Butterworth filters, at 48 kHz. */
Biquad butterworth(double hz, bool is_high_pass) {
  const double angle = 2.0 * std::numbers::pi * hz / model_rate_hz;
  const double alpha = std::sin(angle) / std::numbers::sqrt2;
  const double a0 = 1.0 + alpha;
  const double side = (is_high_pass ? 1.0 + std::cos(angle) : 1.0 - std::cos(angle)) / 2.0 / a0;
  return Biquad({side, is_high_pass ? -2.0 * side : 2.0 * side, side, -2.0 * std::cos(angle) / a0, (1.0 - alpha) / a0});
}

std::array<Biquad, 4> speech_bands() {
  const Biquad high_pass = butterworth(200.0, true);
  const Biquad low_pass = butterworth(4000.0, false);
  return {high_pass, low_pass, high_pass, low_pass};
}

/** Of 16 ms: how long an instance hears behind its first seconds, for how long the next one has heard before it is heard, and how long both are. */
constexpr std::size_t life_blocks = 4000;
constexpr std::size_t warming_blocks = 250;
constexpr std::size_t fade_blocks = 32;
/** What it is again has heard so many blocks of sound, which are louder than -60 dBFS. */
constexpr std::size_t most_early_blocks = 625;
constexpr double least_sound_power = 1e-6;
/** So many channels warm up one after the other. */
constexpr std::size_t turns = (life_blocks - warming_blocks) / warming_blocks;

constexpr float largest_sample = 1024.0F * model_full_scale;

double power_of(const float *block) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < Gtcrn::block_samples; ++i) sum += static_cast<double>(block[i]) * static_cast<double>(block[i]);
  return sum;
}

}  // namespace

Gtcrn::Gtcrn(std::size_t delay_samples, std::size_t turn)
    : delay_samples_(delay_samples),
      first_blocks_(turn % turns * warming_blocks),
      instance_(nullptr),
      next_(nullptr),
      early_(nullptr),
      heard_blocks_(first_blocks_),
      ready_(delay_samples + block_samples, 0.0F),
      dry_(delay_samples + frame_samples, 0.0F),
      speech_band_(speech_bands()) {
  if (delay_samples < least_delay_samples) throw std::invalid_argument("GTCRN cannot be so early");
  if (pristine() == nullptr) throw std::bad_alloc();
  instance_ = best_module().create();
  next_ = best_module().allocate();
  early_ = best_module().allocate();
  if (instance_ == nullptr || next_ == nullptr || early_ == nullptr) {
    for (void *memory : {instance_, next_, early_}) best_module().destroy(memory);
    throw std::bad_alloc();
  }
  ready_count_ = delay_samples_ - block_delay_samples;
}

Gtcrn::~Gtcrn() {
  for (void *memory : {instance_, next_, early_}) best_module().destroy(memory);
}

void Gtcrn::reset() noexcept {
  if (is_new_) return;
  is_new_ = true;
  best_module().copy(instance_, pristine());
  heard_blocks_ = first_blocks_;
  early_blocks_ = 0;
  is_spent_ = false;
  waiting_count_ = 0;
  std::fill(ready_.begin(), ready_.end(), 0.0F);
  ready_count_ = delay_samples_ - block_delay_samples;
  std::fill(dry_.begin(), dry_.end(), 0.0F);
  for (Biquad &filter : speech_band_) filter.reset();
}

float Gtcrn::process(float *frame) noexcept {
  is_new_ = false;
  float *newest = dry_.data() + delay_samples_;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const float sample = std::isfinite(frame[i]) ? std::clamp(frame[i], -largest_sample, largest_sample) : 0.0F;
    newest[i] = sample * (1.0F / model_full_scale);
  }
  std::copy_n(newest, frame_samples, waiting_.data() + waiting_count_);
  waiting_count_ += frame_samples;
  if (waiting_count_ >= block_samples) run_block();

  // After a trap the module's memory cannot be trusted: the channel continues with its input, as late as before.
  const float *wet = is_spent_ ? dry_.data() : ready_.data();
  const float estimate = speech_estimate(dry_.data(), wet);
  for (std::size_t i = 0; i < frame_samples; ++i) frame[i] = wet[i] * model_full_scale;
  ready_count_ -= frame_samples;
  std::memmove(ready_.data(), ready_.data() + frame_samples, ready_count_ * sizeof(float));
  std::memmove(dry_.data(), dry_.data() + frame_samples, delay_samples_ * sizeof(float));
  return is_spent_ ? 1.0F : estimate;
}

void Gtcrn::run_block() noexcept {
  float *block = ready_.data() + ready_count_;
  std::copy_n(waiting_.data(), block_samples, block);
  if (!is_spent_) is_spent_ = !hear(block);
  ready_count_ += block_samples;
  waiting_count_ -= block_samples;
  std::copy_n(waiting_.data() + block_samples, waiting_count_, waiting_.data());
}

/** False after a trap. */
bool Gtcrn::hear(float *block) noexcept {
  const DenormalScope denormals(DenormalScope::Mode::keep);
  const sd_gtcrn_module &module = best_module();
  if (early_blocks_ < most_early_blocks) {
    const bool is_sound = power_of(block) > least_sound_power * block_samples;
    if (module.process(instance_, block) != 0) return false;
    if (is_sound && ++early_blocks_ == most_early_blocks) module.copy(early_, instance_);
    return true;
  }
  const std::size_t left = life_blocks - ++heard_blocks_;
  if (left >= warming_blocks) return module.process(instance_, block) == 0;
  std::array<float, block_samples> next;
  std::copy_n(block, block_samples, next.data());
  if (left == warming_blocks - 1) module.copy(next_, early_);
  if (module.process(instance_, block) != 0 || module.process(next_, next.data()) != 0) return false;
  if (left < fade_blocks) {
    const std::size_t faded = (fade_blocks - 1 - left) * block_samples;
    for (std::size_t i = 0; i < block_samples; ++i) {
      const double share = static_cast<double>(faded + i + 1) / (fade_blocks * block_samples);
      const double before = static_cast<double>(block[i]);
      block[i] = static_cast<float>(before + share * (static_cast<double>(next[i]) - before));
    }
  }
  if (left == 0) {
    std::swap(instance_, next_);
    heard_blocks_ = warming_blocks;
  }
  return true;
}

float Gtcrn::speech_estimate(const float *dry, const float *wet) noexcept {
  constexpr double none_below_db = -24.0;
  constexpr double all_from_db = -12.0;
  // Beneath the hum of any converter there is nothing to judge by.
  constexpr double least_power = 1e-9;
  double dry_power = 0.0;
  double wet_power = 0.0;
  for (std::size_t i = 0; i < frame_samples; ++i) {
    const double of_dry = speech_band_[1].process(speech_band_[0].process(dry[i]));
    const double of_wet = speech_band_[3].process(speech_band_[2].process(wet[i]));
    dry_power += of_dry * of_dry;
    wet_power += of_wet * of_wet;
  }
  if (dry_power < least_power * frame_samples) return 0.0F;
  const double kept_db = power_to_db(wet_power / dry_power);
  return static_cast<float>(std::clamp((kept_db - none_below_db) / (all_from_db - none_below_db), 0.0, 1.0));
}

const char *gtcrn_path() noexcept { return best_module().path; }

}  // namespace sounddesk
