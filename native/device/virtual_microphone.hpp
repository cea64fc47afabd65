// An input that other programs can choose, fed by what is played into a sink of ours: a null sink of a PulseAudio
// server (or of PipeWire in its place) with a source remapped from its monitor.
//
// Both are the server's and outlive every process of ours. The sink carries who wanted it: a process of ours, with
// the time of its start, or nobody, where it is to stay until it is switched off.
//
// Threads: one at a time. Real-time safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sounddesk {

struct VirtualMicrophone {
  /** What other programs show. */
  std::string name;
  /** Where to play, as an output of `list_devices`. */
  std::string output_id;
  /** What is heard of it, as an input of `list_devices`. */
  std::string input_id;
  /** Programs that listen now, as they call themselves, each once; nothing where the server does not say. */
  std::optional<std::vector<std::string>> listeners;
};

/** Whether the system can have one, and where not, why not and what helps. */
std::optional<std::string> virtual_microphone_obstacle();

/** The one that is there, no matter who made it. Throws DEVICE_UNAVAILABLE where no sound server answers. */
std::optional<VirtualMicrophone> read_virtual_microphone();

/**
 * Makes one, or takes over the one that is there. With `owner_pid` it is removed by `remove_orphaned_microphones` once
 * that process has gone. Throws DEVICE_UNAVAILABLE where no sound server answers, or it refuses.
 */
VirtualMicrophone start_virtual_microphone(std::optional<std::int64_t> owner_pid);

/** Removes whatever of ours is there; how many parts that were. Throws DEVICE_UNAVAILABLE likewise. */
std::size_t stop_virtual_microphone();

/** Removes what processes left behind that are gone; nothing to do where no server answers. */
std::size_t remove_orphaned_microphones();

}  // namespace sounddesk
