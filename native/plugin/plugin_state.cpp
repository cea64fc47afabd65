// An instance's state, in the one format that other hosts read as well: a `.vstpreset` file's.
#include <public.sdk/source/common/memorystream.h>
#include <public.sdk/source/vst/vstpresetfile.h>

#include <cstdint>
#include <utility>

#include "plugin/plugin_failure.hpp"
#include "plugin/plugin_instance.hpp"
#include "plugin/vst3_text.hpp"

namespace sounddesk::plugin {

using namespace Steinberg;
using namespace Steinberg::Vst;

namespace {

/** The class id in its header is the plug-in's, and every chunk lies inside the bytes. */
void check(PresetFile &preset, const std::string &class_id, std::int64_t size_bytes) {
  const PluginFailure damaged(PluginFailureCode::state_invalid,
                              "The plug-in's saved state is damaged. Choose another one; nothing was changed.");
  if (!preset.readChunkList() || !preset.contains(kComponentState)) throw damaged;
  for (int32 index = 0; index < preset.getEntryCount(); ++index) {
    const PresetFile::Entry &entry = preset.at(index);
    if (entry.offset < 0 || entry.size < 0 || entry.offset > size_bytes || entry.size > size_bytes - entry.offset) {
      throw damaged;
    }
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
  check(preset, class_id_, static_cast<std::int64_t>(bytes.size()));
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
