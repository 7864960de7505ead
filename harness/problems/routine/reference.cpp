#include "harness/problems/routine/reference.h"

#include <fmt/format.h>

#include <cstring>
#include <exception>
#include <thread>

#include "harness/base/child.h"
#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/free_memory.h"
#include "harness/base/parallel.h"
#include "harness/problems/routine/routine_truth.h"

namespace ladder {
namespace {

constexpr double hang_limit_s = 300;

std::string question(const ReferenceRun &run) {
  return Json({{"rounding", run.rounding},
               {"last_bits", run.last_bits},
               {"second_poison", run.second_poison},
               {"oracle", run.oracle},
               {"build", run.build},
               {"moved_by", run.moved_by},
               {"apart", run.apart}})
      .dump();
}

std::string name_of(const RoutineCase &c, const ReferenceRun &run) {
  if (run.build > 0)
    return fmt::format("the original, built with '{}' (ladder.toml, [builds]),",
                       c.builds.at(static_cast<std::size_t>(run.build - 1)).flags);
  return run.oracle ? "the original in the next precision" : "the original";
}

}  // namespace

void refuse_proof_beyond_memory(const RoutineCase &c) {
  double bytes = 0;
  for (const Array &one : c.arrays()) bytes += double(sizeof(float) * one.values);
  refuse_beyond_memory(copies_in_memory * bytes,
                       fmt::format("proving a stage of '{}' right on its recorded calls,", c.name),
                       "record fewer or smaller calls: ladder record --calls=1");
}

Reference::Reference(const RoutineCase &c) : case_(c) { add_child(); }

void Reference::add_child() {
  auto child = std::make_unique<PipeToChild>(
      this_program(),
      std::vector<std::string>{"worker", "--reference", "--case=" + case_.folder + "/ladder.toml"},
      Places(case_).bytes, true);
  const auto hello = child->listen(hang_limit_s);
  if (hello.lost)
    throw Error(Exit::wrong, fmt::format("the original cannot be run: {}", hello.text));
  child->pause();
  children_.push_back(std::move(child));
}

// Large calls are run by several children at once, a core and a share of the memory each.
void Reference::add_children(std::size_t runs) {
  constexpr std::size_t large = 4 << 20, most = 4, share_of_memory = 8;
  const std::size_t bytes = Places(case_).bytes;
  if (bytes < large) return;
  const auto room = static_cast<std::size_t>(free_memory().bytes / double(share_of_memory * bytes));
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  while (children_.size() < std::min({most, cores, room, runs})) add_child();
}

std::vector<Outputs> Reference::outputs(const Start &start, const std::vector<ReferenceRun> &runs) {
  std::vector<Outputs> all;
  run(start, runs, [&](Outputs one) { all.push_back(std::move(one)); });
  return all;
}

void Reference::run(const Start &start, const std::vector<ReferenceRun> &runs,
                    const std::function<void(Outputs)> &take) {
  add_children(runs.size());
  const Places places(case_);
  put(start, places);
  for (std::size_t first = 0; first < runs.size(); first += children_.size()) {
    const std::size_t many = std::min(children_.size(), runs.size() - first);
    std::vector<PipeToChild::Answer> answers(many);
    std::vector<std::exception_ptr> thrown(many);
    each_chunk(
        many,
        [&](std::size_t k, std::size_t, std::size_t) {
          try {
            answers[k] = children_[k]->ask(question(runs[first + k]), hang_limit_s);
          } catch (...) {
            thrown[k] = std::current_exception();
          }
        },
        1);
    for (std::size_t k = 0; k < many; ++k) {
      if (thrown[k]) std::rethrow_exception(thrown[k]);
      if (answers[k].lost) refuse(start, runs[first + k], answers[k].text);
      take(outputs_of(places, runs[first + k], static_cast<std::byte *>(children_[k]->shared())));
    }
  }
  for (const auto &child : children_) child->pause();
}

// The inputs, where they are not there from the run before.
void Reference::put(const Start &start, const Places &places) {
  if (put_ && *put_ == start && have_inputs_ == children_.size()) return;
  auto *memory = static_cast<std::byte *>(children_.front()->shared());
  std::vector<float *> inputs;
  for (const std::size_t at : places.in) inputs.push_back(reinterpret_cast<float *>(memory + at));
  if (inputs.empty()) inputs.push_back(reinterpret_cast<float *>(memory));
  case_.start(start, inputs);
  for (std::size_t k = 1; k < children_.size(); ++k)
    std::memcpy(children_[k]->shared(), memory, places.inputs_end);
  put_ = start;
  have_inputs_ = children_.size();
}

void Reference::refuse(const Start &start, const ReferenceRun &run, const std::string &why) {
  lost_ = true;
  throw Error(Exit::wrong,
              fmt::format("{} fails on the recorded inputs{}{}: {}", name_of(case_, run),
                          case_.scale.is_null() ? "" : ", made larger by [scale] of ladder.toml",
                          start.seed ? ", with noise" : "", why));
}

Outputs Reference::outputs_of(const Places &places, const ReferenceRun &run,
                              const std::byte *memory) const {
  Outputs outputs{run.oracle, {}};
  std::size_t k = 0;
  for (const RecordedCall &call : *case_.calls)
    for (const Storage &storage : call.storages) {
      const std::byte *from = memory + places.out[k];
      const std::size_t bytes = run.oracle ? storage.wide_bytes : storage.bytes;
      outputs.storages.emplace_back(from, from + (places.written[k++] ? bytes : 0));
    }
  return outputs;
}

Reference &reference_of(const RoutineCase &c) {
  static std::unique_ptr<Reference> kept;
  static std::string of;
  if (!kept || kept->lost() || of != c.hash) {
    kept.reset();
    kept = std::make_unique<Reference>(c);
    of = c.hash;
  }
  return *kept;
}

}  // namespace ladder
