#include "harness/command/line/left_out.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "harness/bench/registry/registry.h"

namespace ladder {

namespace {

// By reason, the names by ladder, in the order of the registry.
using OfLadders = std::vector<std::pair<std::string, std::vector<std::string>>>;

template <typename Value>
Value &of_key(std::vector<std::pair<std::string, Value>> &all, const std::string &key) {
  auto at = std::ranges::find(all, key, &std::pair<std::string, Value>::first);
  if (at == all.end()) at = all.insert(at, {key, {}});
  return at->second;
}

}  // namespace

std::string left_out_text(const std::string &ladder, const Screen &screen) {
  std::vector<std::pair<std::string, OfLadders>> reasons;
  for (const UnbuiltStage &one : unbuilt_stages())
    if (ladder.empty() || one.ladder == ladder)
      of_key(of_key(reasons, one.why), one.ladder).push_back(one.name);
  std::string text;
  for (const auto &[why, of_ladders] : reasons) {
    std::vector<std::string> parts;
    for (const auto &[of, names] : of_ladders)
      parts.push_back(fmt::format("{} of {} ({})", names.size(), of, fmt::join(names, ", ")));
    text += wrapped(fmt::format("not in this build, {}: {}", why, fmt::join(parts, "; ")),
                    screen.width, "  ") +
            "\n";
  }
  return text;
}

}  // namespace ladder
