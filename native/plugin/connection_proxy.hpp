// Stands between the two halves of a plug-in, so that messages pass on the main thread alone, as the rules want,
// and nothing passes any more once one half is being taken down.
//
// Threads: main; a message from another thread is refused. Real-time safety: none.
#pragma once

#include <pluginterfaces/vst/ivstmessage.h>

#include <atomic>
#include <thread>

namespace sounddesk::plugin {

class ConnectionProxy : public Steinberg::Vst::IConnectionPoint {
 public:
  /** What is sent by `from` is handed to `to`. Reference-counted: starts with one. */
  ConnectionProxy(Steinberg::Vst::IConnectionPoint *from, Steinberg::Vst::IConnectionPoint *to);
  virtual ~ConnectionProxy() = default;

  bool open();
  void close();

  Steinberg::tresult PLUGIN_API connect(Steinberg::Vst::IConnectionPoint *other) override;
  Steinberg::tresult PLUGIN_API disconnect(Steinberg::Vst::IConnectionPoint *other) override;
  Steinberg::tresult PLUGIN_API notify(Steinberg::Vst::IMessage *message) override;

  Steinberg::tresult PLUGIN_API queryInterface(const Steinberg::TUID iid, void **object) override;
  Steinberg::uint32 PLUGIN_API addRef() override { return ++references_; }
  Steinberg::uint32 PLUGIN_API release() override;

 private:
  Steinberg::IPtr<Steinberg::Vst::IConnectionPoint> from_;
  Steinberg::IPtr<Steinberg::Vst::IConnectionPoint> to_;
  std::thread::id main_thread_ = std::this_thread::get_id();
  bool is_open_ = false;
  std::atomic<Steinberg::uint32> references_{1};
};

}  // namespace sounddesk::plugin
