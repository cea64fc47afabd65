#include "engine/insert_slot.hpp"

#include <algorithm>
#include <cmath>

#include "dsp/ramp.hpp"

namespace sounddesk {
namespace {

constexpr double fade_sec = 0.005;
/** Between chain and dry sound: as long as the chain's own fades, which nobody hears either. */
constexpr double chain_fade_sec = 0.012;
constexpr double longest_latency_sec = 0.34;
/** What a forecast is made of: formants are known after it, and it is made within some ten microseconds. */
constexpr double forecast_past_sec = 0.008;
constexpr std::size_t forecast_order = 24;

}  // namespace

std::size_t InsertSlot::longest_latency(double rate_hz) noexcept { return samples_of(longest_latency_sec, rate_hz); }

InsertSlot::InsertSlot(double rate_hz, std::size_t channels, std::size_t max_frames)
    : channels_(channels),
      longest_latency_(longest_latency(rate_hz)),
      fade_frames_(samples_of(fade_sec, rate_hz)),
      chain_fade_frames_(samples_of(chain_fade_sec, rate_hz)),
      dry_(channels, longest_latency_ + 2 * max_frames),
      wet_history_(channels, longest_latency_ + 2 * max_frames),
      storage_(4 * max_frames, 0.0F),
      forecast_(samples_of(forecast_past_sec, rate_hz), forecast_order),
      clock_(2 * longest_latency_),
      next_clock_(clock_) {
  for (std::size_t channel = 0; channel < 2; ++channel) {
    wet_[channel] = storage_.data() + channel * max_frames;
    scratch_[channel] = storage_.data() + (2 + channel) * max_frames;
    edge_[channel].assign(std::max(fade_frames_, forecast_.past_frames()), 0.0F);
  }
}

void InsertSlot::post(const float *const *frame, std::size_t frames) noexcept {
  clock_ = next_clock_;
  next_clock_ += frames;
  dry_.write(clock_, frame, frames);
  if (active_ != wanted_ && gain_ == 0.0F) {
    active_ = wanted_;
    settled_ = 0;
    has_been_heard_ = false;
  }
  if (active_ != nullptr) active_->post(frame, frames);
}

void InsertSlot::collect(float *const *frame, std::size_t frames) noexcept {
  catch_up_ = 0;
  bool has_wet = false;
  const bool was_heard = gain_ == 1.0F && edge_left_ == 0;
  if (active_ != nullptr) {
    has_wet = active_->collect(wet_.data(), frames);
    const std::size_t wet_latency = has_wet ? std::min(active_->latency_frames(), longest_latency_) : latency_;
    if (gain_ == 0.0F) follow_latency(wet_latency);
    if (!has_wet || wet_latency != latency_) settled_ = 0;
    const bool is_wet_wanted = has_wet && active_ == wanted_ && wet_latency == latency_ && settled_ >= latency_;
    if (has_wet) settled_ = std::min(settled_ + frames, longest_latency_);
    mix(frame, frames, has_wet, is_wet_wanted);
  } else {
    follow_latency(0);
    mix(frame, frames, false, false);
  }
  wet_history_.write(clock_ - latency_, frame, frames);
  const bool is_heard = was_heard && gain_ == 1.0F;
  has_been_heard_ = has_been_heard_ || is_heard;
  lacks_chain_ = has_been_heard_ && !is_heard && active_ != nullptr && active_ == wanted_;
}

void InsertSlot::follow_latency(std::size_t wet_latency) noexcept {
  if (wet_latency == latency_) return;
  if (wet_latency < latency_) {
    catch_up_ = latency_ - wet_latency;
    wet_history_.copy(dry_, clock_ - latency_, clock_ - wet_latency);
  }
  latency_ = wet_latency;
  // What comes twice now is left out of tracks: the fade back has to lie behind it.
  settled_ = 0;
}

void InsertSlot::mix(float *const *frame, std::size_t frames, bool has_wet, bool is_wet_wanted) noexcept {
  const float from = gain_;
  if (from > 0.0F && !has_wet) {
    // Of this frame there is nothing to fade out: what would have come is predicted from what came.
    begin_edge();
    gain_ = 0.0F;
  }
  // A fade that has begun goes to its end: turned about on its way it would make an edge.
  if (gain_ == 0.0F || gain_ == 1.0F) is_rising_ = is_wet_wanted;
  const float step = (is_rising_ ? 1.0F : -1.0F) / static_cast<float>(chain_fade_frames_);
  dry_.read(clock_ - latency_, frame, frames);
  for (std::size_t channel = 0; has_wet && channel < channels_; ++channel) {
    make_finite(wet_[channel], frames);
    float gain = gain_;
    if (gain == 0.0F && !is_rising_) continue;
    if (gain == 1.0F && is_rising_) {
      std::copy_n(wet_[channel], frames, frame[channel]);
      continue;
    }
    for (std::size_t i = 0; i < frames; ++i) {
      gain = std::clamp(gain + step, 0.0F, 1.0F);
      frame[channel][i] += smooth_share(gain) * (wet_[channel][i] - frame[channel][i]);
    }
  }
  if (has_wet) gain_ = std::clamp(gain_ + step * static_cast<float>(frames), 0.0F, 1.0F);
  const std::size_t edge = std::min(edge_left_, frames);
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    for (std::size_t i = 0; i < edge; ++i) {
      const float share = smooth_share(static_cast<float>(edge_left_ - i) / static_cast<float>(fade_frames_ + 1));
      frame[channel][i] += share * (edge_[channel][fade_frames_ - edge_left_ + i] - frame[channel][i]);
    }
  }
  edge_left_ -= edge;
}

void InsertSlot::begin_edge() noexcept {
  const std::size_t past = forecast_.past_frames();
  std::array<float *, 2> edge{edge_[0].data(), edge_[1].data()};
  wet_history_.read(clock_ - latency_ - past, edge.data(), past);
  // In place: the past is no longer looked at when the first frame is written.
  for (std::size_t channel = 0; channel < channels_; ++channel) forecast_.predict(edge[channel], edge[channel], fade_frames_);
  edge_left_ = fade_frames_;
}

void InsertSlot::read_catch_up(std::size_t from, float *const *to, std::size_t frames) const noexcept {
  wet_history_.read(clock_ - latency_ - catch_up_ + from, to, frames);
}

void InsertSlot::complete_history(std::size_t delay, std::size_t frames) noexcept {
  // The channel's own sound has become later than this delay: for the length of the fade the dry one stands in.
  if (delay < latency_) wet_history_.copy(dry_, clock_ - latency_ + frames, clock_ - delay + frames);
}

bool InsertSlot::read_aligned(std::size_t delay, float *const *to, std::size_t frames) noexcept {
  delay = std::clamp(delay, latency_, std::max(latency_, longest_latency_));
  if (!has_aligned_delay_) aligned_delay_ = delay;
  has_aligned_delay_ = true;
  if (fade_left_ == 0 && delay != aligned_delay_) {
    const std::size_t growth = delay > aligned_delay_ ? delay - aligned_delay_ : fade_frames_;
    fade_length_ = fade_left_ = std::min(growth, fade_frames_);
    fade_from_delay_ = aligned_delay_;
    aligned_delay_ = delay;
  }
  if (fade_left_ == 0 && aligned_delay_ == latency_) return false;
  complete_history(std::min(aligned_delay_, fade_left_ > 0 ? fade_from_delay_ : aligned_delay_), frames);
  wet_history_.read(clock_ - aligned_delay_, to, frames);
  if (fade_left_ == 0) return true;
  wet_history_.read(clock_ - fade_from_delay_, scratch_.data(), frames);
  const std::size_t fading = std::min(fade_left_, frames);
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    for (std::size_t i = 0; i < fading; ++i) {
      const float share = smooth_share(static_cast<float>(fade_left_ - i) / static_cast<float>(fade_length_ + 1));
      to[channel][i] += share * (scratch_[channel][i] - to[channel][i]);
    }
  }
  fade_left_ -= fading;
  return true;
}

}  // namespace sounddesk
