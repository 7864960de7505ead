#include "harness/answers/options/emulate.h"

#include <algorithm>
#include <deque>

#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/line/script.h"
#include "harness/bench/registry/registry.h"

namespace ladder {
namespace {

// The table of the shared object, under the stage's own name.
StageEntry entry_of(const Json &one, const std::string &ladder) {
  static std::deque<std::string> names;  // entries point to them until the program ends
  static std::deque<ladder_stage> stages;
  StageEntry entry = describe_plugin(one.at("library"));
  ladder_stage &stage = stages.emplace_back(*entry.stage);
  stage.name = names.emplace_back(one.at("name").get<std::string>()).c_str();
  entry.stage = &stage;
  entry.file = one.at("file");
  entry.flags = one.at("flags");
  entry.ladder = ladder;
  entry.raced = one.at("raced");
  return entry;
}

}  // namespace

void emulate_stages(const std::string &ladder, Names &wanted) {
  Names words = {ladder};
  words.insert(words.end(), wanted.begin(), wanted.end());
  const Json answer = Json::parse(answer_of_script("emulate_stages.py", words), nullptr, false);
  throw_failure(answer);
  if (!answer.is_object()) throw Error(Exit::nothing_ran, "no CUDA stage could be emulated");
  if (answer.at("stages").empty())
    throw UsageError("--emulate would have no effect: none of the chosen stages is in CUDA");
  std::vector<StageEntry> stages;
  std::vector<UnbuiltStage> left_out;
  for (const Json &one : answer.at("stages")) {
    if (const std::string why = one.at("lacks"); !why.empty())
      left_out.push_back({ladder, one.at("name"), one.at("file"), why});
    else
      stages.push_back(entry_of(one, ladder));
    std::ranges::replace(wanted, one.at("asked").get<std::string>(),
                         one.at("name").get<std::string>());
  }
  replace_stages(stages, left_out);
}

}  // namespace ladder
