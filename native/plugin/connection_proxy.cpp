#include "plugin/connection_proxy.hpp"

namespace sounddesk::plugin {

using namespace Steinberg;
using namespace Steinberg::Vst;

ConnectionProxy::ConnectionProxy(IConnectionPoint *from, IConnectionPoint *to) : from_(from), to_(to) {}

bool ConnectionProxy::open() {
  is_open_ = from_->connect(this) == kResultTrue;
  return is_open_;
}

void ConnectionProxy::close() {
  if (is_open_) from_->disconnect(this);
  is_open_ = false;
  from_ = nullptr;
  to_ = nullptr;
}

tresult PLUGIN_API ConnectionProxy::connect(IConnectionPoint *) { return kResultFalse; }

tresult PLUGIN_API ConnectionProxy::disconnect(IConnectionPoint *) { return kResultFalse; }

tresult PLUGIN_API ConnectionProxy::notify(IMessage *message) {
  if (std::this_thread::get_id() != main_thread_ || !to_) return kResultFalse;
  return to_->notify(message);
}

tresult PLUGIN_API ConnectionProxy::queryInterface(const TUID iid, void **object) {
  const bool is_known =
      FUnknownPrivate::iidEqual(iid, FUnknown::iid) || FUnknownPrivate::iidEqual(iid, IConnectionPoint::iid);
  *object = is_known ? this : nullptr;
  if (!is_known) return kNoInterface;
  addRef();
  return kResultOk;
}

uint32 PLUGIN_API ConnectionProxy::release() {
  const uint32 left = --references_;
  if (left == 0) delete this;
  return left;
}

}  // namespace sounddesk::plugin
