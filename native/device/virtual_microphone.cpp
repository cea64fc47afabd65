#include "device/virtual_microphone.hpp"

#include "device/device_names.hpp"
#include "device/pulse_connection.hpp"
#include "device/pulse_devices.hpp"
#include "rt/failure.hpp"

#if defined(SOUNDDESK_HAS_PULSE)
#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>
#endif

namespace sounddesk {

#if defined(SOUNDDESK_HAS_PULSE)
namespace {

constexpr const char *shown_name = "SoundDesk Virtual Microphone";
const std::string sink_name = "sounddesk_virtual_microphone_feed";
const std::string source_name = "sounddesk_virtual_microphone";
/** In the sink's arguments; followed by the owner's number and start, or by `nobody`. */
const std::string owner_mark = "sounddesk.owner=";

struct Module {
  std::uint32_t index;
  bool is_sink;
  /** Of the sink alone. */
  std::string owner;
};

[[noreturn]] void throw_without_server() {
  throw Failure(FailureCode::device_unavailable,
                "There is no PulseAudio or PipeWire server to hold a virtual microphone. Start one (pulseaudio --start, or "
                "systemctl --user start pipewire-pulse), or use JACK's ports.");
}

std::unique_ptr<PulseConnection> connect() {
  std::unique_ptr<PulseConnection> connection = PulseConnection::open("SoundDesk virtual microphone");
  if (!connection) throw_without_server();
  return connection;
}

[[noreturn]] void throw_refused(PulseConnection &connection) {
  throw Failure(FailureCode::device_unavailable, "The sound server did not make the virtual microphone: " +
                                                     connection.error_text() + ". Restart the sound server and try again.");
}

/** The word behind `key`, up to a blank or a quotation mark. */
std::string word_after(const std::string &text, const std::string &key) {
  const std::size_t at = text.find(key);
  if (at == std::string::npos) return "";
  const std::size_t from = at + key.size();
  return text.substr(from, text.find_first_of(" '\"", from) - from);
}

std::vector<Module> our_modules(PulseConnection &connection) {
  std::vector<Module> modules;
  const bool is_listed = connection.run([&] {
    return connection.library().context_get_module_info_list(
        connection.context(),
        [](pa_context *, const pa_module_info *info, int, void *to) {
          if (info == nullptr || info->name == nullptr || info->argument == nullptr) return;
          const std::string name = info->name;
          const std::string argument = info->argument;
          const bool is_sink = name == "module-null-sink" && word_after(argument, "sink_name=") == sink_name;
          const bool is_source = name == "module-remap-source" && word_after(argument, "source_name=") == source_name;
          if (!is_sink && !is_source) return;
          static_cast<std::vector<Module> *>(to)->push_back({info->index, is_sink, word_after(argument, owner_mark)});
        },
        &modules);
  });
  if (!is_listed) throw_without_server();
  return modules;
}

std::uint32_t load(PulseConnection &connection, const char *name, const std::string &argument) {
  std::uint32_t index = PA_INVALID_INDEX;
  connection.run([&] {
    return connection.library().context_load_module(
        connection.context(), name, argument.c_str(),
        [](pa_context *, std::uint32_t loaded, void *to) { *static_cast<std::uint32_t *>(to) = loaded; }, &index);
  });
  return index;
}

void unload(PulseConnection &connection, std::uint32_t index) {
  connection.run([&] {
    return connection.library().context_unload_module(connection.context(), index, [](pa_context *, int, void *) {}, nullptr);
  });
}

/** Sources before the sinks that they hear. */
std::size_t unload_all(PulseConnection &connection, const std::vector<Module> &modules) {
  for (const bool is_sink : {false, true}) {
    for (const Module &module : modules) {
      if (module.is_sink == is_sink) unload(connection, module.index);
    }
  }
  return modules.size();
}

/** When the process started, in the kernel's ticks: a number that a later process of the same number does not share. */
std::string start_of(std::int64_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  // The name, in parentheses, may contain anything; the start is the 20th word behind it.
  std::size_t at = line.rfind(')');
  for (int word = 0; word < 20 && at != std::string::npos; ++word) at = line.find(' ', at + 1);
  if (at == std::string::npos) return "";
  return line.substr(at + 1, line.find(' ', at + 1) - at - 1);
}

std::string owner_text(std::optional<std::int64_t> pid) {
  return pid.has_value() ? std::to_string(*pid) + "-" + start_of(*pid) : "nobody";
}

bool is_alive(const std::string &owner) {
  const std::size_t dash = owner.find('-');
  // Not of a process: it stays until it is switched off.
  if (dash == std::string::npos) return true;
  const std::string started = owner.substr(dash + 1);
  return !started.empty() && start_of(std::atoll(owner.c_str())) == started;
}

std::optional<std::uint32_t> index_of_source(PulseConnection &connection) {
  std::optional<std::uint32_t> index;
  connection.run([&] {
    return connection.library().context_get_source_info_by_name(
        connection.context(), source_name.c_str(),
        [](pa_context *, const pa_source_info *info, int, void *to) {
          if (info != nullptr) *static_cast<std::optional<std::uint32_t> *>(to) = info->index;
        },
        &index);
  });
  return index;
}

/** Anyone who records from a source: its index, and the names that were found. */
struct Listeners {
  const PulseLibrary *library;
  std::uint32_t source;
  std::vector<std::string> names;
};

void note_listener(pa_context *, const pa_source_output_info *info, int, void *to) {
  auto *listeners = static_cast<Listeners *>(to);
  if (info == nullptr || info->source != listeners->source) return;
  // A meter that looks at peaks alone hears nobody.
  if (info->resample_method != nullptr && std::string(info->resample_method) == "peaks") return;
  const char *application = listeners->library->proplist_gets(info->proplist, PA_PROP_APPLICATION_NAME);
  const std::string name = application != nullptr ? application : info->name != nullptr ? info->name : "";
  std::vector<std::string> &names = listeners->names;
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

std::optional<std::vector<std::string>> read_listeners(PulseConnection &connection) {
  const std::optional<std::uint32_t> source = index_of_source(connection);
  if (!source.has_value()) return std::nullopt;
  Listeners listeners{&connection.library(), *source, {}};
  const bool is_listed = connection.run([&] {
    return connection.library().context_get_source_output_info_list(connection.context(), note_listener, &listeners);
  });
  if (!is_listed) return std::nullopt;
  std::sort(listeners.names.begin(), listeners.names.end());
  return listeners.names;
}

VirtualMicrophone described(PulseConnection &connection) {
  return {shown_name, stable_id(pulse_host_api, sink_name, false), stable_id(pulse_host_api, source_name, true),
          read_listeners(connection)};
}

bool is_whole(const std::vector<Module> &modules) {
  return modules.size() == 2 && modules[0].is_sink != modules[1].is_sink;
}

}  // namespace

std::optional<std::string> virtual_microphone_obstacle() { return std::nullopt; }

std::optional<VirtualMicrophone> read_virtual_microphone() {
  const auto connection = connect();
  return is_whole(our_modules(*connection)) ? std::optional(described(*connection)) : std::nullopt;
}

VirtualMicrophone start_virtual_microphone(std::optional<std::int64_t> owner_pid) {
  const auto connection = connect();
  const std::vector<Module> modules = our_modules(*connection);
  const bool is_kept = is_whole(modules) && is_alive(modules[0].is_sink ? modules[0].owner : modules[1].owner);
  if (is_kept) return described(*connection);
  unload_all(*connection, modules);
  const std::string sink = "sink_name=" + sink_name + " rate=48000 channels=2 sink_properties=\"device.description='" +
                           shown_name + " (play here)' " + owner_mark + owner_text(owner_pid) + "\"";
  const std::uint32_t sink_index = load(*connection, "module-null-sink", sink);
  if (sink_index == PA_INVALID_INDEX) throw_refused(*connection);
  const std::string source = "source_name=" + source_name + " master=" + sink_name +
                             ".monitor source_properties=\"device.description='" + shown_name + "'\"";
  if (load(*connection, "module-remap-source", source) == PA_INVALID_INDEX) {
    const std::string reason = connection->error_text();
    unload(*connection, sink_index);
    throw_refused(*connection);
  }
  return described(*connection);
}

std::size_t stop_virtual_microphone() {
  const auto connection = connect();
  return unload_all(*connection, our_modules(*connection));
}

std::size_t remove_orphaned_microphones() {
  const std::unique_ptr<PulseConnection> connection = PulseConnection::open("SoundDesk virtual microphone");
  if (!connection) return 0;
  const std::vector<Module> modules = our_modules(*connection);
  bool is_owned = modules.empty();
  // Anyone who died between the two steps of making it left one of them alone.
  for (const Module &module : modules) is_owned = is_owned || (module.is_sink && is_alive(module.owner));
  return is_owned ? 0 : unload_all(*connection, modules);
}

#else

namespace {

#if defined(__APPLE__)
constexpr const char *guidance =
    "macOS makes virtual microphones by a driver alone. Install one, BlackHole for example, choose it as SoundDesk's output, "
    "and as the microphone of the other program.";
#elif defined(_WIN32)
constexpr const char *guidance =
    "Windows makes virtual microphones by a driver alone. Install one, VB-Cable for example, choose \"CABLE Input\" as "
    "SoundDesk's output, and \"CABLE Output\" as the microphone of the other program.";
#else
constexpr const char *guidance =
    "This build knows no PulseAudio. Install libpulse-dev and build the audio engine again (npm start).";
#endif

[[noreturn]] void throw_unsupported() { throw Failure(FailureCode::device_unavailable, guidance); }

}  // namespace

std::optional<std::string> virtual_microphone_obstacle() { return guidance; }
std::optional<VirtualMicrophone> read_virtual_microphone() { return std::nullopt; }
VirtualMicrophone start_virtual_microphone(std::optional<std::int64_t>) { throw_unsupported(); }
std::size_t stop_virtual_microphone() { return 0; }
std::size_t remove_orphaned_microphones() { return 0; }

#endif

}  // namespace sounddesk
