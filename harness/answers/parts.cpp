#include "harness/answers/parts.h"

#include <algorithm>
#include <functional>

namespace ladder {
namespace {

struct Named {
  const char *scope, *words;
  std::vector<const char *> scopes;
};

const std::vector<Named> &names() {
  static const std::vector<Named> all = {
      {"kernel", "kernels", {"kernel"}},
      {"copies", "copies", {"h2d", "d2h", "staging"}},
      {"exchange", "exchange between devices or ranks", {"exchange"}},
      {"launch", "launches", {"launch"}},
      {"stage", "the stage's own code on the host", {"stage"}},
      {"host", "the driver's own loops", {"host"}},
      {"idle", "idle time", {"idle"}}};
  return all;
}

}  // namespace

std::vector<Part> parts_of(const Json &record) {
  const Json &traced = record.at("traced");
  if (traced.is_null()) return {};
  const double wall = traced.at("wall_ns").get<double>();
  std::vector<Part> parts;
  for (const Named &one : names()) {
    double ns = 0;
    for (const char *scope : one.scopes) ns += traced.at("scopes_ns").value(scope, 0.0);
    parts.push_back({one.scope, one.words, 1e-9 * ns, wall > 0 ? ns / wall : 0});
  }
  std::ranges::stable_sort(parts, std::greater{}, &Part::share);
  return parts;
}

double seconds_of(const std::vector<Part> &parts, const std::string &scope) {
  const auto at = std::ranges::find(parts, scope, &Part::scope);
  return at == parts.end() ? 0 : at->seconds;
}

}  // namespace ladder
