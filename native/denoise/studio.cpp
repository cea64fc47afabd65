#include "denoise/studio.hpp"

#include <algorithm>
#include <cstring>

#include "denoise/model_samples.hpp"
#include "dsp/levels.hpp"
#include "rt/denormals.hpp"

namespace sounddesk {
namespace {

/** -70 dBFS. */
constexpr double silence_power = 1e-7;
constexpr int silent_frames_heard = 5;

/** How surely there is voice, by the network's signal-to-noise ratio. */
float speech_estimate(float local_snr_db) noexcept {
  constexpr float none_below_db = -12.0F;
  constexpr float all_from_db = -2.0F;
  return std::clamp((local_snr_db - none_below_db) / (all_from_db - none_below_db), 0.0F, 1.0F);
}

}  // namespace

Studio::Studio(studio::WeightsPointer weights, std::size_t frames_at_once, const studio::Kernel &kernel)
    : weights_(std::move(weights)),
      kernel_(kernel),
      frames_at_once_(frames_at_once),
      state_(make_zeroed(kernel.state_bytes)),
      scratch_(make_zeroed(kernel.scratch_bytes)),
      spectra_(spectra_kept),
      frames_(frames_at_once) {}

void Studio::reset() noexcept {
  std::memset(state_.get(), 0, kernel_.state_bytes);
  analysis_.reset();
  synthesis_.reset();
  features_.reset();
  for (studio::Spectrum &spectrum : spectra_) spectrum = {};
  silent_frames_ = 0;
}

float Studio::process(float *frame) noexcept {
  float speech_probability = 0.0F;
  process(frame, &speech_probability);
  return speech_probability;
}

bool Studio::hears(const float *samples) noexcept {
  const bool is_silent = mean_square(samples, frame_samples) < silence_power;
  silent_frames_ = is_silent ? std::min(silent_frames_ + 1, silent_frames_heard + 1) : 0;
  return silent_frames_ <= silent_frames_heard;
}

void Studio::process(float *samples, float *speech_probability) noexcept {
  const DenormalScope denormals(DenormalScope::Mode::flush);
  remove_what_is_no_sound(samples, frames_at_once_ * frame_samples);
  for (std::size_t i = 0; i < frames_at_once_ * frame_samples; ++i) samples[i] *= 1.0F / model_full_scale;
  std::array<float *, studio::most_frames> heard{};
  std::array<float *, studio::most_frames> estimates{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < frames_at_once_; ++i) {
    float *frame = samples + i * frame_samples;
    speech_probability[i] = 0.0F;
    if (!hears(frame)) {
      std::fill_n(frame, frame_samples, 0.0F);
      continue;
    }
    studio::Spectrum &spectrum = spectra_[(next_ + count) % spectra_kept];
    analysis_.process(frame, spectrum);
    features_.process(spectrum, frames_[count]);
    estimates[count] = speech_probability + i;
    heard[count++] = frame;
  }
  if (count > 0) kernel_.run(*weights_, state_.get(), scratch_.get(), frames_.data(), static_cast<int>(count));
  for (std::size_t i = 0; i < count; ++i) {
    filter(frames_[i], next_, heard[i]);
    *estimates[i] = speech_estimate(frames_[i].local_snr_db);
    next_ = (next_ + 1) % spectra_kept;
  }
  for (std::size_t i = 0; i < frames_at_once_ * frame_samples; ++i) samples[i] *= model_full_scale;
}

/** What the network said when it heard the spectrum `newest`; the next frame of the output. */
void Studio::filter(const studio::Frame &frame, std::size_t newest, float *samples) noexcept {
  const auto before = [&](std::size_t frames) -> const studio::Spectrum & {
    return spectra_[(newest + spectra_kept - frames) % spectra_kept];
  };
  studio::Spectrum out = before(2);
  studio::lower_bands(frame.gains, out);
  for (std::size_t bin = 0; bin < studio::filter_bins; ++bin) {
    float re = 0.0F;
    float im = 0.0F;
    for (std::size_t tap = 0; tap < studio::filter_taps; ++tap) {
      const studio::Spectrum &spectrum = before(studio::filter_taps - 1 - tap);
      const float tap_re = frame.taps[bin][2 * tap];
      const float tap_im = frame.taps[bin][2 * tap + 1];
      re += spectrum.re[bin] * tap_re - spectrum.im[bin] * tap_im;
      im += spectrum.re[bin] * tap_im + spectrum.im[bin] * tap_re;
    }
    out.re[bin] = re;
    out.im[bin] = im;
  }
  synthesis_.process(out, samples);
}

}  // namespace sounddesk
