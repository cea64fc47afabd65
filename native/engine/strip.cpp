#include "engine/strip.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/pan.hpp"

namespace sounddesk {
namespace {

float input_gain_of(const StripSettings &settings) { return gain_of_db(std::min(settings.input_gain_db, 40.0F)); }

std::size_t frames_of_10_ms(const StripFormat &format) {
  return static_cast<std::size_t>(std::lround(format.rate_hz / 100.0));
}

PanGains pan_of(const StripSettings &settings, std::size_t channels) {
  return channels == 1 ? pan_mono(settings.pan) : pan_stereo(settings.pan);
}

}  // namespace

Strip::Strip(const StripFormat &format, const StripSettings &settings)
    : format_(format),
      input_gain_(input_gain_of(settings), samples_of(parameter_ramp_sec, format.rate_hz)),
      echo_(make_echo_canceller(format.rate_hz, format.channels, format.max_frames)),
      automatic_gain_(format.rate_hz, format.channels),
      effects_(format.rate_hz, format.channels),
      insert_(format.rate_hz, format.channels, format.max_frames),
      // From silence: a strip that is put into a running mixer fades in.
      fader_(0.0F, samples_of(parameter_ramp_sec, format.rate_hz)),
      pan_left_(pan_of(settings, format.channels).left, samples_of(parameter_ramp_sec, format.rate_hz)),
      pan_right_(pan_of(settings, format.channels).right, samples_of(parameter_ramp_sec, format.rate_hz)),
      hum_meter_(format.rate_hz),
      loudness_(format.rate_hz, format.channels) {
  for (auto *buffers : {&raw_, &out_, &removed_before_, &removed_after_}) {
    for (auto &buffer : *buffers) buffer.assign(format.max_frames, 0.0F);
  }
  set(settings);
}

Strip::~Strip() = default;

void Strip::set(const StripSettings &settings) noexcept {
  settings_ = settings;
  input_gain_.set(input_gain_of(settings));
  if (echo_) echo_->set(settings.echo_cancellation);
  automatic_gain_.set(settings.automatic_gain);
  effects_.set(settings);
  const PanGains pan = pan_of(settings, format_.channels);
  pan_left_.set(pan.left);
  pan_right_.set(pan.right);
}

void Strip::hear(const float *const *loudspeakers, std::size_t frames) noexcept {
  if (echo_ && frames == frames_of_10_ms(format_)) echo_->hear(loudspeakers);
}

void Strip::set_echo_delay(double sec) noexcept {
  if (echo_) echo_->set_delay(sec);
}

void Strip::before_denoise(float *const *frame, std::size_t frames) noexcept {
  for (std::size_t channel = 0; channel < format_.channels; ++channel) make_finite(frame[channel], frames);
  // Turned down, what the converter cut off no longer reaches full scale: it is counted here.
  if (input_gain_.target() < 1.0F) count_converter_clips(frame, frames);
  apply_gain(input_gain_, frame, format_.channels, frames);
  for (std::size_t channel = 0; channel < format_.channels; ++channel) {
    input_meter_.add(frame[channel], frames);
    std::copy_n(frame[channel], frames, raw_[channel].data());
  }
  hum_meter_.add(frame[0], frames);
  if (echo_ && frames == frames_of_10_ms(format_)) echo_->process(frame);
  begin_removed(removed_before_, frame, frames);
  effects_.repair(frame, frames);
  end_removed(removed_before_, frame, frames);
  automatic_gain_.process(frame, frames);
}

void Strip::count_converter_clips(const float *const *frame, std::size_t frames) noexcept {
  for (std::size_t channel = 0; channel < format_.channels; ++channel) {
    for (std::size_t i = 0; i < frames; ++i) converter_clips_ += std::fabs(frame[channel][i]) >= full_scale ? 1U : 0U;
  }
}

void Strip::before_insert(float *const *frame, std::size_t frames) noexcept {
  for (std::size_t channel = 0; channel < format_.channels; ++channel) make_finite(frame[channel], frames);
  begin_removed(removed_after_, frame, frames);
  effects_.repair_after(frame, frames);
  end_removed(removed_after_, frame, frames);
  effects_.process(frame, frames);
}

void Strip::begin_removed(std::array<std::vector<float>, 2> &removed, const float *const *frame, std::size_t frames) noexcept {
  for (std::size_t channel = 0; channel < format_.channels; ++channel) {
    if (keeps_removed_) std::copy_n(frame[channel], frames, removed[channel].begin());
    else std::fill_n(removed[channel].begin(), frames, 0.0F);
  }
}

void Strip::end_removed(std::array<std::vector<float>, 2> &removed, const float *const *frame, std::size_t frames) noexcept {
  if (!keeps_removed_) return;
  for (std::size_t channel = 0; channel < format_.channels; ++channel) {
    for (std::size_t i = 0; i < frames; ++i) removed[channel][i] -= frame[channel][i];
  }
}

void Strip::after_insert(float *const *frame, std::size_t frames) noexcept { insert_.collect(frame, frames); }

StereoBlock Strip::to_output(const float *const *frame, std::size_t frames, bool is_any_solo) noexcept {
  const bool is_heard = !settings_.is_muted && (!is_any_solo || settings_.is_solo);
  fader_.set(is_heard ? gain_of_db(std::min(settings_.volume_db, 24.0F)) : 0.0F);
  std::array<float *, 2> out{out_[0].data(), out_[1].data()};
  const std::size_t before_frames = echo_ ? echo_->latency_frames() : 0;
  if (!insert_.read_aligned(std::max(aligned_latency_, before_frames) - before_frames, out.data(), frames)) {
    for (std::size_t channel = 0; channel < format_.channels; ++channel) std::copy_n(frame[channel], frames, out[channel]);
  }
  apply_gain(fader_, out.data(), format_.channels, frames);
  for (std::size_t channel = 0; channel < format_.channels; ++channel) output_meter_.add(out[channel], frames);
  loudness_.add(out.data(), frames);
  if (format_.channels == 1) std::copy_n(out[0], frames, out[1]);
  apply_gain(pan_left_, &out[0], 1, frames);
  apply_gain(pan_right_, &out[1], 1, frames);
  return {out[0], out[1]};
}

StripLevels Strip::take_levels() noexcept {
  StripLevels levels;
  const SignalMeter::Reading input = input_meter_.take();
  const SignalMeter::Reading output = output_meter_.take();
  levels.input_peak_db = input.peak_db;
  levels.input_rms_db = input.rms_db;
  levels.hum = hum_meter_.reading();
  levels.input_clipped = input.clipped + converter_clips_;
  levels.output_peak_db = output.peak_db;
  levels.output_rms_db = output.rms_db;
  levels.output_clipped = output.clipped;
  levels.momentary_lufs = loudness_.momentary_lufs();
  levels.short_term_lufs = loudness_.short_term_lufs();
  levels.integrated_lufs = loudness_.integrated_lufs();
  levels.reductions_db = effects_.take_reductions_db();
  levels.automatic_gain_db = automatic_gain_.gain_db();
  levels.latency_frames = latency_frames();
  levels.is_insert_dry = insert_.is_dry();
  return levels;
}

void Strip::reset_meters() noexcept {
  loudness_.reset();
  input_meter_ = {};
  output_meter_ = {};
  converter_clips_ = 0;
}

std::size_t Strip::latency_frames() const noexcept {
  return insert_.latency_frames() + (echo_ ? echo_->latency_frames() : 0);
}

}  // namespace sounddesk
