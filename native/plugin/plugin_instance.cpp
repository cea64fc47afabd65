#include "plugin/plugin_instance.hpp"

#include <public.sdk/source/common/memorystream.h>

#include <algorithm>
#include <array>
#include <utility>

#include "plugin/connection_proxy.hpp"
#include "plugin/host_context.hpp"
#include "plugin/plugin_failure.hpp"
#include "plugin/vst3_text.hpp"

namespace sounddesk::plugin {

using namespace Steinberg;
using namespace Steinberg::Vst;

namespace {

/** More than any plug-in needs and than a chain wants to delay by; a claim beyond is taken for nonsense. */
constexpr std::size_t latency_limit_frames = std::size_t{1} << 20;

constexpr std::size_t waiting_limit = 4096;

[[noreturn]] void refused(const std::string &what) {
  throw PluginFailure(PluginFailureCode::refused,
                      "The plug-in refused to work: " + what + ". Try it again, or ask its maker for help.");
}

}  // namespace

PluginInstance::PluginInstance(std::shared_ptr<Module> module, const std::string &class_id, HostContext &context,
                               const ProcessFormat &format, PluginListener &listener)
    : module_(std::move(module)), class_id_(class_id), format_(format), listener_(listener) {
  const std::optional<FUID> id = id_of_hex(class_id);
  if (!id) {
    throw PluginFailure(PluginFailureCode::bad_request, "\"" + class_id + "\" is no plug-in id: it has 32 hex digits.");
  }
  IComponent *component = nullptr;
  if (module_->factory()->createInstance(id->toTUID(), IComponent::iid, reinterpret_cast<void **>(&component)) !=
          kResultOk ||
      component == nullptr) {
    throw PluginFailure(PluginFailureCode::class_not_found,
                        "The module has no plug-in with the id " + class_id + ". Scan it again.");
  }
  component_ = owned(component);
  handler_ = owned(new ComponentHandler(this));
  if (component_->initialize(context.unknown()) != kResultOk) {
    component_ = nullptr;  // By the rules without terminate.
    refused("its initialize failed");
  }
  try {
    processor_ = FUnknownPtr<IAudioProcessor>(component_);
    if (!processor_) refused("it processes no audio");
    create_controller(context);
    connect();
    sync_controller();
    if (const FUnknownPtr<IProcessContextRequirements> needs(component_); needs) {
      context_needs_ = needs->getProcessContextRequirements();
    } else {
      context_needs_ = ~uint32{0};
    }
    buses_.negotiate(*component_, *processor_, format_.channels);
    refresh_parameters();
  } catch (...) {
    disconnect();
    throw;
  }
}

PluginInstance::~PluginInstance() {
  stop();
  disconnect();
}

void PluginInstance::create_controller(HostContext &context) {
  IEditController *controller = nullptr;
  if (component_->queryInterface(IEditController::iid, reinterpret_cast<void **>(&controller)) == kResultOk &&
      controller != nullptr) {
    controller_ = owned(controller);
  } else {
    TUID id;
    if (component_->getControllerClassId(id) != kResultOk ||
        module_->factory()->createInstance(id, IEditController::iid, reinterpret_cast<void **>(&controller)) !=
            kResultOk ||
        controller == nullptr) {
      refused("it has no controller");
    }
    IPtr<IEditController> fresh = owned(controller);
    if (fresh->initialize(context.unknown()) != kResultOk) refused("its controller's initialize failed");
    controller_ = std::move(fresh);
    is_controller_separate_ = true;
  }
  controller_->setComponentHandler(handler_);
}

void PluginInstance::connect() {
  const FUnknownPtr<IConnectionPoint> component(component_);
  const FUnknownPtr<IConnectionPoint> controller(controller_);
  if (!is_controller_separate_ || !component || !controller) return;
  to_controller_ = owned(new ConnectionProxy(component, controller));
  to_component_ = owned(new ConnectionProxy(controller, component));
  to_controller_->open();
  to_component_->open();
}

/** Both halves down: no more messages, no more calls to us, then terminate, the processor first as in the SDK. */
void PluginInstance::disconnect() noexcept {
  if (to_controller_) to_controller_->close();
  if (to_component_) to_component_->close();
  to_controller_ = nullptr;
  to_component_ = nullptr;
  handler_->detach();
  if (controller_) controller_->setComponentHandler(nullptr);
  if (component_) component_->terminate();
  if (controller_ && is_controller_separate_) controller_->terminate();
  controller_ = nullptr;
  processor_ = nullptr;
  component_ = nullptr;
}

/** The controller learns what the processor holds. */
void PluginInstance::sync_controller() {
  if (!is_controller_separate_) return;
  const IPtr<MemoryStream> stream = owned(new MemoryStream);
  if (component_->getState(stream) != kResultOk) return;
  stream->seek(0, IBStream::kIBSeekSet, nullptr);
  controller_->setComponentState(stream);
}

void PluginInstance::negotiate_buses() { buses_.negotiate(*component_, *processor_, format_.channels); }

void PluginInstance::start() {
  if (is_active_) return;
  if (processor_->canProcessSampleSize(kSample32) != kResultTrue) refused("it does not process 32-bit samples");
  ProcessSetup setup{};
  setup.processMode = format_.is_offline ? kOffline : kRealtime;
  setup.symbolicSampleSize = kSample32;
  setup.maxSamplesPerBlock = static_cast<int32>(format_.max_frames);
  setup.sampleRate = format_.rate_hz;
  const tresult answer = processor_->setupProcessing(setup);
  if (answer != kResultOk && answer != kNotImplemented) {
    refused("it does not run at " + std::to_string(static_cast<int>(format_.rate_hz)) + " Hz");
  }
  buses_.prepare(format_.max_frames);
  const std::size_t parameters = static_cast<std::size_t>(std::max<int32>(controller_->getParameterCount(), 0));
  const std::size_t room = std::clamp<std::size_t>(parameters + 16, 32, 512);
  changes_in_.prepare(room);
  changes_out_.prepare(room);
  waiting_.resize(waiting_limit);
  buses_.activate(*component_);
  const tresult activated = component_->setActive(true);
  if (activated != kResultOk && activated != kNotImplemented) refused("it can't be activated");
  is_active_ = true;
  const std::size_t latency = processor_->getLatencySamples();
  latency_frames_ = latency > latency_limit_frames ? 0 : latency;
  set_processing(true);
}

void PluginInstance::stop() noexcept {
  if (!is_active_) return;
  set_processing(false);
  component_->setActive(false);
  is_active_ = false;
}

void PluginInstance::set_processing(bool is_processing) noexcept {
  if (!is_active_ || is_processing == is_processing_) return;
  // The answer means nothing: many return kNotImplemented and work.
  processor_->setProcessing(is_processing);
  is_processing_ = is_processing;
}

int32 PluginInstance::take_restart_flags() noexcept { return std::exchange(restart_flags_, 0); }

std::size_t PluginInstance::tail_frames() const { return processor_->getTailSamples(); }

void PluginInstance::serve() {
  handler_->deliver();
  while (!overflow_.empty()) {
    const std::size_t taken = to_processor_.push(overflow_.data(), overflow_.size());
    if (taken == 0) break;
    overflow_.erase(overflow_.begin(), overflow_.begin() + static_cast<std::ptrdiff_t>(taken));
  }
  ParameterPoint point;
  while (from_processor_.pop(&point, 1) == 1) {
    controller_->setParamNormalized(point.id, point.value);
    if (std::binary_search(visible_parameters_.begin(), visible_parameters_.end(), point.id)) {
      listener_.on_parameter_edited(point.id, point.value);
    }
  }
}

void PluginInstance::forget_changes() noexcept {
  generation_.fetch_add(1, std::memory_order_acq_rel);
  overflow_.clear();
}

void PluginInstance::push_change(ParameterPoint point) {
  point.generation = generation_.load(std::memory_order_relaxed);
  // Behind what already waits, so that the last value stays the last.
  if (!overflow_.empty() || to_processor_.push(&point, 1) == 0) overflow_.push_back(point);
}

bool PluginInstance::has_changes_waiting() const noexcept {
  return !overflow_.empty() || to_processor_.readable() > 0 || published_waiting_.load(std::memory_order_acquire) > 0;
}

void PluginInstance::on_edited(ParamID id, double value) {
  push_change({.id = id, .value = std::clamp(value, 0.0, 1.0), .at_frame = -1});
  listener_.on_parameter_edited(id, value);
}

void PluginInstance::on_edit_ended(ParamID) {}

void PluginInstance::on_restart_wanted(int32 flags) {
  restart_flags_ |= flags;
  if ((flags & kParamTitlesChanged) != 0 && component_ && processor_) refresh_parameters();
  if ((flags & (kParamTitlesChanged | kParamValuesChanged)) != 0) listener_.on_parameters_changed();
}

void PluginInstance::on_bus_wanted(BusDirection direction, int32 index, bool is_active) {
  // A bus is turned on and off while the plug-in is inactive: the same way as a change of its buses.
  if (buses_.request(direction, index, is_active)) restart_flags_ |= kLatencyChanged;
}

void PluginInstance::use_side_chain(bool is_wanted) noexcept {
  // As for a request of the plug-in's own.
  if (buses_.use_side_input(is_wanted)) restart_flags_ |= kLatencyChanged;
}

void PluginInstance::on_editor_wanted() { listener_.on_editor_wanted(); }

// --- the processing thread -----------------------------------------------------------------------------------

void PluginInstance::take_changes(std::int64_t start_frame, std::size_t frames) noexcept {
  // Until the plug-in has them they count as waiting.
  published_waiting_.store(waiting_count_ + to_processor_.readable(), std::memory_order_release);
  waiting_count_ += to_processor_.pop(waiting_.data() + waiting_count_, waiting_.size() - waiting_count_);
  changes_in_.clear();
  const std::int64_t end_frame = start_frame + static_cast<std::int64_t>(frames);
  const std::uint32_t generation = generation_.load(std::memory_order_acquire);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < waiting_count_; ++i) {
    const ParameterPoint &point = waiting_[i];
    if (point.generation != generation) continue;
    const std::int64_t offset = std::max<std::int64_t>(point.at_frame - start_frame, 0);
    const bool is_due = point.at_frame < end_frame || point.at_frame < 0;
    if (is_due && changes_in_.add(point.id, static_cast<int32>(offset), point.value)) continue;
    waiting_[kept++] = point;
  }
  waiting_count_ = kept;
}

/** The last value of each parameter that the plug-in has put out. */
void PluginInstance::give_changes() noexcept {
  for (int32 index = 0; index < changes_out_.getParameterCount(); ++index) {
    IParamValueQueue *queue = changes_out_.getParameterData(index);
    int32 offset = 0;
    ParameterPoint point{.id = queue->getParameterId(), .value = 0.0, .at_frame = -1};
    if (queue->getPointCount() == 0 || queue->getPoint(queue->getPointCount() - 1, offset, point.value) != kResultTrue) {
      continue;
    }
    // Full: the main thread is busy, and a later value will come.
    if (from_processor_.push(&point, 1) == 0) break;
  }
}

bool PluginInstance::process(const float *const *in, float *const *out, std::size_t frames, std::int64_t start_frame,
                             const SideChain &side) noexcept {
  take_changes(start_frame, frames);
  changes_out_.clear();
  ProcessData data{};
  data.processMode = format_.is_offline ? kOffline : kRealtime;
  data.symbolicSampleSize = kSample32;
  data.numSamples = static_cast<int32>(frames);
  buses_.fill(data, in, format_.channels, frames, side);
  data.inputParameterChanges = &changes_in_;
  data.outputParameterChanges = &changes_out_;
  data.inputEvents = &events_;
  data.outputEvents = &events_;
  context_ = {};
  context_.sampleRate = format_.rate_hz;
  context_.projectTimeSamples = start_frame;
  // There is no song: time runs on, at a tempo that plug-ins take for usual, as far as they ask for it.
  constexpr double tempo_bpm = 120.0;
  const auto give = [this](uint32 need, uint32 flag) {
    if ((context_needs_ & need) != 0) context_.state |= flag;
  };
  context_.continousTimeSamples = start_frame;
  context_.projectTimeMusic = static_cast<double>(start_frame) / format_.rate_hz * tempo_bpm / 60.0;
  context_.barPositionMusic = static_cast<double>(static_cast<std::int64_t>(context_.projectTimeMusic / 4.0)) * 4.0;
  context_.tempo = tempo_bpm;
  context_.timeSigNumerator = 4;
  context_.timeSigDenominator = 4;
  give(IProcessContextRequirements::kNeedContinousTimeSamples, ProcessContext::kContTimeValid);
  give(IProcessContextRequirements::kNeedProjectTimeMusic, ProcessContext::kProjectTimeMusicValid);
  give(IProcessContextRequirements::kNeedBarPositionMusic, ProcessContext::kBarPositionValid);
  give(IProcessContextRequirements::kNeedTempo, ProcessContext::kTempoValid);
  give(IProcessContextRequirements::kNeedTimeSignature, ProcessContext::kTimeSigValid);
  give(IProcessContextRequirements::kNeedTransportState, ProcessContext::kPlaying);
  data.processContext = &context_;
  const tresult answer = processor_->process(data);
  published_waiting_.store(waiting_count_, std::memory_order_release);
  give_changes();
  if (answer != kResultOk && answer != kNotImplemented) {
    // It says that it failed: its buffers hold anything.
    for (std::size_t channel = 0; channel < format_.channels; ++channel) std::fill_n(out[channel], frames, 0.0F);
    return false;
  }
  return buses_.collect(out, format_.channels, frames);
}

/**
 * The rules know a call without audio for this, and plug-ins made with DPF take nothing over in one. So it is a moment
 * of silence, which a plug-in that nobody hears may well process.
 */
void PluginInstance::flush() noexcept {
  constexpr std::size_t flush_frames = 64;
  std::array<float, flush_frames> left{};
  std::array<float, flush_frames> right{};
  float *const io[2] = {left.data(), right.data()};
  process(io, io, std::min(flush_frames, format_.max_frames), context_.projectTimeSamples);
}

}  // namespace sounddesk::plugin
