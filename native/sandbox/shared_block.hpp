// What lies in the memory that the engine shares with a plug-in sandbox: a header, and a few slots for blocks of sound.
//
// The engine writes block number n into slot n % slots and sets `posted` to n; the sandbox works on it in place and
// sets `answered` to n. Numbers begin with 1 and run over. A sandbox that is behind works off what was posted in order;
// the engine never writes into a slot that was not answered yet.
//
// The engine takes nothing in here for true: the format is what it set itself, the numbers are compared with its own,
// and samples are only copied (what is no number is dealt with by the strip). The sandbox trusts the engine.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace sounddesk {

inline constexpr std::uint32_t shared_block_magic = 0x53444b31;
inline constexpr std::uint32_t shared_block_version = 2;
inline constexpr std::uint32_t shared_slot_count = 4;
/** Sounds of other channels that come with a block, live, each with two sides. */
inline constexpr std::uint32_t shared_side_count = 4;
inline constexpr std::size_t most_shared_frames = 8192;

struct SharedBlockHeader {
  // Set by the engine before the sandbox gets the name.
  std::uint32_t magic;
  std::uint32_t version;
  std::uint32_t rate_hz;
  std::uint32_t channels;
  /** The largest block; every length up to it may come. */
  std::uint32_t block_frames;
  /** Files: blocks come as fast as they are answered, and no real-time priority is wanted. */
  std::uint32_t is_file_mode;

  // The engine's.
  alignas(64) std::atomic<std::uint32_t> posted;
  std::atomic<std::uint32_t> is_engine_waiting;
  std::atomic<std::uint32_t> is_closing;
  /** A block is coming in a moment: counted up, so that the sandbox gets up for it. */
  std::atomic<std::uint32_t> announced;
  /** There is a core for this sandbox alone: it may look for blocks instead of sleeping until they come. */
  std::atomic<std::uint32_t> may_look;

  // The sandbox's.
  alignas(64) std::atomic<std::uint32_t> answered;
  std::atomic<std::uint32_t> is_sandbox_waiting;
  std::atomic<std::uint32_t> is_serving;
};

struct SharedSlot {
  std::uint32_t frames;
  /** Set with the answer: by how much the chain delayed it. */
  std::uint32_t latency_frames;
  /** Which of the side-chains' sounds came with it, a bit each. */
  std::uint32_t sides;
  /** When it was posted, by `shared_clock_sec`. */
  double posted_sec;
  /** `channels` times `block_frames`, planar; live the left and right of each side-chain behind them. */
  alignas(64) float samples[1];
};

struct SharedBlockFormat {
  std::uint32_t rate_hz;
  std::uint32_t channels;
  std::uint32_t block_frames;
  bool is_file_mode;
};

/** Engine, before anybody else knows the memory. */
inline void write_block_header(SharedBlockHeader &header, const SharedBlockFormat &format) noexcept {
  header.magic = shared_block_magic;
  header.version = shared_block_version;
  header.rate_hz = format.rate_hz;
  header.channels = format.channels;
  header.block_frames = format.block_frames;
  header.is_file_mode = format.is_file_mode ? 1 : 0;
}

/** Addresses in the memory, counted from the format that the owner of this object believes in. */
class SharedBlockView {
 public:
  SharedBlockView(void *data, const SharedBlockFormat &format) noexcept
      : data_(static_cast<std::byte *>(data)), format_(format) {}

  static constexpr std::size_t slot_bytes(const SharedBlockFormat &format) noexcept {
    const std::size_t planes = format.channels + (format.is_file_mode ? 0 : 2 * shared_side_count);
    const std::size_t bytes = offsetof(SharedSlot, samples) + sizeof(float) * planes * format.block_frames;
    return (bytes + 63) / 64 * 64;
  }
  static constexpr std::size_t size_bytes(const SharedBlockFormat &format) noexcept {
    return sizeof(SharedBlockHeader) + shared_slot_count * slot_bytes(format);
  }

  const SharedBlockFormat &format() const noexcept { return format_; }
  SharedBlockHeader &header() const noexcept { return *std::launder(reinterpret_cast<SharedBlockHeader *>(data_)); }
  SharedSlot &slot(std::uint32_t number) const noexcept {
    return *std::launder(reinterpret_cast<SharedSlot *>(data_ + sizeof(SharedBlockHeader) +
                                                        (number % shared_slot_count) * slot_bytes(format_)));
  }
  float *channel(SharedSlot &slot, std::size_t channel) const noexcept { return slot.samples + channel * format_.block_frames; }
  /** Live alone. */
  float *side(SharedSlot &slot, std::size_t bus, std::size_t side) const noexcept {
    return channel(slot, format_.channels + 2 * bus + side);
  }

 private:
  std::byte *data_;
  SharedBlockFormat format_;
};

static_assert(sizeof(SharedBlockHeader) == 192);

}  // namespace sounddesk
