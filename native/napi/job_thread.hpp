// Work on a thread of its own for JavaScript: its progress and its one end come back as callbacks.
//
// Threads: everything on Node's thread, but for the task's `run` and what it reports. Real-time safety: none.
#pragma once

#include <napi.h>

#include <functional>

namespace sounddesk::napi {

/** Made on the job's thread, turned into a value on Node's. */
using JobAnswer = std::function<Napi::Value(const Napi::Env &)>;

/** The job's thread reports its progress by it; dropped where Node is busy: the next one says more. */
using JobReporter = std::function<void(JobAnswer)>;

struct JobTask {
  /** On the job's thread. What it throws becomes the end's error. */
  std::function<JobAnswer()> run;
  /** Any thread, any time while the task is there: ends `run` soon. */
  std::function<void()> cancel;
};

/**
 * Starts `make`'s task for a call with options, a progress and an end callback (second and third argument). The end is
 * `(error, null)` or `(null, answer)`. Returns `{cancel()}`. When the environment ends the job is cancelled and waited
 * for.
 */
Napi::Value start_job(const Napi::CallbackInfo &info, const char *name, const std::function<JobTask(JobReporter)> &make);

}  // namespace sounddesk::napi
