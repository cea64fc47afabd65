#include "sandbox/sandbox_insert.hpp"

#include <algorithm>

#include "rt/failure.hpp"

namespace sounddesk {

static_assert(side_chain_count == shared_side_count);

namespace {

/** Live sandboxes of this process: where each has a core beside the engine's, they may look for blocks. */
std::atomic<int> live_sandboxes{0};

/**
 * A sandbox that was late once is believed again as soon as it has caught up: it may have been the machine. If it is late
 * again soon after, it has to keep up for so long first, doubled up to the longest with every further miss.
 */
constexpr double first_probation_sec = 0.1;
constexpr double longest_probation_sec = 3.2;
/** What lies so far back does not count: waiting for such a sandbox takes 1 % of the time at most. */
constexpr double forgiven_after_sec = 0.5;
/** How long it has at least, where the wait for another chain, or a machine that stood still, took its time away. */
constexpr double least_wait_sec = 250e-6;
/** Blocks of the devices may be shorter than what the engine works on at once. */
constexpr double shortest_deadline_sec = 0.005;
constexpr double hang_sec = 10.0;
/** Files: so often the engine looks whether the sandbox still lives. */
constexpr double liveness_sec = 0.05;

std::size_t frames_of(const SharedBlockFormat &format, double sec) {
  return static_cast<std::size_t>(sec * format.rate_hz);
}

const SharedBlockFormat &checked(const SharedBlockFormat &format) {
  const bool is_sane = format.channels >= 1 && format.channels <= 2 && format.block_frames >= 1 &&
                       format.block_frames <= most_shared_frames && format.rate_hz >= 8000 && format.rate_hz <= 384000;
  if (!is_sane) {
    throw Failure(FailureCode::bad_option, "A chain of plug-ins has 1 or 2 channels, and blocks of 1 to " +
                                               std::to_string(most_shared_frames) + " frames.");
  }
  return format;
}

}  // namespace

SandboxInsert::SandboxInsert(const SharedBlockFormat &format, std::size_t deadline_frames)
    : memory_(SharedMemory::create(SharedBlockView::size_bytes(checked(format)))),
      view_(memory_.data(), format),
      posted_(view_.header().posted, view_.header().is_sandbox_waiting, memory_.name() + "-posted"),
      answered_(view_.header().answered, view_.header().is_engine_waiting, memory_.name() + "-answered"),
      core_count_(usable_cores()),
      deadline_sec_(std::max(static_cast<double>(deadline_frames) / format.rate_hz, shortest_deadline_sec)) {
  write_block_header(view_.header(), format);
  if (!format.is_file_mode) live_sandboxes.fetch_add(1, std::memory_order_relaxed);
}

SandboxInsert::~SandboxInsert() {
  if (!format().is_file_mode) live_sandboxes.fetch_sub(1, std::memory_order_relaxed);
  view_.header().is_closing.store(1, std::memory_order_release);
  posted_.wake();
}

SandboxInsertState SandboxInsert::state() const noexcept {
  SandboxInsertState state;
  state.is_alive = memory_.is_held_by_another();
  state.is_serving = view_.header().is_serving.load(std::memory_order_relaxed) == 1;
  state.is_dry = is_dry_.load(std::memory_order_relaxed);
  state.missed_blocks = missed_blocks_.load(std::memory_order_relaxed);
  state.answered_blocks = answered_blocks_.load(std::memory_order_relaxed);
  state.served_count = view_.header().answered.load(std::memory_order_relaxed);
  state.latency_frames = latency_frames();
  return state;
}

bool SandboxInsert::has_own_core() const noexcept {
  return !format().is_file_mode && live_sandboxes.load(std::memory_order_relaxed) < core_count_;
}

void SandboxInsert::announce() noexcept {
  SharedBlockHeader &header = view_.header();
  if (!has_own_core() || header.is_serving.load(std::memory_order_relaxed) != 1) return;
  header.announced.fetch_add(1, std::memory_order_release);
  posted_.wake();
}

void SandboxInsert::hear_side(std::size_t bus, const float *left, const float *right) noexcept {
  if (bus < sides_.size() && !format().is_file_mode) sides_[bus] = {left, right};
}

void SandboxInsert::write_sides(SharedSlot &slot, std::size_t frames) noexcept {
  slot.sides = 0;
  for (std::size_t bus = 0; bus < sides_.size(); ++bus) {
    if (sides_[bus][0] == nullptr) continue;
    slot.sides |= 1U << bus;
    for (std::size_t side = 0; side < 2; ++side) std::copy_n(sides_[bus][side], frames, view_.side(slot, bus, side));
  }
}

void SandboxInsert::post(const float *const *channels, std::size_t frames) noexcept {
  is_posted_ = false;
  SharedBlockHeader &header = view_.header();
  if (header.is_serving.load(std::memory_order_acquire) != 1 || frames == 0 || frames > format().block_frames) {
    sides_ = {};
    return;
  }
  if (number_ == 0) {
    // Numbers that were there before it served: nothing was posted then, so there are none.
    if (header.answered.load(std::memory_order_acquire) != 0) has_failed_ = true;
  }
  const std::uint32_t late = behind();
  has_failed_ = has_failed_ || late > shared_slot_count;
  if (has_failed_ || late == shared_slot_count) {
    good_frames_ = 0;
    sides_ = {};
    return;
  }
  good_frames_ = late == 0 ? good_frames_ + frames : 0;
  SharedSlot &slot = view_.slot(++number_);
  slot.frames = static_cast<std::uint32_t>(frames);
  for (std::size_t channel = 0; channel < format().channels; ++channel) {
    std::copy_n(channels[channel], frames, view_.channel(slot, channel));
  }
  write_sides(slot, frames);
  sides_ = {};
  header.may_look.store(has_own_core() ? 1 : 0, std::memory_order_relaxed);
  posted_at_sec_ = slot.posted_sec = shared_clock_sec();
  header.posted.store(number_, std::memory_order_release);
  allowed_sec_ = std::min(deadline_sec_, static_cast<double>(frames) / format().rate_hz);
  is_posted_ = true;
  posted_.wake();
}

bool SandboxInsert::collect(float *const *channels, std::size_t frames) noexcept {
  bool is_in_time = false;
  if (is_posted_ && format().is_file_mode) {
    is_in_time = wait_for_file();
  } else if (is_posted_ && good_frames_ >= probation_frames_) {
    is_in_time = wait_live();
    if (!is_in_time) note_miss();
  }
  is_dry_.store(!is_in_time, std::memory_order_relaxed);
  if (!is_in_time) {
    if (number_ > 0) missed_blocks_.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  answered_blocks_.fetch_add(1, std::memory_order_relaxed);
  if (good_frames_ > probation_frames_ + frames_of(format(), forgiven_after_sec)) {
    next_probation_frames_ = 1;
  }
  SharedSlot &slot = view_.slot(number_);
  // Read once: it may change while it is looked at.
  const std::uint32_t latency = std::atomic_ref<std::uint32_t>(slot.latency_frames).load(std::memory_order_relaxed);
  latency_frames_.store(latency, std::memory_order_relaxed);
  for (std::size_t channel = 0; channel < format().channels; ++channel) {
    std::copy_n(view_.channel(slot, channel), frames, channels[channel]);
  }
  return true;
}

bool SandboxInsert::wait_live() noexcept {
  const double from_sec = shared_clock_sec();
  double until_sec = std::max(posted_at_sec_ + allowed_sec_, from_sec + least_wait_sec);
  bool may_extend = true;
  bool has_come = spin_.wait_for(view_.header().answered, number_);
  while (!has_come) {
    const std::uint32_t now = view_.header().answered.load(std::memory_order_acquire);
    const double now_sec = shared_clock_sec();
    if (now == number_) {
      has_come = true;
    } else if (now_sec < until_sec) {
      answered_.wait(now, until_sec);
    } else if (may_extend && now_sec > until_sec + least_wait_sec) {
      // This thread woke late itself: the machine had no core for either.
      until_sec = now_sec + least_wait_sec;
      may_extend = false;
    } else {
      break;
    }
  }
  spin_.learn(shared_clock_sec() - from_sec);
  return has_come;
}

bool SandboxInsert::wait_for_file() noexcept {
  const double until_sec = posted_at_sec_ + hang_sec;
  while (!has_failed_) {
    const std::uint32_t now = view_.header().answered.load(std::memory_order_acquire);
    if (now == number_) return true;
    const double now_sec = shared_clock_sec();
    has_failed_ = now_sec >= until_sec || !memory_.is_held_by_another() || behind() > shared_slot_count;
    if (!has_failed_) answered_.wait(now, now_sec + liveness_sec);
  }
  return has_answer();
}

void SandboxInsert::note_miss() noexcept {
  probation_frames_ = next_probation_frames_;
  next_probation_frames_ = std::clamp(2 * next_probation_frames_, frames_of(format(), first_probation_sec),
                                      frames_of(format(), longest_probation_sec));
  good_frames_ = 0;
}

}  // namespace sounddesk
