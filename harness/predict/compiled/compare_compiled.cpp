#include "harness/predict/compiled/compare_compiled.h"

#include <fmt/format.h>

#include <algorithm>

namespace ladder {
namespace {

// A number that counts against a kernel when it grows by more than the allowed fraction.
struct Cost {
  const char *name;
  std::int64_t before, after;
  double allowed;
};

const CompiledKernel *find(const std::vector<CompiledKernel> &kernels,
                           const CompiledKernel &wanted) {
  const auto at = std::find_if(kernels.begin(), kernels.end(), [&](const auto &k) {
    return k.stage == wanted.stage && k.kernel == wanted.kernel;
  });
  return at == kernels.end() ? nullptr : &*at;
}

std::string difference(const CompiledKernel &a, const CompiledKernel &b) {
  if (a.compiler != b.compiler)
    return fmt::format("compiler differs: '{}' and '{}'", a.compiler, b.compiler);
  if (a.architecture != b.architecture)
    return fmt::format("architecture differs: '{}' and '{}'", a.architecture, b.architecture);
  return "";
}

CompiledChange compare(const CompiledKernel &a, const CompiledKernel &b, double allowed) {
  CompiledChange change{CompiledVerdict::same, b.stage, b.kernel, difference(a, b)};
  if (!change.words.empty()) {
    change.verdict = CompiledVerdict::not_comparable;
    return change;
  }
  const Cost costs[] = {{"registers", a.registers, b.registers, 0},
                        {"shared_bytes", a.shared_bytes, b.shared_bytes, 0},
                        {"stack_bytes", a.stack_bytes, b.stack_bytes, 0},
                        {"spill_store_bytes", a.spill_store_bytes, b.spill_store_bytes, 0},
                        {"spill_load_bytes", a.spill_load_bytes, b.spill_load_bytes, 0},
                        {"code_instructions", a.code_instructions, b.code_instructions, allowed}};
  const auto tell = [&](const char *name, std::int64_t before, std::int64_t after) {
    if (before != after)
      change.words +=
          fmt::format("{}{} {} -> {}", change.words.empty() ? "" : ", ", name, before, after);
  };
  bool worse = false, better = false;
  for (const Cost &cost : costs) {
    const double margin = cost.allowed * static_cast<double>(cost.before);
    const auto growth = static_cast<double>(cost.after - cost.before);
    worse = worse || growth > margin;
    better = better || growth < -margin;
    tell(cost.name, cost.before, cost.after);
  }
  tell("constant_bytes", a.constant_bytes, b.constant_bytes);
  if (!a.classes.empty() && !b.classes.empty()) {
    // Fewer instructions are no gain where an unrolled loop came back, or wide accesses became
    // narrow ones.
    tell("loops", a.loops, b.loops);
    const bool narrower = b.access_bytes < a.access_bytes && b.access_bytes > 0;
    if (a.access_bytes != b.access_bytes)
      change.words += fmt::format("{}access_bytes {:.3g} -> {:.3g}",
                                  change.words.empty() ? "" : ", ", a.access_bytes, b.access_bytes);
    worse = worse || b.loops > a.loops || narrower;
    better = better || b.loops < a.loops || b.access_bytes > a.access_bytes;
  }
  if (better) change.verdict = CompiledVerdict::better;
  if (worse) change.verdict = CompiledVerdict::worse;
  return change;
}

}  // namespace

std::vector<CompiledChange> compare_compiled(const std::vector<CompiledKernel> &old,
                                             const std::vector<CompiledKernel> &now,
                                             double instructions_allowed) {
  std::vector<CompiledChange> changes;
  for (const auto &k : now)
    if (const CompiledKernel *before = find(old, k))
      changes.push_back(compare(*before, k, instructions_allowed));
    else
      changes.push_back({CompiledVerdict::added, k.stage, k.kernel, "the baseline lacks it"});
  for (const auto &k : old)
    if (!find(now, k))
      changes.push_back({CompiledVerdict::gone, k.stage, k.kernel, "only the baseline has it"});
  return changes;
}

const char *name_of(CompiledVerdict verdict) {
  switch (verdict) {
    case CompiledVerdict::same:
      return "same";
    case CompiledVerdict::better:
      return "better";
    case CompiledVerdict::worse:
      return "worse";
    case CompiledVerdict::gone:
      return "gone";
    case CompiledVerdict::added:
      return "new";
    case CompiledVerdict::not_comparable:
      return "not comparable";
  }
  return "?";
}

}  // namespace ladder
