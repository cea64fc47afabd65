// What src-shared/video/kernel.ts calls. One kernel an instance; an address is a number of bytes into the memory.
#include "video/fixed.hpp"
#include "video/kernel.hpp"

namespace {
// Made before the first call, by __wasm_call_ctors; it ends with the instance.
[[clang::no_destroy]] sounddesk::video::Kernel kernel;
}  // namespace

using namespace sounddesk::video;

#define SD_EXPORT(name) extern "C" __attribute__((export_name(#name)))

SD_EXPORT(take) void *take(size_t bytes) { return take_memory(bytes); }
SD_EXPORT(give) void give(void *memory) { give_memory(memory); }

SD_EXPORT(openImage)
void *open_image(int32_t number, int32_t format, int32_t matrix, int32_t is_full_range, int32_t width, int32_t height) {
  return kernel.open_image(number, static_cast<Format>(format), static_cast<Matrix>(matrix), is_full_range != 0, width,
                             height);
}
SD_EXPORT(sealImage) void seal_image(int32_t number) { kernel.seal_image(number); }
SD_EXPORT(dropImage) void drop_image(int32_t number) { kernel.drop_image(number); }

SD_EXPORT(bake) int32_t bake(int32_t number, const Sliders *sliders, int32_t lut_side, const uint16_t *lut) {
  return kernel.bake(number, *sliders, {lut_side, lut}) ? 1 : 0;
}

SD_EXPORT(render) int32_t render(int32_t width, int32_t height, const Layer *layers, int32_t count) {
  return static_cast<int32_t>(kernel.render(width, height, layers, count));
}
SD_EXPORT(frame) const uint8_t *frame() { return kernel.frame(); }
SD_EXPORT(frameBytes) size_t frame_bytes() { return kernel.frame_bytes(); }
SD_EXPORT(frameAsRgba) const uint8_t *frame_as_rgba() { return kernel.frame_as_rgba(); }
SD_EXPORT(frameHash) uint64_t frame_hash() { return kernel.frame_hash(); }
SD_EXPORT(layerWords) size_t words_of_layer() { return layer_words; }

// For a frame that a graphics card draws: what of it is computed here, so that it is written once.
SD_EXPORT(openFrame) uint8_t *open_frame(int32_t width, int32_t height) { return kernel.open_frame(width, height); }
SD_EXPORT(table) const Value *table(int32_t number) { return kernel.table(number); }
/// Whether it fits, is whole, the four sides of its part, sine and cosine of its turn, and its feather. Its image and table are -1.
SD_EXPORT(planLayer) void plan_layer(const Layer *layer, int32_t width, int32_t height, int32_t *out) {
  const auto [is_whole, part] = plan_of(*layer, width, height);
  const int32_t words[] = {kernel.fits(*layer), is_whole, part.left, part.top, part.right, part.bottom,
                           sine_of(layer->millidegrees), cosine_of(layer->millidegrees),
                           feather_of(*layer, min_of(width, height))};
  for (const int32_t word : words) *out++ = word;
}
