// ladder list: the stages in order.
#include <fmt/format.h>

#include <set>

#include "harness/answers/options/choose.h"
#include "harness/base/table.h"
#include "harness/base/toml_section.h"
#include "harness/command/line/commands.h"

namespace ladder {
namespace {

struct ListOptions : CommandLine, StageChoice {
  bool json = false, wide = false;
  Names keys;  // cases, of whose files the keys are listed

  void declare(Declared &declared) {
    declared.add("Stages", {stage_option()});
    declared.add("Case", {ladder_option()});
    declared.add("Case", {{"--keys", Texts{&keys, "CASE", Offer::cases},
                           "list the keys that the readers of these case files know, in place of "
                           "stages"}});
    declared.add("Output", {json_option(json), wide_option(wide)});
  }
  void settle() {
    if (!keys.empty()) refuse({"--stage", "--ladder", "--wide"}, "--keys lists keys of case files");
    if (json) refuse({"--wide"}, "--json prints JSON instead of tables");
    settle_ladder();
  }
};

std::string knobs_text(const ladder_stage &stage) {
  std::string text;
  for (int k = 0; k < stage.knobs; ++k) {
    const ladder_knob &knob = stage.knob[k];
    std::string preset = knob.preset[0] == 0 ? "chosen" : fmt::format("{}", knob.preset[0]);
    if (knob.values == 2 && knob.preset[0] != 0) preset += fmt::format("x{}", knob.preset[1]);
    text += fmt::format("{}--{}={}", text.empty() ? "" : " ", knob.name, preset);
  }
  return text;
}

Exit list_keys(const ListOptions &options) {
  Table table({{"problem"}, {"table"}, {"key"}, {"values"}});
  std::set<std::string> shown;
  for (const std::string &name : options.keys) {
    std::vector<KnownKey> keys;
    note_known_keys(&keys);
    const std::string problem = load_case(name)->problem().name;
    note_known_keys(nullptr);
    for (const auto &[its_table, key, values] : keys) {
      const Json json = {
          {"problem", problem}, {"table", its_table}, {"key", key}, {"values", values}};
      if (!shown.insert(json.dump()).second) continue;
      if (options.json) fmt::print("{}\n", json.dump());
      table.row({problem, its_table, key, values});
    }
  }
  if (!options.json) fmt::print("{}", table.text());
  return Exit::ok;
}

Exit run_list(const ListOptions &options) {
  if (!options.keys.empty()) return list_keys(options);
  const auto choices = choose_stages(options);
  if (options.json) {
    for (const auto &[entry, launch] : choices) {
      const ladder_stage &stage = *entry.stage;
      Json knobs = Json::array();
      for (int k = 0; k < stage.knobs; ++k) {
        const ladder_knob &knob = stage.knob[k];
        knobs.push_back({{"name", knob.name},
                         {"unit", knob.unit},
                         {"preset", std::vector<int>(knob.preset, knob.preset + knob.values)},
                         {"least", std::vector<int>(knob.least, knob.least + knob.values)},
                         {"most", std::vector<int>(knob.most, knob.most + knob.values)}});
      }
      const Json json = {{"ladder", entry.ladder},
                         {"name", stage.name},
                         {"parent", stage.parent ? Json(stage.parent) : Json(nullptr)},
                         {"change", stage.change},
                         {"expectation", stage.expectation},
                         {"device", stage.device == LADDER_ON_CUDA ? "cuda" : "host"},
                         {"file", entry.file},
                         {"flags", entry.flags},
                         {"knobs", knobs}};
      fmt::print("{}\n", json.dump());
    }
    return Exit::ok;
  }
  const Screen shown = screen(options.wide);
  Table table({{.title = "ladder", .rank = 1},
               {"stage"},
               {.title = "what changed", .wrap = true},
               {.title = "parent", .rank = 2},
               {.title = "knobs", .wrap = true},
               {.title = "file", .rank = 4}});
  for (const auto &[entry, launch] : choices)
    table.row({entry.ladder, entry.name(), entry.stage->change,
               entry.stage->parent ? entry.stage->parent : "", knobs_text(*entry.stage),
               entry.file});
  fmt::print("{}", table.text(shown));
  if (!options.stages.empty()) return Exit::ok;
  const std::string text =
      left_out_text(options.ladder, shown) + other_languages_text(options.ladder, "", shown);
  if (!text.empty()) fmt::print("\n{}", text);
  return Exit::ok;
}

}  // namespace

const Command list_command = {"list",
                              "Look at stages",
                              "list the stages: what each changes, and its knobs",
                              {"list", "list --stage=smem --json", "list --keys=heat-rods"},
                              true,
                              bind_options<ListOptions, run_list>};

}  // namespace ladder
