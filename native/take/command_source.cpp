// Of Windows: command_source_windows.cpp.
#include "rt/failure.hpp"
#include "take/audio_source.hpp"

#if !defined(_WIN32)

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace sounddesk {
namespace {

/** A pipe whose ends close with the object; neither is inherited by other children. */
struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    int ends[2];
#if defined(__linux__)
    const int result = pipe2(ends, O_CLOEXEC);
#else
    const int result = pipe(ends);
#endif
    if (result != 0) throw Failure(FailureCode::file_unreadable, std::string("No pipe: ") + std::strerror(errno));
    read_end = ends[0];
    write_end = ends[1];
#if !defined(__linux__)
    fcntl(read_end, F_SETFD, FD_CLOEXEC);
    fcntl(write_end, F_SETFD, FD_CLOEXEC);
#endif
  }
  ~Pipe() {
    close_end(read_end);
    close_end(write_end);
  }
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;

  static void close_end(int &end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
};

class CommandSource final : public AudioSource {
 public:
  CommandSource(const DecoderCommand &command, const std::atomic<bool> &is_cancelled)
      : program_(command.argv.front()), is_cancelled_(is_cancelled) {
    format_.rate_hz = command.rate_hz;
    format_.channels = command.channels;
    format_.frames = command.frames_expected;
    spawn(command.argv);
  }

  ~CommandSource() override {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
  }

  const SourceFormat &format() const override { return format_; }

  std::size_t read(float *interleaved, std::size_t frames) override {
    const std::size_t frame_bytes = sizeof(float) * static_cast<std::size_t>(format_.channels);
    const std::size_t got = read_bytes(reinterpret_cast<char *>(interleaved), frames * frame_bytes);
    return got / frame_bytes;
  }

  std::size_t read(double *interleaved, std::size_t frames) override {
    narrow_.resize(frames * static_cast<std::size_t>(format_.channels));
    const std::size_t got = read(narrow_.data(), frames);
    std::copy_n(narrow_.data(), got * static_cast<std::size_t>(format_.channels), interleaved);
    return got;
  }

 private:
  void spawn(const std::vector<std::string> &argv) {
    std::vector<char *> arguments;
    for (const std::string &argument : argv) arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    const char *path = std::getenv("PATH");
    std::string path_entry = std::string("PATH=") + (path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
    char *environment[] = {path_entry.data(), nullptr};

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output_.write_end, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, messages_.write_end, STDERR_FILENO);
    const int error = posix_spawnp(&pid_, program_.c_str(), &actions, nullptr, arguments.data(), environment);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
      pid_ = -1;
      throw Failure(FailureCode::file_unreadable,
                    "Cannot start the decoder " + program_ + ": " + std::strerror(error) + ". Is it installed?");
    }
    Pipe::close_end(output_.write_end);
    Pipe::close_end(messages_.write_end);
  }

  /** Fills `to` unless the decoder ends first; its messages are read along, so that it never blocks on them. */
  std::size_t read_bytes(char *to, std::size_t wanted) {
    std::size_t got = 0;
    while (got < wanted && output_.read_end >= 0) {
      // The time-out bounds how late an interruption is noticed while the decoder is silent.
      pollfd waiting[2] = {{output_.read_end, POLLIN, 0}, {messages_.read_end, POLLIN, 0}};
      ::poll(waiting, 2, 100);
      if (is_cancelled_.load()) return 0;
      if (waiting[1].revents != 0) read_message();
      if (waiting[0].revents == 0) continue;
      const ssize_t count = ::read(output_.read_end, to + got, wanted - got);
      if (count > 0) got += static_cast<std::size_t>(count);
      if (count == 0) Pipe::close_end(output_.read_end);
      if (count < 0 && errno != EINTR && errno != EAGAIN) {
        throw Failure(FailureCode::file_unreadable, std::string("Reading from the decoder failed: ") + std::strerror(errno));
      }
    }
    if (got < wanted) finish();
    return got;
  }

  void read_message() {
    char text[1024];
    const ssize_t count = ::read(messages_.read_end, text, sizeof(text));
    if (count > 0) {
      message_.append(text, static_cast<std::size_t>(count));
      constexpr std::size_t kept_bytes = 4096;
      if (message_.size() > kept_bytes) message_.erase(0, message_.size() - kept_bytes);
    } else if (count == 0 || errno != EINTR) {
      Pipe::close_end(messages_.read_end);
    }
  }

  void finish() {
    if (pid_ <= 0) return;
    while (messages_.read_end >= 0) read_message();
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    const std::string ending = WIFSIGNALED(status) ? "was ended by signal " + std::to_string(WTERMSIG(status))
                                                   : "failed with exit code " + std::to_string(WEXITSTATUS(status));
    const std::string last = last_line();
    throw Failure(FailureCode::file_unreadable, "The decoder " + ending + (last.empty() ? "" : ": " + last));
  }

  std::string last_line() const {
    std::size_t end = message_.find_last_not_of(" \r\n");
    if (end == std::string::npos) return "";
    const std::size_t start = message_.find_last_of("\r\n", end);
    return message_.substr(start == std::string::npos ? 0 : start + 1, end - (start == std::string::npos ? 0 : start + 1) + 1);
  }

  std::string program_;
  SourceFormat format_;
  Pipe output_;
  Pipe messages_;
  pid_t pid_ = -1;
  std::string message_;
  std::vector<float> narrow_;
  const std::atomic<bool> &is_cancelled_;
};

}  // namespace

std::unique_ptr<AudioSource> open_command_source(const DecoderCommand &command, const std::atomic<bool> &is_cancelled) {
  return std::make_unique<CommandSource>(command, is_cancelled);
}

}  // namespace sounddesk

#endif
