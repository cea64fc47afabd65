// `chain`: one channel's chain of plug-ins. Audio comes through shared memory, calls through standard input.
//
// Threads: main; starts the audio thread. Real-time safety: none.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sounddesk::sandbox {

class HostOutput;

struct ChainOptions {
  /** Of the shared memory; empty: no audio comes, e.g. to look at a plug-in's parameters. */
  std::string memory_name;
  double rate_hz = 48000.0;
  std::size_t block_frames = 512;
  std::size_t channels = 1;
  /** The plug-ins that may be loaded: no other file of the user can be read. */
  std::vector<std::string> bundles;
};

/** Until the end of standard input. The exit code. */
int run_chain(const ChainOptions &options, HostOutput &output);

}  // namespace sounddesk::sandbox
