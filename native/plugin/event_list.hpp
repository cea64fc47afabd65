// Notes into and out of one `process` call: a chain of effects has none, but plug-ins expect the lists.
//
// Threads: the audio thread. Real-time safety: yes.
#pragma once

#include <pluginterfaces/vst/ivstevents.h>

namespace sounddesk::plugin {

/** Always empty; takes what a plug-in puts out and drops it. */
class EventList : public Steinberg::Vst::IEventList {
 public:
  virtual ~EventList() = default;
  Steinberg::int32 PLUGIN_API getEventCount() override { return 0; }
  Steinberg::tresult PLUGIN_API getEvent(Steinberg::int32, Steinberg::Vst::Event &) override {
    return Steinberg::kResultFalse;
  }
  Steinberg::tresult PLUGIN_API addEvent(Steinberg::Vst::Event &) override { return Steinberg::kResultOk; }

  Steinberg::tresult PLUGIN_API queryInterface(const Steinberg::TUID iid, void **object) override {
    const bool is_known = Steinberg::FUnknownPrivate::iidEqual(iid, Steinberg::FUnknown::iid) ||
                          Steinberg::FUnknownPrivate::iidEqual(iid, Steinberg::Vst::IEventList::iid);
    *object = is_known ? this : nullptr;
    return is_known ? Steinberg::kResultOk : Steinberg::kNoInterface;
  }
  Steinberg::uint32 PLUGIN_API addRef() override { return 1000; }
  Steinberg::uint32 PLUGIN_API release() override { return 1000; }
};

}  // namespace sounddesk::plugin
