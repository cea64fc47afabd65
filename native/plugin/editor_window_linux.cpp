#if defined(__linux__)

#include "plugin/editor_window.hpp"
#include "plugin/plugin_failure.hpp"

#if defined(SOUNDDESK_HAS_X11)

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include "plugin/editor_view.hpp"

namespace sounddesk::plugin {

namespace {

/** An error of X ends the program by default, and plug-ins make them all the time: destroyed windows, mostly. */
int ignore_error(Display *, XErrorEvent *) { return 0; }

class X11Editor final : public EditorWindow, private EditorView::Owner {
 public:
  X11Editor(Steinberg::Vst::IEditController &controller, MainLoop &loop, const EditorOptions &options,
            EditorListener &listener)
      : loop_(loop), listener_(listener) {
    XSetErrorHandler(ignore_error);
    display_ = XOpenDisplay(nullptr);
    if (display_ == nullptr) {
      throw PluginFailure(PluginFailureCode::no_display,
                          "There is no display for the plug-in's own window. Use its controls in SoundDesk instead.");
    }
    try {
      view_ = std::make_unique<EditorView>(controller, Steinberg::kPlatformTypeX11EmbedWindowID, loop,
                                           static_cast<EditorView::Owner &>(*this));
      const Steinberg::ViewRect size = view_->size();
      width_ = size.getWidth();
      height_ = size.getHeight();
      make_window(options);
      XSync(display_, False);
      view_->attach(reinterpret_cast<void *>(window_));
      // Many know their size only now.
      const Steinberg::ViewRect attached = view_->size();
      if (attached.getWidth() != width_ || attached.getHeight() != height_) {
        resize_window(attached.getWidth(), attached.getHeight());
      }
      find_client();
      XMapRaised(display_, window_);
      XFlush(display_);
    } catch (...) {
      close();
      throw;
    }
    loop_.watch(ConnectionNumber(display_), [this] { serve(); });
  }

  ~X11Editor() override {
    loop_.unwatch(ConnectionNumber(display_));
    close();
  }

  int width() const noexcept override { return width_; }
  int height() const noexcept override { return height_; }
  bool is_resizable() const noexcept override { return view_->is_resizable(); }
  std::uint64_t window_id() const noexcept override { return window_; }
  void raise() noexcept override {
    XMapRaised(display_, window_);
    XFlush(display_);
  }

 private:
  void make_window(const EditorOptions &options) {
    const int screen = DefaultScreen(display_);
    const Window parent =
        options.parent_window ? static_cast<Window>(*options.parent_window) : RootWindow(display_, screen);
    XSetWindowAttributes attributes{};
    attributes.background_pixel = BlackPixel(display_, screen);
    attributes.event_mask = StructureNotifyMask | SubstructureNotifyMask | FocusChangeMask | PropertyChangeMask;
    window_ = XCreateWindow(display_, parent, 0, 0, static_cast<unsigned>(width_), static_cast<unsigned>(height_), 0,
                            CopyFromParent, InputOutput, CopyFromParent, CWBackPixel | CWEventMask, &attributes);
    const Atom name = XInternAtom(display_, "_NET_WM_NAME", False);
    const Atom utf8 = XInternAtom(display_, "UTF8_STRING", False);
    XChangeProperty(display_, window_, name, utf8, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char *>(options.title.data()),
                    static_cast<int>(options.title.size()));
    XStoreName(display_, window_, options.title.c_str());
    close_atom_ = XInternAtom(display_, "WM_DELETE_WINDOW", False);
    XSetWMProtocols(display_, window_, &close_atom_, 1);
    set_hints();
  }

  /** A window manager lets a person size only what the plug-in lets be sized. */
  void set_hints() {
    XSizeHints hints{};
    if (!view_->is_resizable()) {
      hints.flags = PMinSize | PMaxSize;
      hints.min_width = hints.max_width = width_;
      hints.min_height = hints.max_height = height_;
    } else {
      hints.flags = PMinSize;
      hints.min_width = hints.min_height = 32;
    }
    XSetWMNormalHints(display_, window_, &hints);
  }

  void resize_window(int width, int height) override {
    width_ = width;
    height_ = height;
    if (window_ == None) return;
    set_hints();
    XResizeWindow(display_, window_, static_cast<unsigned>(width), static_cast<unsigned>(height));
    if (client_ != None) XResizeWindow(display_, client_, static_cast<unsigned>(width), static_cast<unsigned>(height));
    XFlush(display_);
    listener_.on_editor_resized(width, height);
  }

  /** The plug-in's window inside ours, informed by the XEmbed rules that it is embedded, and shown. */
  void find_client() {
    Window root = None;
    Window parent = None;
    Window *children = nullptr;
    unsigned count = 0;
    if (XQueryTree(display_, window_, &root, &parent, &children, &count) == 0) return;
    if (count > 0) embed(children[0]);
    if (children != nullptr) XFree(children);
  }

  void embed(Window client) {
    if (client_ == client) return;
    client_ = client;
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = client;
    event.xclient.message_type = XInternAtom(display_, "_XEMBED", False);
    event.xclient.format = 32;
    event.xclient.data.l[0] = CurrentTime;
    event.xclient.data.l[1] = 0;  // XEMBED_EMBEDDED_NOTIFY
    event.xclient.data.l[3] = static_cast<long>(window_);
    XSendEvent(display_, client, False, NoEventMask, &event);
    XMapWindow(display_, client);
    XFlush(display_);
  }

  void serve() {
    while (XPending(display_) > 0) {
      XEvent event;
      XNextEvent(display_, &event);
      handle(event);
    }
  }

  void handle(const XEvent &event) {
    switch (event.type) {
      case ClientMessage:
        if (static_cast<Atom>(event.xclient.data.l[0]) == close_atom_) listener_.on_editor_closed();
        break;
      case DestroyNotify:
        if (event.xdestroywindow.window == window_) listener_.on_editor_closed();
        if (event.xdestroywindow.window == client_) client_ = None;
        break;
      case CreateNotify:
        if (event.xcreatewindow.parent == window_) embed(event.xcreatewindow.window);
        break;
      case ReparentNotify:
        if (event.xreparent.parent == window_ && event.xreparent.window != window_) embed(event.xreparent.window);
        break;
      case ConfigureNotify:
        if (event.xconfigure.window == window_) follow(event.xconfigure.width, event.xconfigure.height);
        break;
      default: break;
    }
  }

  /** The user sized the window. */
  void follow(int width, int height) {
    if (width == width_ && height == height_) return;
    const Steinberg::ViewRect taken = view_->is_resizable() ? view_->follow(width, height)
                                                            : Steinberg::ViewRect(0, 0, width_, height_);
    if (taken.getWidth() != width || taken.getHeight() != height) {
      resize_window(taken.getWidth(), taken.getHeight());
    } else {
      width_ = width;
      height_ = height;
      listener_.on_editor_resized(width, height);
    }
  }

  void close() noexcept {
    view_.reset();
    if (window_ != None) XDestroyWindow(display_, window_);
    XCloseDisplay(display_);
  }

  MainLoop &loop_;
  EditorListener &listener_;
  Display *display_ = nullptr;
  std::unique_ptr<EditorView> view_;
  Window window_ = None;
  Window client_ = None;
  Atom close_atom_ = None;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace

std::unique_ptr<EditorWindow> EditorWindow::open(Steinberg::Vst::IEditController &controller, MainLoop &loop,
                                                 const EditorOptions &options, EditorListener &listener) {
  return std::make_unique<X11Editor>(controller, loop, options, listener);
}

}  // namespace sounddesk::plugin

#else

namespace sounddesk::plugin {

std::unique_ptr<EditorWindow> EditorWindow::open(Steinberg::Vst::IEditController &, MainLoop &, const EditorOptions &,
                                                 EditorListener &) {
  throw PluginFailure(PluginFailureCode::no_display,
                      "This SoundDesk was built without windows of plug-ins (libx11-dev was missing). Use the plug-in's "
                      "controls in SoundDesk instead.");
}

}  // namespace sounddesk::plugin

#endif

#endif
