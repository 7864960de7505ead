#include <algorithm>
#include <deque>
#include <optional>

#include "harness/base/error.h"
#include "harness/bench/registry/plugin.h"
#include "harness/bench/registry/registry.h"

namespace ladder {
namespace {

std::optional<AdoptedLadder> &added() {
  static std::optional<AdoptedLadder> one;
  return one;
}

void read_table(const Json &json, DescribedStage &to) {
  to.stage.problem = adopted_problem().name;
  to.stage.name = to.keep(json.at("name"));
  to.stage.parent = to.keep(json.at("parent"));
  to.stage.change = to.keep(json.at("change"));
  to.stage.expectation = to.keep(json.at("expectation"));
  to.stage.device = json.at("on_cuda").get<bool>() ? LADDER_ON_CUDA : LADDER_ON_HOST;
  for (const Json &one : json.at("knobs")) {
    ladder_knob knob{};
    knob.name = to.keep(one.at("name"));
    knob.unit = to.keep(one.at("unit"));
    knob.values = 1;
    knob.preset[0] = one.at("preset");
    knob.least[0] = one.at("least");
    knob.most[0] = one.at("most");
    to.take(knob);
  }
}

}  // namespace

const AdoptedLadder *adopted_ladder() { return added() ? &*added() : nullptr; }

const AdoptedLadder &add_adopted(const Json &described) {
  static std::deque<DescribedStage> tables;  // entries point to them until the program ends
  if (added()) return *added();
  try {
    AdoptedLadder ladder{described.at("ladder"), described.at("folder").get<std::string>(),
                         described};
    const auto known = ladders();
    if (std::ranges::find(known, ladder.name) != known.end()) ladder.name = "own-" + ladder.name;
    std::vector<StageEntry> stages;
    std::vector<UnbuiltStage> left_out;
    for (const Json &one : described.at("stages")) {
      if (const std::string why = one.at("lacks"); !why.empty()) {
        left_out.push_back({ladder.name, one.at("name"), one.at("file"), why});
        continue;
      }
      DescribedStage &table = tables.emplace_back();
      read_table(one, table);
      stages.push_back({.stage = &table.stage,
                        .file = one.at("file"),
                        .flags = one.at("flags"),
                        .hash = one.at("hash"),
                        .plugin = true,
                        .path = one.at("library"),
                        .ladder = ladder.name,
                        .emulated = one.value("emulated", false),
                        .raced = one.value("raced", "")});
    }
    add_stages(stages, left_out);
    added() = std::move(ladder);
  } catch (const Json::exception &error) {
    throw FileError(std::string("the ladder of the adopted routine is not described as this "
                                "program knows it: ") +
                    error.what());
  }
  return *added();
}

const Problem &adopted_problem() {
  for (const Problem *one : problems())
    if (one->of_adopted) return *one;
  throw Error(Exit::nothing_ran, "this program was built without adopted routines");
}

bool is_adopted(const ladder_stage &stage) {
  const Problem *problem = problem_named(stage.problem);
  return problem && problem->of_adopted;
}

}  // namespace ladder
