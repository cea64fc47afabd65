// The window of a plug-in's own editor, made by this process: an X11 window, an HWND or an NSView's window. The plug-in
// puts its view into it.
//
// Threads: main alone. Real-time safety: none.
#pragma once

#include <pluginterfaces/gui/iplugview.h>
#include <pluginterfaces/vst/ivsteditcontroller.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sounddesk::plugin {

class MainLoop;

class EditorListener {
 public:
  virtual ~EditorListener() = default;
  /** The user closed the window; it is to be destroyed, not from inside this call. */
  virtual void on_editor_closed() = 0;
  virtual void on_editor_resized(int width, int height) = 0;
};

struct EditorOptions {
  std::string title;
  /** A window of the system's to live in, instead of one of its own. */
  std::optional<std::uint64_t> parent_window;
};

class EditorWindow {
 public:
  /** Takes the view down before the window goes. */
  virtual ~EditorWindow() = default;

  virtual int width() const noexcept = 0;
  virtual int height() const noexcept = 0;
  virtual bool is_resizable() const noexcept = 0;
  /** The system's number of the window, e.g. for a screenshot. */
  virtual std::uint64_t window_id() const noexcept = 0;
  virtual void raise() noexcept = 0;

  /** @throws PluginFailure `PLUGIN_NO_EDITOR` or `PLUGIN_NO_DISPLAY` */
  static std::unique_ptr<EditorWindow> open(Steinberg::Vst::IEditController &controller, MainLoop &loop,
                                            const EditorOptions &options, EditorListener &listener);
};

}  // namespace sounddesk::plugin
