#include <fcntl.h>
#include <sndfile.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "rt/failure.hpp"
#include "rt/system_file.hpp"
#include "take/audio_sink.hpp"
#include "take/sink_format.hpp"

#if defined(_WIN32)
#include <io.h>
#define SD_CREATE_FLAGS (_O_RDWR | _O_CREAT | _O_TRUNC | _O_BINARY)
#define SD_CREATE_MODE (_S_IREAD | _S_IWRITE)
#define SD_SYNC _commit
#else
#include <unistd.h>
#define SD_CREATE_FLAGS (O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC)
#define SD_CREATE_MODE 0666
#define SD_SYNC ::fsync
#endif

namespace sounddesk {
namespace {

/** The file behind libsndfile, which keeps the reason of a failed write: libsndfile's own has lost it by then. */
class OutputFile {
 public:
  explicit OutputFile(const std::string &path) : path_(path) {
    descriptor_ = open_named(path, SD_CREATE_FLAGS, SD_CREATE_MODE);
    if (descriptor_ < 0) {
      error_ = errno;
      throw_if_failed();
    }
  }
  ~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  /** Waits for the disk: a full one may say so no earlier. */
  void close() {
    if (error_ == 0 && SD_SYNC(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) error_ = errno;
    if (descriptor_ >= 0 && ::close(descriptor_) != 0 && error_ == 0) error_ = errno;
    descriptor_ = -1;
    throw_if_failed();
  }

  bool has_failed() const { return error_ != 0; }

  void throw_if_failed() const {
    if (error_ == 0) return;
    if (is_want_of_room(error_)) {
      throw Failure(FailureCode::disk_full, "No space left to write " + path_ + ". Free some space or choose another folder.");
    }
    throw Failure(FailureCode::file_unwritable, "Cannot write " + path_ + ": " + std::strerror(error_));
  }

  static SF_VIRTUAL_IO callbacks() {
    return {
        [](void *self) -> sf_count_t {
          return status_of(of(self).descriptor_).value_or(FileStatus{}).size_bytes;
        },
        [](sf_count_t offset, int whence, void *self) -> sf_count_t {
          return seek_in(of(self).descriptor_, offset, whence);
        },
        [](void *to, sf_count_t count, void *self) -> sf_count_t {
          return ::read(of(self).descriptor_, to, static_cast<std::size_t>(count));
        },
        [](const void *from, sf_count_t count, void *self) -> sf_count_t { return of(self).write(from, count); },
        [](void *self) -> sf_count_t { return seek_in(of(self).descriptor_, 0, SEEK_CUR); },
    };
  }

 private:
  static OutputFile &of(void *self) { return *static_cast<OutputFile *>(self); }

  sf_count_t write(const void *from, sf_count_t count) {
    sf_count_t done = 0;
    while (done < count && error_ == 0) {
      const auto written = ::write(descriptor_, static_cast<const char *>(from) + done, static_cast<std::size_t>(count - done));
      if (written > 0) done += written;
      if (written == 0) error_ = ENOSPC;
      if (written < 0 && errno != EINTR) error_ = errno;
    }
    return done;
  }

  std::string path_;
  int descriptor_ = -1;
  int error_ = 0;
};

class FileSink final : public AudioSink {
 public:
  FileSink(const std::string &path, Container container, Encoding encoding, const SourceFormat &source)
      : format_(sink_format_for(container, encoding, source)), channels_(source.channels), path_(path), output_(path) {
    SF_INFO info{};
    info.samplerate = source.rate_hz;
    info.channels = source.channels;
    info.format = format_.sndfile_format;
    SF_VIRTUAL_IO io = OutputFile::callbacks();
    if (sf_format_check(&info) != 0) file_ = sf_open_virtual(&io, SFM_WRITE, &info, &output_);
    if (file_ != nullptr && output_.has_failed()) {
      sf_close(file_);
      file_ = nullptr;
    }
    output_.throw_if_failed();
    if (file_ == nullptr) {
      throw Failure(FailureCode::bad_option,
                    std::string(name_of(container)) + " does not take " + std::to_string(source.channels) +
                        " channels at " + std::to_string(source.rate_hz) + " Hz. Choose WAV or FLAC.");
    }
    describe(source);
  }

  ~FileSink() override {
    if (file_ != nullptr) sf_close(file_);
  }
  FileSink(const FileSink &) = delete;
  FileSink &operator=(const FileSink &) = delete;

  void write(const float *interleaved, std::size_t frames) override { write_samples(interleaved, frames); }
  void write(const double *interleaved, std::size_t frames) override { write_samples(interleaved, frames); }

  void finish() override {
    const int status = sf_close(std::exchange(file_, nullptr));
    output_.close();
    if (status != 0) {
      throw Failure(FailureCode::file_unwritable, "Cannot write " + path_ + ": " + sf_error_number(status));
    }
  }

  std::int64_t clipped_samples() const override { return clipped_; }

 private:
  void describe(const SourceFormat &source) {
    // Without limits on the length a long WAV is written, which turns back into an ordinary one where it fits.
    sf_command(file_, SFC_RF64_AUTO_DOWNGRADE, nullptr, SF_TRUE);
    if (!source.channel_map.empty()) {
      std::vector<int> map = source.channel_map;
      sf_command(file_, SFC_SET_CHANNEL_MAP_INFO, map.data(), static_cast<int>(map.size() * sizeof(int)));
    }
    for (const auto &[kind, text] : source.texts) sf_set_string(file_, kind, text.c_str());
    // Also how a later run knows its own earlier result, which it may replace (services/clean/checks.ts).
    sf_set_string(file_, SF_STR_SOFTWARE, "SoundDesk");
  }

  template <typename T>
  void write_samples(const T *interleaved, std::size_t frames) {
    const std::size_t count = frames * static_cast<std::size_t>(channels_);
    const auto wanted = static_cast<sf_count_t>(frames);
    sf_count_t written = 0;
    if (format_.integer_bits > 0) {
      integers_.resize(count);
      for (std::size_t i = 0; i < count; ++i) integers_[i] = to_integer(interleaved[i]);
      written = sf_writef_int(file_, integers_.data(), wanted);
    } else if (format_.is_lossy) {
      floats_.resize(count);
      for (std::size_t i = 0; i < count; ++i) floats_[i] = to_range(static_cast<float>(interleaved[i]));
      written = sf_writef_float(file_, floats_.data(), wanted);
    } else if constexpr (sizeof(T) == sizeof(float)) {
      written = sf_writef_float(file_, interleaved, wanted);
    } else {
      written = sf_writef_double(file_, interleaved, wanted);
    }
    output_.throw_if_failed();
    if (written != wanted) {
      throw Failure(FailureCode::file_unwritable, "Cannot write " + path_ + ": " + sf_strerror(file_));
    }
  }

  /** Rounds to the nearest step and limits; the value sits in the upper bits, as libsndfile wants it. */
  int to_integer(double sample) {
    const double full_scale = static_cast<double>(std::int64_t{1} << (format_.integer_bits - 1));
    const double scaled = std::nearbyint(sample * full_scale);
    const double limited = std::clamp(scaled, -full_scale, full_scale - 1.0);
    if (limited != scaled) ++clipped_;
    return static_cast<int>(static_cast<std::int64_t>(limited) * (std::int64_t{1} << (32 - format_.integer_bits)));
  }

  float to_range(float sample) {
    const float limited = std::clamp(sample, -1.0F, 1.0F);
    if (limited != sample) ++clipped_;
    return limited;
  }

  SinkFormat format_;
  int channels_;
  std::string path_;
  OutputFile output_;
  SNDFILE *file_ = nullptr;
  std::int64_t clipped_ = 0;
  std::vector<int> integers_;
  std::vector<float> floats_;
};

}  // namespace

std::unique_ptr<AudioSink> open_sink(const std::string &path, Container container, Encoding encoding,
                                     const SourceFormat &source) {
  return std::make_unique<FileSink>(path, container, encoding, source);
}

}  // namespace sounddesk
