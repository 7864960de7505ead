// Runs a stage in a child process; see worker.h for what the two say to each other.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/base/child.h"
#include "harness/base/clean_text.h"
#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/bench/run/executor.h"
#include "harness/bench/run/fill_start.h"
#include "harness/bench/trace/traced.h"
#include "harness/bench/worker/pipe_to_child.h"
#include "harness/bench/worker/worker.h"

namespace ladder {
namespace {

// The child's first line. Returns why it is gone; empty while it is there.
std::string greet(PipeToChild &pipe, const Task &task, const std::string &program) {
  const auto hello = pipe.listen(task.hang_limit_s);
  // It has other options, or other values of one.
  if (hello.lost && pipe.exit_code() == static_cast<int>(Exit::usage) && program != this_program())
    throw Error(Exit::not_comparable,
                fmt::format("'{}' refuses these options, for the reason that it gives on standard "
                            "error",
                            program));
  if (hello.lost) return hello.text;
  Json said = Json::parse(hello.text, nullptr, false);
  if (task.entry.plugin) clean_texts(said);
  if (task.entry.plugin && !said.is_object()) return "its process answered in no JSON";
  if (!said.is_object() || !said.contains("protocol") || said["protocol"] != worker_protocol)
    throw Error(Exit::not_comparable,
                fmt::format("'{}' has another version of the workers' protocol: build both "
                            "programs from closer versions",
                            program));
  const std::string other = said.contains("case") && said["case"].is_string() ? said["case"] : "?";
  if (other != task.the_case->hash)
    throw Error(
        Exit::not_comparable,
        fmt::format(
            "case.hash differs: '{}' makes another case ({} instead of {}) from the same options",
            program, other, task.the_case->hash));
  return "";
}

class Child : public Executor {
 public:
  Child(const Task &task, const std::string &program, const std::vector<std::string> &arguments)
      : task_(task), shared_(*task.the_case),
        pipe_(program, arguments, shared_.bytes(), task.entry.plugin) {
    lost_ = greet(pipe_, task, program);
    if (!lost_.empty()) why_lost_ = Cause::does_not_start;
    pipe_.pause();
  }

  Probe probe() override {
    Json said;
    Probe probe;
    const bool answered =
        ask({{"do", "probe"}}, said) && understood([&] {
          probe = {said.at("passed"), said.at("refused"), said.at("status"),
                   said.at("worst"),  said.at("words"),   said.value("cause", Cause::none)};
        });
    pipe_.pause();
    if (!answered) probe = {false, false, LADDER_FAILED, 0, lost_, why_lost_};
    return probe;
  }

  Run run(const Take &take, TraceResult *trace) override {
    Run run;
    Json said;
    const bool answered =
        ask({{"do", "run"},
             {"scale", 1},  // earlier programs asked for it, and `check` starts them
             {"cold", take.cold},
             {"steps", take.steps},
             {"interval", take.interval},
             {"due", take.due},
             {"trace", trace != nullptr}},
            said) &&
        understood([&] {
          if (go_through(take, run, said)) read(said, run, trace);
        });
    pipe_.pause();
    if (answered && task_.entry.plugin && !trace) run.wall_ns = credible(run.wall_ns, run, take);
    if (!answered) {
      run.error = {LADDER_FAILED, lost_, why_lost_};
      if (trace) trace->why_not = lost_;
    }
    return run;
  }

 private:
  // Answers at every stop of a run, up to the line that has the status.
  bool go_through(const Take &take, Run &run, Json &said) {
    bool created = false, driven = false, by_driver = false, runs = false;
    std::int64_t begin = 0, cpu_before = 0;
    const auto since_begin = [&] { return steady_ns() - begin; };
    while (said.contains("at")) {
      const Json at = said["at"];
      if (at == "created" && !created) {
        created = true;
        const bool seen_at_start = !take.due.empty() && take.due.front() == 0 && take.checkpoint;
        if (seen_at_start) pipe_.pause();  // what is seen is what it starts from
        fill_start(*task_.the_case, take.start, places());
        if (seen_at_start) take.checkpoint(0, seen());
        cpu_before = pipe_.cpu_ns();
        begin = steady_ns();
      } else if (at == "checkpoint" && created && !driven && take.checkpoint) {
        pipe_.pause();  // the end of a piece and the beginning of the next are the same fields
        take.checkpoint(said.at("step"), seen());
      } else if (at == "clock runs" && created && !driven && !runs) {
        by_driver = runs = true;
        cpu_before = pipe_.cpu_ns();
        begin = steady_ns();
      } else if (at == "clock stopped" && runs) {
        runs = false;
        run.clock_ns += since_begin();
        run.cpu_ns += pipe_.cpu_ns() - cpu_before;
      } else if (at == "driven" && created && !driven && !runs) {
        driven = true;
        if (!by_driver) run.clock_ns = since_begin();
        if (!by_driver) run.cpu_ns = pipe_.cpu_ns() - cpu_before;
        run.helpers_counted = !task_.entry.plugin || pipe_.contained();
        run.processes = pipe_.pause();  // and nothing changes the results while they are read
        if (take.steps < 0) keep_results(run);
      } else {
        lost_ = "its process answered out of turn";
        return false;
      }
      if (!ask({{"do", "go on"}}, said)) return false;
    }
    if (driven || said.value("status", int(LADDER_OK)) != LADDER_OK) return true;
    lost_ = "its process answered out of turn";
    return false;
  }

  void keep_results(Run &run) {
    run.arrays.resize(shared_.arrays.size());
    for (std::size_t k = 0; k < run.arrays.size(); ++k) {
      if (!shared_.arrays[k].judged) continue;
      run.arrays[k] = std::make_unique<GuardedBuffer<float>>(shared_.arrays[k].values);
      std::memcpy(run.arrays[k]->data(), memory() + shared_.at[k],
                  shared_.arrays[k].values * sizeof(float));
    }
  }

  static void read(const Json &said, Run &run, TraceResult *trace) {
    run.error = {static_cast<ladder_status>(said.at("status").get<int>()), said.at("words"),
                 said.value("cause", Cause::none)};
    run.setup_ns = said.at("setup_ns");
    run.wall_ns = said.at("wall_ns");
    run.user_s = said.at("user_s");
    run.system_s = said.at("system_s");
    run.real_s = said.at("real_s");
    run.foreign_write = said.at("foreign_write");
    run.foreign = said.value("foreign", Cause::none);
    for (int k = 0; k < LADDER_MOST_KNOBS; ++k)
      for (int i = 0; i < 2; ++i) run.used.knob[k][i] = said.at("used").at(k).at(i);
    if (trace) trace->why_not = said.at("why_not_traced");
    if (trace && said.contains("traced")) trace->traced = traced_of(said.at("traced"));
  }

  // The time of a plug-in: as its process reports it, but no less than this program's clock allows.
  // What lies between the two is a few words, transfers of arrays and, on request, emptying the
  // caches.
  std::int64_t credible(std::int64_t reported_ns, const Run &run, const Take &take) const {
    const double overhead = 2e6 + double(shared_.bytes()) + (take.cold ? 5e8 : 0);  // 1 ns a byte
    return std::max(reported_ns,
                    static_cast<std::int64_t>((double(run.clock_ns) - overhead) / 1.1));
  }

  float *memory() const { return static_cast<float *>(pipe_.shared()); }
  std::vector<float *> places() const {
    std::vector<float *> all;
    for (const std::size_t at : shared_.at) all.push_back(memory() + at);
    return all;
  }

  std::vector<const float *> seen() const {
    const std::vector<float *> all = places();
    return {all.begin(), all.end()};
  }

  // Whether the words of the child are such as this program knows: it says what it likes.
  bool understood(const std::function<void()> &read) {
    try {
      read();
    } catch (const Json::exception &) {
      lost_ = "its process gave an answer that this program does not know";
    }
    return lost_.empty();
  }

  bool ask(const Json &question, Json &said) {
    if (lost_.empty()) {
      const auto answer = pipe_.ask(question.dump(), task_.hang_limit_s);
      if (answer.lost) lost_ = answer.text, why_lost_ = answer.cause;
      if (!answer.lost) said = Json::parse(answer.text, nullptr, false);
      if (task_.entry.plugin) clean_texts(said);
      if (!answer.lost && !said.is_object()) lost_ = "its process answered in no JSON";
    }
    return lost_.empty();
  }

  Task task_;
  SharedArrays shared_;
  PipeToChild pipe_;
  std::string lost_;                        // why the child is gone; empty while it is there
  Cause why_lost_ = Cause::broke_protocol;  // unless the pipe knows better
};

}  // namespace

std::unique_ptr<Executor> run_in_child(const Task &task, const std::string &program,
                                       const std::vector<std::string> &arguments) {
  return std::make_unique<Child>(task, program, arguments);
}

}  // namespace ladder
