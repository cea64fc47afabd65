// Compiled by mingw, never opened under Windows: written after Microsoft's and Steinberg's documents.
#if defined(_WIN32)

#include <windows.h>

#include "plugin/editor_view.hpp"
#include "plugin/editor_window.hpp"
#include "plugin/plugin_failure.hpp"

namespace sounddesk::plugin {

namespace {

constexpr wchar_t class_name[] = L"SoundDeskPluginEditor";

std::wstring wide_of(const std::string &text) {
  const int length = MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0);
  std::wstring wide(static_cast<std::size_t>(length), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), wide.data(), length);
  return wide;
}

class WindowsEditor final : public EditorWindow, private EditorView::Owner {
 public:
  WindowsEditor(Steinberg::Vst::IEditController &controller, MainLoop &loop, const EditorOptions &options,
                EditorListener &listener)
      : listener_(listener),
        view_(std::make_unique<EditorView>(controller, Steinberg::kPlatformTypeHWND, loop,
                                           static_cast<EditorView::Owner &>(*this))) {
    const Steinberg::ViewRect size = view_->size();
    width_ = size.getWidth();
    height_ = size.getHeight();
    style_ = options.parent_window ? WS_CHILD | WS_CLIPCHILDREN
                                   : WS_CAPTION | WS_SYSMENU | WS_MINIMIZEBOX | WS_CLIPCHILDREN;
    if (!options.parent_window && view_->is_resizable()) style_ |= WS_SIZEBOX | WS_MAXIMIZEBOX;
    HINSTANCE module = GetModuleHandleW(nullptr);
    WNDCLASSEXW description{};
    description.cbSize = sizeof description;
    description.lpfnWndProc = &WindowsEditor::on_message;
    description.hInstance = module;
    // IDC_ARROW, which is narrow without UNICODE.
    description.hCursor = LoadCursorW(nullptr, MAKEINTRESOURCEW(32512));
    description.lpszClassName = class_name;
    RegisterClassExW(&description);
    const HWND parent =
        options.parent_window ? reinterpret_cast<HWND>(static_cast<std::uintptr_t>(*options.parent_window)) : nullptr;
    const RECT outer = outer_of(width_, height_);
    window_ = CreateWindowExW(0, class_name, wide_of(options.title).c_str(), style_, CW_USEDEFAULT, CW_USEDEFAULT,
                              outer.right - outer.left, outer.bottom - outer.top, parent, nullptr, module, this);
    if (window_ == nullptr) {
      throw PluginFailure(PluginFailureCode::no_display,
                          "Windows gives no window for the plug-in. Use its controls in SoundDesk instead.");
    }
    view_->attach(window_);
    ShowWindow(window_, SW_SHOWNORMAL);
  }

  ~WindowsEditor() override {
    view_.reset();
    if (window_ != nullptr) DestroyWindow(window_);
  }

  int width() const noexcept override { return width_; }
  int height() const noexcept override { return height_; }
  bool is_resizable() const noexcept override { return view_->is_resizable(); }
  std::uint64_t window_id() const noexcept override { return reinterpret_cast<std::uintptr_t>(window_); }
  void raise() noexcept override { SetForegroundWindow(window_); }

 private:
  RECT outer_of(int width, int height) const {
    RECT rect{0, 0, width, height};
    AdjustWindowRectEx(&rect, style_, FALSE, 0);
    return rect;
  }

  void resize_window(int width, int height) override {
    width_ = width;
    height_ = height;
    if (window_ == nullptr) return;
    const RECT outer = outer_of(width, height);
    is_resizing_ = true;
    SetWindowPos(window_, nullptr, 0, 0, outer.right - outer.left, outer.bottom - outer.top,
                 SWP_NOMOVE | SWP_NOZORDER | SWP_NOACTIVATE);
    is_resizing_ = false;
    listener_.on_editor_resized(width, height);
  }

  void on_sized(int width, int height) {
    if (is_resizing_ || !view_ || (width == width_ && height == height_) || width <= 0 || height <= 0) return;
    const Steinberg::ViewRect taken = view_->follow(width, height);
    resize_window(taken.getWidth(), taken.getHeight());
  }

  static LRESULT CALLBACK on_message(HWND window, UINT message, WPARAM wide, LPARAM value) {
    if (message == WM_NCCREATE) {
      SetWindowLongPtrW(window, GWLP_USERDATA,
                        reinterpret_cast<LONG_PTR>(reinterpret_cast<CREATESTRUCTW *>(value)->lpCreateParams));
    }
    auto *self = reinterpret_cast<WindowsEditor *>(GetWindowLongPtrW(window, GWLP_USERDATA));
    if (self != nullptr && message == WM_CLOSE) {
      self->listener_.on_editor_closed();
      return 0;
    }
    if (self != nullptr && message == WM_SIZE) self->on_sized(LOWORD(value), HIWORD(value));
    return DefWindowProcW(window, message, wide, value);
  }

  EditorListener &listener_;
  std::unique_ptr<EditorView> view_;
  HWND window_ = nullptr;
  DWORD style_ = 0;
  int width_ = 0;
  int height_ = 0;
  bool is_resizing_ = false;
};

}  // namespace

std::unique_ptr<EditorWindow> EditorWindow::open(Steinberg::Vst::IEditController &controller, MainLoop &loop,
                                                 const EditorOptions &options, EditorListener &listener) {
  return std::make_unique<WindowsEditor>(controller, loop, options, listener);
}

}  // namespace sounddesk::plugin

#endif
