#include <cmath>
#include <map>
#include <mutex>

#include "napi/bindings.hpp"
#include "napi/plugin_inserts.hpp"
#include "napi/values.hpp"

namespace sounddesk::napi {
namespace {

/** One for the process, so that a number never means two chains. */
struct Inserts {
  std::mutex mutex;
  std::map<std::uint32_t, std::shared_ptr<SandboxInsert>> all;
  std::uint32_t next = 1;
};

Inserts &inserts() {
  // Never destroyed: sessions may end after the process's statics.
  static auto *const made = new Inserts();
  return *made;
}

std::uint32_t id_of(const Napi::Value &id) {
  const double number = id.IsNumber() ? id.As<Napi::Number>().DoubleValue() : 0.0;
  if (!(number >= 1.0 && number <= 4294967295.0) || number != std::floor(number)) {
    throw Failure(FailureCode::bad_option, "insertId must be a number that createInsert gave");
  }
  return static_cast<std::uint32_t>(number);
}

std::uint32_t whole_number_of(const Napi::Object &options, const char *name, double lowest, double highest) {
  return static_cast<std::uint32_t>(number_of(options, name, lowest, highest));
}

}  // namespace

std::shared_ptr<SandboxInsert> insert_of(const Napi::Value &id) {
  Inserts &known = inserts();
  const std::lock_guard<std::mutex> lock(known.mutex);
  const auto found = known.all.find(id_of(id));
  if (found == known.all.end()) {
    throw Failure(FailureCode::bad_option, "There is no chain of plug-ins by this number any more. Make another one.");
  }
  return found->second;
}

Napi::Value create_insert(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    if (info.Length() < 1 || !info[0].IsObject()) throw Failure(FailureCode::bad_option, "createInsert takes options");
    const auto options = info[0].As<Napi::Object>();
    SharedBlockFormat format{};
    format.rate_hz = whole_number_of(options, "rateHz", 8000.0, 384000.0);
    format.channels = whole_number_of(options, "channels", 1.0, 2.0);
    format.block_frames = whole_number_of(options, "blockFrames", 1.0, static_cast<double>(most_shared_frames));
    format.is_file_mode = options.Get("isFileMode").ToBoolean();
    std::uint32_t deadline_frames = format.block_frames;
    if (!options.Get("deadlineFrames").IsUndefined()) {
      deadline_frames = whole_number_of(options, "deadlineFrames", 1.0, static_cast<double>(most_shared_frames));
    }
    const auto insert = std::make_shared<SandboxInsert>(format, deadline_frames);
    Inserts &known = inserts();
    const std::lock_guard<std::mutex> lock(known.mutex);
    const std::uint32_t id = known.next++;
    known.all.emplace(id, insert);
    Napi::Object made = Napi::Object::New(info.Env());
    made.Set("insertId", id);
    made.Set("memoryName", insert->memory_name());
    return made;
  });
}

Napi::Value insert_state(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    const SandboxInsertState state = insert_of(info[0])->state();
    Napi::Object object = Napi::Object::New(info.Env());
    object.Set("isAlive", state.is_alive);
    object.Set("isServing", state.is_serving);
    object.Set("isDry", state.is_dry);
    object.Set("missedBlocks", static_cast<double>(state.missed_blocks));
    object.Set("answeredBlocks", static_cast<double>(state.answered_blocks));
    object.Set("servedCount", static_cast<double>(state.served_count));
    object.Set("latencyFrames", static_cast<double>(state.latency_frames));
    return object;
  });
}

Napi::Value destroy_insert(const Napi::CallbackInfo &info) {
  return guarded(info, [&]() -> Napi::Value {
    Inserts &known = inserts();
    const std::lock_guard<std::mutex> lock(known.mutex);
    known.all.erase(id_of(info[0]));
    return info.Env().Undefined();
  });
}

}  // namespace sounddesk::napi
