// The program that loads other people's code: one process a scanned module, one a channel's chain.
#include <cstdio>
#include <string>

#include "sandbox/host_output.hpp"
#include "sandbox/host_scan.hpp"

int main(int argument_count, char **arguments) {
  sounddesk::sandbox::HostOutput output;
  const std::string command = argument_count > 1 ? arguments[1] : "";
  if (command == "scan" && argument_count == 3) return sounddesk::sandbox::scan_module(arguments[2], output);
  std::fputs("usage: sounddesk_plugin_host scan PATH\n", stderr);
  return 2;
}
