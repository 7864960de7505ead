#include "harness/answers/options/tuned.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/answers/options/choose.h"
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/record.h"
#include "harness/answers/tune/tuned_file.h"
#include "harness/base/error.h"

namespace ladder {

Json tuned_point(const Case &c, const Choice &choice) {
  Json point = point_json(c, choice, false);
  point["ladder"] = c.ladder;
  return point;
}

TunedChoices with_tuned_launches(const StagesOfCase &options, std::vector<Choice> choices) {
  const Environment environment = read_environment();
  const std::filesystem::path results = machine_folder(environment);
  const std::vector<Json> lines = all_tuned(results);
  const auto c = load_case(options.located, one_case(options));
  const CaseText *own = options.located.made.get();
  const std::string what = own ? fmt::format("{}", fmt::join(own->arguments, " "))
                           : options.replay.empty() ? "--case=" + options.problem_case
                                                    : "--replay=" + options.replay;
  TunedChoices result{std::move(choices), {}};
  bool any = false;
  for (Choice &choice : result.choices) {
    const ladder_stage &stage = *choice.entry.stage;
    if (stage.knobs == 0) continue;
    const TunedLaunch tuned =
        tuned_launch(lines, tuned_point(*c, choice), environment_json(environment));
    if (!tuned.stale.empty())
      throw Error(Exit::not_comparable,
                  fmt::format("the tuned launch of '{}' in '{}' is out of date: {}; find it again "
                              "with `ladder tune {} --stage={}`",
                              choice.entry.name(), results.string(), tuned.stale, what,
                              choice.entry.name()));
    if (tuned.knobs)
      choice.launch = make_launch(stage, *tuned.knobs);
    else
      result.untuned.push_back(choice.entry.name());
    any = any || tuned.knobs;
  }
  if (!any)
    throw Error(Exit::nothing_ran,
                fmt::format("--launch=tuned: no tuned launch of these stages for case '{}' on this "
                            "machine; find one with `ladder tune {}`",
                            c->name, what));
  return result;
}

}  // namespace ladder
