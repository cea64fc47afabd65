#include "video/hash.hpp"

namespace sounddesk::video {
namespace {

constexpr uint64_t prime1 = 0x9E3779B185EBCA87u, prime2 = 0xC2B2AE3D27D4EB4Fu, prime3 = 0x165667B19E3779F9u,
                   prime4 = 0x85EBCA77C2B2AE63u, prime5 = 0x27D4EB2F165667C5u;

inline uint64_t turned(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

// Little endian, as every machine is that this runs on.
inline uint64_t read64(const uint8_t *at) {
  uint64_t x;
  __builtin_memcpy(&x, at, 8);
  return x;
}
inline uint32_t read32(const uint8_t *at) {
  uint32_t x;
  __builtin_memcpy(&x, at, 4);
  return x;
}

inline uint64_t round_of(uint64_t sum, uint64_t lane) { return turned(sum + lane * prime2, 31) * prime1; }
inline uint64_t merged(uint64_t hash, uint64_t sum) { return (hash ^ round_of(0, sum)) * prime1 + prime4; }

}  // namespace

uint64_t hash_of(const uint8_t *at, size_t bytes) {
  const uint8_t *end = at + bytes;
  uint64_t hash = prime5;
  if (bytes >= 32) {
    uint64_t sums[4] = {prime1 + prime2, prime2, 0, 0 - prime1};
    for (; end - at >= 32; at += 32) {
      for (int i = 0; i < 4; ++i) sums[i] = round_of(sums[i], read64(at + 8 * i));
    }
    hash = turned(sums[0], 1) + turned(sums[1], 7) + turned(sums[2], 12) + turned(sums[3], 18);
    for (const uint64_t sum : sums) hash = merged(hash, sum);
  }
  hash += bytes;
  for (; end - at >= 8; at += 8) hash = turned(hash ^ round_of(0, read64(at)), 27) * prime1 + prime4;
  if (end - at >= 4) {
    hash = turned(hash ^ (read32(at) * prime1), 23) * prime2 + prime3;
    at += 4;
  }
  for (; at < end; ++at) hash = turned(hash ^ (*at * prime5), 11) * prime1;
  hash = (hash ^ (hash >> 33)) * prime2;
  hash = (hash ^ (hash >> 29)) * prime3;
  return hash ^ (hash >> 32);
}

}  // namespace sounddesk::video
