
#include <algorithm>

#include "harness/bench/registry/find_case.h"
#include "harness/bench/registry/registry.h"
#include "harness/problem.h"

namespace ladder {

void Case::start(const Start &start, const std::vector<float *> &to) const {
  const std::vector<Array> all = arrays();
  std::uint64_t number = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!all[k].started) continue;
    if (start.seed == 0) {
      std::fill_n(to[k], all[k].values, 0.0f);
      continue;
    }
    random_field(to[k], all[k].values, 2 * start.seed - 1 + number++, start.amplitude);
  }
}

std::size_t Case::region_of(std::int64_t) const { return 0; }

const Problem *problem_named(const std::string &name) {
  for (const Problem *one : problems())
    if (name == one->name) return one;
  return nullptr;
}

std::unique_ptr<Case> load_case(const LocatedCase &found, const CaseOverrides &over) {
  found.refuse_unreadable();
  const Problem &problem = *problem_named(original_of(found.ladder).stage->problem);
  auto c = problem.load(found, over);
  c->ladder = found.ladder;
  return c;
}

std::unique_ptr<Case> load_case(const std::string &name_or_path, const CaseOverrides &over) {
  return load_case(locate_case(name_or_path), over);
}

}  // namespace ladder
