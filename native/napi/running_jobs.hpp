// What runs for one environment of Node, so that its end can end it: no thread of ours may outlive it.
//
// Threads: Node's thread alone. Real-time safety: none.
#pragma once

#include <memory>
#include <set>

namespace sounddesk::napi {

class RunningJob {
 public:
  virtual ~RunningJob() = default;
  /** Ends the job and waits for its threads. */
  virtual void end() = 0;
};

using RunningJobs = std::set<std::shared_ptr<RunningJob>>;

inline void end_all(RunningJobs *jobs) {
  const RunningJobs ending = std::move(*jobs);
  for (const auto &job : ending) job->end();
}

}  // namespace sounddesk::napi
