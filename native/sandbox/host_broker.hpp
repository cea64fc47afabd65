// What a confined process cannot do itself: connect to the display, and remove its temporary files when it has gone. A
// child that was split off before any plug-in was loaded does both, and nothing else; it ends with its parent.
//
// Threads: start on main, before the confinement; the connection on any. Real-time safety: none.
#pragma once

#include <string>

namespace sounddesk::sandbox {

class HostBroker {
 public:
  /** Makes the folder for temporary files, which `TMPDIR` then names, and starts the child. */
  static HostBroker start(bool has_window);

  /** Private to this process; empty where none could be made. */
  const std::string &temporary_folder() const noexcept { return temporary_folder_; }
  /** What the display's key lies in; empty where there is no display of this machine. */
  const std::string &display_key_file() const noexcept { return display_key_file_; }
  /** From now on connections to the display are made by the child (host_broker.cpp, `connect`). */
  void take_over_connections() const noexcept;

 private:
  std::string temporary_folder_;
  std::string display_key_file_;
  int line_ = -1;
};

}  // namespace sounddesk::sandbox
