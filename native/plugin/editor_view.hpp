// A plug-in's view and its frame, without the system's window around it: what is the same everywhere.
//
// Threads: main alone. Real-time safety: none.
#pragma once

#include <pluginterfaces/gui/iplugview.h>
#include <pluginterfaces/vst/ivsteditcontroller.h>

#include "plugin/main_loop.hpp"

namespace sounddesk::plugin {

class EditorView : public Steinberg::IPlugFrame {
 public:
  /** Anyone who owns the window. */
  class Owner {
   public:
    virtual ~Owner() = default;
    /** Makes the window that large, now. */
    virtual void resize_window(int width, int height) = 0;
  };

  /** @throws PluginFailure `PLUGIN_NO_EDITOR` where there is no view for `platform` */
  EditorView(Steinberg::Vst::IEditController &controller, Steinberg::FIDString platform, MainLoop &loop, Owner &owner);
  virtual ~EditorView();
  EditorView(const EditorView &) = delete;
  EditorView &operator=(const EditorView &) = delete;

  Steinberg::ViewRect size() const;
  bool is_resizable() const;
  /** @throws PluginFailure `PLUGIN_NO_EDITOR` where the plug-in refuses the window */
  void attach(void *window);
  void detach() noexcept;
  /** The user made the window that large: the nearest size that the view takes, and its own. */
  Steinberg::ViewRect follow(int width, int height);

  Steinberg::tresult PLUGIN_API resizeView(Steinberg::IPlugView *view, Steinberg::ViewRect *size) override;
  Steinberg::tresult PLUGIN_API queryInterface(const Steinberg::TUID iid, void **object) override;
  Steinberg::uint32 PLUGIN_API addRef() override { return 1000; }
  Steinberg::uint32 PLUGIN_API release() override { return 1000; }

 private:
  Steinberg::FIDString platform_;
  MainLoop &loop_;
  Owner &owner_;
  Steinberg::IPtr<Steinberg::IPlugView> view_;
  bool is_attached_ = false;
  bool is_resizing_ = false;
};

}  // namespace sounddesk::plugin
