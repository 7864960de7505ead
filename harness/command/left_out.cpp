#include "harness/command/left_out.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "harness/registry/registry.h"

namespace ladder {

std::string left_out_text(const std::string &ladder, const Screen &screen) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const UnbuiltStage &one : unbuilt_stages()) {
    if (!ladder.empty() && one.ladder != ladder) continue;
    auto at = std::ranges::find(reasons, one.why, [](const auto &pair) { return pair.first; });
    if (at == reasons.end()) at = reasons.insert(at, {one.why, {}});
    at->second.push_back(one.name);
  }
  std::string text;
  for (const auto &[why, names] : reasons)
    text += wrapped(fmt::format(
                        "not in this build, {}: {} ({})", why,
                        names.size() == 1 ? "one stage" : fmt::format("{} stages", names.size()),
                        fmt::join(names, ", ")),
                    screen.width, "  ") +
            "\n";
  return text;
}

}  // namespace ladder
