// The program that loads other people's code: one process a scanned module, one a channel's chain.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/host_chain.hpp"
#include "sandbox/host_confinement.hpp"
#include "sandbox/host_limits.hpp"
#include "sandbox/host_output.hpp"
#include "sandbox/host_scan.hpp"

namespace {

using sounddesk::sandbox::ChainOptions;

std::optional<ChainOptions> chain_options_of(int count, char **arguments) {
  ChainOptions options;
  for (int i = 2; i + 1 < count; i += 2) {
    const std::string name = arguments[i];
    const char *value = arguments[i + 1];
    if (name == "--memory") {
      options.memory_name = value;
    } else if (name == "--rate") {
      options.rate_hz = std::strtod(value, nullptr);
    } else if (name == "--block") {
      options.block_frames = static_cast<std::size_t>(std::strtoul(value, nullptr, 10));
    } else if (name == "--channels") {
      options.channels = static_cast<std::size_t>(std::strtoul(value, nullptr, 10));
    } else if (name == "--bundle") {
      options.bundles.emplace_back(value);
    } else {
      return std::nullopt;
    }
  }
  const bool is_sane = count % 2 == 0 && options.rate_hz >= 1000.0 && options.rate_hz <= 1e6 &&
                       options.block_frames >= 1 && options.block_frames <= 65536 &&
                       (options.channels == 1 || options.channels == 2);
  return is_sane ? std::optional(options) : std::nullopt;
}

/** What this machine's kernel can deny a plug-in: tried on this process. */
int report_confinement(sounddesk::sandbox::HostOutput &output) {
  const sounddesk::sandbox::Confinement confinement = sounddesk::sandbox::confine_for({}, false);
  output.write({{"files", confinement.has_files},
                {"network", confinement.has_network},
                {"signals", confinement.has_signals},
                {"programs", confinement.has_programs},
                {"landlockAbi", confinement.landlock_abi}});
  return 0;
}

}  // namespace

int main(int argument_count, char **arguments) {
#if !defined(_WIN32)
  // A file that may grow no more is an error of the write, as a full disk is.
  std::signal(SIGXFSZ, SIG_IGN);
#endif
  sounddesk::sandbox::limit_this_process();
  sounddesk::sandbox::HostOutput output;
  const std::string command = argument_count > 1 ? arguments[1] : "";
  std::optional<int> code;
  if (command == "scan" && argument_count == 3) {
    sounddesk::sandbox::confine_for({arguments[2]}, false);
    code = sounddesk::sandbox::scan_module(arguments[2], output);
  } else if (command == "confinement" && argument_count == 2) {
    code = report_confinement(output);
  } else if (const auto options = chain_options_of(argument_count, arguments); command == "chain" && options) {
    code = sounddesk::sandbox::run_chain(*options, output);
  }
  if (!code) {
    std::fputs("usage: sounddesk_plugin_host scan PATH\n"
               "       sounddesk_plugin_host chain [--memory NAME] [--rate HZ] [--block FRAMES] [--channels 1|2]\n"
               "                             [--bundle PATH]...\n"
               "       sounddesk_plugin_host confinement\n",
               stderr);
    return 2;
  }
  // Not by way of what plug-ins left to be done at the end: that crashes or hangs often enough.
  std::fflush(nullptr);
  std::_Exit(*code);
}
