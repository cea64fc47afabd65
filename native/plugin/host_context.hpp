// What the host offers to every plug-in: its name, messages and attribute lists, and the list of plug-in
// interfaces that it uses. (The SDK's own HostApplication asks its helper for the wrong interface.)
//
// Threads: any may hold it; `createInstance` comes on the main thread by the rules, and is safe elsewhere.
// Real-time safety: none.
#pragma once

#include <pluginterfaces/vst/ivsthostapplication.h>
#include <pluginterfaces/vst/ivstpluginterfacesupport.h>

namespace sounddesk::plugin {

class HostContext : public Steinberg::Vst::IHostApplication, public Steinberg::Vst::IPlugInterfaceSupport {
 public:
  virtual ~HostContext() = default;

  /** Handed out under its own interface id as well, e.g. the run loop of Linux; must outlive this. */
  void offer(const Steinberg::TUID interface_id, Steinberg::FUnknown *object) noexcept;

  Steinberg::tresult PLUGIN_API getName(Steinberg::Vst::String128 name) override;
  Steinberg::tresult PLUGIN_API createInstance(Steinberg::TUID cid, Steinberg::TUID iid, void **object) override;
  Steinberg::tresult PLUGIN_API isPlugInterfaceSupported(const Steinberg::TUID iid) override;

  Steinberg::tresult PLUGIN_API queryInterface(const Steinberg::TUID iid, void **object) override;
  // Lives as long as the program.
  Steinberg::uint32 PLUGIN_API addRef() override { return 1000; }
  Steinberg::uint32 PLUGIN_API release() override { return 1000; }

  Steinberg::FUnknown *unknown() noexcept { return static_cast<Steinberg::Vst::IHostApplication *>(this); }

 private:
  Steinberg::TUID offered_id_{};
  Steinberg::FUnknown *offered_ = nullptr;
};

}  // namespace sounddesk::plugin
