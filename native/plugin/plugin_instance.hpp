// One plug-in, as an explicit state machine after Steinberg's rules:
//
//   created ── initialize, connect, negotiate buses ──▶ inactive ── setupProcessing, activateBus, setActive ──▶
//   active ── setProcessing ──▶ processing ── process … (audio thread)
//
// Threads: main, except `process` and `flush`: one other thread at a time, and only while processing.
// Real-time safety: `process` and `push_change` allocate, lock and wait for nothing of ours; the rest none.
#pragma once

#include <pluginterfaces/vst/ivstaudioprocessor.h>
#include <pluginterfaces/vst/ivstcomponent.h>
#include <pluginterfaces/vst/ivsteditcontroller.h>
#include <pluginterfaces/vst/ivstprocesscontext.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plugin/component_handler.hpp"
#include "plugin/event_list.hpp"
#include "plugin/module_loader.hpp"
#include "plugin/parameter_queues.hpp"
#include "plugin/plugin_buses.hpp"
#include "rt/spsc_ring.hpp"

namespace sounddesk::plugin {

class ConnectionProxy;
class HostContext;

/** What audio the chain brings. */
struct ProcessFormat {
  double rate_hz = 48000.0;
  std::size_t max_frames = 512;
  std::size_t channels = 1;
  /** A file, not a live sound: the plug-in may take its time. */
  bool is_offline = false;
};

struct ParameterDescription {
  Steinberg::Vst::ParamID id = 0;
  Steinberg::int32 index = 0;
  std::string name;
  std::string short_name;
  std::string units;
  std::string group;
  double value = 0.0;  // 0 to 1
  std::string display;
  double default_value = 0.0;
  double plain = 0.0;
  double plain_minimum = 0.0;
  double plain_maximum = 1.0;
  Steinberg::int32 step_count = 0;
  bool can_automate = false;
  bool is_bypass = false;
  bool is_list = false;
  std::vector<std::string> choices;
};

/** What the outside hears; on the main thread. */
class PluginListener {
 public:
  virtual ~PluginListener() = default;
  virtual void on_parameter_edited(Steinberg::Vst::ParamID id, double value) = 0;
  virtual void on_parameters_changed() = 0;
  virtual void on_editor_wanted() = 0;
};

class PluginInstance final : private ComponentHandlerListener {
 public:
  /**
   * Creates, initializes and connects both halves and negotiates the buses; inactive afterwards.
   * @throws PluginFailure `PLUGIN_CLASS_NOT_FOUND`, `PLUGIN_REFUSED`, `PLUGIN_BUSES_UNSUPPORTED`
   */
  PluginInstance(std::shared_ptr<Module> module, const std::string &class_id, HostContext &context,
                 const ProcessFormat &format, PluginListener &listener);
  ~PluginInstance() override;
  PluginInstance(const PluginInstance &) = delete;
  PluginInstance &operator=(const PluginInstance &) = delete;

  /** To `processing`. @throws PluginFailure `PLUGIN_REFUSED` where the plug-in says no to the format */
  void start();
  /** Back to `inactive`; the audio thread has let go of it. */
  void stop() noexcept;
  /** `setProcessing`, for a pause in which it stays active. */
  void set_processing(bool is_processing) noexcept;
  bool is_started() const noexcept { return is_active_; }
  bool is_processing() const noexcept { return is_processing_; }

  /** What the plug-in wants done to it since the last call: Vst::RestartFlags. */
  Steinberg::int32 take_restart_flags() noexcept;
  /** Negotiates again, for kIoChanged; stopped. */
  void negotiate_buses();
  /** Whether a source was chosen for its side-chain; takes effect when it is started next, which it asks for then. */
  void use_side_chain(bool is_wanted) noexcept;

  /** As of the last `start`. */
  std::size_t latency_frames() const noexcept { return latency_frames_; }
  std::size_t tail_frames() const;
  const PluginBuses &buses() const noexcept { return buses_; }
  const std::string &class_id() const noexcept { return class_id_; }
  Steinberg::Vst::IEditController *controller() const noexcept { return controller_; }

  // --- parameters (plugin_parameters.cpp) ---
  /** Those that a person may see and change, in the plug-in's order. */
  std::vector<ParameterDescription> parameters() const;
  ParameterDescription parameter(Steinberg::Vst::ParamID id) const;
  /** By name, without regard to case where none matches exactly. @throws PluginFailure `PLUGIN_PARAMETER_UNKNOWN` */
  Steinberg::Vst::ParamID parameter_of(const std::string &name) const;
  Steinberg::Vst::ParamID parameter_at(Steinberg::int32 index) const;
  double value_of_plain(Steinberg::Vst::ParamID id, double plain) const;
  double value_of_text(Steinberg::Vst::ParamID id, const std::string &text) const;
  std::optional<Steinberg::Vst::ParamID> bypass_parameter() const noexcept { return bypass_parameter_; }
  /** Controller now, processor with the block that holds `at_frame` of the chain's count (-1: the next one). */
  void set_parameter(Steinberg::Vst::ParamID id, double value, std::int64_t at_frame);

  // --- state (plugin_state.cpp): the bytes are those of a `.vstpreset` file ---
  std::vector<char> state() const;
  /** @throws PluginFailure `PLUGIN_STATE_INVALID` or `PLUGIN_PRESET_OF_OTHER_PLUGIN`; the plug-in is as before */
  void set_state(const std::vector<char> &bytes);

  /** Regularly: delivers what came from other threads and from `process`. */
  void serve();
  /** Whether changes wait for a `process` call. */
  bool has_changes_waiting() const noexcept;
  /** What was set and has not reached the processor yet never will: before a state that takes its place. */
  void forget_changes() noexcept;

  // --- the processing thread ---
  /**
   * One block, at most `max_frames`. False where the plug-in's output was no number: `out` is silence then.
   * @param start_frame the chain's count of frames at the first one
   */
  bool process(const float *const *in, float *const *out, std::size_t frames, std::int64_t start_frame,
               const SideChain &side = {}) noexcept;
  /** Hands waiting changes over with a moment of silence, while no audio runs. */
  void flush() noexcept;

 private:
  void create_controller(HostContext &context);
  void connect();
  void disconnect() noexcept;
  void sync_controller();
  void refresh_parameters();
  void take_changes(std::int64_t start_frame, std::size_t frames) noexcept;
  void give_changes() noexcept;
  void push_change(ParameterPoint point);
  ParameterDescription describe(Steinberg::int32 index, const Steinberg::Vst::ParameterInfo &info) const;

  void on_edited(Steinberg::Vst::ParamID id, double value) override;
  void on_edit_ended(Steinberg::Vst::ParamID id) override;
  void on_restart_wanted(Steinberg::int32 flags) override;
  void on_bus_wanted(Steinberg::Vst::BusDirection direction, Steinberg::int32 index, bool is_active) override;
  void on_editor_wanted() override;

  std::shared_ptr<Module> module_;
  std::string class_id_;
  ProcessFormat format_;
  PluginListener &listener_;

  Steinberg::IPtr<Steinberg::Vst::IComponent> component_;
  Steinberg::IPtr<Steinberg::Vst::IAudioProcessor> processor_;
  Steinberg::IPtr<Steinberg::Vst::IEditController> controller_;
  bool is_controller_separate_ = false;
  Steinberg::IPtr<ComponentHandler> handler_;
  Steinberg::IPtr<ConnectionProxy> to_controller_;
  Steinberg::IPtr<ConnectionProxy> to_component_;

  bool is_active_ = false;
  bool is_processing_ = false;
  std::size_t latency_frames_ = 0;
  Steinberg::int32 restart_flags_ = 0;
  Steinberg::uint32 context_needs_ = 0;
  std::optional<Steinberg::Vst::ParamID> bypass_parameter_;
  // Sorted: outputs of other parameters (meters) are nobody's edit.
  std::vector<Steinberg::Vst::ParamID> visible_parameters_;
  PluginBuses buses_;

  // Between the threads.
  SpscRing<ParameterPoint> to_processor_{4096};
  SpscRing<ParameterPoint> from_processor_{4096};
  std::vector<ParameterPoint> overflow_;
  std::atomic<std::uint32_t> generation_{0};

  // The processing thread's.
  std::vector<ParameterPoint> waiting_;
  std::size_t waiting_count_ = 0;
  std::atomic<std::size_t> published_waiting_{0};
  ParameterChanges changes_in_;
  ParameterChanges changes_out_;
  EventList events_;
  Steinberg::Vst::ProcessContext context_{};
};

}  // namespace sounddesk::plugin
