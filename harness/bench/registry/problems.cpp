#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/base/error.h"
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

std::unique_ptr<Case> load_case(const std::string &name_or_path, const CaseOverrides &over) {
  const CaseText *own = over.instead_of_file.get();
  const std::filesystem::path path = own ? "" : find_case(name_or_path);
  const std::string ladder = own ? own->ladder : ladder_of(path);
  const Problem &problem = *problem_named(original_of(ladder).stage->problem);
  auto c = problem.load(path.string(), name_or_path, over);
  c->ladder = ladder;
  return c;
}

void refuse_other_overrides(const CaseOverrides &over, const std::string &problem,
                            const std::vector<std::string> &known) {
  const std::pair<const char *, bool> given[] = {{"model", !over.model.empty()},
                                                 {"units", !over.units.empty()},
                                                 {"axes", !over.axes.empty()},
                                                 {"endian", !over.endian.empty()},
                                                 {"length-units", !over.length_units.empty()},
                                                 {"source", !over.source.empty()},
                                                 {"receivers", !over.receivers.empty()},
                                                 {"wavelet", !over.wavelet.empty()},
                                                 {"operator", !over.operator_family.empty()},
                                                 {"grid", !over.cells.empty()},
                                                 {"dt", !over.dt.empty()},
                                                 {"half-length", over.half_length.has_value()},
                                                 {"nt", over.samples.has_value()}};
  for (const auto &[name, is_given] : given)
    if (is_given && std::ranges::find(known, name) == known.end())
      throw UsageError(
          fmt::format("--{}: cases of the problem '{}' do not have it", name, problem));
}

}  // namespace ladder
