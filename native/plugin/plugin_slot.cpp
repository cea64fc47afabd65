#include "plugin/plugin_slot.hpp"

#include <algorithm>

#include "dsp/ramp.hpp"

namespace sounddesk::plugin {

namespace {

/** Long enough to be no click at -60 dB, short enough to seem at once. */
constexpr double fade_sec = 0.012;
/** What a plug-in hears before it is heard, beside its own latency: its filters settle. */
constexpr std::size_t warm_frames = 512;
constexpr std::size_t least_ring_frames = 2048;
/** A side-chain follows the plug-ins in front of its own so far. */
constexpr double longest_side_delay_sec = 0.34;

// A target in one word: what is heard, whether the plug-in runs, the number of the request, the delay.
constexpr std::uint64_t wet_bit = std::uint64_t{1} << 63;
constexpr std::uint64_t running_bit = std::uint64_t{1} << 62;
/** Never wanted: while a fade is under way. */
constexpr std::uint64_t on_the_way = std::uint64_t{1} << 61;
constexpr int request_shift = 32;
constexpr std::uint64_t request_mask = 0x1FFFFFFF;

}  // namespace

PluginSlot::PluginSlot(std::unique_ptr<PluginInstance> instance, const ProcessFormat &format)
    : instance_(std::move(instance)),
      channels_(format.channels),
      max_frames_(format.max_frames),
      fade_frames_(static_cast<std::size_t>(fade_sec * format.rate_hz)),
      side_ring_(2, static_cast<std::size_t>(longest_side_delay_sec * format.rate_hz), format.max_frames) {
  rings_.push_back(std::make_unique<DelayRing>(
      channels_, std::max(instance_->latency_frames(), least_ring_frames), max_frames_));
  ring_ = rings_.front().get();
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    wet_.push_back(storage_.emplace_back(max_frames_, 0.0F).data());
  }
  for (std::size_t side = 0; side < 2; ++side) {
    side_storage_[side].assign(max_frames_, 0.0F);
    side_planes_[side] = side_storage_[side].data();
  }
}

std::uint64_t PluginSlot::pack(const SlotTarget &target) noexcept {
  return (target.is_wet ? wet_bit : 0) | (target.is_running ? running_bit : 0) |
         ((target.request & request_mask) << request_shift) | target.delay_frames;
}

SlotTarget PluginSlot::unpack(std::uint64_t packed) noexcept {
  return {.is_wet = (packed & wet_bit) != 0,
          .is_running = (packed & running_bit) != 0,
          .delay_frames = static_cast<std::uint32_t>(packed),
          .request = static_cast<std::uint32_t>((packed >> request_shift) & request_mask)};
}

void PluginSlot::want(SlotTarget target) noexcept {
  target.request = ++requests_;
  wanted_.store(pack(target), std::memory_order_release);
}

void PluginSlot::settle() noexcept {
  if (DelayRing *ring = next_ring_.exchange(nullptr); ring != nullptr) {
    ring->copy_from(*ring_);
    ring_ = ring;
  }
  from_ = to_ = wanted();
  fade_left_ = 0;
  warmed_frames_ = 0;
  is_running_ = to_.is_running;
  reached_.store(pack(to_), std::memory_order_release);
}

void PluginSlot::give_ring(std::size_t delay_frames) {
  // The one that the audio thread gave back goes here.
  if (const DelayRing *old = old_ring_.exchange(nullptr); old != nullptr) {
    std::erase_if(rings_, [old](const std::unique_ptr<DelayRing> &ring) { return ring.get() == old; });
  }
  if (rings_.back()->longest_delay_frames() >= delay_frames) return;
  rings_.push_back(std::make_unique<DelayRing>(channels_, delay_frames, max_frames_));
  next_ring_.store(rings_.back().get(), std::memory_order_release);
}

SideChain PluginSlot::hear_side(std::size_t frames, const SideSounds &sides, std::size_t before_frames) noexcept {
  const int number = side_.load(std::memory_order_acquire);
  if (number < 0) return {};
  for (std::size_t side = 0; side < 2; ++side) std::fill_n(side_storage_[side].data(), frames, 0.0F);
  const std::array<const float *, 2> &sound = sides[static_cast<std::size_t>(number) % side_sound_count];
  side_ring_.push(sound[0] != nullptr ? sound.data() : side_planes_.data(), frames);
  const std::size_t delay = std::min(before_frames, side_ring_.longest_delay_frames());
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < frames; ++i) side_storage_[side][i] = side_ring_.at(side, i, delay);
  }
  return {.is_chosen = true, .planes = side_planes_.data()};
}

void PluginSlot::process(float *const *io, std::size_t frames, std::int64_t start_frame, const SideSounds &sides,
                         std::size_t before_frames) noexcept {
  // In this order: a longer delay is wanted only after its ring was given.
  const SlotTarget wanted = this->wanted();
  if (DelayRing *ring = next_ring_.exchange(nullptr, std::memory_order_acq_rel); ring != nullptr) {
    ring->copy_from(*ring_);
    old_ring_.store(ring_, std::memory_order_release);
    ring_ = ring;
  }
  if (forgets_.exchange(false, std::memory_order_acq_rel)) ring_->forget();
  ring_->push(io, frames);

  const bool is_heard = to_.is_wet || (fade_left_ > 0 && from_.is_wet);
  const bool was_running = is_running_;
  is_running_ = wanted.is_running || is_heard;
  if (is_running_) {
    if (!was_running || warm_again_.exchange(false, std::memory_order_acq_rel)) warmed_frames_ = 0;
    const SideChain side = hear_side(frames, sides, before_frames);
    if (!instance_->process(io, wet_.data(), frames, start_frame, side)) faults_.fetch_add(1, std::memory_order_relaxed);
    warmed_frames_ = std::min<std::size_t>(warmed_frames_ + frames, std::size_t{1} << 40);
  }

  if (fade_left_ == 0) begin_fade(wanted);
  std::size_t index = 0;
  for (; index < frames && fade_left_ > 0; ++index, --fade_left_) {
    const float share = smooth_share(1.0F - static_cast<float>(fade_left_ - 1) / static_cast<float>(fade_frames_));
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      const float from = source(from_, channel, index);
      io[channel][index] = from + share * (source(to_, channel, index) - from);
    }
  }
  for (std::size_t channel = 0; channel < channels_; ++channel) {
    if (!to_.is_wet && to_.delay_frames == 0) break;  // It is there already.
    if (to_.is_wet) {
      std::copy(wet_[channel] + index, wet_[channel] + frames, io[channel] + index);
    } else {
      for (std::size_t i = index; i < frames; ++i) io[channel][i] = ring_->at(channel, i, to_.delay_frames);
    }
  }
  const SlotTarget now{
      .is_wet = to_.is_wet, .is_running = is_running_, .delay_frames = to_.delay_frames, .request = wanted.request};
  reached_.store(fade_left_ > 0 ? on_the_way : pack(now), std::memory_order_release);
}

/** A change of what is heard starts a fade; to the plug-in once it is warm, to a delay once it is full. */
void PluginSlot::begin_fade(const SlotTarget &wanted) noexcept {
  const bool is_same = wanted.is_wet == to_.is_wet && wanted.delay_frames == to_.delay_frames;
  if (is_same) return;
  if (wanted.is_wet ? warmed_frames_ < wanted.delay_frames + warm_frames : !ring_->reaches(wanted.delay_frames)) return;
  from_ = to_;
  to_ = wanted;
  fade_left_ = fade_frames_;
}

}  // namespace sounddesk::plugin
