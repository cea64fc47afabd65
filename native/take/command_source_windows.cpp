// A decoder's standard output on Windows: command_source.cpp by the calls of that system. Written after Microsoft's
// documents and never run there.
#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <algorithm>
#include <utility>

#include "rt/failure.hpp"
#include "rt/system_file.hpp"
#include "take/audio_source.hpp"

namespace sounddesk {
namespace {

/** A handle that closes with the object. */
class Handle {
 public:
  Handle() = default;
  ~Handle() { close(); }
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;
  void close() {
    if (handle != nullptr) CloseHandle(std::exchange(handle, nullptr));
  }
  HANDLE handle = nullptr;
};

/** As CommandLineToArgvW takes it apart again. */
std::wstring command_line_of(const std::vector<std::string> &argv) {
  std::wstring line;
  for (const std::string &argument : argv) {
    const std::wstring wide = path_of(argument).wstring();
    if (!line.empty()) line += L' ';
    line += L'"';
    std::size_t backslashes = 0;
    for (const wchar_t letter : wide) {
      if (letter == L'"') line.append(backslashes + 1, L'\\');
      backslashes = letter == L'\\' ? backslashes + 1 : 0;
      line += letter;
    }
    line.append(backslashes, L'\\');
    line += L'"';
  }
  return line;
}

/** PATH, and SystemRoot, without which programs do not start. */
std::wstring environment_of_decoder() {
  std::wstring block;
  for (const wchar_t *name : {L"PATH", L"SystemRoot"}) {
    wchar_t value[32768];
    const DWORD length = GetEnvironmentVariableW(name, value, static_cast<DWORD>(std::size(value)));
    if (length > 0 && length < std::size(value)) block += std::wstring(name) + L'=' + value + L'\0';
  }
  return block + L'\0';
}

class CommandSource final : public AudioSource {
 public:
  CommandSource(const DecoderCommand &command, const std::atomic<bool> &is_cancelled)
      : is_cancelled_(is_cancelled) {
    format_.rate_hz = command.rate_hz;
    format_.channels = command.channels;
    format_.frames = command.frames_expected;
    spawn(command.argv);
  }
  ~CommandSource() override {
    if (process_.handle == nullptr) return;
    TerminateProcess(process_.handle, 1);
    WaitForSingleObject(process_.handle, INFINITE);
  }

  const SourceFormat &format() const override { return format_; }

  std::size_t read(float *interleaved, std::size_t frames) override {
    const std::size_t frame_bytes = sizeof(float) * static_cast<std::size_t>(format_.channels);
    return read_bytes(reinterpret_cast<char *>(interleaved), frames * frame_bytes) / frame_bytes;
  }
  std::size_t read(double *interleaved, std::size_t frames) override {
    narrow_.resize(frames * static_cast<std::size_t>(format_.channels));
    const std::size_t got = read(narrow_.data(), frames);
    std::copy_n(narrow_.data(), got * static_cast<std::size_t>(format_.channels), interleaved);
    return got;
  }

 private:
  static void make_pipe(Handle &ours, Handle &theirs) {
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    if (CreatePipe(&ours.handle, &theirs.handle, &inherited, 1 << 20) == 0) throw_start_error();
    SetHandleInformation(ours.handle, HANDLE_FLAG_INHERIT, 0);
  }

  [[noreturn]] static void throw_start_error() {
    throw Failure(FailureCode::file_unreadable,
                  "Cannot start the decoder: Windows error " + std::to_string(GetLastError()) + ". Is it installed?");
  }

  void spawn(const std::vector<std::string> &argv) {
    Handle output;
    Handle messages;
    Handle input;
    make_pipe(output_, output);
    make_pipe(messages_, messages);
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    const HANDLE nothing = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ, &inherited, OPEN_EXISTING, 0, nullptr);
    if (nothing == INVALID_HANDLE_VALUE) throw_start_error();
    input.handle = nothing;
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = input.handle;
    start.hStdOutput = output.handle;
    start.hStdError = messages.handle;
    std::wstring line = command_line_of(argv);
    std::wstring environment = environment_of_decoder();
    PROCESS_INFORMATION started{};
    if (CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW | CREATE_UNICODE_ENVIRONMENT,
                       environment.data(), nullptr, &start, &started) == 0) {
      throw_start_error();
    }
    CloseHandle(started.hThread);
    process_.handle = started.hProcess;
  }

  /** Bytes that wait in a pipe; nothing where it has ended. */
  static std::optional<DWORD> waiting_in(const Handle &pipe) {
    DWORD waiting = 0;
    if (pipe.handle == nullptr || PeekNamedPipe(pipe.handle, nullptr, 0, nullptr, &waiting, nullptr) == 0) return std::nullopt;
    return waiting;
  }

  /** Fills `to` unless the decoder ends first; its messages are read along, so that it never blocks on them. */
  std::size_t read_bytes(char *to, std::size_t wanted) {
    std::size_t got = 0;
    while (got < wanted) {
      if (is_cancelled_.load()) return 0;
      read_messages();
      const std::optional<DWORD> waiting = waiting_in(output_);
      if (!waiting.has_value()) break;
      if (*waiting == 0) {
        // Pipes cannot be waited for together.
        Sleep(1);
        continue;
      }
      DWORD count = 0;
      const auto most = static_cast<DWORD>(std::min<std::size_t>(wanted - got, *waiting));
      if (ReadFile(output_.handle, to + got, most, &count, nullptr) == 0) break;
      got += count;
    }
    if (got < wanted) finish();
    return got;
  }

  void read_messages() {
    for (std::optional<DWORD> waiting = waiting_in(messages_); waiting.value_or(0) > 0; waiting = waiting_in(messages_)) {
      char text[1024];
      DWORD count = 0;
      if (ReadFile(messages_.handle, text, std::min<DWORD>(*waiting, sizeof text), &count, nullptr) == 0) return;
      message_.append(text, count);
      constexpr std::size_t kept_bytes = 4096;
      if (message_.size() > kept_bytes) message_.erase(0, message_.size() - kept_bytes);
    }
  }

  void finish() {
    if (process_.handle == nullptr) return;
    WaitForSingleObject(process_.handle, INFINITE);
    read_messages();
    DWORD code = 1;
    GetExitCodeProcess(process_.handle, &code);
    process_.close();
    if (code == 0) return;
    const std::string last = last_line();
    throw Failure(FailureCode::file_unreadable, "The decoder failed with exit code " + std::to_string(code) +
                                                    (last.empty() ? "" : ": " + last));
  }

  std::string last_line() const {
    const std::size_t end = message_.find_last_not_of(" \r\n");
    if (end == std::string::npos) return "";
    const std::size_t before = message_.find_last_of("\r\n", end);
    const std::size_t start = before == std::string::npos ? 0 : before + 1;
    return message_.substr(start, end - start + 1);
  }

  SourceFormat format_;
  Handle output_;
  Handle messages_;
  Handle process_;
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
