#include "napi/job_thread.hpp"

#include <exception>
#include <memory>
#include <string>
#include <thread>

#include "napi/running_jobs.hpp"
#include "napi/values.hpp"
#include "rt/failure.hpp"

namespace sounddesk::napi {
namespace {

/** It keeps itself alive until its end was delivered, or until Node shuts down. */
class JobThread final : public RunningJob, public std::enable_shared_from_this<JobThread> {
 public:
  JobThread(const Napi::Env &env, const std::string &name, const Napi::Function &on_progress, const Napi::Function &on_end)
      : on_progress_(Napi::ThreadSafeFunction::New(env, on_progress, name + " progress", 4, 1)),
        on_end_(Napi::ThreadSafeFunction::New(env, on_end, name + " end", 1, 1)) {}

  void start(RunningJobs &running, const std::function<JobTask(JobReporter)> &make) {
    running_ = &running;
    task_ = make([this](JobAnswer answer) { notify(std::move(answer)); });
    running.insert(shared_from_this());
    thread_ = std::thread([this] { run(); });
  }

  void cancel() const { task_.cancel(); }

  /** Cancels and waits, at the end of the environment. */
  void end() override {
    cancel();
    if (thread_.joinable()) thread_.join();
  }

 private:
  void run() {
    JobAnswer answer;
    std::exception_ptr failure;
    try {
      answer = task_.run();
    } catch (...) {
      failure = std::current_exception();
    }
    on_progress_.Release();
    on_end_.BlockingCall([this, answer, failure](const Napi::Env &env, const Napi::Function &callback) {
      const std::shared_ptr<JobThread> self = retire();
      if (answer) {
        callback.Call({env.Null(), answer(env)});
        return;
      }
      try {
        std::rethrow_exception(failure);
      } catch (const std::exception &error) {
        callback.Call({to_js(env, error).Value(), env.Null()});
      }
    });
    on_end_.Release();
  }

  std::shared_ptr<JobThread> retire() {
    const std::shared_ptr<JobThread> self = shared_from_this();
    if (thread_.joinable()) thread_.join();
    running_->erase(self);
    return self;
  }

  void notify(JobAnswer answer) {
    on_progress_.NonBlockingCall([answer = std::move(answer)](const Napi::Env &env, const Napi::Function &callback) {
      callback.Call({answer(env)});
    });
  }

  RunningJobs *running_ = nullptr;
  JobTask task_;
  Napi::ThreadSafeFunction on_progress_;
  Napi::ThreadSafeFunction on_end_;
  std::thread thread_;
};

}  // namespace

Napi::Value start_job(const Napi::CallbackInfo &info, const char *name, const std::function<JobTask(JobReporter)> &make) {
  const Napi::Env env = info.Env();
  if (info.Length() < 3 || !info[1].IsFunction() || !info[2].IsFunction()) {
    throw Failure(FailureCode::bad_option, std::string(name) + " takes options, a progress and an end callback");
  }
  const auto job = std::make_shared<JobThread>(env, name, info[1].As<Napi::Function>(), info[2].As<Napi::Function>());
  job->start(*env.GetInstanceData<RunningJobs>(), make);
  Napi::Object handle = Napi::Object::New(env);
  const std::weak_ptr<JobThread> weak = job;
  handle.Set("cancel", Napi::Function::New(env, [weak](const Napi::CallbackInfo &call) -> Napi::Value {
               if (const auto running = weak.lock()) running->cancel();
               return call.Env().Undefined();
             }));
  return handle;
}

}  // namespace sounddesk::napi
