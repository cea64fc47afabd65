#include "denoise/gtcrn_weights.hpp"

namespace sounddesk::gtcrn {

alignas(64) constexpr float values[] = {
#include "gtcrn_weights.inc"
};
static_assert(sizeof values == sizeof(Weights), "scripts/lib/strongModelWeights.mjs writes another network");

}  // namespace sounddesk::gtcrn
