#include "plugin/component_handler.hpp"

#include <pluginterfaces/vst/ivstcomponent.h>

#include <utility>

namespace sounddesk::plugin {

using namespace Steinberg;
using namespace Steinberg::Vst;

namespace {

/** More than that between two looks is a plug-in gone wild: the rest is dropped. */
constexpr std::size_t kept_limit = 10000;

}  // namespace

tresult ComponentHandler::take(const Call &call) {
  if (std::this_thread::get_id() == main_thread_) {
    hand_on(call);
    return kResultOk;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  if (kept_.size() >= kept_limit) return kResultFalse;
  kept_.push_back(call);
  return kResultOk;
}

void ComponentHandler::deliver() {
  std::vector<Call> calls;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    calls = std::exchange(kept_, {});
  }
  for (const Call &call : calls) hand_on(call);
}

void ComponentHandler::hand_on(const Call &call) {
  if (listener_ == nullptr) return;
  switch (call.kind) {
    case Call::Kind::edit: return listener_->on_edited(call.id, call.value);
    case Call::Kind::edit_end: return listener_->on_edit_ended(call.id);
    case Call::Kind::restart: return listener_->on_restart_wanted(call.number);
    case Call::Kind::bus: return listener_->on_bus_wanted(call.direction, call.number, call.value != 0.0);
    case Call::Kind::editor: return listener_->on_editor_wanted();
  }
}

tresult PLUGIN_API ComponentHandler::beginEdit(ParamID) { return kResultOk; }

tresult PLUGIN_API ComponentHandler::performEdit(ParamID id, ParamValue value) {
  return take({.kind = Call::Kind::edit, .id = id, .value = value});
}

tresult PLUGIN_API ComponentHandler::endEdit(ParamID id) { return take({.kind = Call::Kind::edit_end, .id = id}); }

tresult PLUGIN_API ComponentHandler::restartComponent(int32 flags) {
  return take({.kind = Call::Kind::restart, .number = flags});
}

// A session saves the state whenever it is saved, so there is nothing to remember.
tresult PLUGIN_API ComponentHandler::setDirty(TBool) { return kResultOk; }

tresult PLUGIN_API ComponentHandler::requestOpenEditor(FIDString) { return take({.kind = Call::Kind::editor}); }

tresult PLUGIN_API ComponentHandler::startGroupEdit() { return kResultOk; }

tresult PLUGIN_API ComponentHandler::finishGroupEdit() { return kResultOk; }

tresult PLUGIN_API ComponentHandler::requestBusActivation(MediaType type, BusDirection direction, int32 index,
                                                          TBool state) {
  if (type != kAudio) return kNotImplemented;
  return take({.kind = Call::Kind::bus, .value = state ? 1.0 : 0.0, .number = index, .direction = direction});
}

tresult PLUGIN_API ComponentHandler::notifyUnitSelection(UnitID) { return kResultOk; }

/** Names of programs are choices of a parameter: they are asked for again. */
tresult PLUGIN_API ComponentHandler::notifyProgramListChange(ProgramListID, int32) {
  return take({.kind = Call::Kind::restart, .number = kParamTitlesChanged});
}

tresult PLUGIN_API ComponentHandler::notifyUnitByBusChange() { return kResultOk; }

tresult PLUGIN_API ComponentHandler::queryInterface(const TUID iid, void **object) {
  if (FUnknownPrivate::iidEqual(iid, FUnknown::iid) || FUnknownPrivate::iidEqual(iid, IComponentHandler::iid)) {
    *object = static_cast<IComponentHandler *>(this);
  } else if (FUnknownPrivate::iidEqual(iid, IComponentHandler2::iid)) {
    *object = static_cast<IComponentHandler2 *>(this);
  } else if (FUnknownPrivate::iidEqual(iid, IComponentHandlerBusActivation::iid)) {
    *object = static_cast<IComponentHandlerBusActivation *>(this);
  } else if (FUnknownPrivate::iidEqual(iid, IUnitHandler::iid)) {
    *object = static_cast<IUnitHandler *>(this);
  } else if (FUnknownPrivate::iidEqual(iid, IUnitHandler2::iid)) {
    *object = static_cast<IUnitHandler2 *>(this);
  } else {
    *object = nullptr;
    return kNoInterface;
  }
  addRef();
  return kResultOk;
}

uint32 PLUGIN_API ComponentHandler::release() {
  const uint32 left = --references_;
  if (left == 0) delete this;
  return left;
}

}  // namespace sounddesk::plugin
