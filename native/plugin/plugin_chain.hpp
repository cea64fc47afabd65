// One channel's chain of plug-ins. Its order is desired state: every call changes what is wanted, and `serve` brings
// the running chain there without a click: what must go fades to its input first, then the plan is exchanged, then
// what is new fades in once it is warm.
//
// Threads: all on the main thread (that of the constructor), except `process` and `latency_frames`: the audio thread.
// Real-time safety: `process` and `latency_frames` are as far as the plug-ins are; the rest none.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugin/host_context.hpp"
#include "plugin/plugin_instance.hpp"
#include "plugin/plugin_slot.hpp"

namespace sounddesk::plugin {

/** What happened without being asked for. */
struct ChainEvent {
  enum class Kind {
    latency_changed,
    parameters_changed,
    parameter_edited,
    editor_wanted,
    /** The plug-in is replaced by a new instance of itself: nothing of the old one may be held any longer. */
    reloaded,
    reload_failed,
    /** Its output was no number. */
    faulty,
  } kind;
  std::string instance_id = {};
  Steinberg::Vst::ParamID parameter = 0;
  double value = 0.0;
  std::size_t latency_frames = 0;
  /** `faulty`: blocks that were no numbers. `reload_failed`: why. */
  std::size_t blocks = 0;
  std::string message = {};
};

struct InstanceDescription {
  std::string instance_id;
  std::string plugin_id;
  std::string path;
  std::size_t position = 0;
  bool is_bypassed = false;
  bool has_own_bypass = false;
  std::size_t latency_frames = 0;
  std::size_t tail_frames = 0;
  std::vector<BusDescription> inputs;
  std::vector<BusDescription> outputs;
};

class PluginChain {
 public:
  using Report = std::function<void(const ChainEvent &)>;

  PluginChain(HostContext &context, const ProcessFormat &format, Report report);
  ~PluginChain();
  PluginChain(const PluginChain &) = delete;
  PluginChain &operator=(const PluginChain &) = delete;

  /**
   * @param position number of plug-ins before it; beyond the end is the end
   * @param state the bytes of a `.vstpreset`, or none
   * @throws PluginFailure of the module, the plug-in or the state; the chain is as before
   */
  void load(const std::filesystem::path &path, const std::string &plugin_id, std::size_t position,
            const std::string &instance_id, const std::optional<std::vector<char>> &state);
  void unload(const std::string &instance_id);
  void move(const std::string &instance_id, std::size_t position);
  void set_bypassed(const std::string &instance_id, bool is_bypassed);

  /** @throws PluginFailure `PLUGIN_INSTANCE_UNKNOWN` */
  PluginInstance &instance(const std::string &instance_id);
  InstanceDescription describe(const std::string &instance_id);
  /** In the wanted order. */
  std::vector<std::string> instance_ids() const;

  /** What was set reaches the processor now: with the next block, or where none comes, with silence that is not played. */
  void hand_over(const std::string &instance_id) { hand_changes_over(entry(instance_id)); }
  std::vector<char> state(const std::string &instance_id);
  void set_state(const std::string &instance_id, const std::vector<char> &bytes);

  /** Regularly, every 10 to 30 ms: brings the chain on its way and reports. */
  void serve();
  /** Whether the running chain is what is wanted. */
  bool is_settled() const;
  /** Frames that went through, to which `set_parameter` counts. */
  std::int64_t frames_processed() const noexcept { return frames_processed_.load(std::memory_order_acquire); }
  /** Once the chain is settled. */
  std::size_t wanted_latency_frames() const;

  /** Which of the sounds of `hear_side` its side-chain hears. @throws PluginFailure where it has no side-chain */
  void set_side(const std::string &instance_id, std::optional<std::size_t> number);

  /** Audio thread, before `process`: a sound of another channel for that block, left and right; null: silence. */
  void hear_side(std::size_t number, const float *left, const float *right) noexcept {
    if (number < sides_.size()) sides_[number] = {left, right};
  }
  /** In place, planar, ±1; any number of frames. */
  void process(float *const *io, std::size_t frames) noexcept;
  /** By how much the last block was late. */
  std::size_t latency_frames() const noexcept { return latency_frames_.load(std::memory_order_relaxed); }

 private:
  struct Entry;
  using Plan = std::vector<PluginSlot *>;

  Entry &entry(const std::string &instance_id);
  std::size_t index_of(const std::string &instance_id) const;
  SlotTarget target_of(const Entry &entry) const;
  void look_after(Entry &entry);
  void restart(Entry &entry);
  void reload(Entry &entry);
  std::unique_ptr<PluginInstance> create(Entry &entry);
  void mark_moving();
  void step(bool is_exclusive);
  bool is_plan_due() const;
  void publish_plan(bool is_exclusive);
  void sweep();
  bool is_running();
  bool enter_exclusively();
  void leave_exclusively() noexcept { is_exclusive_.store(false, std::memory_order_seq_cst); }
  void serve_stopped();
  bool wait_for_main() noexcept;
  void hand_changes_over(Entry &entry);
  void wait_for_block();
  void flush(PluginInstance &instance);
  void apply_own_bypass(Entry &entry);
  void report_latency();

  HostContext &context_;
  ProcessFormat format_;
  Report report_;
  std::map<std::filesystem::path, std::shared_ptr<Module>> modules_;

  std::vector<std::unique_ptr<Entry>> wanted_;
  std::vector<std::unique_ptr<Entry>> leaving_;
  /** What the audio thread has, or gets with its next block. */
  std::unique_ptr<Plan> current_;
  std::unique_ptr<Plan> previous_;
  std::size_t reported_latency_frames_ = 0;
  std::uint64_t seen_blocks_ = 0;
  std::chrono::steady_clock::time_point seen_at_{};

  // Between the threads.
  std::atomic<Plan *> next_plan_{nullptr};
  std::atomic<bool> is_exclusive_{false};
  std::atomic<bool> is_processing_{false};
  std::atomic<std::uint64_t> blocks_{0};
  std::atomic<std::int64_t> frames_processed_{0};
  std::atomic<std::size_t> latency_frames_{0};

  // The audio thread's.
  Plan *plan_;
  SideSounds sides_{};
};

}  // namespace sounddesk::plugin
