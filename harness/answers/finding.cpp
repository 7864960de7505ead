#include "harness/answers/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace ladder {
namespace {

bool loop_on_host(const StageAnswer &one) { return one.device == "cuda" && !one.owns_time_loop; }

// What takes most of the traced time of the stages on a device whose time loop is the driver's, as
// the mean over them; "" where none was traced.
std::string largest_before(const std::vector<StageAnswer> &stages) {
  std::map<std::string, double> sums;
  for (const StageAnswer &one : stages)
    if (loop_on_host(one) && one.right() && !one.disturbed())
      for (const Part &part : one.parts) sums[part.words] += part.share;
  const auto largest =
      std::ranges::max_element(sums, {}, [](const auto &sum) { return sum.second; });
  return largest == sums.end() ? "" : largest->first;
}

// Whether a step took the time loop from the driver and so left the fields on the device, and that
// helped a good deal.
bool fields_stayed(const std::vector<StageAnswer> &stages, std::size_t i) {
  const StageAnswer &one = stages[i];
  const auto parent = std::ranges::find(stages, one.step->parent_name, &StageAnswer::stage);
  return one.device == "cuda" && one.owns_time_loop && 1 / one.step->compared.change.value > 1.5 &&
         parent != stages.end() && loop_on_host(*parent);
}

std::string with_capital(std::string words) {
  words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

// What opens the sentence, and of which stage it is.
std::string opening(const std::vector<StageAnswer> &stages, const LadderAnswer &answer,
                    std::size_t &of) {
  const std::string took = largest_before(stages);
  if (!took.empty() && took != "kernels" &&
      std::ranges::any_of(answer.paid, [&](std::size_t i) { return fields_stayed(stages, i); }))
    return with_capital(took) + ", not kernels, take the time until the fields stay on the device";
  for (const std::size_t i : answer.paid) {
    if (stages[i].shots != 1) continue;
    of = i;
    return fmt::format("The step that pays most is {}, {} times as fast as {}", stages[i].stage,
                       factor_text(1 / stages[i].step->compared.change.value),
                       stages[i].step->parent_name);
  }
  return "";
}

}  // namespace

std::string factor_text(double value) {
  return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string finding(const std::vector<StageAnswer> &stages, const LadderAnswer &answer) {
  if (!answer.fastest) return "No stage was right, so no time is shown";
  const StageAnswer &best = stages[*answer.fastest];
  std::string end;
  if (answer.gain > 0)
    end = fmt::format("{} is {} times as fast as {}", best.stage, factor_text(answer.gain),
                      stages[*answer.original].stage);
  std::size_t of = stages.size();
  const std::string begin = opening(stages, answer, of);
  if (begin.empty())
    return end.empty() ? fmt::format("{} is the fastest, and no step beats its parent", best.stage)
                       : end;
  return end.empty() || of == *answer.fastest ? begin : begin + "; " + end;
}

}  // namespace ladder
