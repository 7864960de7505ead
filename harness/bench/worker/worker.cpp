#include "harness/bench/worker/worker.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <cstring>

#include "harness/base/error.h"
#include "harness/bench/trace/traced.h"

namespace ladder {
namespace {

// What happens at the stops of a run.
Hooks hooks(const Case &c, float *memory) {
  const SharedArrays shared(c);
  const auto wait = [] {
    if (std::string line; !next_line_of_parent(line)) _exit(0);
  };
  Hooks hooks;
  hooks.created = [=](Run &run) {
    say_to_parent({{"at", "created"}, {"setup_ns", run.setup_ns}});
    wait();
    for (std::size_t k = 0; k < run.arrays.size(); ++k)
      if (shared.arrays[k].started)
        std::memcpy(run.arrays[k]->data(), memory + shared.at[k],
                    run.arrays[k]->size() * sizeof(float));
  };
  hooks.checkpoint = [=](std::int32_t step, const std::vector<const float *> &arrays) {
    for (std::size_t k = 0; k < arrays.size(); ++k)
      if (shared.arrays[k].started || shared.arrays[k].judged)
        std::memcpy(memory + shared.at[k], arrays[k], shared.arrays[k].values * sizeof(float));
    say_to_parent({{"at", "checkpoint"}, {"step", step}});
    wait();
  };
  hooks.clock = [=](bool runs, const Run &) {
    say_to_parent({{"at", runs ? "clock runs" : "clock stopped"}});
    wait();
  };
  hooks.driven = [=](const Run &run) {
    for (std::size_t k = 0; k < run.arrays.size(); ++k)
      if (shared.arrays[k].judged)
        std::memcpy(memory + shared.at[k], run.arrays[k]->data(),
                    run.arrays[k]->size() * sizeof(float));
    say_to_parent({{"at", "driven"}, {"wall_ns", run.wall_ns}});
    wait();
  };
  return hooks;
}

Json answer(Executor &executor, const Json &question) {
  if (question.at("do") == "probe") {
    const Probe probe = executor.probe();
    return {{"passed", probe.passed}, {"refused", probe.refused},
            {"status", probe.status}, {"worst", std::isfinite(probe.worst) ? probe.worst : 0},
            {"words", probe.words},   {"cause", probe.cause}};
  }
  const Take take{.cold = question.at("cold"),
                  .steps = question.at("steps"),
                  .interval = question.at("interval"),
                  .due = question.at("due")};
  TraceResult trace;
  const bool traced = question.at("trace");
  const Run run = executor.run(take, traced ? &trace : nullptr);
  Json used = Json::array();
  for (const auto &knob : run.used.knob) used.push_back({knob[0], knob[1]});
  Json json = {
      {"status", int(run.error.status)},    {"words", run.error.words}, {"cause", run.error.cause},
      {"setup_ns", run.setup_ns},           {"wall_ns", run.wall_ns},   {"user_s", run.user_s},
      {"system_s", run.system_s},           {"real_s", run.real_s},     {"used", used},
      {"foreign_write", run.foreign_write}, {"foreign", run.foreign}};
  if (traced) json["why_not_traced"] = trace.why_not;
  if (trace.traced) json["traced"] = traced_json(*trace.traced);
  return json;
}

}  // namespace

bool next_line_of_parent(std::string &line) {
  line.clear();
  char c;
  while (read(worker_conversation, &c, 1) == 1) {
    if (c == '\n') return true;
    line += c;
  }
  return false;
}

void say_to_parent(const Json &answer) {
  const std::string line = answer.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t count =
        send(worker_conversation, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) _exit(0);  // nobody listens any more
    sent += static_cast<std::size_t>(count);
  }
}

void serve_worker(const Task &task) {
  const Case &c = *task.the_case;
  void *memory =
      mmap(nullptr, SharedArrays(c).bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, worker_memory, 0);
  if (memory == MAP_FAILED)
    throw UsageError("`worker` is internal: --isolate and `check` start it");
  say_to_parent({{"protocol", worker_protocol},
                 {"case", c.hash},
                 {"stage", task.entry.name()},
                 {"stage_hash", task.entry.hash}});
  const auto executor = run_here(task, hooks(c, static_cast<float *>(memory)));
  for (std::string line; next_line_of_parent(line);)
    say_to_parent(answer(*executor, Json::parse(line)));
}

}  // namespace ladder
