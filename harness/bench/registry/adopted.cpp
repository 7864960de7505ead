#include "harness/bench/registry/adopted.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "harness/base/clean_text.h"
#include "harness/base/error.h"
#include "harness/bench/registry/registry.h"

namespace ladder {
namespace {

std::optional<AdoptedLadder> &added() {
  static std::optional<AdoptedLadder> one;
  return one;
}

// A stage's table as it is in its shared object, which is loaded in a child process alone.
struct Table {
  std::deque<std::string> texts;
  ladder_stage stage{};

  const char *keep(const Json &text) {
    if (text.is_null()) return nullptr;
    return texts.emplace_back(clean_text(text.get<std::string>())).c_str();
  }
};

void refuse_to_run(ladder_stage &stage) {
  stage.create = [](const void *, const ladder_launch *, ladder_state **state) {
    *state = nullptr;
    return LADDER_FAILED;
  };
  stage.launch_used = [](const ladder_state *, ladder_launch *) { return LADDER_FAILED; };
  stage.last_error = [](const ladder_state *) {
    return "a stage of an adopted routine runs in a child process only";
  };
  stage.destroy = [](ladder_state *) {};
}

void read_table(const Json &json, Table &to) {
  to.stage.abi_version = LADDER_ABI_VERSION;
  to.stage.problem = adopted_problem().name;
  to.stage.name = to.keep(json.at("name"));
  to.stage.parent = to.keep(json.at("parent"));
  to.stage.change = to.keep(json.at("change"));
  to.stage.expectation = to.keep(json.at("expectation"));
  to.stage.device = json.at("on_cuda").get<bool>() ? LADDER_ON_CUDA : LADDER_ON_HOST;
  static std::deque<std::vector<ladder_knob>> kept;
  std::vector<ladder_knob> &knobs = kept.emplace_back();
  for (const Json &one : json.at("knobs")) {
    ladder_knob knob{};
    knob.name = to.keep(one.at("name"));
    knob.unit = to.keep(one.at("unit"));
    knob.values = 1;
    knob.preset[0] = one.at("preset");
    knob.least[0] = one.at("least");
    knob.most[0] = one.at("most");
    if (knobs.size() < LADDER_MOST_KNOBS) knobs.push_back(knob);
  }
  to.stage.knobs = static_cast<std::int32_t>(knobs.size());
  to.stage.knob = knobs.data();
  refuse_to_run(to.stage);
}

}  // namespace

const AdoptedLadder *adopted_ladder() { return added() ? &*added() : nullptr; }

const AdoptedLadder &add_adopted(const Json &described) {
  static std::deque<Table> tables;  // entries point to them until the program ends
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
      Table &table = tables.emplace_back();
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
