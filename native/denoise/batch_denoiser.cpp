#include "denoise/batch_denoiser.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "denoise/aligned_memory.hpp"
#include "denoise/lanes_kernel.hpp"
#include "denoise/lanes_tables.hpp"
#include "denoise/model_samples.hpp"
#include "rt/denormals.hpp"

namespace sounddesk {
namespace {

using lanes::Kernel;

static_assert(frame_samples == lanes::frame);

/** The state of as many channels as the kernel has lanes, and what is done to one lane of it. */
class Group {
 public:
  explicit Group(const Kernel &kernel) : kernel_(&kernel), state_(make_zeroed(kernel.state_bytes)) {}

  void *state() noexcept { return state_.get(); }
  std::size_t rows() const noexcept { return kernel_->state_bytes / (sizeof(std::uint32_t) * kernel_->width); }

  void copy_lane_to(std::size_t lane, std::uint32_t *words) const noexcept {
    const std::uint32_t *from = word(lane);
    for (std::size_t row = 0; row < rows(); ++row) words[row] = from[row * kernel_->width];
  }
  void copy_lane_from(std::size_t lane, const std::uint32_t *words) noexcept {
    std::uint32_t *to = word(lane);
    for (std::size_t row = 0; row < rows(); ++row) to[row * kernel_->width] = words[row];
  }
  void clear_lane(std::size_t lane) noexcept {
    std::uint32_t *to = word(lane);
    for (std::size_t row = 0; row < rows(); ++row) to[row * kernel_->width] = 0;
  }
  static void swap_lanes(Group &a, std::size_t lane_of_a, Group &b, std::size_t lane_of_b) noexcept {
    std::uint32_t *in_a = a.word(lane_of_a);
    std::uint32_t *in_b = b.word(lane_of_b);
    const std::size_t width = a.kernel_->width;
    for (std::size_t row = 0; row < a.rows(); ++row) std::swap(in_a[row * width], in_b[row * width]);
  }

 private:
  std::uint32_t *word(std::size_t lane) const noexcept { return static_cast<std::uint32_t *>(state_.get()) + lane; }

  const Kernel *kernel_;
  AlignedMemory state_;
};

/**
 * Channels lie in slots, `width` slots a group. A group runs when any of its channels does, so channels that run
 * are moved together, one exchange a frame at most: what pauses for long then costs nothing.
 */
class LaneBatch final : public BatchDenoiser {
 public:
  LaneBatch(const Kernel &kernel, std::size_t channels)
      : kernel_(kernel), channels_(channels), scratch_(make_zeroed(kernel.scratch_bytes)) {
    lanes::lane_tables();
    const std::size_t group_count = (channels + kernel.width - 1) / kernel.width;
    for (std::size_t i = 0; i < group_count; ++i) groups_.emplace_back(kernel);
    channel_at_.resize(group_count * kernel.width);
    for (std::size_t slot = 0; slot < channel_at_.size(); ++slot) channel_at_[slot] = slot;
    running_.resize(group_count);
    if (group_count > 0) held_.resize(groups_.front().rows() * kernel.width);
  }

  std::size_t channels() const noexcept override { return channels_; }

  void process(float *const *frames, float *speech_probability, float *const *gains) noexcept override {
    const DenormalScope denormals(DenormalScope::Mode::flush);
    std::size_t total = 0;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      running_[group] = count_running(group, frames);
      total += running_[group];
    }
    gather(frames, total);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (running_[group] > 0) run(group, frames, speech_probability, gains);
    }
  }

  void reset(std::size_t channel) noexcept override {
    const std::size_t slot = slot_of(channel);
    groups_[slot / kernel_.width].clear_lane(slot % kernel_.width);
  }

 private:
  static constexpr std::size_t most_lanes = 8;

  bool is_running(std::size_t slot, float *const *frames) const noexcept {
    return channel_at_[slot] < channels_ && frames[channel_at_[slot]] != nullptr;
  }

  std::size_t slot_of(std::size_t channel) const noexcept {
    return static_cast<std::size_t>(std::find(channel_at_.begin(), channel_at_.end(), channel) - channel_at_.begin());
  }

  std::size_t count_running(std::size_t group, float *const *frames) const noexcept {
    std::size_t count = 0;
    for (std::size_t lane = 0; lane < kernel_.width; ++lane) count += is_running(group * kernel_.width + lane, frames);
    return count;
  }

  /** Where fewer groups would do: one channel that runs, of the emptiest group, changes places. */
  void gather(float *const *frames, std::size_t total) noexcept {
    std::size_t used = 0;
    std::size_t emptiest = groups_.size();
    std::size_t fullest = groups_.size();
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (running_[group] == 0) continue;
      ++used;
      if (emptiest == groups_.size() || running_[group] < running_[emptiest]) emptiest = group;
    }
    if (used * kernel_.width < total + kernel_.width) return;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (group == emptiest || running_[group] == 0 || running_[group] == kernel_.width) continue;
      if (fullest == groups_.size() || running_[group] > running_[fullest]) fullest = group;
    }
    if (fullest == groups_.size()) return;
    const std::size_t from = first_slot(emptiest, frames, true);
    const std::size_t to = first_slot(fullest, frames, false);
    Group::swap_lanes(groups_[emptiest], from % kernel_.width, groups_[fullest], to % kernel_.width);
    std::swap(channel_at_[from], channel_at_[to]);
    --running_[emptiest];
    ++running_[fullest];
  }

  std::size_t first_slot(std::size_t group, float *const *frames, bool wants_running) const noexcept {
    std::size_t slot = group * kernel_.width;
    while (is_running(slot, frames) != wants_running) ++slot;
    return slot;
  }

  void run(std::size_t group, float *const *frames, float *speech_probability, float *const *gains) noexcept {
    float *of_lanes[most_lanes] = {};
    float *gains_of_lanes[most_lanes] = {};
    float probabilities[most_lanes];
    const std::size_t rows = groups_[group].rows();
    for (std::size_t lane = 0; lane < kernel_.width; ++lane) {
      const std::size_t slot = group * kernel_.width + lane;
      if (is_running(slot, frames)) {
        of_lanes[lane] = frames[channel_at_[slot]];
        remove_what_is_no_sound(of_lanes[lane], frame_samples);
        if (gains != nullptr) gains_of_lanes[lane] = gains[channel_at_[slot]];
      } else if (channel_at_[slot] < channels_) {
        groups_[group].copy_lane_to(lane, held_.data() + lane * rows);
      }
    }
    kernel_.process(groups_[group].state(), scratch_.get(), of_lanes, probabilities, gains_of_lanes);
    for (std::size_t lane = 0; lane < kernel_.width; ++lane) {
      const std::size_t channel = channel_at_[group * kernel_.width + lane];
      if (of_lanes[lane] != nullptr) {
        speech_probability[channel] = probabilities[lane];
      } else if (channel < channels_) {
        groups_[group].copy_lane_from(lane, held_.data() + lane * rows);
      }
    }
  }

  const Kernel &kernel_;
  std::size_t channels_;
  AlignedMemory scratch_;
  std::vector<Group> groups_;
  /** Which channel a slot holds; those from `channels_` on are nobody's. */
  std::vector<std::size_t> channel_at_;
  std::vector<std::size_t> running_;
  std::vector<std::uint32_t> held_;
};

}  // namespace

std::unique_ptr<BatchDenoiser> make_rnnoise_batch(std::size_t channels) {
  return std::make_unique<LaneBatch>(lanes::best_kernel(), channels);
}

std::unique_ptr<BatchDenoiser> make_baseline_rnnoise_batch(std::size_t channels) {
  return std::make_unique<LaneBatch>(lanes::baseline_kernel, channels);
}

const char *batch_path() noexcept { return lanes::best_kernel().path; }

}  // namespace sounddesk
