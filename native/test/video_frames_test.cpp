// Not a test on its own: the video kernel, natively, for the tests and benches that hold WebAssembly against it. It reads
// messages of 32-bit numbers from its input, as tests/lib/nativeKernel.ts writes them, and answers a line for each frame.
#include <doctest/doctest.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

#include "video/kernel.hpp"

using namespace sounddesk::video;

namespace {

enum Message : int32_t { image = 1, table = 2, frame = 3 };

bool read_bytes(void *to, size_t bytes) { return bytes == 0 || std::fread(to, 1, bytes, stdin) == bytes; }

template <size_t count>
bool read_numbers(int32_t (&to)[count]) {
  return read_bytes(to, sizeof(to));
}

bool take_image(Kernel &kernel) {
  int32_t head[6];  // number, format, matrix, full range, width, height
  if (!read_numbers(head)) return false;
  const auto format = static_cast<Format>(head[1]);
  uint8_t *data = kernel.open_image(head[0], format, static_cast<Matrix>(head[2]), head[3] != 0, head[4], head[5]);
  if (!data || !read_bytes(data, SourceImage::size_of(format, head[4], head[5]))) return false;
  kernel.seal_image(head[0]);
  return true;
}

bool take_table(Kernel &kernel) {
  int32_t number[1], side[1];
  Sliders sliders;
  if (!read_numbers(number) || !read_bytes(&sliders, sizeof(sliders)) || !read_numbers(side)) return false;
  std::vector<uint16_t> lut(static_cast<size_t>(side[0]) * side[0] * side[0] * 3);
  if (!read_bytes(lut.data(), lut.size() * 2)) return false;
  return kernel.bake(number[0], sliders, {side[0], lut.data()});
}

/// Draws it as often as it is asked to, and says the hash and how much processor time the quickest took.
bool draw_frame(Kernel &kernel) {
  int32_t head[4];  // width, height, layers, times
  if (!read_numbers(head)) return false;
  std::vector<Layer> layers(static_cast<size_t>(head[2]));
  if (!read_bytes(layers.data(), layers.size() * sizeof(Layer))) return false;
  double quickest_ms = 0;
  for (int32_t i = 0; i < head[3]; ++i) {
    const std::clock_t start = std::clock();
    const Outcome outcome = kernel.render(head[0], head[1], layers.data(), head[2]);
    if (outcome != Outcome::done) {
      std::printf("outcome %d\n", static_cast<int>(outcome));
      return true;
    }
    const double took_ms = 1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (i == 0 || took_ms < quickest_ms) quickest_ms = took_ms;
  }
  std::printf("%016" PRIx64 " %.3f\n", kernel.frame_hash(), quickest_ms);
  return true;
}

}  // namespace

TEST_CASE("video frames: answers a hash for each frame that comes in" * doctest::skip()) {
  Kernel kernel;
  int32_t message[1];
  while (read_numbers(message)) {
    bool is_done = false;
    if (message[0] == image) is_done = take_image(kernel);
    if (message[0] == table) is_done = take_table(kernel);
    if (message[0] == frame) is_done = draw_frame(kernel);
    REQUIRE(is_done);
  }
}
