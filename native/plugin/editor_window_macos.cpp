// Objective-C++. Never compiled on the machines that the project is tested on: written after Apple's documents.
#if defined(__APPLE__)

#import <AppKit/AppKit.h>

#include "plugin/editor_view.hpp"
#include "plugin/editor_window.hpp"
#include "plugin/plugin_failure.hpp"

namespace sounddesk::plugin {
class MacEditor;
}

@interface SoundDeskEditorDelegate : NSObject <NSWindowDelegate> {
 @public
  sounddesk::plugin::EditorListener *listener;
  sounddesk::plugin::EditorView *view;
}
@end

@implementation SoundDeskEditorDelegate
- (BOOL)windowShouldClose:(NSWindow *)window {
  listener->on_editor_closed();
  return NO;
}
- (NSSize)windowWillResize:(NSWindow *)window toSize:(NSSize)size {
  const NSRect content = [window contentRectForFrameRect:NSMakeRect(0, 0, size.width, size.height)];
  const Steinberg::ViewRect taken =
      view->follow(static_cast<int>(content.size.width), static_cast<int>(content.size.height));
  return [window frameRectForContentRect:NSMakeRect(0, 0, taken.getWidth(), taken.getHeight())].size;
}
@end

namespace sounddesk::plugin {

/** A window of another process can't be lived in on macOS: `parent_window` is left aside. */
class MacEditor final : public EditorWindow, private EditorView::Owner {
 public:
  MacEditor(Steinberg::Vst::IEditController &controller, MainLoop &loop, const EditorOptions &options,
            EditorListener &listener)
      : listener_(listener),
        view_(std::make_unique<EditorView>(controller, Steinberg::kPlatformTypeNSView, loop,
                                           static_cast<EditorView::Owner &>(*this))) {
    const Steinberg::ViewRect size = view_->size();
    width_ = size.getWidth();
    height_ = size.getHeight();
    NSWindowStyleMask style = NSWindowStyleMaskTitled | NSWindowStyleMaskClosable | NSWindowStyleMaskMiniaturizable;
    if (view_->is_resizable()) style |= NSWindowStyleMaskResizable;
    window_ = [[NSWindow alloc] initWithContentRect:NSMakeRect(0, 0, width_, height_)
                                          styleMask:style
                                            backing:NSBackingStoreBuffered
                                              defer:NO];
    window_.releasedWhenClosed = NO;
    window_.title = [NSString stringWithUTF8String:options.title.c_str()];
    delegate_ = [[SoundDeskEditorDelegate alloc] init];
    delegate_->listener = &listener;
    delegate_->view = view_.get();
    window_.delegate = delegate_;
    view_->attach((__bridge void *)window_.contentView);
    [window_ center];
    raise();
  }

  ~MacEditor() override {
    window_.delegate = nil;
    view_.reset();
    [window_ close];
  }

  int width() const noexcept override { return width_; }
  int height() const noexcept override { return height_; }
  bool is_resizable() const noexcept override { return view_->is_resizable(); }
  std::uint64_t window_id() const noexcept override { return static_cast<std::uint64_t>(window_.windowNumber); }
  void raise() noexcept override {
    [NSApp activateIgnoringOtherApps:YES];
    [window_ makeKeyAndOrderFront:nil];
  }

 private:
  void resize_window(int width, int height) override {
    width_ = width;
    height_ = height;
    if (window_ == nil) return;
    [window_ setContentSize:NSMakeSize(width, height)];
    listener_.on_editor_resized(width, height);
  }

  EditorListener &listener_;
  std::unique_ptr<EditorView> view_;
  NSWindow *window_ = nil;
  SoundDeskEditorDelegate *delegate_ = nil;
  int width_ = 0;
  int height_ = 0;
};

std::unique_ptr<EditorWindow> EditorWindow::open(Steinberg::Vst::IEditController &controller, MainLoop &loop,
                                                 const EditorOptions &options, EditorListener &listener) {
  return std::make_unique<MacEditor>(controller, loop, options, listener);
}

}  // namespace sounddesk::plugin

#endif
