#include "plugin/editor_view.hpp"

#include <algorithm>

#include "plugin/plugin_failure.hpp"

namespace sounddesk::plugin {

using namespace Steinberg;

namespace {

/** What a window system takes; a plug-in that asks for more is not obeyed. */
constexpr int32 longest_side = 8192;

[[noreturn]] void no_editor(const std::string &why) {
  throw PluginFailure(PluginFailureCode::no_editor,
                      "The plug-in's own window can't be shown: " + why + ". Use its controls in SoundDesk instead.");
}

}  // namespace

EditorView::EditorView(Vst::IEditController &controller, FIDString platform, MainLoop &loop, Owner &owner)
    : platform_(platform), loop_(loop), owner_(owner), view_(owned(controller.createView(Vst::ViewType::kEditor))) {
  if (!view_) no_editor("it has none");
  if (view_->isPlatformTypeSupported(platform) != kResultTrue) no_editor("it is made for another kind of display");
  view_->setFrame(this);
}

EditorView::~EditorView() {
  detach();
  if (view_) view_->setFrame(nullptr);
}

ViewRect EditorView::size() const {
  ViewRect rect;
  if (view_->getSize(&rect) != kResultTrue || rect.getWidth() <= 0 || rect.getHeight() <= 0) return {0, 0, 640, 480};
  return {0, 0, std::min(rect.getWidth(), longest_side), std::min(rect.getHeight(), longest_side)};
}

bool EditorView::is_resizable() const { return view_->canResize() == kResultTrue; }

void EditorView::attach(void *window) {
  if (view_->attached(window, platform_) != kResultOk) no_editor("it refuses the window");
  is_attached_ = true;
}

void EditorView::detach() noexcept {
  if (is_attached_) view_->removed();
  is_attached_ = false;
}

ViewRect EditorView::follow(int width, int height) {
  ViewRect now = size();
  if (width == now.getWidth() && height == now.getHeight()) return now;
  ViewRect wanted(0, 0, width, height);
  if (view_->checkSizeConstraint(&wanted) != kResultTrue) wanted = now;
  if (wanted.getWidth() != now.getWidth() || wanted.getHeight() != now.getHeight()) view_->onSize(&wanted);
  return wanted;
}

/** In the same call: the window first, then the view is reported. */
tresult PLUGIN_API EditorView::resizeView(IPlugView *view, ViewRect *size) {
  if (view == nullptr || size == nullptr || view != view_) return kInvalidArgument;
  if (is_resizing_) return kResultFalse;
  const int32 width = size->getWidth();
  const int32 height = size->getHeight();
  if (width <= 0 || height <= 0 || width > longest_side || height > longest_side) return kInvalidArgument;
  is_resizing_ = true;
  owner_.resize_window(width, height);
  ViewRect wanted(0, 0, width, height);
  view->onSize(&wanted);
  is_resizing_ = false;
  return kResultTrue;
}

tresult PLUGIN_API EditorView::queryInterface(const TUID iid, void **object) {
  if (FUnknownPrivate::iidEqual(iid, FUnknown::iid) || FUnknownPrivate::iidEqual(iid, IPlugFrame::iid)) {
    *object = static_cast<IPlugFrame *>(this);
    return kResultOk;
  }
  // On Linux the frame is where plug-ins look for the run loop.
  if (FUnknown *run_loop = loop_.run_loop(); run_loop != nullptr) return run_loop->queryInterface(iid, object);
  *object = nullptr;
  return kNoInterface;
}

}  // namespace sounddesk::plugin
