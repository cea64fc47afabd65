// What the test plug-ins have in common: processor and controller in one object, parameters from a table, a state that
// is the list of their values, a bypass of their own, buses as many as they say.
#pragma once

#include <pluginterfaces/base/ibstream.h>
#include <pluginterfaces/vst/ivstaudioprocessor.h>
#include <pluginterfaces/vst/ivstcomponent.h>
#include <pluginterfaces/vst/ivsteditcontroller.h>
#include <pluginterfaces/vst/ivstparameterchanges.h>
#include <pluginterfaces/vst/ivstunits.h>
#include <pluginterfaces/vst/vstspeaker.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace sdtest {

using namespace Steinberg;
using namespace Steinberg::Vst;

struct TestParameter {
  ParamID id;
  const char *name;
  const char *units;
  double minimum;
  double maximum;
  double initial;
  int32 step_count = 0;
  int32 flags = ParameterInfo::kCanAutomate;
  std::vector<const char *> choices = {};
  UnitID unit = kRootUnitId;
};

inline void copy_text(String128 to, const std::string &text) {
  std::size_t i = 0;
  for (; i < text.size() && i < 127; ++i) to[i] = static_cast<TChar>(text[i]);
  to[i] = 0;
}

class TestEffect : public IComponent, public IAudioProcessor, public IEditController, public IUnitInfo {
 public:
  TestEffect(std::vector<TestParameter> parameters, bool is_mono_only = false, bool has_side_chain = false)
      : parameters_(std::move(parameters)), is_mono_only_(is_mono_only), has_side_chain_(has_side_chain) {
    arrangement_ = is_mono_only ? SpeakerArr::kMono : SpeakerArr::kStereo;
    for (const TestParameter &parameter : parameters_) {
      values_.push_back((parameter.initial - parameter.minimum) / (parameter.maximum - parameter.minimum));
    }
    heard_ = values_;
  }
  virtual ~TestEffect() = default;

  // --- what a test plug-in fills in ---
  /** In place over the main bus; `plain` gives the parameters as they are at frame `from`. */
  virtual void render(float **channels, int32 channel_count, float **side_chain, int32 from, int32 to) = 0;
  virtual void reset() {}
  /** Before a block; parameters are those of its beginning. */
  virtual void begin_block(ProcessData &) {}
  virtual uint32 latency() { return 0; }

  double plain(ParamID id) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].id == id) return plain_at(i, heard_[i]);
    }
    return 0.0;
  }
  double rate_hz() const { return setup_.sampleRate; }

  // --- IPluginBase, IComponent ---
  tresult PLUGIN_API initialize(FUnknown *) override { return kResultOk; }
  tresult PLUGIN_API terminate() override {
    handler_ = nullptr;
    return kResultOk;
  }
  tresult PLUGIN_API getControllerClassId(TUID) override { return kNotImplemented; }
  tresult PLUGIN_API setIoMode(IoMode) override { return kNotImplemented; }
  int32 PLUGIN_API getBusCount(MediaType type, BusDirection direction) override {
    if (type != kAudio) return 0;
    return direction == kInput && has_side_chain_ ? 2 : 1;
  }
  tresult PLUGIN_API getBusInfo(MediaType type, BusDirection direction, int32 index, BusInfo &info) override {
    if (type != kAudio || index < 0 || index >= getBusCount(type, direction)) return kInvalidArgument;
    info = {};
    info.mediaType = type;
    info.direction = direction;
    info.channelCount = index == 0 ? SpeakerArr::getChannelCount(arrangement_) : 1;
    info.busType = index == 0 ? kMain : kAux;
    info.flags = index == 0 ? static_cast<uint32>(BusInfo::kDefaultActive) : 0;
    copy_text(info.name, index == 0 ? (direction == kInput ? "Input" : "Output") : "Side-chain");
    return kResultOk;
  }
  tresult PLUGIN_API getRoutingInfo(RoutingInfo &, RoutingInfo &) override { return kNotImplemented; }
  tresult PLUGIN_API activateBus(MediaType, BusDirection, int32, TBool) override { return kResultOk; }
  tresult PLUGIN_API setActive(TBool) override {
    reset();
    return kResultOk;
  }
  tresult PLUGIN_API setState(IBStream *stream) override {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      double value = 0.0;
      int32 read = 0;
      if (stream->read(&value, sizeof value, &read) != kResultOk || read != sizeof value) return kResultFalse;
      values_[i] = value;
      // A real plug-in would hand it over without a race; the tests restore while nothing is processed.
      heard_[i] = value;
    }
    return kResultOk;
  }
  tresult PLUGIN_API getState(IBStream *stream) override {
    for (double value : heard_) stream->write(&value, sizeof value, nullptr);
    return kResultOk;
  }

  // --- IAudioProcessor ---
  tresult PLUGIN_API setBusArrangements(SpeakerArrangement *inputs, int32 input_count, SpeakerArrangement *outputs,
                                        int32 output_count) override {
    if (input_count != getBusCount(kAudio, kInput) || output_count != 1 || inputs[0] != outputs[0]) return kResultFalse;
    const bool is_mono = inputs[0] == SpeakerArr::kMono;
    const bool is_stereo = inputs[0] == SpeakerArr::kStereo && !is_mono_only_;
    if (!is_mono && !is_stereo) return kResultFalse;
    arrangement_ = inputs[0];
    return kResultTrue;
  }
  tresult PLUGIN_API getBusArrangement(BusDirection direction, int32 index, SpeakerArrangement &arrangement) override {
    if (index < 0 || index >= getBusCount(kAudio, direction)) return kInvalidArgument;
    arrangement = index == 0 ? arrangement_ : SpeakerArr::kMono;
    return kResultOk;
  }
  tresult PLUGIN_API canProcessSampleSize(int32 size) override { return size == kSample32 ? kResultTrue : kResultFalse; }
  uint32 PLUGIN_API getLatencySamples() override { return latency(); }
  tresult PLUGIN_API setupProcessing(ProcessSetup &setup) override {
    setup_ = setup;
    return kResultOk;
  }
  tresult PLUGIN_API setProcessing(TBool) override { return kResultOk; }
  uint32 PLUGIN_API getTailSamples() override { return kNoTail; }

  /** Sample by sample exact: the block is cut where a parameter changes. */
  tresult PLUGIN_API process(ProcessData &data) override {
    begin_block(data);
    const bool has_audio = data.numSamples > 0 && data.numInputs > 0 && data.numOutputs > 0;
    float **in = has_audio ? data.inputs[0].channelBuffers32 : nullptr;
    float **out = has_audio ? data.outputs[0].channelBuffers32 : nullptr;
    const int32 channels = has_audio ? std::min(data.inputs[0].numChannels, data.outputs[0].numChannels) : 0;
    for (int32 channel = 0; channel < channels; ++channel) {
      if (in[channel] != out[channel]) std::copy_n(in[channel], data.numSamples, out[channel]);
    }
    float **side = has_audio && data.numInputs > 1 ? data.inputs[1].channelBuffers32 : nullptr;
    int32 from = 0;
    while (true) {
      const int32 to = apply_changes_until(data, from);
      if (to > from && has_audio) render_part(out, channels, side, from, to);
      if (to >= data.numSamples) break;
      from = to;
    }
    return kResultOk;
  }

  // --- IEditController ---
  tresult PLUGIN_API setComponentState(IBStream *) override { return kResultOk; }
  int32 PLUGIN_API getParameterCount() override { return static_cast<int32>(parameters_.size()); }
  tresult PLUGIN_API getParameterInfo(int32 index, ParameterInfo &info) override {
    if (index < 0 || static_cast<std::size_t>(index) >= parameters_.size()) return kInvalidArgument;
    const TestParameter &parameter = parameters_[static_cast<std::size_t>(index)];
    info = {};
    info.id = parameter.id;
    copy_text(info.title, parameter.name);
    copy_text(info.shortTitle, parameter.name);
    copy_text(info.units, parameter.units);
    info.stepCount = parameter.step_count;
    info.defaultNormalizedValue = (parameter.initial - parameter.minimum) / (parameter.maximum - parameter.minimum);
    info.unitId = parameter.unit;
    info.flags = parameter.flags;
    return kResultOk;
  }
  tresult PLUGIN_API getParamStringByValue(ParamID id, ParamValue value, String128 text) override {
    const int32 index = index_of(id);
    if (index < 0) return kInvalidArgument;
    const TestParameter &parameter = parameters_[static_cast<std::size_t>(index)];
    const double shown = plain_at(static_cast<std::size_t>(index), value);
    const auto step = static_cast<std::size_t>(value * parameter.step_count + 0.5);
    if (!parameter.choices.empty() && step < parameter.choices.size()) {
      copy_text(text, parameter.choices[step]);
    } else {
      char number[32];
      std::snprintf(number, sizeof number, "%.2f", shown);
      copy_text(text, number);
    }
    return kResultOk;
  }
  tresult PLUGIN_API getParamValueByString(ParamID, TChar *, ParamValue &) override { return kNotImplemented; }
  ParamValue PLUGIN_API normalizedParamToPlain(ParamID id, ParamValue value) override {
    const int32 index = index_of(id);
    return index < 0 ? value : plain_at(static_cast<std::size_t>(index), value);
  }
  ParamValue PLUGIN_API plainParamToNormalized(ParamID id, ParamValue value) override {
    const int32 index = index_of(id);
    if (index < 0) return value;
    const TestParameter &parameter = parameters_[static_cast<std::size_t>(index)];
    return (value - parameter.minimum) / (parameter.maximum - parameter.minimum);
  }
  ParamValue PLUGIN_API getParamNormalized(ParamID id) override {
    const int32 index = index_of(id);
    return index < 0 ? 0.0 : values_[static_cast<std::size_t>(index)];
  }
  tresult PLUGIN_API setParamNormalized(ParamID id, ParamValue value) override {
    const int32 index = index_of(id);
    if (index < 0) return kInvalidArgument;
    values_[static_cast<std::size_t>(index)] = value;
    return kResultOk;
  }
  tresult PLUGIN_API setComponentHandler(IComponentHandler *handler) override {
    handler_ = handler;
    return kResultOk;
  }
  IPlugView *PLUGIN_API createView(FIDString) override { return nullptr; }

  // --- IUnitInfo: the root, and one unit where a parameter says so ---
  int32 PLUGIN_API getUnitCount() override { return 2; }
  tresult PLUGIN_API getUnitInfo(int32 index, UnitInfo &info) override {
    if (index < 0 || index > 1) return kInvalidArgument;
    info = {};
    info.id = index;
    info.parentUnitId = index == 0 ? kNoParentUnitId : kRootUnitId;
    copy_text(info.name, index == 0 ? "Root" : "Tone");
    info.programListId = kNoProgramListId;
    return kResultOk;
  }
  int32 PLUGIN_API getProgramListCount() override { return 0; }
  tresult PLUGIN_API getProgramListInfo(int32, ProgramListInfo &) override { return kNotImplemented; }
  tresult PLUGIN_API getProgramName(ProgramListID, int32, String128) override { return kNotImplemented; }
  tresult PLUGIN_API getProgramInfo(ProgramListID, int32, Vst::CString, String128) override { return kNotImplemented; }
  tresult PLUGIN_API hasProgramPitchNames(ProgramListID, int32) override { return kResultFalse; }
  tresult PLUGIN_API getProgramPitchName(ProgramListID, int32, int16, String128) override { return kNotImplemented; }
  UnitID PLUGIN_API getSelectedUnit() override { return kRootUnitId; }
  tresult PLUGIN_API selectUnit(UnitID) override { return kResultOk; }
  tresult PLUGIN_API getUnitByBus(MediaType, BusDirection, int32, int32, UnitID &) override { return kNotImplemented; }
  tresult PLUGIN_API setUnitProgramData(int32, int32, IBStream *) override { return kNotImplemented; }

  // --- FUnknown ---
  tresult PLUGIN_API queryInterface(const TUID iid, void **object) override {
    *object = nullptr;
    if (FUnknownPrivate::iidEqual(iid, FUnknown::iid) || FUnknownPrivate::iidEqual(iid, IPluginBase::iid) ||
        FUnknownPrivate::iidEqual(iid, IComponent::iid)) {
      *object = static_cast<IComponent *>(this);
    } else if (FUnknownPrivate::iidEqual(iid, IAudioProcessor::iid)) {
      *object = static_cast<IAudioProcessor *>(this);
    } else if (FUnknownPrivate::iidEqual(iid, IEditController::iid)) {
      *object = static_cast<IEditController *>(this);
    } else if (FUnknownPrivate::iidEqual(iid, IUnitInfo::iid)) {
      *object = static_cast<IUnitInfo *>(this);
    }
    if (*object == nullptr) return kNoInterface;
    addRef();
    return kResultOk;
  }
  uint32 PLUGIN_API addRef() override { return ++references_; }
  uint32 PLUGIN_API release() override {
    const uint32 left = --references_;
    if (left == 0) delete this;
    return left;
  }

 protected:
  IPtr<IComponentHandler> handler_;
  ProcessSetup setup_{};
  std::vector<TestParameter> parameters_;
  std::vector<double> values_;  // the controller's
  std::vector<double> heard_;   // the processor's

 private:
  int32 index_of(ParamID id) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].id == id) return static_cast<int32>(i);
    }
    return -1;
  }
  double plain_at(std::size_t index, double value) const {
    const TestParameter &parameter = parameters_[index];
    return parameter.minimum + value * (parameter.maximum - parameter.minimum);
  }

  /** Takes every change at `from` over, and says up to which frame there is none. */
  int32 apply_changes_until(ProcessData &data, int32 from) {
    int32 next = data.numSamples;
    const int32 count = data.inputParameterChanges != nullptr ? data.inputParameterChanges->getParameterCount() : 0;
    for (int32 i = 0; i < count; ++i) {
      IParamValueQueue *queue = data.inputParameterChanges->getParameterData(i);
      const int32 index = index_of(queue->getParameterId());
      for (int32 point = 0; index >= 0 && point < queue->getPointCount(); ++point) {
        int32 offset = 0;
        ParamValue value = 0.0;
        if (queue->getPoint(point, offset, value) != kResultTrue) continue;
        if (offset <= from) heard_[static_cast<std::size_t>(index)] = value;
        if (offset > from) next = std::min(next, offset);
      }
    }
    return next;
  }

  void render_part(float **channels, int32 channel_count, float **side_chain, int32 from, int32 to) {
    bool is_bypassed = false;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      is_bypassed = is_bypassed || ((parameters_[i].flags & ParameterInfo::kIsBypass) != 0 && heard_[i] >= 0.5);
    }
    if (!is_bypassed) render(channels, channel_count, side_chain, from, to);
  }

  bool is_mono_only_;
  bool has_side_chain_;
  SpeakerArrangement arrangement_;
  std::atomic<uint32> references_{1};
};

}  // namespace sdtest
