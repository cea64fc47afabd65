#include <sndfile.h>

#include "rt/failure.hpp"
#include "rt/system_file.hpp"
#include "take/audio_source.hpp"
#include "take/regular_file.hpp"
#include "take/truncation.hpp"

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace sounddesk {
namespace {

class FileSource final : public AudioSource {
 public:
  FileSource(const std::string &path, Links links) : path_(path) {
    // libsndfile guesses headerless formats from a name's ending when it opens by name; a descriptor has none.
    const int descriptor = open_or_throw(path, links);
    SF_INFO info{};
    file_ = sf_open_fd(descriptor, SFM_READ, &info, SF_TRUE);
    if (file_ == nullptr) {
      throw Failure(FailureCode::format_unsupported, "Not a sound file that can be read: " + path + " (" +
                                                         without_full_stop(sf_strerror(nullptr)) + ")");
    }
    format_.rate_hz = info.samplerate;
    format_.channels = info.channels;
    format_.sndfile_format = info.format;
    if (info.frames >= 0 && info.frames < SF_COUNT_MAX) format_.frames = info.frames;
    try {
      throw_if_beyond_limits(path, format_);
      throw_if_shorter_than_declared(path, descriptor);
    } catch (...) {
      sf_close(file_);
      throw;
    }
    read_descriptions();
  }

  ~FileSource() override { sf_close(file_); }
  FileSource(const FileSource &) = delete;
  FileSource &operator=(const FileSource &) = delete;

  const SourceFormat &format() const override { return format_; }

  std::size_t read(float *interleaved, std::size_t frames) override {
    return checked(sf_readf_float(file_, interleaved, static_cast<sf_count_t>(frames)), frames);
  }

  std::size_t read(double *interleaved, std::size_t frames) override {
    return checked(sf_readf_double(file_, interleaved, static_cast<sf_count_t>(frames)), frames);
  }

 private:
  static int open_or_throw(const std::string &path, Links links) {
    const int descriptor = open_regular_file(path, false, links);
    const auto status = status_of(descriptor);
    if (!status.has_value() || status->size_bytes > 0) return descriptor;
    ::close(descriptor);
    throw Failure(FailureCode::file_empty, "The file is empty: " + path);
  }

  static std::string without_full_stop(std::string text) {
    while (!text.empty() && (text.back() == '.' || text.back() == '\n')) text.pop_back();
    return text;
  }

  void read_descriptions() {
    std::vector<int> map(static_cast<std::size_t>(format_.channels));
    if (sf_command(file_, SFC_GET_CHANNEL_MAP_INFO, map.data(), static_cast<int>(map.size() * sizeof(int))) ==
        SF_TRUE) {
      format_.channel_map = std::move(map);
    }
    for (int kind = SF_STR_FIRST; kind <= SF_STR_LAST; ++kind) {
      const char *text = sf_get_string(file_, kind);
      if (text != nullptr && kind != SF_STR_SOFTWARE) format_.texts.emplace_back(kind, text);
    }
  }

  std::size_t checked(sf_count_t got, std::size_t wanted) {
    const int error = sf_error(file_);
    if (got < 0 || error != SF_ERR_NO_ERROR) {
      throw Failure(FailureCode::file_unreadable,
                    "Damaged sound file: " + path_ + " (" + without_full_stop(sf_strerror(file_)) + ")");
    }
    frames_read_ += got;
    if (static_cast<std::size_t>(got) < wanted) {
      throw_if_cut_short(path_, format_, frames_read_);
    }
    return static_cast<std::size_t>(got);
  }

  std::string path_;
  SNDFILE *file_ = nullptr;
  SourceFormat format_;
  std::int64_t frames_read_ = 0;
};

std::unique_ptr<AudioSource> open(const std::string &path, Links links) {
  auto source = std::make_unique<FileSource>(path, links);
  if (source->format().frames == std::optional<std::int64_t>(0)) {
    throw Failure(FailureCode::file_empty, "The file holds no sound: " + path);
  }
  return source;
}

}  // namespace

void throw_if_beyond_limits(const std::string &path, const SourceFormat &format) {
  if (format.channels < 1 || format.rate_hz < 1) {
    throw Failure(FailureCode::file_unreadable, "Damaged sound file: " + path + " (it names no channel or no rate)");
  }
  if (format.channels > most_source_channels) {
    throw Failure(FailureCode::file_beyond_limits,
                  path + " has " + std::to_string(format.channels) + " channels; SoundDesk takes up to " +
                      std::to_string(most_source_channels) + ". Split it into files with fewer channels.");
  }
  if (format.rate_hz < least_source_rate_hz || format.rate_hz > most_source_rate_hz) {
    throw Failure(FailureCode::file_beyond_limits,
                  path + " has a sample rate of " + std::to_string(format.rate_hz) + " Hz; SoundDesk takes " +
                      std::to_string(least_source_rate_hz) + " to " + std::to_string(most_source_rate_hz) +
                      " Hz. Convert it to 48000 Hz.");
  }
}

std::unique_ptr<AudioSource> open_file_source(const std::string &path) { return open(path, Links::followed); }

std::unique_ptr<AudioSource> open_take_source(const std::string &path) {
  std::unique_ptr<AudioSource> source = open(path, Links::refused);
  const SourceFormat &format = source->format();
  if (format.channels > most_track_channels || format.rate_hz > most_track_rate_hz) {
    throw Failure(FailureCode::format_unsupported,
                  "No track of a recording: " + path + " (" + std::to_string(format.channels) + " channels at " +
                      std::to_string(format.rate_hz) + " Hz).");
  }
  return source;
}

}  // namespace sounddesk
