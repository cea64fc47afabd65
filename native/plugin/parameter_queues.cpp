#include "plugin/parameter_queues.hpp"

namespace sounddesk::plugin {

using namespace Steinberg;

namespace {

template <typename Interface>
tresult query(Interface *self, const TUID iid, void **object) {
  const bool is_known = FUnknownPrivate::iidEqual(iid, FUnknown::iid) || FUnknownPrivate::iidEqual(iid, Interface::iid);
  *object = is_known ? self : nullptr;
  return is_known ? kResultOk : kNoInterface;
}

}  // namespace

tresult PLUGIN_API ParameterQueue::getPoint(int32 index, int32 &offset, Vst::ParamValue &value) {
  if (index < 0 || static_cast<std::size_t>(index) >= count_) return kResultFalse;
  offset = points_[static_cast<std::size_t>(index)].offset;
  value = points_[static_cast<std::size_t>(index)].value;
  return kResultTrue;
}

tresult PLUGIN_API ParameterQueue::addPoint(int32 offset, Vst::ParamValue value, int32 &index) {
  std::size_t place = count_;
  while (place > 0 && points_[place - 1].offset > offset) --place;
  if (place > 0 && points_[place - 1].offset == offset) {
    points_[place - 1].value = value;
    index = static_cast<int32>(place - 1);
    return kResultTrue;
  }
  if (count_ == points_.size()) {
    // The way there gets coarser; where it ends stays right.
    points_[count_ - 1] = {offset, value};
    index = static_cast<int32>(count_ - 1);
    return kResultTrue;
  }
  for (std::size_t i = count_; i > place; --i) points_[i] = points_[i - 1];
  points_[place] = {offset, value};
  ++count_;
  index = static_cast<int32>(place);
  return kResultTrue;
}

tresult PLUGIN_API ParameterQueue::queryInterface(const TUID iid, void **object) {
  return query<Vst::IParamValueQueue>(this, iid, object);
}

bool ParameterChanges::add(Vst::ParamID id, int32 offset, double value) noexcept {
  int32 index = 0;
  Vst::IParamValueQueue *queue = addParameterData(id, index);
  if (queue == nullptr || queues_[static_cast<std::size_t>(index)].free_points() == 0) return false;
  return queue->addPoint(offset, value, index) == kResultTrue;
}

Vst::IParamValueQueue *PLUGIN_API ParameterChanges::getParameterData(int32 index) {
  if (index < 0 || static_cast<std::size_t>(index) >= count_) return nullptr;
  return &queues_[static_cast<std::size_t>(index)];
}

Vst::IParamValueQueue *PLUGIN_API ParameterChanges::addParameterData(const Vst::ParamID &id, int32 &index) {
  for (std::size_t i = 0; i < count_; ++i) {
    if (queues_[i].getParameterId() != id) continue;
    index = static_cast<int32>(i);
    return &queues_[i];
  }
  if (count_ == queues_.size()) return nullptr;
  queues_[count_].start(id);
  index = static_cast<int32>(count_);
  return &queues_[count_++];
}

tresult PLUGIN_API ParameterChanges::queryInterface(const TUID iid, void **object) {
  return query<Vst::IParameterChanges>(this, iid, object);
}

}  // namespace sounddesk::plugin
