// What a plug-in's controller reports to the host: edits in its window, restarts, requests.
//
// Threads: by the rules the main thread alone. Plug-ins break that rule, so calls from other threads are kept and
// delivered by `deliver` on the main thread. Real-time safety: none.
#pragma once

#include <pluginterfaces/vst/ivsteditcontroller.h>
#include <pluginterfaces/vst/ivstunits.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace sounddesk::plugin {

/** All on the main thread. */
class ComponentHandlerListener {
 public:
  virtual ~ComponentHandlerListener() = default;
  virtual void on_edited(Steinberg::Vst::ParamID id, double value) = 0;
  virtual void on_edit_ended(Steinberg::Vst::ParamID id) = 0;
  /** A combination of Vst::RestartFlags. */
  virtual void on_restart_wanted(Steinberg::int32 flags) = 0;
  virtual void on_bus_wanted(Steinberg::Vst::BusDirection direction, Steinberg::int32 index, bool is_active) = 0;
  virtual void on_editor_wanted() = 0;
};

class ComponentHandler : public Steinberg::Vst::IComponentHandler,
                         public Steinberg::Vst::IComponentHandler2,
                         public Steinberg::Vst::IComponentHandlerBusActivation,
                         public Steinberg::Vst::IUnitHandler,
                         public Steinberg::Vst::IUnitHandler2 {
 public:
  explicit ComponentHandler(ComponentHandlerListener *listener) : listener_(listener) {}
  virtual ~ComponentHandler() = default;

  /** From here on nobody listens: a plug-in may hold this longer than it lives. */
  void detach() noexcept { listener_ = nullptr; }
  void deliver();

  Steinberg::tresult PLUGIN_API beginEdit(Steinberg::Vst::ParamID id) override;
  Steinberg::tresult PLUGIN_API performEdit(Steinberg::Vst::ParamID id, Steinberg::Vst::ParamValue value) override;
  Steinberg::tresult PLUGIN_API endEdit(Steinberg::Vst::ParamID id) override;
  Steinberg::tresult PLUGIN_API restartComponent(Steinberg::int32 flags) override;
  Steinberg::tresult PLUGIN_API setDirty(Steinberg::TBool state) override;
  Steinberg::tresult PLUGIN_API requestOpenEditor(Steinberg::FIDString name) override;
  Steinberg::tresult PLUGIN_API startGroupEdit() override;
  Steinberg::tresult PLUGIN_API finishGroupEdit() override;
  Steinberg::tresult PLUGIN_API requestBusActivation(Steinberg::Vst::MediaType type,
                                                     Steinberg::Vst::BusDirection direction, Steinberg::int32 index,
                                                     Steinberg::TBool state) override;
  Steinberg::tresult PLUGIN_API notifyUnitSelection(Steinberg::Vst::UnitID unit) override;
  Steinberg::tresult PLUGIN_API notifyProgramListChange(Steinberg::Vst::ProgramListID list,
                                                        Steinberg::int32 program) override;
  Steinberg::tresult PLUGIN_API notifyUnitByBusChange() override;

  Steinberg::tresult PLUGIN_API queryInterface(const Steinberg::TUID iid, void **object) override;
  Steinberg::uint32 PLUGIN_API addRef() override { return ++references_; }
  Steinberg::uint32 PLUGIN_API release() override;

 private:
  struct Call {
    enum class Kind { edit, edit_end, restart, bus, editor } kind;
    Steinberg::Vst::ParamID id = 0;
    double value = 0.0;
    Steinberg::int32 number = 0;
    Steinberg::Vst::BusDirection direction = 0;
  };
  Steinberg::tresult take(const Call &call);
  void hand_on(const Call &call);

  ComponentHandlerListener *listener_;
  std::thread::id main_thread_ = std::this_thread::get_id();
  std::mutex mutex_;
  std::vector<Call> kept_;
  std::atomic<Steinberg::uint32> references_{1};
};

}  // namespace sounddesk::plugin
