// A window of known pixels for captures: squares whose colour encodes their place, and a square that moves with a number
// that is raised 60 times a second. Its only arguments: title, x, y, width, height. Ends with its display, or when killed.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <thread>

namespace {

constexpr int kCell = 32;
constexpr int kBits = 16;
constexpr int kNumberX = 2 * kCell;
constexpr int kNumberY = 2 * kCell;
constexpr int kTrackY = 4 * kCell;

// Also in tests/lib/testWindow.ts.
unsigned long colour_of(int column, int row) {
  const uint32_t hash = (static_cast<uint32_t>(column) * 73856093u) ^ (static_cast<uint32_t>(row) * 19349663u);
  const auto part = [hash](int shift) { return 40u + ((hash >> shift) & 7u) * 25u; };
  return (part(2) << 16) | (part(7) << 8) | part(11);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  Display* display = XOpenDisplay(nullptr);
  if (!display) return 1;
  const int x = std::atoi(argv[2]), y = std::atoi(argv[3]), width = std::atoi(argv[4]), height = std::atoi(argv[5]);
  const Window window = XCreateSimpleWindow(display, DefaultRootWindow(display), x, y, width, height, 0, 0, 0);
  XStoreName(display, window, argv[1]);
  // What a window manager would say: that it is shown. Chromium offers no window without it.
  const Atom state = XInternAtom(display, "WM_STATE", False);
  const long shown[2] = {NormalState, None};
  XChangeProperty(display, window, state, state, 32, PropModeReplace, reinterpret_cast<const unsigned char*>(shown), 2);
  const GC paint = XCreateGC(display, window, 0, nullptr);
  const Pixmap background = XCreatePixmap(display, window, width, height, DefaultDepth(display, DefaultScreen(display)));
  for (int row = 0; row * kCell < height; ++row)
    for (int column = 0; column * kCell < width; ++column) {
      XSetForeground(display, paint, colour_of(column, row));
      XFillRectangle(display, background, paint, column * kCell, row * kCell, kCell, kCell);
    }
  XSetWindowBackgroundPixmap(display, window, background);
  XMapRaised(display, window);
  XMoveWindow(display, window, x, y);
  auto next = std::chrono::steady_clock::now();
  for (uint32_t number = 0;; ++number) {
    for (int bit = 0; bit < kBits; ++bit) {
      XSetForeground(display, paint, (number >> bit) & 1u ? 0xffffff : 0);
      XFillRectangle(display, window, paint, kNumberX + bit * kCell, kNumberY, kCell, kCell);
    }
    const int travel = width - 4 * kCell;
    const int at = static_cast<int>(number * 8 % static_cast<uint32_t>(travel));
    XClearArea(display, window, kCell, kTrackY, width - 2 * kCell, 2 * kCell, False);
    XSetForeground(display, paint, 0xffffff);
    XFillRectangle(display, window, paint, kCell + at, kTrackY, 2 * kCell, 2 * kCell);
    XSync(display, False);
    next += std::chrono::microseconds(16667);
    std::this_thread::sleep_until(next);
  }
}
