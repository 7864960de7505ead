#include "harness/seismic/survey_workers/worker_process.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "harness/base/child.h"
#include "harness/base/error.h"

namespace ladder {
namespace {

constexpr int longest_pause_us = 10000;
constexpr double patience_s = 2;

// The status of a process that is about to end; one that does not is killed.
int reap(pid_t id) {
  int status = 0;
  for (double waited = 0; waited < patience_s; waited += 1e-6 * longest_pause_us) {
    if (waitpid(id, &status, WNOHANG) == id) return status;
    usleep(longest_pause_us);
  }
  kill(id, SIGKILL);
  waitpid(id, &status, 0);
  return status;
}

pid_t start(const std::vector<std::string> &command, int conversation) {
  const StartedChild child = start_child(command, {.in = conversation, .out = conversation});
  if (child.problem == 0) return child.process;
  wait_for_child(child.process);
  throw FileError(fmt::format("the worker `{}` cannot be started: {}", command.front(),
                              std::strerror(child.problem)));
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string> &command) : conversation_(-1, -1) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw FileError(fmt::format("a worker cannot be prepared: {}", std::strerror(errno)));
  socket_ = ends[0];
  try {
    id_ = start(command, ends[1]);
  } catch (...) {
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[1]);
  conversation_ = Conversation(socket_, socket_);
}

WorkerProcess::~WorkerProcess() {
  close(socket_);
  if (id_ > 0) reap(id_);
}

void WorkerProcess::hang_up() const { shutdown(socket_, SHUT_RDWR); }

std::string WorkerProcess::how_it_ended() {
  hang_up();
  const int status = reap(id_);
  id_ = -1;
  if (WIFSIGNALED(status))
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

// It may be gone before it hears this: whoever waits for its answer sees that.
std::unique_ptr<WorkerProcess> start_worker(const WorkerPlace &place, const WorkerLine &line) {
  std::vector<std::string> command = place.launcher;
  command.insert(command.end(), line.program.begin(), line.program.end());
  auto worker = std::make_unique<WorkerProcess>(command);
  Json hello = {{"folder", std::filesystem::current_path().string()},
                {"words", line.words},
                {"place", place_json(place)}};
  if (const char *home = std::getenv("LADDER_HOME")) hello["home"] = home;
  worker->conversation().say(hello);
  return worker;
}

Workers start_workers(const std::vector<WorkerPlace> &places, const WorkerLine &line) {
  Workers workers;
  for (const WorkerPlace &place : places) workers.push_back(start_worker(place, line));
  return workers;
}

}  // namespace ladder
