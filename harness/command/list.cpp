// ladder list: the stages in order.
#include <fmt/format.h>

#include <algorithm>

#include "harness/answers/options/choose.h"
#include "harness/answers/records/record.h"
#include "harness/base/table.h"
#include "harness/command/line/left_out.h"
#include "harness/command/registry.h"

namespace ladder {
namespace {

struct ListOptions : CommandLine, StageChoice {
  bool json = false, wide = false;

  void declare(Declared &declared) {
    declared.add("Stages", {stage_option()});
    declared.add("Case", {ladder_option()});
    declared.add("Output", {json_option(json), wide_option(wide)});
  }
  void settle() {
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

Exit run_list(const ListOptions &options) {
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
  if (const std::string text = left_out_text(options.ladder, shown);
      options.stages.empty() && !text.empty())
    fmt::print("\n{}", text);
  return Exit::ok;
}

}  // namespace

const Command list_command = {"list",
                              "Look at stages",
                              "list the stages: what each changes, and its knobs",
                              {"list", "list --stage=smem --json"},
                              true,
                              bind_options<ListOptions, run_list>};

}  // namespace ladder
