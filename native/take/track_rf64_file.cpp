// RF64 (EBU Tech 3306) by our own hand: all sizes sit at fixed places, so that bringing them up to date is one
// small write in place. libsndfile's own automatic header rewrites it with every block, and hides what fails.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "take/track_file.hpp"

namespace sounddesk {
namespace {

constexpr std::size_t bext_bytes = 602;
constexpr std::uint64_t riff_size_at = 20;
/** Of the text fields of `bext`, and of its time reference. */
constexpr std::size_t originator_at = 256;
constexpr std::size_t date_at = 320;
constexpr std::size_t time_at = 330;
constexpr std::size_t time_reference_at = 338;
constexpr std::size_t version_at = 346;

class ByteWriter {
 public:
  void tag(const char *text) { bytes.insert(bytes.end(), text, text + 4); }
  void number(std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
  }
  std::vector<unsigned char> bytes;
};

std::vector<unsigned char> bext_of(const BroadcastInfo &info) {
  std::vector<unsigned char> bytes(bext_bytes, 0);
  const auto put = [&bytes](std::size_t at, std::size_t room, const std::string &text) {
    std::copy_n(text.begin(), std::min(room, text.size()), bytes.begin() + static_cast<std::ptrdiff_t>(at));
  };
  put(0, 255, info.description);
  put(originator_at, 31, "SoundDesk");
  put(date_at, 10, info.date);
  put(time_at, 8, info.time);
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[time_reference_at + i] = static_cast<unsigned char>(info.time_reference >> (8 * i));
  }
  bytes[version_at] = 1;
  return bytes;
}

class Rf64File final : public TrackFile {
 public:
  Rf64File(const std::string &path, const TrackFormat &format, const std::optional<BroadcastInfo> &info)
      : file_(path),
        channels_(static_cast<std::size_t>(format.channels)),
        is_float_(format.encoding == TakeEncoding::float32),
        frame_bytes_(channels_ * (is_float_ ? 4U : 3U)) {
    ByteWriter header;
    header.tag("RF64");
    header.number(0xFFFFFFFFU, 4);
    header.tag("WAVE");
    header.tag("ds64");
    header.number(28, 4);
    header.number(0, 8);  // the three sizes: `update_header`
    header.number(0, 8);
    header.number(0, 8);
    header.number(0, 4);
    if (info.has_value()) {
      header.tag("bext");
      header.number(bext_bytes, 4);
      bext_at_ = header.bytes.size();
      const std::vector<unsigned char> bext = bext_of(*info);
      header.bytes.insert(header.bytes.end(), bext.begin(), bext.end());
    }
    header.tag("fmt ");
    header.number(16, 4);
    header.number(is_float_ ? 3 : 1, 2);
    header.number(channels_, 2);
    header.number(static_cast<std::uint64_t>(format.rate_hz), 4);
    header.number(static_cast<std::uint64_t>(format.rate_hz) * frame_bytes_, 4);
    header.number(frame_bytes_, 2);
    header.number(is_float_ ? 32 : 24, 2);
    header.tag("data");
    header.number(0xFFFFFFFFU, 4);
    data_at_ = header.bytes.size();
    file_.append(header.bytes.data(), header.bytes.size());
    update_header();
  }

  void write(const float *interleaved, std::size_t frames) override {
    const std::size_t count = frames * channels_;
    bytes_.resize(frames * frame_bytes_);
    unsigned char *to = bytes_.data();
    for (std::size_t i = 0; i < count; ++i) {
      to = is_float_ ? put_float(to, interleaved[i]) : put_pcm24(to, interleaved[i]);
    }
    struct Count {  // Also where only a part of it fitted.
      Rf64File &self;
      ~Count() { self.frames_ = (self.file_.size_bytes() - self.data_at_) / self.frame_bytes_; }
    } const after{*this};
    file_.append(bytes_.data(), bytes_.size());
  }

  void update_header() override {
    ByteWriter sizes;
    const std::uint64_t data_bytes = frames_ * frame_bytes_;
    sizes.number(data_at_ + data_bytes + (data_bytes & 1U) - 8, 8);
    sizes.number(data_bytes, 8);
    sizes.number(frames_, 8);
    file_.write_at(riff_size_at, sizes.bytes.data(), sizes.bytes.size());
  }

  void set_broadcast_info(const BroadcastInfo &info) override {
    if (!bext_at_.has_value()) return;
    const std::vector<unsigned char> bext = bext_of(info);
    file_.write_at(*bext_at_, bext.data(), bext.size());
  }

  void finish() override {
    update_header();
    // A chunk of odd length has one more byte, which a full disk may refuse: readers do without it.
    const unsigned char padding = 0;
    if (((file_.size_bytes() - data_at_) & 1U) != 0) file_.append(&padding, 1);
  }

  TakeFile &file() override { return file_; }

 private:
  unsigned char *put_float(unsigned char *to, float sample) {
    if (!std::isfinite(sample)) sample = 0.0F;
    if (std::fabs(sample) >= 1.0F) ++clipped_;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &sample, sizeof bits);
    for (int i = 0; i < 4; ++i) *to++ = static_cast<unsigned char>(bits >> (8 * i));
    return to;
  }

  unsigned char *put_pcm24(unsigned char *to, float sample) {
    const auto bits = static_cast<std::uint32_t>(to_pcm24(sample, clipped_));
    for (int i = 0; i < 3; ++i) *to++ = static_cast<unsigned char>(bits >> (8 * i));
    return to;
  }

  TakeFile file_;
  std::size_t channels_;
  bool is_float_;
  std::size_t frame_bytes_;
  std::uint64_t data_at_ = 0;
  std::optional<std::uint64_t> bext_at_;
  std::vector<unsigned char> bytes_;
};

}  // namespace

std::unique_ptr<TrackFile> create_rf64_file(const std::string &path, const TrackFormat &format,
                                            const std::optional<BroadcastInfo> &info) {
  return std::make_unique<Rf64File>(path, format, info);
}

std::int32_t to_pcm24(float sample, std::uint64_t &clipped) {
  constexpr float full_scale = 8388608.0F;
  if (!(sample == sample)) return 0;
  if (std::fabs(sample) >= 1.0F) ++clipped;
  return static_cast<std::int32_t>(std::clamp(std::nearbyint(sample * full_scale), -full_scale, full_scale - 1.0F));
}

}  // namespace sounddesk
