#include "harness/answers/ladder_answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "harness/base/table.h"

namespace ladder {
namespace {

// 1033, 34.5, 4.2
std::string factor_text(double value) {
  return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::optional<std::size_t> fastest_of(const std::vector<StageAnswer> &stages, bool single_shots) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < stages.size(); ++i)
    if (stages[i].right() && (!single_shots || stages[i].shots == 1) &&
        (!best || stages[i].wall_s < stages[*best].wall_s))
      best = i;
  return best;
}

std::vector<std::size_t> steps_that_paid(const std::vector<StageAnswer> &stages) {
  std::vector<std::size_t> paid;
  for (std::size_t i = 0; i < stages.size(); ++i)
    if (stages[i].step && stages[i].step->compared.verdict == StepVerdict::helped)
      paid.push_back(i);
  std::ranges::stable_sort(paid, {},
                           [&](std::size_t i) { return stages[i].step->compared.change.value; });
  return paid;
}

std::string words_of_paid(const std::vector<StageAnswer> &stages,
                          const std::vector<std::size_t> &paid) {
  if (paid.empty())
    return stages.size() > 1 ? "No step was faster than its parent beyond the noise." : "";
  std::vector<std::string> gains;
  for (std::size_t i = 0; i < paid.size() && i < 3; ++i) {
    const Step &step = *stages[paid[i]].step;
    gains.push_back(fmt::format("{} ({} times as fast as {})", stages[paid[i]].stage,
                                factor_text(1 / step.compared.change.value), step.parent_name));
  }
  return fmt::format("Paid most: {}.", fmt::join(gains, ", "));
}

std::string where_its_time_is(const StageAnswer &best) {
  std::vector<std::string> parts;
  for (const Part &part : best.parts)
    if (part.share >= 0.1 || parts.empty())
      parts.push_back(fmt::format("{:.0f} % {}", 100 * part.share, part.words));
  if (parts.empty()) return "";
  if (best.disturbed()) return "; where its time goes is not known: " + best.disturbance;
  return fmt::format("; its time is {}", fmt::join(parts, ", "));
}

// "64 times as fast as c-omp, the fastest on the host, and 1883 times as fast as fortran": the
// factor over the fair partner first, and the other never without it.
std::string gains(const std::vector<StageAnswer> &stages, const LadderAnswer &answer) {
  const StageAnswer &best = stages[*answer.fastest];
  std::vector<std::string> words;
  if (answer.host && *answer.host != *answer.fastest)
    words.push_back(fmt::format("{} times as fast as {}, the fastest on the host",
                                factor_text(best.over_host), stages[*answer.host].stage));
  if (answer.gain > 0)
    words.push_back(fmt::format("{} times as fast as {}", factor_text(answer.gain),
                                stages[*answer.original].stage));
  return fmt::format("{}", fmt::join(words, ", and "));
}

std::string now(const std::vector<StageAnswer> &stages, const LadderAnswer &answer) {
  const StageAnswer &best = stages[*answer.fastest];
  const std::string factors = gains(stages, answer);
  return fmt::format("Fastest: {}, {}{}{}{}.", best.stage, seconds_text(best.wall_s),
                     factors.empty() ? "" : ", ", factors, where_its_time_is(best));
}

// What helps where a part takes most of the time.
std::string what_to_try(const StageAnswer &best) {
  if (best.parts.empty() || best.disturbed()) return "";
  const std::map<std::string, const char *> advice = {
      {"kernel", best.device == "cuda"
                     ? "a better kernel: `ladder sweep` tries the stage's launches, `ladder "
                       "predict` shows its limit"
                     : "fewer passes through memory, more cores, or a GPU"},
      {"copies", best.owns_time_loop
                     ? "more time steps in a run: the copies are made only once"
                     : "leave the fields on the device: a stage that owns the time loop copies "
                       "once"},
      {"exchange", "overlap: compute what the others need first, and send it meanwhile"},
      {"launch", "launch many steps together: a CUDA graph, or one kernel for all steps"},
      {"stage", "less packing: page-locked memory that the device reads itself"},
      {"host",
       "take the time loop into the stage: time step, taper and recording wait on the host"},
      {"idle", "overlap: nothing ran in this time, neither kernels nor copies nor the host"}};
  return fmt::format("To try next: {}.", advice.at(best.parts.front().scope));
}

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

// What a ladder found, as one sentence without a full stop: the title of its figure, and the
// report's first words. Of the answer it takes the fastest stage, its gain, and the steps that
// helped.
std::string finding(const std::vector<StageAnswer> &stages, const LadderAnswer &answer) {
  if (!answer.fastest) return "No stage was right, so no time is shown";
  const StageAnswer &best = stages[*answer.fastest];
  std::string end = gains(stages, answer);
  if (!end.empty()) end = fmt::format("{} is {}", best.stage, end);
  std::size_t of = stages.size();
  const std::string begin = opening(stages, answer, of);
  if (begin.empty())
    return end.empty() ? fmt::format("{} is the fastest, and no step beats its parent", best.stage)
                       : end;
  return end.empty() || of == *answer.fastest ? begin : begin + "; " + end;
}

}  // namespace

LadderAnswer ladder_answer(const std::vector<StageAnswer> &stages) {
  LadderAnswer all;
  all.paid = steps_that_paid(stages);
  all.paid_words = words_of_paid(stages, all.paid);
  all.fastest = fastest_of(stages, true);
  if (!all.fastest) all.fastest = fastest_of(stages, false);
  for (std::size_t i = 0; i < stages.size() && !all.original; ++i)
    if (stages[i].is_original && stages[i].right()) all.original = i;
  all.host = best_of_host(stages);
  if (all.fastest) {
    const StageAnswer &best = stages[*all.fastest];
    if (all.original && *all.original != *all.fastest)
      all.gain = stages[*all.original].wall_s / best.wall_s;
    all.now_words = now(stages, all);
    all.next_words = what_to_try(best);
  }
  all.finding = finding(stages, all);
  return all;
}

std::string closing_text(const LadderAnswer &answer, std::size_t width) {
  std::string text;
  for (const std::string &line : {answer.paid_words, answer.now_words, answer.next_words})
    if (!line.empty()) text += wrapped(line, width, "  ") + "\n";
  return text;
}

}  // namespace ladder
