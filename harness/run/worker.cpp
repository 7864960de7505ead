#include "harness/run/worker.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "harness/error.h"
#include "harness/records/traced_json.h"

namespace ladder {
namespace {

void say(const Json &answer) {
  const std::string line = answer.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t count =
        send(worker_conversation, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) _exit(0);  // nobody listens any more
    sent += static_cast<std::size_t>(count);
  }
}

bool next_line(std::string &line) {
  line.clear();
  char c;
  while (read(worker_conversation, &c, 1) == 1) {
    if (c == '\n') return true;
    line += c;
  }
  return false;
}

Json prove(const Task &task) {
  const Truth truth = make_truth(*task.problem, 8, task.random_start);
  const Proof proof = prove(*task.problem, truth, *task.entry.stage, task.launch);
  const auto number = [](double value) { return std::isfinite(value) ? value : 0; };
  return {{"outcome", proof.outcome},     {"error", number(proof.error)},
          {"limit", number(proof.limit)}, {"probe", number(proof.probe)},
          {"words", proof.words},         {"device_failed", proof.device_failed}};
}

Json answer(Executor &executor, const Json &question, float *memory) {
  if (question.at("do") == "probe") {
    const Probe probe = executor.probe();
    return {{"passed", probe.passed},
            {"refused", probe.refused},
            {"status", probe.status},
            {"worst", probe.worst},
            {"words", probe.words}};
  }
  const Take take{question.at("scale"), question.at("cold"), question.at("steps")};
  TraceResult trace;
  const bool traced = question.at("trace");
  const Run run = executor.run(take, traced ? &trace : nullptr);
  if (take.steps < 0) {
    std::memcpy(memory, run.now->data(), run.now->size() * sizeof(float));
    std::memcpy(memory + run.now->size(), run.traces->data(), run.traces->size() * sizeof(float));
  }
  Json used = Json::array();
  for (const auto &knob : run.used.knob) used.push_back({knob[0], knob[1]});
  Json json = {{"status", int(run.error.status)},
               {"words", run.error.words},
               {"setup_ns", run.setup_ns},
               {"wall_ns", run.wall_ns},
               {"user_s", run.user_s},
               {"system_s", run.system_s},
               {"real_s", run.real_s},
               {"used", used},
               {"foreign_write", run.foreign_write}};
  if (traced) json["why_not_traced"] = trace.why_not;
  if (trace.traced) json["traced"] = traced_json(*trace.traced);
  return json;
}

}  // namespace

void serve_worker(const Task &task) {
  const Case &c = *task.problem;
  const std::size_t bytes = sizeof(float) * (static_cast<std::size_t>(c.cells()) +
                                             static_cast<std::size_t>(c.trace_values()));
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, worker_memory, 0);
  if (memory == MAP_FAILED)
    throw UsageError("`worker` is for the program itself: it is started by --isolate and `check`");
  say({{"protocol", worker_protocol},
       {"case", c.hash},
       {"stage", task.entry.name()},
       {"stage_hash", task.entry.hash}});
  const auto executor = run_here(task);
  for (std::string line; next_line(line);) {
    const Json question = Json::parse(line);
    say(question.at("do") == "prove" ? prove(task)
                                     : answer(*executor, question, static_cast<float *>(memory)));
  }
}

}  // namespace ladder
