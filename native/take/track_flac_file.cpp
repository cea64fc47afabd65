// FLAC by libsndfile's encoder, which hands over every block of 4096 frames as soon as it is full: a kill loses
// less than 0.1 s, and what is there decodes block by block. Errors of the file are kept here, since libsndfile
// loses their reason.
#include <sndfile.h>

#include <array>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "rt/failure.hpp"
#include "take/track_file.hpp"

namespace sounddesk {
namespace {

/** 0 to 1 stands for FLAC's levels 0 to 8: 2 costs half of the usual 5 and makes files 3 % longer. */
constexpr double compression = 0.25;

/**
 * A stream of no blocks (FLAC, "Streaminfo"). The encoder writes its own in the same place with the first sound;
 * a recording that is killed before has this one, and can be repaired like any other.
 */
std::array<unsigned char, 42> empty_stream(const TrackFormat &format) {
  constexpr unsigned block_frames = 4096;
  constexpr unsigned bits = 24;
  const auto rate = static_cast<unsigned>(format.rate_hz);
  const auto channels = static_cast<unsigned>(format.channels);
  std::array<unsigned char, 42> bytes{'f', 'L', 'a', 'C', 0x80, 0, 0, 34};
  for (const std::size_t at : {8U, 10U}) bytes[at] = block_frames >> 8;
  bytes[18] = static_cast<unsigned char>(rate >> 12);
  bytes[19] = static_cast<unsigned char>(rate >> 4);
  bytes[20] = static_cast<unsigned char>((rate & 0x0FU) << 4 | (channels - 1) << 1 | (bits - 1) >> 4);
  bytes[21] = static_cast<unsigned char>((bits - 1) << 4);
  return bytes;
}

class FlacFile final : public TrackFile {
 public:
  FlacFile(const std::string &path, const TrackFormat &format)
      : file_(path), channels_(static_cast<std::size_t>(format.channels)) {
    SF_INFO info{};
    info.samplerate = format.rate_hz;
    info.channels = format.channels;
    info.format = SF_FORMAT_FLAC | SF_FORMAT_PCM_24;
    SF_VIRTUAL_IO io = callbacks();
    encoder_ = sf_open_virtual(&io, SFM_WRITE, &info, this);
    throw_if_failed();
    if (encoder_ == nullptr) {
      throw Failure(FailureCode::format_unsupported, "FLAC does not take " + std::to_string(format.channels) +
                                                         " channels at " + std::to_string(format.rate_hz) +
                                                         " Hz. Choose RF64.");
    }
    double level = compression;
    sf_command(encoder_, SFC_SET_COMPRESSION_LEVEL, &level, sizeof level);
    const std::array<unsigned char, 42> header = empty_stream(format);
    try {
      file_.append(header.data(), header.size());
    } catch (...) {
      sf_close(std::exchange(encoder_, nullptr));
      throw;
    }
  }

  ~FlacFile() override {
    if (encoder_ != nullptr) sf_close(encoder_);
  }
  FlacFile(const FlacFile &) = delete;
  FlacFile &operator=(const FlacFile &) = delete;

  void write(const float *interleaved, std::size_t frames) override {
    const std::size_t count = frames * channels_;
    integers_.resize(count);
    for (std::size_t i = 0; i < count; ++i) integers_[i] = to_pcm24(interleaved[i], clipped_) * 256;
    const sf_count_t written = sf_writef_int(encoder_, integers_.data(), static_cast<sf_count_t>(frames));
    throw_if_failed();
    if (written != static_cast<sf_count_t>(frames)) {
      throw Failure(FailureCode::file_unwritable, "Cannot write " + file_.path() + ": " + sf_strerror(encoder_) + ".");
    }
    frames_ += frames;
  }

  /** Its header counts when it is finished; until then "not known" is what FLAC has for it. */
  void update_header() override {}
  void set_broadcast_info(const BroadcastInfo &) override {}

  void finish() override {
    const int status = encoder_ != nullptr ? sf_close(std::exchange(encoder_, nullptr)) : 0;
    throw_if_failed();
    if (status != 0) {
      throw Failure(FailureCode::file_unwritable, "Cannot write " + file_.path() + ": " + sf_error_number(status) + ".");
    }
  }

  TakeFile &file() override { return file_; }

 private:
  static FlacFile &of(void *self) { return *static_cast<FlacFile *>(self); }

  SF_VIRTUAL_IO callbacks() {
    return {
        [](void *self) -> sf_count_t { return static_cast<sf_count_t>(of(self).file_.size_bytes()); },
        [](sf_count_t offset, int whence, void *self) -> sf_count_t {
          FlacFile &flac = of(self);
          sf_count_t from = 0;
          if (whence == SEEK_CUR) from = flac.position_;
          if (whence == SEEK_END) from = static_cast<sf_count_t>(flac.file_.size_bytes());
          return flac.position_ = from + offset;
        },
        [](void *to, sf_count_t count, void *self) -> sf_count_t {
          FlacFile &flac = of(self);
          const auto got = static_cast<sf_count_t>(
              flac.file_.read_at(static_cast<std::uint64_t>(flac.position_), to, static_cast<std::size_t>(count)));
          flac.position_ += got;
          return got;
        },
        [](const void *from, sf_count_t count, void *self) -> sf_count_t { return of(self).put(from, count); },
        [](void *self) -> sf_count_t { return of(self).position_; },
    };
  }

  sf_count_t put(const void *from, sf_count_t count) {
    if (failure_) return 0;
    try {
      file_.write_at(static_cast<std::uint64_t>(position_), from, static_cast<std::size_t>(count));
    } catch (const Failure &) {
      failure_ = std::current_exception();
      return 0;
    }
    position_ += count;
    return count;
  }

  void throw_if_failed() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  TakeFile file_;
  std::size_t channels_;
  SNDFILE *encoder_ = nullptr;
  sf_count_t position_ = 0;
  std::exception_ptr failure_;
  std::vector<int> integers_;
};

}  // namespace

std::unique_ptr<TrackFile> create_flac_file(const std::string &path, const TrackFormat &format) {
  return std::make_unique<FlacFile>(path, format);
}

}  // namespace sounddesk
