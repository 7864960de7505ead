// The table of a plug-in, read by a child process: constructors of a library may do anything.
#include <fmt/format.h>

#include <deque>
#include <filesystem>

#include "harness/base/child.h"
#include "harness/base/clean_text.h"
#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/bench/registry/plugin.h"
#include "harness/bench/worker/pipe_to_child.h"
#include "harness/bench/worker/worker.h"

namespace ladder {
namespace {

constexpr double most_seconds = 30;

Json pair_json(const std::int32_t (&pair)[2]) { return {pair[0], pair[1]}; }

Json text_json(const char *text) { return text ? Json(text) : Json(nullptr); }

void read_pair(const Json &json, std::int32_t (&pair)[2]) {
  for (int i = 0; i < 2; ++i) pair[i] = json.at(i);
}

void read_described(const Json &json, DescribedStage &to) {
  ladder_stage &stage = to.stage;
  stage.problem = to.keep(json.at("problem"), clean_name);
  stage.name = to.keep(json.at("name"), name_of_plugin);
  stage.parent = to.keep(json.at("parent"), clean_name);
  stage.change = to.keep(json.at("change"));
  stage.expectation = to.keep(json.at("expectation"));
  stage.device = json.at("on_cuda").get<bool>() ? LADDER_ON_CUDA : LADDER_ON_HOST;
  for (const Json &one : json.at("knobs")) {
    ladder_knob knob{};
    knob.name = to.keep(one.at("name"), clean_name);
    knob.unit = to.keep(one.at("unit"));
    knob.kernel = to.keep(one.at("kernel"));
    knob.values = one.at("values");
    read_pair(one.at("preset"), knob.preset);
    read_pair(one.at("least"), knob.least);
    read_pair(one.at("most"), knob.most);
    to.take(knob);
  }
  stage.bytes_per_point = json.at("bytes_per_point");
  stage.operations_per_point = json.at("operations_per_point");
  stage.operations_per_tap = json.at("operations_per_tap");
  stage.owns_time_loop = json.at("owns_time_loop");
  stage.page_locked = json.at("page_locked");
}

}  // namespace

void say_table(const std::string &path) {
  try {
    const StageEntry loaded = load_plugin(path);
    const ladder_stage &stage = *loaded.stage;
    Json knobs = Json::array();
    for (int k = 0; k < stage.knobs; ++k) {
      const ladder_knob &knob = stage.knob[k];
      knobs.push_back({{"name", text_json(knob.name)},
                       {"unit", text_json(knob.unit)},
                       {"kernel", text_json(knob.kernel)},
                       {"values", knob.values},
                       {"preset", pair_json(knob.preset)},
                       {"least", pair_json(knob.least)},
                       {"most", pair_json(knob.most)}});
    }
    say_to_parent({{"problem", stage.problem},
                   {"name", stage.name},
                   {"parent", text_json(stage.parent)},
                   {"change", stage.change},
                   {"expectation", stage.expectation},
                   {"on_cuda", stage.device == LADDER_ON_CUDA},
                   {"knobs", knobs},
                   {"bytes_per_point", stage.bytes_per_point},
                   {"operations_per_point", stage.operations_per_point},
                   {"operations_per_tap", stage.operations_per_tap},
                   {"owns_time_loop", stage.owns_time_loop},
                   {"page_locked", stage.page_locked},
                   {"emulated", loaded.emulated}});
  } catch (const FileError &why) {
    say_to_parent({{"unusable", why.what()}});
  }
}

StageEntry describe_plugin(const std::string &path) {
  static std::deque<DescribedStage> all;  // entries point to them until the program ends
  PipeToChild child(this_program(), {"worker", "--table", "--stage=" + path}, 1, true);
  const auto answer = child.listen(most_seconds);
  if (answer.lost)
    throw FileError(fmt::format("plug-in '{}' cannot be loaded: {}", path, answer.text));
  Json json = Json::parse(answer.text, nullptr, false);
  clean_texts(json);
  if (json.is_object() && json.contains("unusable") && json["unusable"].is_string())
    throw FileError(json["unusable"].get<std::string>());
  DescribedStage &described = all.emplace_back();
  bool emulated = false;
  try {
    read_described(json, described);
    emulated = json.value("emulated", false);
  } catch (const Json::exception &) {
    throw FileError(
        fmt::format("plug-in '{}' cannot be loaded: its process did not return its table", path));
  }
  StageEntry entry{&described.stage,
                   clean_text(std::filesystem::path(path).filename().string()),
                   "",
                   hash_of_file(path),
                   true,
                   path};
  entry.emulated = emulated;
  return entry;
}

}  // namespace ladder
