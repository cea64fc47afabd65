// The program itself, as a process: what it answers, and how it ends when a plug-in goes wrong.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "plugin_support.hpp"
#include "sandbox/host_limits.hpp"
#include "sandbox/sandbox_insert.hpp"

#if defined(__linux__)

using namespace sounddesk;
using namespace sounddesk::test;
using nlohmann::json;

namespace {

/** A running plug-in host; ended with the object. */
class Host {
 public:
  explicit Host(std::vector<std::string> arguments) {
    int in[2];
    int out[2];
    REQUIRE(::pipe2(in, O_CLOEXEC) == 0);
    REQUIRE(::pipe2(out, O_CLOEXEC) == 0);
    // A chain sees the plug-ins alone that it was started for.
    if (arguments.front() == "chain") arguments.insert(arguments.end(), {"--bundle", SOUNDDESK_TEST_PLUGINS});
    arguments.insert(arguments.begin(), SOUNDDESK_PLUGIN_HOST);
    std::vector<char *> pointers;
    for (std::string &argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
      // Its own limit is meant for a machine of which it is a small part; the tests' machine is small itself. Under a
      // sanitizer there is none (host_limits.cpp).
      rlimit memory{rlim_t{768} << 20, rlim_t{768} << 20};
      ::setrlimit(RLIMIT_DATA, &memory);
#endif
      ::execv(pointers[0], pointers.data());
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    in_ = in[1];
    out_ = ::fdopen(out[0], "r");
  }
  ~Host() {
    if (!status_) {
      ::kill(pid_, SIGKILL);
      wait();
    }
    end_input();
    std::fclose(out_);
  }

  /** Nothing at the end of its output. */
  std::optional<json> line() {
    std::string text;
    for (int letter = std::fgetc(out_); letter != EOF && letter != '\n'; letter = std::fgetc(out_)) {
      text += static_cast<char>(letter);
    }
    return text.empty() ? std::nullopt : std::optional(json::parse(text));
  }

  json call(const std::string &name, json request) {
    request["id"] = ++calls_;
    request["call"] = name;
    const std::string text = request.dump() + "\n";
    CHECK(::write(in_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    while (std::optional<json> answer = line()) {
      if (answer->contains("id")) return *answer;
    }
    return {};
  }

  void end_input() {
    if (in_ >= 0) ::close(in_);
    in_ = -1;
  }
  /** Its status as waitpid has it. */
  int wait() {
    int status = 0;
    if (!status_ && ::waitpid(pid_, &status, 0) == pid_) status_ = status;
    return *status_;
  }
  void kill() { ::kill(pid_, SIGKILL); }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  int in_ = -1;
  std::FILE *out_ = nullptr;
  int calls_ = 0;
  std::optional<int> status_;
};

json request_of(const std::string &module, const std::string &id) {
  return {{"path", test_module(module).string()}, {"pluginId", id}, {"instanceId", "one"}};
}

}  // namespace

TEST_CASE("plugin host: a scan answers with one line, or dies with the plug-in") {
  Host good({"scan", test_module("SD Test").string()});
  const std::optional<json> answer = good.line();
  REQUIRE(answer);
  CHECK((*answer)["ok"] == true);
  CHECK((*answer)["plugins"].size() == 5);
  CHECK((*answer)["plugins"][0] == json{{"id", gain_id},
                                        {"name", "SD Test Gain"},
                                        {"category", "Fx|Tools"},
                                        {"vendor", "SoundDesk tests"},
                                        {"version", "1.0.0"},
                                        {"sdkVersion", "VST 3.7.2"}});
  CHECK(!good.line());
  CHECK(good.wait() == 0);

  Host crashing({"scan", test_module("SD Crash On Load").string()});
  CHECK(!crashing.line());
  CHECK(WTERMSIG(crashing.wait()) == SIGSEGV);
  Host leaving({"scan", test_module("SD Exit On Load").string()});
  CHECK(!leaving.line());
  CHECK(WIFEXITED(leaving.wait()));
  Host hanging({"scan", test_module("SD Hang On Load").string()});
  hanging.kill();
  CHECK(!hanging.line());
  CHECK(WTERMSIG(hanging.wait()) == SIGKILL);
  Host none({"scan", "/nonsense.vst3"});
  CHECK((*none.line())["code"] == "PLUGIN_NOT_FOUND");
  CHECK(WEXITSTATUS(none.wait()) == 1);
}

TEST_CASE("plugin host: calls are answered, wrong ones as well, and the end of input ends it") {
  Host host({"chain", "--channels", "2"});
  CHECK((*host.line())["event"] == "ready");
  CHECK(host.call("load", request_of("SD Test", filter_id))["result"]["hasOwnBypass"] == true);
  const json set = host.call("setParameter", {{"instanceId", "one"}, {"parameter", "Cutoff"}, {"plain", 5015}});
  CHECK(set["result"]["display"] == "5015.00");
  CHECK(host.call("setParameter", {{"instanceId", "one"}, {"parameter", 2}, {"text", "Off"}})["result"]["value"] == 1.0);
  const json state = host.call("getState", {{"instanceId", "one"}});
  CHECK(host.call("setParameter", {{"instanceId", "one"}, {"index", 0}, {"value", 0}})["ok"] == true);
  CHECK(host.call("setState", {{"instanceId", "one"}, {"state", state["result"]["state"]}})["ok"] == true);
  CHECK(host.call("parameters", {{"instanceId", "one"}})["result"][0]["display"] == "5015.00");
  CHECK(host.call("setState", {{"instanceId", "one"}, {"state", "%%%"}})["code"] == "PLUGIN_STATE_INVALID");
  CHECK(host.call("describe", {{"instanceId", "two"}})["code"] == "PLUGIN_INSTANCE_UNKNOWN");
  CHECK(host.call("dance", {{"instanceId", "one"}})["code"] == "PLUGIN_BAD_REQUEST");
  CHECK(host.call("load", {{"path", 7}})["code"] == "PLUGIN_BAD_REQUEST");
  CHECK(host.call("load", request_of("SD Test", filter_id))["code"] == "PLUGIN_INSTANCE_EXISTS");
  host.end_input();
  CHECK(host.wait() == 0);
}

TEST_CASE("plugin host: what kills a plug-in kills its process alone, and memory without end is its end") {
  struct Case {
    const char *module;
    int number;
  };
  for (const Case &bad : {Case{"SD Crash On Process", 4}, Case{"SD Crash After Blocks", 5}, Case{"SD Exit", 7},
                          Case{"SD Allocate", 8}, Case{"SD Throw", 15}}) {
    CAPTURE(bad.module);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    // Without the limit it would take all of the machine's.
    if (bad.number == 8) continue;
#endif
    SandboxInsert insert({.rate_hz = 48000, .channels = 1, .block_frames = 480, .is_file_mode = true}, 480);
    Host host({"chain", "--memory", insert.memory_name()});
    REQUIRE((*host.line())["event"] == "ready");
    REQUIRE(host.call("load", request_of(bad.module, bad_id(bad.number)))["ok"] == true);
    std::vector<float> block(480);
    float *io[1] = {block.data()};
    int answered = 0;
    for (int i = 0; i < 150; ++i) {
      insert.post(io, 480);
      if (!insert.collect(io, 480)) break;
      ++answered;
    }
    CHECK(answered < 150);
    if (bad.number != 4) REQUIRE(answered >= 90);
    if (answered == 150) host.kill();
    CHECK(!host.line());
    const int status = host.wait();
    if (bad.number == 8) {
      REQUIRE(WIFEXITED(status));
      CHECK(WEXITSTATUS(status) == sandbox::exit_out_of_memory);
    } else {
      CHECK((WIFSIGNALED(status) || bad.number == 7));
    }
  }
}

#endif
