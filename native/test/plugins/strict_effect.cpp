// "SD Strict": passes its sound through and asserts Steinberg's rules for hosts: who calls what, on which thread, in
// which order. Two halves, so that their connection is checked as well.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>

#include <pluginterfaces/base/ibstream.h>
#include <pluginterfaces/vst/ivstaudioprocessor.h>
#include <pluginterfaces/vst/ivstcomponent.h>
#include <pluginterfaces/vst/ivsteditcontroller.h>
#include <pluginterfaces/vst/ivsthostapplication.h>
#include <pluginterfaces/vst/ivstmessage.h>
#include <pluginterfaces/vst/ivstparameterchanges.h>
#include <pluginterfaces/vst/ivstprocesscontext.h>
#include <pluginterfaces/vst/vstspeaker.h>

#include "strict_report.hpp"
#include "test_effect.hpp"
#include "test_factory.hpp"

namespace sdtest {

namespace {

const FUID controller_id(0x5D7E5700, 3, 0x50554C47, 2);

/** Set where the module is entered: that is the main thread. */
std::thread::id main_thread;

#define SD_ON_MAIN(name) SD_RULE(std::this_thread::get_id() == main_thread, std::string(name) + " not on the main thread")

/** Counts references, and says which interfaces there are. */
template <typename... Interfaces>
class Counted : public Interfaces... {
 public:
  virtual ~Counted() = default;
  tresult PLUGIN_API queryInterface(const TUID iid, void **object) override {
    *object = nullptr;
    (void)(try_interface<Interfaces>(iid, object) || ...);
    if (*object == nullptr) try_base(iid, object);
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
  virtual void try_base(const TUID iid, void **object) = 0;

 private:
  template <typename Interface>
  bool try_interface(const TUID iid, void **object) {
    if (!FUnknownPrivate::iidEqual(iid, Interface::iid)) return false;
    *object = static_cast<Interface *>(this);
    return true;
  }
  std::atomic<uint32> references_{1};
};

class StrictProcessor final
    : public Counted<IComponent, IAudioProcessor, IConnectionPoint, IProcessContextRequirements> {
 public:
  ~StrictProcessor() override { SD_RULE(state_ == State::ended || state_ == State::created, "released without terminate"); }

  tresult PLUGIN_API initialize(FUnknown *context) override {
    SD_ON_MAIN("initialize");
    SD_RULE(state_ == State::created, "initialize twice");
    SD_RULE(context != nullptr, "initialize without a context");
    const FUnknownPtr<IHostApplication> application(context);
    SD_RULE(application != nullptr, "the context is no IHostApplication");
    if (application) {
      String128 name{};
      SD_RULE(application->getName(name) == kResultTrue && name[0] != 0, "the host has no name");
      TUID iid;
      IMessage::iid.toTUID(iid);
      IMessage *message = nullptr;
      SD_RULE(application->createInstance(iid, iid, reinterpret_cast<void **>(&message)) == kResultOk && message != nullptr,
              "the host creates no IMessage");
      if (message != nullptr) {
        SD_RULE(message->getAttributes() != nullptr, "a message without attributes");
        message->release();
      }
    }
    state_ = State::initialized;
    return kResultOk;
  }
  tresult PLUGIN_API terminate() override {
    SD_ON_MAIN("terminate");
    SD_RULE(state_ == State::initialized, "terminate while active, or without initialize");
    SD_RULE(peer_ == nullptr, "terminate while connected");
    strict_line("note: blocks " + std::to_string(blocks_) + ", activations " + std::to_string(activations_) +
                ", changes " + std::to_string(changes_));
    state_ = State::ended;
    return kResultOk;
  }
  tresult PLUGIN_API getControllerClassId(TUID id) override {
    SD_ON_MAIN("getControllerClassId");
    controller_id.toTUID(id);
    return kResultOk;
  }
  tresult PLUGIN_API setIoMode(IoMode) override {
    SD_RULE(state_ == State::created, "setIoMode after initialize");
    return kNotImplemented;
  }
  int32 PLUGIN_API getBusCount(MediaType type, BusDirection) override {
    SD_ON_MAIN("getBusCount");
    SD_RULE(state_ != State::created && state_ != State::ended, "getBusCount before initialize");
    return type == kAudio ? 1 : 0;
  }
  tresult PLUGIN_API getBusInfo(MediaType type, BusDirection direction, int32 index, BusInfo &info) override {
    SD_ON_MAIN("getBusInfo");
    SD_RULE(type == kAudio && index == 0, "getBusInfo of a bus that is not there");
    info = {};
    info.mediaType = type;
    info.direction = direction;
    info.channelCount = SpeakerArr::getChannelCount(arrangement_);
    info.busType = kMain;
    info.flags = BusInfo::kDefaultActive;
    copy_text(info.name, "Main");
    return kResultOk;
  }
  tresult PLUGIN_API getRoutingInfo(RoutingInfo &, RoutingInfo &) override { return kNotImplemented; }
  tresult PLUGIN_API activateBus(MediaType type, BusDirection direction, int32 index, TBool is_active) override {
    SD_ON_MAIN("activateBus");
    SD_RULE(state_ == State::initialized, "activateBus while active");
    SD_RULE(type == kAudio && index == 0, "activateBus of a bus that is not there");
    (direction == kInput ? is_input_active_ : is_output_active_) = is_active;
    return kResultOk;
  }
  tresult PLUGIN_API setActive(TBool is_active) override {
    SD_ON_MAIN("setActive");
    if (is_active) {
      SD_RULE(state_ == State::initialized, "setActive(true) while active");
      SD_RULE(is_set_up_, "setActive(true) without setupProcessing");
      SD_RULE(is_input_active_ && is_output_active_, "setActive(true) before the main buses were activated");
      state_ = State::active;
      ++activations_;
    } else {
      SD_RULE(state_ == State::active, "setActive(false) while not active, or while processing");
      state_ = State::initialized;
    }
    SD_RULE(!is_in_process_, "setActive during process");
    return kResultOk;
  }
  tresult PLUGIN_API setState(IBStream *stream) override {
    SD_ON_MAIN("setState");
    double value = 0.0;
    int32 read = 0;
    SD_RULE(stream != nullptr && stream->read(&value, sizeof value, &read) == kResultOk && read == sizeof value,
            "setState with another stream than getState wrote");
    gain_ = value;
    return kResultOk;
  }
  tresult PLUGIN_API getState(IBStream *stream) override {
    SD_ON_MAIN("getState");
    double value = gain_;
    stream->write(&value, sizeof value, nullptr);
    return kResultOk;
  }

  tresult PLUGIN_API setBusArrangements(SpeakerArrangement *in, int32 ins, SpeakerArrangement *out, int32 outs) override {
    SD_ON_MAIN("setBusArrangements");
    SD_RULE(state_ == State::initialized, "setBusArrangements while active");
    SD_RULE(ins == 1 && outs == 1, "setBusArrangements with another number of buses than declared");
    if (ins != 1 || outs != 1 || in[0] != out[0]) return kResultFalse;
    if (in[0] != SpeakerArr::kMono && in[0] != SpeakerArr::kStereo) return kResultFalse;
    arrangement_ = in[0];
    return kResultTrue;
  }
  tresult PLUGIN_API getBusArrangement(BusDirection, int32 index, SpeakerArrangement &arrangement) override {
    SD_RULE(index == 0, "getBusArrangement of a bus that is not there");
    arrangement = arrangement_;
    return kResultOk;
  }
  tresult PLUGIN_API canProcessSampleSize(int32 size) override { return size == kSample32 ? kResultTrue : kResultFalse; }
  uint32 PLUGIN_API getLatencySamples() override {
    SD_ON_MAIN("getLatencySamples");
    SD_RULE(state_ == State::active || state_ == State::processing, "getLatencySamples while not active");
    return 0;
  }
  tresult PLUGIN_API setupProcessing(ProcessSetup &setup) override {
    SD_ON_MAIN("setupProcessing");
    SD_RULE(state_ == State::initialized, "setupProcessing while active, or before initialize");
    SD_RULE(setup.maxSamplesPerBlock > 0 && setup.sampleRate > 0 && setup.symbolicSampleSize == kSample32,
            "setupProcessing with nonsense");
    setup_ = setup;
    is_set_up_ = true;
    return kResultOk;
  }
  tresult PLUGIN_API setProcessing(TBool is_processing) override {
    SD_RULE(state_ == (is_processing ? State::active : State::processing),
            is_processing ? "setProcessing(true) while not active, or twice" : "setProcessing(false) while not processing");
    SD_RULE(!is_in_process_, "setProcessing during process");
    if (state_ == State::active || state_ == State::processing) state_ = is_processing ? State::processing : State::active;
    return kResultOk;
  }
  uint32 PLUGIN_API getTailSamples() override { return kNoTail; }

  tresult PLUGIN_API process(ProcessData &data) override {
    SD_RULE(!is_in_process_.exchange(true), "process on two threads at once");
    SD_RULE(std::this_thread::get_id() != main_thread, "process on the main thread");
    SD_RULE(state_ == State::processing, "process while not processing");
    SD_RULE(data.numSamples >= 0 && data.numSamples <= setup_.maxSamplesPerBlock, "process with more frames than set up");
    SD_RULE(data.symbolicSampleSize == kSample32 && data.processMode == setup_.processMode, "process in another mode");
    SD_RULE(data.processContext != nullptr && data.processContext->sampleRate == setup_.sampleRate,
            "process without the rate in its context");
    check_time(data);
    check_changes(data);
    if (data.numSamples > 0) pass_through(data);
    ++blocks_;
    is_in_process_ = false;
    return kResultOk;
  }

  uint32 PLUGIN_API getProcessContextRequirements() override {
    SD_RULE(state_ == State::initialized, "getProcessContextRequirements not between initialize and setActive");
    return kNeedContinousTimeSamples | kNeedTempo;
  }

  tresult PLUGIN_API connect(IConnectionPoint *other) override {
    SD_ON_MAIN("connect");
    SD_RULE(state_ == State::initialized && other != nullptr && peer_ == nullptr, "connect out of order");
    peer_ = other;
    return kResultOk;
  }
  tresult PLUGIN_API disconnect(IConnectionPoint *other) override {
    SD_ON_MAIN("disconnect");
    SD_RULE(peer_ == other, "disconnect from somebody else");
    peer_ = nullptr;
    return kResultOk;
  }
  tresult PLUGIN_API notify(IMessage *message) override {
    SD_ON_MAIN("notify");
    SD_RULE(message != nullptr && message->getMessageID() != nullptr && std::strcmp(message->getMessageID(), "hello") == 0,
            "a message that nobody sent");
    return kResultOk;
  }

 protected:
  void try_base(const TUID iid, void **object) override {
    if (FUnknownPrivate::iidEqual(iid, FUnknown::iid) || FUnknownPrivate::iidEqual(iid, IPluginBase::iid)) {
      *object = static_cast<IComponent *>(this);
    }
  }

 private:
  enum class State { created, initialized, active, processing, ended };

  void check_time(const ProcessData &data) {
    if (data.processContext == nullptr) return;
    SD_RULE((data.processContext->state & ProcessContext::kTempoValid) != 0, "no tempo, though it was asked for");
    SD_RULE((data.processContext->state & ProcessContext::kContTimeValid) != 0, "no time, though it was asked for");
  }

  void check_changes(const ProcessData &data) {
    SD_RULE(data.inputParameterChanges != nullptr, "process without a list of changes");
    if (data.inputParameterChanges == nullptr) return;
    for (int32 i = 0; i < data.inputParameterChanges->getParameterCount(); ++i) {
      IParamValueQueue *queue = data.inputParameterChanges->getParameterData(i);
      SD_RULE(queue != nullptr && queue->getPointCount() > 0, "an empty queue of changes");
      int32 before = -1;
      for (int32 point = 0; queue != nullptr && point < queue->getPointCount(); ++point) {
        int32 offset = 0;
        ParamValue value = 0.0;
        SD_RULE(queue->getPoint(point, offset, value) == kResultTrue, "a point that is not there");
        SD_RULE(offset > before, "points not in order");
        SD_RULE(offset >= 0 && offset < std::max(data.numSamples, 1), "a point outside the block");
        SD_RULE(value >= 0.0 && value <= 1.0, "a value outside 0 to 1");
        before = offset;
        if (queue->getParameterId() == 1) gain_ = value;
        ++changes_;
      }
    }
  }

  void pass_through(ProcessData &data) {
    SD_RULE(data.numInputs == 1 && data.numOutputs == 1, "other numbers of buses than declared");
    if (data.numInputs < 1 || data.numOutputs < 1) return;
    const int32 channels = SpeakerArr::getChannelCount(arrangement_);
    SD_RULE(data.inputs[0].numChannels == channels && data.outputs[0].numChannels == channels,
            "other numbers of channels than arranged");
    for (int32 channel = 0; channel < std::min(channels, data.inputs[0].numChannels); ++channel) {
      const float *in = data.inputs[0].channelBuffers32[channel];
      float *out = data.outputs[0].channelBuffers32[channel];
      SD_RULE(in != nullptr && out != nullptr, "a channel without a buffer");
      if (in != nullptr && out != nullptr && in != out) std::copy_n(in, data.numSamples, out);
    }
  }

  std::atomic<State> state_{State::created};
  std::atomic<bool> is_in_process_{false};
  bool is_set_up_ = false;
  bool is_input_active_ = false;
  bool is_output_active_ = false;
  std::atomic<double> gain_{0.5};
  std::size_t blocks_ = 0;
  std::size_t activations_ = 0;
  std::size_t changes_ = 0;
  ProcessSetup setup_{};
  SpeakerArrangement arrangement_ = SpeakerArr::kStereo;
  IConnectionPoint *peer_ = nullptr;
};

class StrictController final : public Counted<IEditController, IConnectionPoint> {
 public:
  ~StrictController() override { SD_RULE(is_ended_ || !is_initialized_, "controller released without terminate"); }

  tresult PLUGIN_API initialize(FUnknown *context) override {
    SD_ON_MAIN("controller initialize");
    SD_RULE(!is_initialized_ && context != nullptr, "controller initialize twice, or without a context");
    context_ = context;
    is_initialized_ = true;
    return kResultOk;
  }
  tresult PLUGIN_API terminate() override {
    SD_ON_MAIN("controller terminate");
    SD_RULE(is_initialized_ && !is_ended_, "controller terminate out of order");
    SD_RULE(peer_ == nullptr, "controller terminate while connected");
    handler_ = nullptr;
    is_ended_ = true;
    return kResultOk;
  }
  tresult PLUGIN_API setComponentState(IBStream *stream) override {
    check("setComponentState");
    int32 read = 0;
    double value = 0.0;
    SD_RULE(stream->read(&value, sizeof value, &read) == kResultOk && read == sizeof value,
            "setComponentState with another stream than the processor wrote");
    value_ = value;
    has_state_ = true;
    return kResultOk;
  }
  tresult PLUGIN_API setState(IBStream *) override {
    check("controller setState");
    SD_RULE(has_state_, "controller setState before setComponentState");
    return kResultOk;
  }
  tresult PLUGIN_API getState(IBStream *) override {
    check("controller getState");
    return kResultOk;
  }
  int32 PLUGIN_API getParameterCount() override {
    check("getParameterCount");
    return 2;
  }
  tresult PLUGIN_API getParameterInfo(int32 index, ParameterInfo &info) override {
    check("getParameterInfo");
    SD_RULE(index >= 0 && index < 2, "getParameterInfo of a parameter that is not there");
    info = {};
    info.id = index == 0 ? 1 : 2;
    copy_text(info.title, index == 0 ? "Gain" : "Bypass");
    info.stepCount = index == 0 ? 0 : 1;
    info.flags = ParameterInfo::kCanAutomate | (index == 0 ? 0 : ParameterInfo::kIsBypass);
    info.defaultNormalizedValue = index == 0 ? 0.5 : 0.0;
    return kResultOk;
  }
  tresult PLUGIN_API getParamStringByValue(ParamID, ParamValue value, String128 text) override {
    check("getParamStringByValue");
    SD_RULE(value >= 0.0 && value <= 1.0, "getParamStringByValue outside 0 to 1");
    copy_text(text, std::to_string(value));
    return kResultOk;
  }
  tresult PLUGIN_API getParamValueByString(ParamID, TChar *, ParamValue &) override { return kNotImplemented; }
  ParamValue PLUGIN_API normalizedParamToPlain(ParamID, ParamValue value) override {
    check("normalizedParamToPlain");
    return value;
  }
  ParamValue PLUGIN_API plainParamToNormalized(ParamID, ParamValue value) override {
    check("plainParamToNormalized");
    return value;
  }
  ParamValue PLUGIN_API getParamNormalized(ParamID id) override {
    check("getParamNormalized");
    return id == 1 ? value_ : bypass_;
  }
  tresult PLUGIN_API setParamNormalized(ParamID id, ParamValue value) override {
    check("setParamNormalized");
    SD_RULE(id == 1 || id == 2, "setParamNormalized of a parameter that is not there");
    SD_RULE(value >= 0.0 && value <= 1.0, "setParamNormalized outside 0 to 1");
    (id == 1 ? value_ : bypass_) = value;
    say_hello();
    // Once in a while the plug-in asks to be taken out of service, by the rules: here, on the main thread.
    if (id == 1 && value > 0.9 && handler_) handler_->restartComponent(kLatencyChanged);
    return kResultOk;
  }
  tresult PLUGIN_API setComponentHandler(IComponentHandler *handler) override {
    check("setComponentHandler");
    handler_ = handler;
    if (handler != nullptr) {
      SD_RULE(FUnknownPtr<IComponentHandler2>(handler) != nullptr, "the handler is no IComponentHandler2");
    }
    return kResultOk;
  }
  IPlugView *PLUGIN_API createView(FIDString) override {
    check("createView");
    return nullptr;
  }

  tresult PLUGIN_API connect(IConnectionPoint *other) override {
    SD_ON_MAIN("controller connect");
    SD_RULE(is_initialized_ && peer_ == nullptr, "controller connect out of order");
    peer_ = other;
    say_hello();
    return kResultOk;
  }
  tresult PLUGIN_API disconnect(IConnectionPoint *other) override {
    SD_RULE(peer_ == other, "controller disconnect from somebody else");
    peer_ = nullptr;
    return kResultOk;
  }
  tresult PLUGIN_API notify(IMessage *) override { return kResultOk; }

 protected:
  void try_base(const TUID iid, void **object) override {
    if (FUnknownPrivate::iidEqual(iid, FUnknown::iid) || FUnknownPrivate::iidEqual(iid, IPluginBase::iid)) {
      *object = static_cast<IEditController *>(this);
    }
  }

 private:
  void check(const std::string &name) const {
    SD_RULE(std::this_thread::get_id() == main_thread, name + " not on the main thread");
    SD_RULE(is_initialized_ && !is_ended_, name + " before initialize, or after terminate");
  }

  void say_hello() {
    const FUnknownPtr<IHostApplication> application(context_);
    if (peer_ == nullptr || !application) return;
    TUID iid;
    IMessage::iid.toTUID(iid);
    IMessage *message = nullptr;
    if (application->createInstance(iid, iid, reinterpret_cast<void **>(&message)) != kResultOk) return;
    message->setMessageID("hello");
    peer_->notify(message);
    message->release();
  }

  IPtr<FUnknown> context_;
  IPtr<IComponentHandler> handler_;
  IConnectionPoint *peer_ = nullptr;
  bool is_initialized_ = false;
  bool is_ended_ = false;
  bool has_state_ = false;
  double value_ = 0.5;
  double bypass_ = 0.0;
};

FUnknown *create_processor() { return static_cast<IComponent *>(new StrictProcessor); }
FUnknown *create_controller() { return static_cast<IEditController *>(new StrictController); }

}  // namespace

}  // namespace sdtest

SD_MODULE_ENTRY() {
  sdtest::main_thread = std::this_thread::get_id();
  return true;
}

SD_MODULE_EXIT() { return true; }

SD_EXPORT Steinberg::IPluginFactory *PLUGIN_API GetPluginFactory() {
  using namespace sdtest;
  static TestFactory factory(
      {{SD_TEST_ID(3, 1), kVstAudioEffectClass, "SD Strict", "Fx|Tools", create_processor},
       {SD_TEST_ID(3, 2), kVstComponentControllerClass, "SD Strict Controller", "", create_controller}});
  return &factory;
}
