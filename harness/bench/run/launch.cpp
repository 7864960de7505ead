#include "harness/bench/run/launch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "harness/base/error.h"

namespace ladder {
namespace {

constexpr int most_threads_of_a_block = 1024;

std::string text_of(const int *value, int count) {
  return count == 2 ? fmt::format("{}x{}", value[0], value[1]) : fmt::format("{}", value[0]);
}

}  // namespace

std::vector<int> parse_knob(const std::string &name, const std::string &text) {
  std::vector<int> values;
  const char *at = text.data(), *end = text.data() + text.size();
  while (at != end) {
    int value = 0;
    const auto [next, problem] = std::from_chars(at, end, value);
    if (problem != std::errc() || value < 0) break;
    values.push_back(value);
    at = next;
    if (at != end && *at == 'x' && at + 1 != end) ++at;
  }
  if (at != end || values.empty() || values.size() > 2)
    throw UsageError(fmt::format(
        "--{}={}: expected a number such as 128, or two such as 16x16 (z by x)", name, text));
  return values;
}

ladder_launch make_launch(const ladder_stage &stage, const AskedKnobs &asked) {
  ladder_launch launch{};
  for (int k = 0; k < stage.knobs; ++k)
    for (int i = 0; i < 2; ++i) launch.knob[k][i] = stage.knob[k].preset[i];
  for (const auto &[name, values] : asked) {
    int found = -1;
    std::vector<std::string> known;
    for (int k = 0; k < stage.knobs; ++k) {
      known.push_back(stage.knob[k].name);
      if (name == stage.knob[k].name) found = k;
    }
    if (found < 0)
      throw UsageError(
          fmt::format("stage '{}' has no knob '{}'; it has {}", stage.name, name,
                      known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
    const ladder_knob &knob = stage.knob[found];
    if (static_cast<int>(values.size()) != knob.values)
      throw UsageError(fmt::format("--{} of stage '{}' takes {} ({})", name, stage.name,
                                   knob.values == 2 ? "two numbers, such as 16x16" : "one number",
                                   knob.unit));
    long long threads = 1;
    for (int i = 0; i < knob.values; ++i) {
      if (values[i] < knob.least[i] || values[i] > knob.most[i])
        throw UsageError(fmt::format("--{}={}: stage '{}' takes {} to {} ({})", name,
                                     text_of(values.data(), knob.values), stage.name,
                                     text_of(knob.least, knob.values),
                                     text_of(knob.most, knob.values), knob.unit));
      threads *= values[i];
      launch.knob[found][i] = values[i];
    }
    if (knob.kernel && threads > most_threads_of_a_block)
      throw UsageError(fmt::format("--{}={}: a block of {} threads; CUDA allows at most {}", name,
                                   text_of(values.data(), knob.values), threads,
                                   most_threads_of_a_block));
  }
  return launch;
}

AskedKnobs knobs_of(const ladder_stage &stage, const ladder_launch &launch) {
  AskedKnobs knobs;
  for (int k = 0; k < stage.knobs; ++k)
    if (launch.knob[k][0] != 0 || stage.knob[k].least[0] == 0)
      knobs[stage.knob[k].name].assign(launch.knob[k], launch.knob[k] + stage.knob[k].values);
  return knobs;
}

std::string describe(const AskedKnobs &knobs) {
  std::vector<std::string> parts;
  for (const auto &[name, values] : knobs)
    parts.push_back(
        fmt::format("{}={}", name, text_of(values.data(), static_cast<int>(values.size()))));
  return fmt::format("{}", fmt::join(parts, " "));
}

std::string launch_defect(const ladder_stage &stage, const ladder_launch &asked,
                          const ladder_launch &used) {
  for (int k = 0; k < stage.knobs; ++k) {
    const ladder_knob &knob = stage.knob[k];
    if (asked.knob[k][0] == 0) continue;
    for (int i = 0; i < knob.values; ++i)
      if (asked.knob[k][i] != used.knob[k][i])
        return fmt::format("{}={} was asked for, but the stage used {}", knob.name,
                           text_of(asked.knob[k], knob.values), text_of(used.knob[k], knob.values));
  }
  return "";
}

std::string trace_defect(const ladder_stage &stage, const ladder_launch &used,
                         const std::vector<ProfileRow> &rows) {
  const auto is_kernel = [](const ProfileRow &row) { return row.block[0] != 0; };
  if (stage.device == LADDER_ON_CUDA && std::ranges::none_of(rows, is_kernel)) return no_kernel_ran;
  for (int k = 0; k < stage.knobs; ++k) {
    const ladder_knob &knob = stage.knob[k];
    if (!knob.kernel || used.knob[k][0] == 0) continue;
    const std::array<int, 3> block = {used.knob[k][0], knob.values == 2 ? used.knob[k][1] : 1, 1};
    bool ran = false;
    for (const ProfileRow &row : rows) {
      if (row.block[0] == 0 || row.name.find(knob.kernel) == std::string::npos) continue;
      ran = true;
      if (row.block != block || !row.one_block)
        return fmt::format(
            "the stage reports {}={}, but the trace shows {} with blocks of {}", knob.name,
            text_of(used.knob[k], knob.values), row.name,
            row.one_block ? fmt::format("{}", fmt::join(row.block, "x")) : "several shapes");
    }
    if (!ran)
      return fmt::format("the trace shows no kernel '{}', whose block {} should set", knob.kernel,
                         knob.name);
  }
  return "";
}

int shots_of(const StageEntry &entry, const ladder_launch &launch) {
  if (entry.plugin) return 1;
  const ladder_stage &stage = *entry.stage;
  for (int k = 0; k < stage.knobs; ++k)
    if (std::string(stage.knob[k].name) == "shots") return std::max(1, launch.knob[k][0]);
  return 1;
}

}  // namespace ladder
