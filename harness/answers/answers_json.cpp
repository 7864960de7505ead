#include <cmath>

#include "harness/answers/in_program.h"
#include "harness/answers/ladder_answer.h"
#include "harness/answers/ladders.h"
#include "harness/answers/records/comparable.h"
#include "harness/answers/records/read_records.h"

namespace ladder {
namespace {

constexpr int compare_schema = 1;

Json known(double value) { return value > 0 ? Json(value) : Json(nullptr); }

Json line_json(const Line &line) { return {{"file", line.file}, {"line", line.number}}; }

Json parts_json(const StageAnswer &stage) {
  if (stage.parts.empty()) return nullptr;
  Json parts = Json::array();
  for (const Part &part : stage.parts)
    parts.push_back({{"scope", part.scope}, {"words", part.words}, {"share", part.share}});
  return parts;
}

Json wall_json(const StageAnswer &stage) {
  if (!stage.right()) return nullptr;
  return {{"median", stage.wall_s},
          {"low", stage.interval ? Json(stage.interval->low) : Json(nullptr)},
          {"high", stage.interval ? Json(stage.interval->high) : Json(nullptr)},
          {"least", stage.least_s},
          {"most", stage.most_s}};
}

Json step_json(const Together &group, const Step &step) {
  const Compared &compared = step.compared;
  Json parent = line_json(group.lines[step.parent]);
  parent["stage"] = step.parent_name;
  parent["wall_s"] = group.stages[step.parent].wall_s;
  return {{"parent", parent},
          {"verdict", verdict_name(compared.verdict)},
          {"change", ratio_json(compared.change)},
          {"change_of_medians", compared.of_medians},
          {"drift", !drift_text(compared.change, compared.of_medians).empty()},
          {"words", change_text(compared, step.parent_name)},
          {"reason", step.reason}};
}

Json compared_stage_json(const Together &group, std::size_t i) {
  const StageAnswer &stage = group.stages[i];
  Json json = line_json(group.lines[i]);
  json.update(
      {{"stage", stage.stage},
       {"launch", stage.launch},
       {"right", stage.right()},
       {"failure", stage.failure},
       {"samples", stage.samples},
       {"shots", std::llround(stage.shots)},
       {"wall_s", wall_json(stage)},
       {"without_transfers_s", known(stage.without_transfers_s)},
       {"speedup", known(stage.speedup)},
       {"speedup_without_transfers", known(stage.speedup_without_transfers)},
       {"over_host", stage.over_host > 0 ? Json{{"stage", stage.host}, {"times", stage.over_host}}
                                         : Json(nullptr)},
       {"floor_s", known(stage.floor_s)},
       {"share_of_floor", stage.wall_s > 0 ? known(stage.floor_s / stage.wall_s) : Json(nullptr)},
       {"parts", parts_json(stage)},
       {"traced_ratio", stage.traced_ratio > 0 ? Json(stage.traced_ratio) : Json(nullptr)},
       {"disturbed", stage.disturbed()},
       {"step", stage.step ? step_json(group, *stage.step) : Json(nullptr)},
       {"expectation", stage.expectation},
       {"words", stage.words},
       {"break_even", nullptr}});
  return json;
}

template <typename Ladder>
Json answer_json(const Ladder &ladder) {
  const LadderAnswer answer = ladder_answer(ladder.stages);
  const auto name = [&](const std::optional<std::size_t> &i) {
    return i ? Json(ladder.stages[*i].stage) : Json(nullptr);
  };
  Json paid = Json::array();
  for (const std::size_t i : answer.paid) paid.push_back(ladder.stages[i].stage);
  return {{"fastest", name(answer.fastest)},
          {"original", name(answer.original)},
          {"host", name(answer.host)},
          {"gain", known(answer.gain)},
          {"paid", paid},
          {"finding", answer.finding},
          {"words", {answer.paid_words, answer.now_words, answer.next_words}}};
}

Json together_json(const Together &group) {
  const Json &first = group.records.front();
  Json json = {{"compare_schema", compare_schema}, {"kind", "together"},
               {"machine", group.machine},         {"case", first.at("case")},
               {"session", first.at("session")},   {"cache", first.at("cache")},
               {"stages", Json::array()},          {"break_even", Json::array()},
               {"answer", answer_json(group)}};
  const auto program = amdahl(group.records, group.stages);
  json["in_program"] = program ? Json{{"program_s", program->program_s},
                                      {"share", program->share},
                                      {"most", known(program->most)}}
                               : Json(nullptr);
  for (std::size_t i = 0; i < group.stages.size(); ++i) {
    json["stages"].push_back(compared_stage_json(group, i));
    json["stages"][i]["program_speedup"] = program ? known(program->speedup[i]) : Json(nullptr);
  }
  for (const BreakEven &one : group.break_even) json["stages"][one.place]["break_even"] = one.words;
  return json;
}

Json newest_json(const NewestLadder &ladder, const Json &here) {
  Json json = {{"compare_schema", compare_schema},
               {"kind", "ladder"},
               {"machine", ladder.machine},
               {"case", ladder.case_name},
               {"here", same_machine(ladder.environment, here)},
               {"stages", Json::array()},
               {"answer", answer_json(ladder)}};
  for (const Line &line : ladder.lines) json["stages"].push_back(line_json(line));
  return json;
}

Json machine_json(const Ladders &ladders, std::size_t machine) {
  const Json &environment = ladders.machines[machine], &gpu = environment.at("gpu");
  return {{"compare_schema", compare_schema},
          {"kind", "machine"},
          {"machine", machine},
          {"cpu", environment.at("cpu")},
          {"cores", environment.value("cores", 0)},
          {"memory_bytes", environment.value("memory_bytes", std::int64_t(0))},
          {"gpu", gpu.is_null() ? Json(nullptr) : gpu.at("name")}};
}

}  // namespace

std::string answers_json_lines(const Ladders &ladders, const Json &here) {
  std::string lines;
  const auto add = [&](const Json &json) { lines += json.dump() + "\n"; };
  for (std::size_t i = 0; i < ladders.machines.size(); ++i) add(machine_json(ladders, i));
  for (const Together &group : ladders.together) add(together_json(group));
  for (const NewestLadder &ladder : ladders.newest) add(newest_json(ladder, here));
  return lines;
}

}  // namespace ladder
