// How late or early the sound is beyond our JACK ports: what the ports connected to them declare at this moment.
//
// PortAudio asks once, and the driver's own ports alone, so a program that plays into our port was counted as
// if it were the sound card. Connections are made and cut from outside at any time, hence the asking again.
//
// Threads: one at a time, never the audio callback; each call asks the server's shared memory. Real-time
// safety: none.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace sounddesk {

/** PortAudio's name for the host API. */
bool is_jack(const std::string &host_api);

class JackLatency {
 public:
  struct Reading {
    /** Between the converter (or the program that plays) and our input port: the shortest of its connections. */
    double capture_sec = 0.0;
    /** Between our output port and the converter (or the program that records): the shortest likewise. */
    double playback_sec = 0.0;
    /** Frames that the server hands over at once. */
    std::size_t period_frames = 0;
  };

  /** A client of its own, without ports, of the server that PortAudio found; none where there is no such. */
  static std::unique_ptr<JackLatency> open();
  virtual ~JackLatency() = default;

  /** Of the ports that PortAudio has open; nothing while it has none, or once the server is gone. */
  virtual std::optional<Reading> read() = 0;
};

}  // namespace sounddesk
