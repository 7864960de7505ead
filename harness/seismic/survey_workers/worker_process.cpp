#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "harness/base/child.h"
#include "harness/base/error.h"
#include "harness/seismic/survey_workers/crew.h"

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

// Tries again what a signal cut short.
template <typename Call>
ssize_t whole_call(Call call) {
  ssize_t count;
  do count = call();
  while (count < 0 && errno == EINTR);
  return count;
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

bool Conversation::write_all(const char *from, std::size_t bytes) {
  while (bytes > 0) {
    // A launcher may have put a pipe in the place of the socket.
    ssize_t count = whole_call([&] { return send(out_, from, bytes, MSG_NOSIGNAL); });
    if (count < 0 && errno == ENOTSOCK)
      count = whole_call([&] { return write(out_, from, bytes); });
    if (count <= 0) return false;
    from += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return true;
}

bool Conversation::say(const Json &words) {
  const std::string line = words.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  return write_all(line.data(), line.size());
}

bool Conversation::say_values(const float *values, std::size_t count) {
  return write_all(reinterpret_cast<const char *>(values), count * sizeof *values);
}

bool Conversation::read_more() {
  char room[65536];
  const ssize_t count = whole_call([&] { return read(in_, room, sizeof room); });
  if (count <= 0) return false;
  received_.append(room, static_cast<std::size_t>(count));
  return true;
}

std::optional<Json> Conversation::hear() {
  std::size_t at;
  while ((at = received_.find('\n')) == std::string::npos)
    if (!read_more()) return std::nullopt;
  Json words = Json::parse(received_.substr(0, at), nullptr, false);
  received_.erase(0, at + 1);
  if (!words.is_object()) return std::nullopt;
  return words;
}

bool Conversation::hear_values(float *values, std::size_t count) {
  auto *to = reinterpret_cast<char *>(values);
  std::size_t bytes = count * sizeof *values;
  const std::size_t there = std::min(bytes, received_.size());
  std::memcpy(to, received_.data(), there);
  received_.erase(0, there);
  to += there;
  bytes -= there;
  while (bytes > 0) {
    const ssize_t got = whole_call([&] { return read(in_, to, bytes); });
    if (got <= 0) return false;
    to += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace ladder
