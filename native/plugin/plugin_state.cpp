// An instance's state, in the one format that other hosts read as well: a `.vstpreset` file's.
#include <public.sdk/source/common/memorystream.h>
#include <public.sdk/source/vst/vstpresetfile.h>

#include <cstdint>
#include <cstring>

#include "plugin/plugin_failure.hpp"
#include "plugin/plugin_instance.hpp"
#include "plugin/vst3_text.hpp"

namespace sounddesk::plugin {

using namespace Steinberg;
using namespace Steinberg::Vst;

namespace {

constexpr std::size_t header_bytes = 48;
constexpr std::size_t list_place_offset = 40;
constexpr std::size_t list_head_bytes = 8;
constexpr std::size_t entry_bytes = 20;

/** Little-endian, as the format has it. */
std::uint64_t number_at(const std::vector<char> &bytes, std::size_t place, std::size_t length) {
  std::uint64_t number = 0;
  for (std::size_t i = length; i-- > 0;) number = (number << 8) | static_cast<unsigned char>(bytes[place + i]);
  return number;
}

/** The SDK's reader follows any number that it finds in a file, so every one is looked at before. */
bool is_whole(const std::vector<char> &bytes) {
  const std::uint64_t size = bytes.size();
  if (size < header_bytes + list_head_bytes || std::memcmp(bytes.data(), "VST3", 4) != 0) return false;
  const std::uint64_t list = number_at(bytes, list_place_offset, 8);
  if (list < header_bytes || list > size - list_head_bytes) return false;
  if (std::memcmp(bytes.data() + list, "List", 4) != 0) return false;
  const std::uint64_t count = number_at(bytes, static_cast<std::size_t>(list) + 4, 4);
  if (count == 0 || count > (size - list - list_head_bytes) / entry_bytes) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto entry = static_cast<std::size_t>(list + list_head_bytes + i * entry_bytes);
    const std::uint64_t offset = number_at(bytes, entry + 4, 8);
    const std::uint64_t length = number_at(bytes, entry + 12, 8);
    if (offset > size || length > size - offset) return false;
  }
  return true;
}

/** The class id in its header is the plug-in's, and every chunk lies inside the bytes. */
void check(const std::vector<char> &bytes, PresetFile &preset, const std::string &class_id) {
  if (!is_whole(bytes) || !preset.readChunkList() || !preset.contains(kComponentState)) {
    throw PluginFailure(PluginFailureCode::state_invalid,
                        "The plug-in's saved state is damaged. Choose another one; nothing was changed.");
  }
  if (preset.getClassID() != *id_of_hex(class_id)) {
    throw PluginFailure(PluginFailureCode::preset_of_other_plugin,
                        "The preset belongs to another plug-in. Choose one of this plug-in.");
  }
}

}  // namespace

std::vector<char> PluginInstance::state() const {
  const IPtr<MemoryStream> stream = owned(new MemoryStream);
  IEditController *controller = is_controller_separate_ ? controller_.get() : nullptr;
  if (!PresetFile::savePreset(stream, *id_of_hex(class_id_), component_, controller)) {
    throw PluginFailure(PluginFailureCode::state_invalid,
                        "The plug-in does not give its state away. Ask its maker for help.");
  }
  return {stream->getData(), stream->getData() + stream->getSize()};
}

void PluginInstance::set_state(const std::vector<char> &bytes) {
  const PluginFailure failure(PluginFailureCode::state_invalid,
                              "The plug-in does not take this state. It may belong to another version of it.");
  // A copy that belongs to the stream: plug-ins may hold it longer than this call.
  const IPtr<MemoryStream> stream = owned(new MemoryStream);
  int32 written = 0;
  stream->write(const_cast<char *>(bytes.data()), static_cast<int32>(bytes.size()), &written);
  PresetFile preset(stream);
  check(bytes, preset, class_id_);
  const auto holds = [&preset](ChunkType chunk) { return preset.contains(chunk) && preset.getEntry(chunk)->size > 0; };
  // Some refuse to read what they write when that is next to nothing; having it already is as good.
  if (holds(kComponentState) && !preset.restoreComponentState(component_) && state() != bytes) throw failure;
  // One object for both halves has it already. What a controller says to it counts for nothing: many always refuse.
  if (is_controller_separate_) {
    if (holds(kComponentState)) preset.restoreComponentState(controller_);
    if (holds(kControllerState)) preset.restoreControllerState(controller_);
  }
  listener_.on_parameters_changed();
}

}  // namespace sounddesk::plugin
