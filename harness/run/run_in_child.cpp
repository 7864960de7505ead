// Runs a stage in a child process; see worker.h for what the two say to each other.
#include <fmt/format.h>

#include <cstring>

#include "harness/error.h"
#include "harness/records/traced_json.h"
#include "harness/run/executor.h"
#include "harness/run/pipe_to_child.h"
#include "harness/run/worker.h"

namespace ladder {
namespace {

// The child's first line. Returns why it is gone; empty while it is there.
std::string greet(PipeToChild &pipe, const Task &task, const std::string &program) {
  const auto hello = pipe.listen(task.hang_limit_s);
  if (hello.lost) return hello.text;
  const Json said = Json::parse(hello.text, nullptr, false);
  if (said.is_discarded() || said.value("protocol", 0) != worker_protocol)
    throw Error(Exit::not_comparable,
                fmt::format("'{}' speaks another version of the workers' protocol: build both "
                            "programs from versions that are nearer to each other",
                            program));
  if (said.at("case") != task.problem->hash)
    throw Error(Exit::not_comparable,
                fmt::format("case.hash differs: '{}' makes another case ({} instead of {}) of the "
                            "same options",
                            program, said.at("case").get<std::string>(), task.problem->hash));
  return "";
}

class Child : public Executor {
 public:
  Child(const Task &task, const std::string &program, const std::vector<std::string> &arguments)
      : task_(task), pipe_(program, arguments, sizeof(float) * (cells() + trace_values())) {
    lost_ = greet(pipe_, task, program);
  }

  Probe probe() override {
    Json said;
    Probe probe;
    if (!ask({{"do", "probe"}}, said)) {
      probe.status = LADDER_FAILED;
      probe.words = lost_;
      return probe;
    }
    probe.passed = said.at("passed");
    probe.refused = said.at("refused");
    probe.status = said.at("status");
    probe.worst = said.at("worst").is_number() ? said.at("worst").get<double>() : 0;
    probe.words = said.at("words");
    return probe;
  }

  Run run(const Take &take, TraceResult *trace) override {
    Run run;
    Json said;
    if (!ask({{"do", "run"},
              {"scale", take.scale},
              {"cold", take.cold},
              {"steps", take.steps},
              {"trace", trace != nullptr}},
             said)) {
      run.error = {LADDER_FAILED, lost_};
      if (trace) trace->why_not = lost_;
      return run;
    }
    run.error = {static_cast<ladder_status>(said.at("status").get<int>()), said.at("words")};
    run.setup_ns = said.at("setup_ns");
    run.wall_ns = said.at("wall_ns");
    run.user_s = said.at("user_s");
    run.system_s = said.at("system_s");
    run.real_s = said.at("real_s");
    run.foreign_write = said.at("foreign_write");
    for (int k = 0; k < LADDER_MOST_KNOBS; ++k)
      for (int i = 0; i < 2; ++i) run.used.knob[k][i] = said.at("used").at(k).at(i);
    if (trace) trace->why_not = said.at("why_not_traced");
    if (trace && said.contains("traced")) trace->traced = traced_of(said.at("traced"));
    if (take.steps < 0) {
      const auto *memory = static_cast<const float *>(pipe_.shared());
      run.now = std::make_unique<GuardedBuffer<float>>(cells());
      run.traces = std::make_unique<GuardedBuffer<float>>(trace_values());
      std::memcpy(run.now->data(), memory, cells() * sizeof(float));
      std::memcpy(run.traces->data(), memory + cells(), trace_values() * sizeof(float));
    }
    return run;
  }

 private:
  std::size_t cells() const { return static_cast<std::size_t>(task_.problem->cells()); }
  std::size_t trace_values() const {
    return static_cast<std::size_t>(task_.problem->trace_values());
  }
  bool ask(const Json &question, Json &said) {
    if (lost_.empty()) {
      const auto answer = pipe_.ask(question.dump(), task_.hang_limit_s);
      if (answer.lost) lost_ = answer.text;
      if (!answer.lost) said = Json::parse(answer.text, nullptr, false);
      if (!answer.lost && said.is_discarded()) lost_ = "its process answered in no JSON";
    }
    return lost_.empty();
  }

  Task task_;
  PipeToChild pipe_;
  std::string lost_;  // why the child is gone; empty while it is there
};

}  // namespace

std::unique_ptr<Executor> run_in_child(const Task &task, const std::string &program,
                                       const std::vector<std::string> &arguments) {
  return std::make_unique<Child>(task, program, arguments);
}

Proof prove_in_child(const Task &task, const std::string &program,
                     const std::vector<std::string> &arguments) {
  PipeToChild pipe(program, arguments, sizeof(float));
  Proof proof;
  proof.outcome = Proof::failed;
  proof.words = greet(pipe, task, program);
  if (!proof.words.empty()) return proof;
  const auto answer = pipe.ask(Json{{"do", "prove"}}.dump(), task.hang_limit_s);
  proof.words = answer.text;
  if (answer.lost) return proof;
  const Json said = Json::parse(answer.text);
  return {said.at("outcome"), said.at("error"), said.at("limit"),
          said.at("probe"),   said.at("words"), said.at("device_failed")};
}

}  // namespace ladder
