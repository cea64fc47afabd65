#include "plugin/plugin_chain.hpp"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "plugin/plugin_failure.hpp"
#include "rt/denormals.hpp"

namespace sounddesk::plugin {

using namespace Steinberg::Vst;

namespace {

using Clock = std::chrono::steady_clock;

/** After this long without a block nobody is listening: changes need no fade then. */
constexpr std::chrono::milliseconds idle_time(250);
/** What is set for later waits all the same. */
constexpr int most_flush_calls = 64;

}  // namespace

/** One plug-in in the chain, with what is wanted of it. */
struct PluginChain::Entry final : PluginListener {
  Entry(PluginChain &owner, std::string id, std::filesystem::path module_path, std::string class_id)
      : chain(owner), instance_id(std::move(id)), path(std::move(module_path)), plugin_id(std::move(class_id)) {}

  void on_parameter_edited(ParamID id, double value) override {
    chain.report_({.kind = ChainEvent::Kind::parameter_edited, .instance_id = instance_id, .parameter = id, .value = value});
  }
  void on_parameters_changed() override {
    chain.report_({.kind = ChainEvent::Kind::parameters_changed, .instance_id = instance_id});
  }
  void on_editor_wanted() override {
    chain.report_({.kind = ChainEvent::Kind::editor_wanted, .instance_id = instance_id});
  }

  PluginChain &chain;
  std::string instance_id;
  std::filesystem::path path;
  std::string plugin_id;
  std::unique_ptr<PluginSlot> slot;
  bool is_bypassed = false;
  /** Its own bypass was turned on by us, behind the dry signal. */
  bool has_reported_bypass = false;
  bool is_leaving = false;
  bool is_moving = false;
  bool is_in_plan = false;
  std::optional<std::size_t> side;
  Steinberg::int32 restart_flags = 0;
};

PluginChain::PluginChain(HostContext &context, const ProcessFormat &format, Report report)
    : context_(context),
      format_(format),
      report_(std::move(report)),
      current_(std::make_unique<Plan>()),
      plan_(current_.get()) {}

PluginChain::~PluginChain() = default;

// --- what is wanted ------------------------------------------------------------------------------------------

std::unique_ptr<PluginInstance> PluginChain::create(Entry &entry) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(entry.path, error);
  std::shared_ptr<Module> &module = modules_[error ? entry.path : real];
  // Kept until the end: many plug-ins do not survive being unloaded, and a chain loads the same ones again.
  if (!module) module = Module::load(entry.path, context_.unknown());
  return std::make_unique<PluginInstance>(module, entry.plugin_id, context_, format_, entry);
}

void PluginChain::load(const std::filesystem::path &path, const std::string &plugin_id, std::size_t position,
                       const std::string &instance_id, const std::optional<std::vector<char>> &state) {
  const auto has_id = [&](const std::unique_ptr<Entry> &other) { return other->instance_id == instance_id; };
  if (std::any_of(wanted_.begin(), wanted_.end(), has_id)) {
    throw PluginFailure(PluginFailureCode::instance_exists, "The chain already has a plug-in \"" + instance_id + "\".");
  }
  auto entry = std::make_unique<Entry>(*this, instance_id, path, plugin_id);
  std::unique_ptr<PluginInstance> instance = create(*entry);
  // Before it runs, so that the transition is not audible.
  if (state) instance->set_state(*state);
  instance->start();
  entry->slot = std::make_unique<PluginSlot>(std::move(instance), format_);
  if (state) apply_own_bypass(*entry);
  const std::size_t place = std::min(position, wanted_.size());
  wanted_.insert(wanted_.begin() + static_cast<std::ptrdiff_t>(place), std::move(entry));
  serve();
}

void PluginChain::unload(const std::string &instance_id) {
  const std::size_t index = index_of(instance_id);
  wanted_[index]->is_leaving = true;
  leaving_.push_back(std::move(wanted_[index]));
  wanted_.erase(wanted_.begin() + static_cast<std::ptrdiff_t>(index));
  serve();
}

void PluginChain::move(const std::string &instance_id, std::size_t position) {
  const std::size_t index = index_of(instance_id);
  std::unique_ptr<Entry> entry = std::move(wanted_[index]);
  wanted_.erase(wanted_.begin() + static_cast<std::ptrdiff_t>(index));
  const std::size_t place = std::min(position, wanted_.size());
  wanted_.insert(wanted_.begin() + static_cast<std::ptrdiff_t>(place), std::move(entry));
  serve();
}

void PluginChain::set_bypassed(const std::string &instance_id, bool is_bypassed) {
  entry(instance_id).is_bypassed = is_bypassed;
  serve();
}

void PluginChain::set_side(const std::string &instance_id, std::optional<std::size_t> number) {
  Entry &entry = this->entry(instance_id);
  PluginInstance &instance = entry.slot->instance();
  if (number && (!instance.buses().side_input() || *number >= side_sound_count)) {
    throw PluginFailure(PluginFailureCode::bad_request, "The plug-in has no side-chain to hear another channel with.");
  }
  entry.side = number;
  entry.slot->set_side(number);
  instance.use_side_chain(number.has_value());
  serve();
}

std::size_t PluginChain::index_of(const std::string &instance_id) const {
  for (std::size_t index = 0; index < wanted_.size(); ++index) {
    if (wanted_[index]->instance_id == instance_id) return index;
  }
  throw PluginFailure(PluginFailureCode::instance_unknown, "The chain has no plug-in \"" + instance_id + "\".");
}

PluginChain::Entry &PluginChain::entry(const std::string &instance_id) { return *wanted_[index_of(instance_id)]; }

PluginInstance &PluginChain::instance(const std::string &instance_id) { return entry(instance_id).slot->instance(); }

std::vector<std::string> PluginChain::instance_ids() const {
  std::vector<std::string> ids;
  for (const std::unique_ptr<Entry> &entry : wanted_) ids.push_back(entry->instance_id);
  return ids;
}

InstanceDescription PluginChain::describe(const std::string &instance_id) {
  const std::size_t index = index_of(instance_id);
  const Entry &entry = *wanted_[index];
  const PluginInstance &instance = entry.slot->instance();
  return {.instance_id = instance_id,
          .plugin_id = entry.plugin_id,
          .path = entry.path.string(),
          .position = index,
          .is_bypassed = entry.is_bypassed,
          .has_own_bypass = instance.bypass_parameter().has_value(),
          .latency_frames = instance.latency_frames(),
          .tail_frames = instance.tail_frames(),
          .inputs = instance.buses().inputs(),
          .outputs = instance.buses().outputs()};
}

std::vector<char> PluginChain::state(const std::string &instance_id) {
  Entry &entry = this->entry(instance_id);
  hand_changes_over(entry);
  return entry.slot->instance().state();
}

void PluginChain::set_state(const std::string &instance_id, const std::vector<char> &bytes) {
  Entry &entry = this->entry(instance_id);
  // What was set before the state must not arrive behind it: not what waits, and not what a block has taken just now.
  entry.slot->instance().forget_changes();
  wait_for_block();
  entry.slot->instance().set_state(bytes);
  apply_own_bypass(entry);
  serve();
}

/** What was set a moment ago reaches the processor: with a block, or by a flush where none comes. */
void PluginChain::hand_changes_over(Entry &entry) {
  PluginSlot &slot = *entry.slot;
  PluginInstance &instance = slot.instance();
  const auto is_called = [&] { return entry.is_in_plan && (slot.wanted().is_running || !slot.is_settled()); };
  for (int waited_ms = 0; waited_ms < 100 && is_running() && is_called() && instance.has_changes_waiting(); ++waited_ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    instance.serve();
  }
  if (!instance.has_changes_waiting() || !instance.is_started()) return;
  if (!is_called()) return flush(instance);
  // Changes that the current blocks did not take are set for a later one, without holding up the sound.
  if (is_running() || !enter_exclusively()) return;
  flush(instance);
  leave_exclusively();
}

/** Only while no other thread calls it. */
void PluginChain::flush(PluginInstance &instance) {
  const bool was_processing = instance.is_processing();
  instance.set_processing(true);
  // Not on this thread: by the rules `process` is none of the main thread's.
  // One call takes a limited number of parameters, and some plug-ins have thousands of them.
  for (int call = 0; call < most_flush_calls && instance.has_changes_waiting(); ++call) {
    std::thread([&instance] { instance.flush(); }).join();
    instance.serve();
  }
  instance.set_processing(was_processing);
  instance.serve();
}

/** Until the one that may be under way has ended; at once where none comes. */
void PluginChain::wait_for_block() {
  const std::uint64_t before = blocks_.load(std::memory_order_acquire);
  for (int waited_ms = 0; waited_ms < 100 && is_running() && blocks_.load(std::memory_order_acquire) == before; ++waited_ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/** A state that holds the plug-in's own bypass says whether it is bypassed. */
void PluginChain::apply_own_bypass(Entry &entry) {
  const PluginInstance &instance = entry.slot->instance();
  const std::optional<ParamID> own = instance.bypass_parameter();
  if (!own) return;
  entry.is_bypassed = instance.controller()->getParamNormalized(*own) >= 0.5;
  entry.has_reported_bypass = entry.is_bypassed;
}

std::size_t PluginChain::wanted_latency_frames() const {
  std::size_t sum = 0;
  for (const std::unique_ptr<Entry> &entry : wanted_) sum += entry->slot->instance().latency_frames();
  return sum;
}

// --- the way there -------------------------------------------------------------------------------------------

void PluginChain::serve() {
  for (std::size_t index = 0; index < wanted_.size(); ++index) {
    Entry &entry = *wanted_[index];
    PluginInstance &instance = entry.slot->instance();
    instance.serve();
    entry.restart_flags |=
        instance.take_restart_flags() & (kReloadComponent | kIoChanged | kLatencyChanged | kPrefetchableSupportChanged);
    if (const std::size_t faults = entry.slot->take_faults(); faults > 0) {
      report_({.kind = ChainEvent::Kind::faulty, .instance_id = entry.instance_id, .blocks = faults});
    }
    if ((entry.restart_flags & kReloadComponent) != 0) reload(entry);
  }
  if (is_running()) {
    step(false);
  } else if (!is_settled()) {
    serve_stopped();
  }
  report_latency();
}

void PluginChain::report_latency() {
  const std::size_t latency = wanted_latency_frames();
  if (latency == reported_latency_frames_) return;
  reported_latency_frames_ = latency;
  report_({.kind = ChainEvent::Kind::latency_changed, .latency_frames = latency});
}

bool PluginChain::is_settled() const {
  const auto is_there = [this](const std::unique_ptr<Entry> &entry) {
    const PluginSlot &slot = *entry->slot;
    return entry->is_in_plan && !entry->is_moving && entry->restart_flags == 0 && slot.is_settled() &&
           slot.wanted().is_like(target_of(*entry));
  };
  return leaving_.empty() && next_plan_.load(std::memory_order_acquire) == nullptr &&
         std::all_of(wanted_.begin(), wanted_.end(), is_there) && !is_plan_due();
}

/** Nobody is listening: everything at once, with the audio thread locked out meanwhile. */
void PluginChain::serve_stopped() {
  if (!enter_exclusively()) return;
  if (Plan *taken = next_plan_.exchange(nullptr); taken != nullptr) plan_ = taken;
  for (int round = 0; round < 8 && !is_settled(); ++round) step(true);
  leave_exclusively();
}

void PluginChain::step(bool is_exclusive) {
  sweep();
  if (next_plan_.load(std::memory_order_acquire) == nullptr) mark_moving();
  const auto care = [&](Entry &entry) {
    look_after(entry);
    if (is_exclusive) entry.slot->settle();
  };
  for (const std::unique_ptr<Entry> &entry : wanted_) care(*entry);
  for (const std::unique_ptr<Entry> &entry : leaving_) care(*entry);
  if (next_plan_.load(std::memory_order_acquire) != nullptr || !is_plan_due()) return;
  const auto holds_up = [](const std::unique_ptr<Entry> &entry) {
    return entry->is_in_plan && (entry->is_leaving || entry->is_moving) && !entry->slot->is_settled();
  };
  const bool is_held_up = std::any_of(wanted_.begin(), wanted_.end(), holds_up) ||
                          std::any_of(leaving_.begin(), leaving_.end(), holds_up);
  if (!is_held_up) publish_plan(is_exclusive);
  if (is_exclusive) sweep();
}

SlotTarget PluginChain::target_of(const Entry &entry) const {
  PluginInstance &instance = entry.slot->instance();
  if (entry.is_leaving || entry.is_moving || !entry.is_in_plan) return {};
  const auto delay = static_cast<std::uint32_t>(instance.latency_frames());
  if (entry.restart_flags != 0 || !instance.is_started()) {
    return {.is_wet = false, .is_running = false, .delay_frames = delay};
  }
  return {.is_wet = !entry.is_bypassed, .is_running = true, .delay_frames = delay};
}

void PluginChain::look_after(Entry &entry) {
  PluginSlot &slot = *entry.slot;
  PluginInstance &instance = slot.instance();
  if (entry.restart_flags != 0 && slot.is_settled() && !slot.wanted().is_running) restart(entry);

  // Its own bypass continues behind the dry signal, and off before it is heard again: its clicks are not audible.
  const std::optional<ParamID> own = instance.bypass_parameter();
  const bool is_dry = slot.is_settled() && !slot.wanted().is_wet;
  if (own && entry.is_bypassed && !entry.has_reported_bypass && is_dry && slot.wanted().is_running) {
    instance.set_parameter(*own, 1.0, -1);
    entry.has_reported_bypass = true;
  } else if (own && !entry.is_bypassed && entry.has_reported_bypass) {
    instance.set_parameter(*own, 0.0, -1);
    entry.has_reported_bypass = false;
    slot.warm_again();
  }

  const SlotTarget target = target_of(entry);
  if (target.is_running) instance.set_processing(true);
  if (!target.is_like(slot.wanted())) slot.want(target);
  if (!target.is_running && slot.is_settled()) instance.set_processing(false);
}

/** The audio thread hears the dry signal and does not call it: the plug-in may be taken out of service. */
void PluginChain::restart(Entry &entry) {
  PluginInstance &instance = entry.slot->instance();
  const Steinberg::int32 flags = std::exchange(entry.restart_flags, 0);
  instance.stop();
  try {
    if ((flags & kIoChanged) != 0) instance.negotiate_buses();
    instance.start();
  } catch (const PluginFailure &failure) {
    report_({.kind = ChainEvent::Kind::reload_failed, .instance_id = entry.instance_id, .message = failure.what()});
    return;
  }
  entry.slot->give_ring(instance.latency_frames());
}

/** A new instance with the old one's state takes its place; the old one leaves like any other. */
void PluginChain::reload(Entry &entry) {
  entry.restart_flags = 0;
  auto fresh = std::make_unique<Entry>(*this, entry.instance_id, entry.path, entry.plugin_id);
  fresh->is_bypassed = entry.is_bypassed;
  try {
    std::unique_ptr<PluginInstance> instance = create(*fresh);
    instance->set_state(entry.slot->instance().state());
    // Before it is started, so that it need not be once more.
    instance->use_side_chain(entry.side.has_value());
    instance->take_restart_flags();
    instance->start();
    fresh->slot = std::make_unique<PluginSlot>(std::move(instance), format_);
    fresh->side = entry.side;
    fresh->slot->set_side(entry.side);
  } catch (const PluginFailure &failure) {
    report_({.kind = ChainEvent::Kind::reload_failed, .instance_id = entry.instance_id, .message = failure.what()});
    return;
  }
  report_({.kind = ChainEvent::Kind::reloaded, .instance_id = entry.instance_id});
  entry.is_leaving = true;
  std::unique_ptr<Entry> &place = wanted_[index_of(entry.instance_id)];
  leaving_.push_back(std::exchange(place, std::move(fresh)));
  place->on_parameters_changed();
}

/** Of those in the running plan the fewest that have to move: all but a longest run that is in order already. */
void PluginChain::mark_moving() {
  std::vector<Entry *> entries;
  std::vector<Entry *> arrived;
  std::vector<std::size_t> places;
  for (const std::unique_ptr<Entry> &entry : wanted_) {
    if (std::exchange(entry->is_moving, false)) arrived.push_back(entry.get());
    if (!entry->is_in_plan) continue;
    entries.push_back(entry.get());
    places.push_back(static_cast<std::size_t>(std::find(current_->begin(), current_->end(), entry->slot.get()) -
                                              current_->begin()));
  }
  std::vector<std::size_t> length(entries.size(), 1);
  std::vector<std::size_t> before(entries.size(), entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (places[j] < places[i] && length[j] + 1 > length[i]) {
        length[i] = length[j] + 1;
        before[i] = j;
      }
    }
  }
  for (Entry *entry : entries) entry->is_moving = true;
  if (entries.empty()) return;
  auto last = static_cast<std::size_t>(std::max_element(length.begin(), length.end()) - length.begin());
  for (; last < entries.size(); last = before[last]) entries[last]->is_moving = false;
  for (Entry *entry : arrived) {
    if (!entry->is_moving) entry->slot->forget_past();
  }
}

bool PluginChain::is_plan_due() const {
  if (current_->size() != wanted_.size()) return true;
  for (std::size_t index = 0; index < wanted_.size(); ++index) {
    if ((*current_)[index] != wanted_[index]->slot.get()) return true;
  }
  return false;
}

void PluginChain::publish_plan(bool is_exclusive) {
  auto plan = std::make_unique<Plan>();
  for (const std::unique_ptr<Entry> &entry : wanted_) plan->push_back(entry->slot.get());
  previous_ = std::exchange(current_, std::move(plan));
  if (is_exclusive) {
    plan_ = current_.get();
  } else {
    next_plan_.store(current_.get(), std::memory_order_release);
  }
}

/** Once the audio thread has the new plan, the old one and what is only in it are unused. */
void PluginChain::sweep() {
  if (next_plan_.load(std::memory_order_acquire) != nullptr) return;
  previous_.reset();
  const auto is_in_current = [this](const std::unique_ptr<Entry> &entry) {
    return std::find(current_->begin(), current_->end(), entry->slot.get()) != current_->end();
  };
  for (const std::unique_ptr<Entry> &entry : wanted_) entry->is_in_plan = is_in_current(entry);
  std::erase_if(leaving_, [&](const std::unique_ptr<Entry> &entry) { return !is_in_current(entry); });
}

// --- audio running or not ------------------------------------------------------------------------------------

bool PluginChain::is_running() {
  const std::uint64_t blocks = blocks_.load(std::memory_order_acquire);
  const Clock::time_point now = Clock::now();
  if (blocks != seen_blocks_) {
    seen_blocks_ = blocks;
    seen_at_ = now;
    return true;
  }
  const auto four_blocks =
      std::chrono::duration<double>(4.0 * static_cast<double>(format_.max_frames) / format_.rate_hz);
  return blocks != 0 && now - seen_at_ < std::max<std::chrono::duration<double>>(idle_time, four_blocks);
}

/** False where a plug-in is in the middle of a block and does not come out. */
bool PluginChain::enter_exclusively() {
  is_exclusive_.store(true, std::memory_order_seq_cst);
  for (int waited_ms = 0; is_processing_.load(std::memory_order_seq_cst); ++waited_ms) {
    if (waited_ms == 200) {
      leave_exclusively();
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/** The main thread is in there for a moment, as nothing was running: a short look, no sleep. */
bool PluginChain::wait_for_main() noexcept {
  for (int look = 0; look < 20000; ++look) {
    is_processing_.store(true, std::memory_order_seq_cst);
    if (!is_exclusive_.load(std::memory_order_seq_cst)) return true;
    is_processing_.store(false, std::memory_order_seq_cst);
  }
  return false;
}

void PluginChain::process(float *const *io, std::size_t frames) noexcept {
  // A block that arrives while a stopped chain is changed passes unchanged.
  if (!wait_for_main()) return;
  const DenormalScope no_denormals(DenormalScope::Mode::flush);
  if (Plan *next = next_plan_.exchange(nullptr, std::memory_order_acq_rel); next != nullptr) plan_ = next;
  std::int64_t start_frame = frames_processed_.load(std::memory_order_relaxed);
  for (std::size_t done = 0; done < frames;) {
    const std::size_t count = std::min(frames - done, format_.max_frames);
    float *part[2] = {io[0] + done, format_.channels > 1 ? io[1] + done : nullptr};
    SideSounds sides = sides_;
    for (auto &sound : sides) {
      if (sound[0] != nullptr) sound = {sound[0] + done, sound[1] + done};
    }
    std::size_t late_frames = 0;
    for (PluginSlot *slot : *plan_) {
      slot->process(part, count, start_frame, sides, late_frames);
      late_frames += slot->delay_frames();
    }
    done += count;
    start_frame += static_cast<std::int64_t>(count);
  }
  std::size_t latency = 0;
  for (const PluginSlot *slot : *plan_) latency += slot->delay_frames();
  latency_frames_.store(latency, std::memory_order_relaxed);
  frames_processed_.store(start_frame, std::memory_order_release);
  blocks_.fetch_add(1, std::memory_order_release);
  is_processing_.store(false, std::memory_order_seq_cst);
}

}  // namespace sounddesk::plugin
