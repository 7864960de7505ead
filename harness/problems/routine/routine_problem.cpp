// The problem `routine`: reads a ladder's folder.
#include <fmt/format.h>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/bench/registry/find_case.h"
#include "harness/bench/registry/registry.h"
#include "harness/problems/routine/reference.h"

namespace ladder {
namespace {

std::unique_ptr<Case> load(const LocatedCase &found, const CaseOverrides &over) {
  refuse_other_overrides(over, "routine", 0);
  const AdoptedLadder *adopted = adopted_ladder();
  if (!adopted)
    throw FileError(fmt::format("{} is not the ladder of an adopted routine", found.shown));
  const Json &described = adopted->described;
  auto c = std::make_unique<RoutineCase>();
  c->folder = adopted->folder.string();
  c->ladder = adopted->name;
  const Json index = read_index(c->folder);
  c->calls = std::make_shared<const std::vector<RecordedCall>>(
      read_calls(c->folder, index, described.at("kinds"), described.at("scale")));
  c->scale = described.at("scale");
  c->name = c->routine = described.at("routine");
  c->step0 = described.at("step0");
  c->oracle_library = described.at("oracle");
  for (const Json &one : described.at("builds")) c->builds.push_back({one.at(0), one.at(1)});
  c->near = described.at("near");
  c->apart = described.at("apart");
  c->steps = static_cast<int>(c->calls->size());
  // The program's share of time is that of calls of its own size.
  const bool own_size = c->scale.is_null();
  c->program = {own_size ? index.value("program_seconds", 0.0) : 0,
                own_size ? index.value("seconds", 0.0) : 0, index.value("calls_made", 0L),
                own_size ? index.value("packing_seconds", 0.0) : 0};
  if (index.contains("coverage"))
    c->coverage = {index["coverage"].value("reached", 0), index["coverage"].value("lines", 0)};
  c->not_detected = index.value("not_detected", std::vector<std::string>{});
  std::string stated;
  for (const auto &[value, tolerance] : described.at("tolerance").items()) {
    c->tolerances[value] = tolerance;
    stated += fmt::format("{}{} {:g}", stated.empty() ? "" : ", ", value, tolerance.get<double>());
  }
  if (!stated.empty())
    c->notes.push_back(fmt::format("tolerances that are stated in ladder.toml: {}", stated));
  const std::string text = described.at("hash").get<std::string>() + stated +
                           (c->scale.is_null() ? "" : c->scale.dump());
  c->hash = hash_of_all(text);
  return c;
}

std::unique_ptr<Case> random_case(const std::array<int, 3> &, int, const CaseOverrides &) {
  throw UsageError("--size: an adopted routine is proven on its recorded calls");
}

std::string defect(const ladder_stage &stage) {
  const ladder_routine_entries &entries = routine_entries(stage);
  return entries.phase && entries.copies_are_timed ? ""
                                                   : "phase and copies_are_timed must be given";
}

void serve(const Case &c) { serve_reference(dynamic_cast<const RoutineCase &>(c)); }

}  // namespace

const Problem routine_problem = {.name = "routine",
                                 .load = load,
                                 .random = random_case,
                                 .defect = defect,
                                 .serve_original = serve,
                                 .of_adopted = true};

}  // namespace ladder
