#include "plugin/host_context.hpp"

#include <pluginterfaces/vst/ivstaudioprocessor.h>
#include <pluginterfaces/vst/ivstcomponent.h>
#include <pluginterfaces/vst/ivsteditcontroller.h>
#include <pluginterfaces/vst/ivstmessage.h>
#include <pluginterfaces/vst/ivstunits.h>
#include <public.sdk/source/vst/hosting/hostclasses.h>

#include <cstring>

#include "plugin/vst3_text.hpp"

namespace sounddesk::plugin {

using namespace Steinberg;

void HostContext::offer(const TUID interface_id, FUnknown *object) noexcept {
  std::memcpy(offered_id_, interface_id, sizeof offered_id_);
  offered_ = object;
}

tresult PLUGIN_API HostContext::getName(Vst::String128 name) {
  copy_to(name, "SoundDesk");
  return kResultTrue;
}

tresult PLUGIN_API HostContext::createInstance(TUID cid, TUID iid, void **object) {
  if (object == nullptr) return kInvalidArgument;
  *object = nullptr;
  const FUID class_id = FUID::fromTUID(cid);
  const FUID interface_id = FUID::fromTUID(iid);
  if (class_id == Vst::IMessage::iid && interface_id == Vst::IMessage::iid) {
    *object = static_cast<Vst::IMessage *>(new Vst::HostMessage);
    return kResultTrue;
  }
  if (class_id == Vst::IAttributeList::iid && interface_id == Vst::IAttributeList::iid) {
    *object = static_cast<Vst::IAttributeList *>(new Vst::HostAttributeList);
    return kResultTrue;
  }
  return kResultFalse;
}

tresult PLUGIN_API HostContext::isPlugInterfaceSupported(const TUID iid) {
  const FUID *const used[] = {&Vst::IComponent::iid,  &Vst::IAudioProcessor::iid,
                              &Vst::IEditController::iid, &Vst::IConnectionPoint::iid,
                              &Vst::IUnitInfo::iid,   &Vst::IProcessContextRequirements::iid};
  for (const FUID *id : used) {
    if (FUnknownPrivate::iidEqual(iid, *id)) return kResultTrue;
  }
  return kResultFalse;
}

tresult PLUGIN_API HostContext::queryInterface(const TUID iid, void **object) {
  if (FUnknownPrivate::iidEqual(iid, FUnknown::iid) || FUnknownPrivate::iidEqual(iid, Vst::IHostApplication::iid)) {
    *object = static_cast<Vst::IHostApplication *>(this);
    return kResultOk;
  }
  if (FUnknownPrivate::iidEqual(iid, Vst::IPlugInterfaceSupport::iid)) {
    *object = static_cast<Vst::IPlugInterfaceSupport *>(this);
    return kResultOk;
  }
  if (offered_ != nullptr && FUnknownPrivate::iidEqual(iid, offered_id_)) return offered_->queryInterface(iid, object);
  *object = nullptr;
  return kNoInterface;
}

}  // namespace sounddesk::plugin
