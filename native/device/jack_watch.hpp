// Says when ports come and go in a JACK server, by a client of its own without ports.
//
// Threads: one control thread; `on_changed` is called from JACK's. Real-time safety: none; JACK calls
// `on_changed` from its notification thread, never from the audio thread.
#pragma once

#include <functional>
#include <memory>

namespace sounddesk {

class JackWatch {
 public:
  explicit JackWatch(std::function<void()> on_changed);
  ~JackWatch();
  JackWatch(const JackWatch &) = delete;
  JackWatch &operator=(const JackWatch &) = delete;

  /** Connects where a server has come; true where one has come or gone since the last call. */
  bool follow();
  /** Also true where there can be none: the library is not installed. */
  bool is_connected() const;
  /** Whether ports of others have come or gone since the last call. */
  bool take_change();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sounddesk
