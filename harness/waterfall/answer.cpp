#include "harness/waterfall/answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/base/table.h"
#include "harness/records/result.h"
#include "harness/records/traced_ratio.h"

namespace ladder {
namespace {

struct Part {
  const char *name;
  double share;         // of the traced wall time
  const char *what_to;  // what helps where it is the largest
};

std::string name_of_stage(const Json &record) { return record.at("stage").at("name"); }

double time_of_shot(const Json &record) {
  return record.at("summary").at("median_ns").get<double>() / shots(record);
}

const Json *best_of(const std::vector<Json> &records) {
  const Json *best = nullptr;
  for (const Json &record : records)
    if (right(record) && (!best || time_of_shot(record) < time_of_shot(*best))) best = &record;
  return best;
}

const Json *original_of(const std::vector<Json> &records) {
  for (const Json &record : records)
    if (right(record) && record.at("stage").at("parent").is_null()) return &record;
  return nullptr;
}

// Largest first; none where the traced run says nothing about the timed ones.
std::vector<Part> parts_of(const Json &record) {
  const Json &traced = record.at("traced");
  if (traced.is_null() || !disturbance(record).empty()) return {};
  const double wall = traced.at("wall_ns").get<double>();
  const auto share = [&](std::initializer_list<const char *> scopes) {
    double sum = 0;
    for (const char *scope : scopes) sum += traced.at("scopes_ns").value(scope, 0.0);
    return wall > 0 ? sum / wall : 0;
  };
  const bool loops = record.at("stage").value("owns_time_loop", false),
             on_device = record.at("stage").at("device") == "cuda";
  std::vector<Part> parts = {
      {"kernels", share({"kernel"}),
       on_device ? "a better kernel: `ladder sweep` tries the stage's launches, `ladder predict` "
                   "shows its limit"
                 : "fewer passes through memory, more cores, or a GPU"},
      {"copies", share({"h2d", "d2h", "staging"}),
       loops ? "more time steps in a run: the copies are made only once"
             : "leave the fields on the device: a stage that owns the time loop copies once"},
      {"launches", share({"launch"}),
       "launch many steps together: a CUDA graph, or one kernel for all steps"},
      {"the stage's own code on the host", share({"stage"}),
       "less packing: page-locked memory that the device reads itself"},
      {"the driver's own loops", share({"host"}),
       "take the time loop into the stage: time step, taper and recording wait on the host"},
      {"idle time", share({"idle"}),
       "overlap: nothing ran in this time, neither kernels nor copies nor the host"}};
  std::ranges::stable_sort(parts, std::greater{}, &Part::share);
  return parts;
}

// The steps that were faster beyond doubt, the largest gain first.
std::vector<Step> steps_that_paid(const std::vector<Json> &records) {
  std::vector<Step> paid = waterfall(records);
  std::erase_if(paid, [](const Step &step) { return step.verdict != Change::faster; });
  std::ranges::stable_sort(paid, {}, [](const Step &step) { return step.change.value; });
  return paid;
}

}  // namespace

Answer answer(const std::vector<Json> &records) {
  Answer all;
  const auto paid = steps_that_paid(records);
  if (!paid.empty()) {
    std::vector<std::string> gains;
    for (const Step &step : paid)
      if (gains.size() < 3)
        gains.push_back(fmt::format("{} ({:.3g} times as fast as {})", step.stage,
                                    1 / step.change.value, step.parent));
    all.paid = fmt::format("Paid most: {}.", fmt::join(gains, ", "));
  } else if (records.size() > 1) {
    all.paid = "No step was faster than its parent beyond the noise.";
  }
  const Json *best = best_of(records), *original = original_of(records);
  if (!best) return all;
  const auto parts = parts_of(*best);
  std::string where;
  for (const Part &part : parts)
    if (part.share >= 0.1 || &part == &parts.front())
      where += fmt::format("{}{:.0f} % {}", where.empty() ? "" : ", ", 100 * part.share, part.name);
  if (const std::string disturbed = disturbance(*best); !disturbed.empty()) where = disturbed;
  all.now = fmt::format(
      "Fastest: {}, {}{}{}.", name_of_stage(*best), seconds_text(1e-9 * time_of_shot(*best)),
      original && original != best
          ? fmt::format(", {:.3g} times as fast as {}",
                        time_of_shot(*original) / time_of_shot(*best), name_of_stage(*original))
          : "",
      where.empty()
          ? ""
          : (parts.empty() ? "; where its time goes is not known: " : "; its time is ") + where);
  if (!parts.empty()) all.next = fmt::format("To try next: {}.", parts.front().what_to);
  return all;
}

}  // namespace ladder
