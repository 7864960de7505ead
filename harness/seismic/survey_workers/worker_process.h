// One worker, as the program that started it sees it.
#pragma once
#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "harness/seismic/survey_workers/conversation.h"
#include "harness/seismic/survey_workers/place.h"

namespace ladder {

class WorkerProcess {
 public:
  // `command` is found along PATH; its standard input and output are the conversation. Throws
  // FileError.
  explicit WorkerProcess(const std::vector<std::string> &command);
  ~WorkerProcess();  // a worker ends by itself when nobody speaks to it any more
  WorkerProcess(const WorkerProcess &) = delete;
  WorkerProcess &operator=(const WorkerProcess &) = delete;

  Conversation &conversation() { return conversation_; }
  pid_t id() const { return id_; }
  // From any thread: whoever waits for this worker's words waits no longer, and the worker ends.
  void hang_up() const;
  // Of one that is gone: "was ended by signal 9 (Killed)".
  std::string how_it_ended();

 private:
  int socket_ = -1;
  pid_t id_ = -1;
  Conversation conversation_;
};

struct WorkerLine {
  std::vector<std::string> program;  // a worker's command line, without its launcher
  std::vector<std::string> words;    // of the command line that every worker repeats
};

using Workers = std::vector<std::unique_ptr<WorkerProcess>>;
// One at each place. They read their inputs at once, while this program reads its own. Throws
// FileError.
Workers start_workers(const std::vector<WorkerPlace> &, const WorkerLine &);
std::unique_ptr<WorkerProcess> start_worker(const WorkerPlace &, const WorkerLine &);

}  // namespace ladder
