#include "harness/seismic/migration/strategies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/free_memory.h"
#include "harness/bench/measure/availability.h"
#include "harness/seismic/migration/shots_in_turn.h"

namespace ladder {
namespace {

double offsets_of(const Json &c) { return c.value("offsets_x", 1.0) + c.value("offsets_z", 1.0); }

// How far a recorded case is from this one, in cells and in offsets: 0 is as large.
double apart(const Json &other, const Json &mine) {
  const auto ratio = [](double a, double b) { return std::abs(std::log(a / b)); };
  const auto cells = [](const Json &c) {
    return c.at("nz").get<double>() * c.at("nx").get<double>();
  };
  return ratio(cells(other), cells(mine)) + ratio(offsets_of(other), offsets_of(mine));
}

std::string too_much(const ImagingCase &c, const MigrationStrategy &strategy,
                     const Environment &environment, double more) {
  const auto words = [](double bytes, double free, const char *of) {
    return fmt::format("needs {} of the {}'s memory, but only {} are free", bytes_text(bytes), of,
                       bytes_text(free));
  };
  if (strategy.engine.entry.stage->device == LADDER_ON_CUDA && environment.gpu)
    if (const auto free = double(environment.gpu->memory_free_bytes); strategy.memory.device > free)
      return words(strategy.memory.device, free, "device");
  const double host = host_bytes(c, strategy.engine, strategy.memory) + more;
  if (const auto free = double(free_memory().bytes); host > free) return words(host, free, "host");
  return "";
}

// The smaller, the earlier it is tried.
auto rank(const MigrationStrategy &strategy) {
  return std::tuple(!strategy.sums_gathers, !strategy.wall_ns, strategy.wall_ns.value_or(0),
                    strategy.memory.forward_steps, -strategy.memory.device);
}

}  // namespace

bool memory_of(const ImagingCase &c, const Engine &engine, ladder_imaging_memory &memory) {
  const ladder_imaging_entries &entries = imaging_entries(*engine.entry.stage);
  const ladder_imaging seen = c.view();
  if (!engine.entry.plugin && entries.memory &&
      entries.memory(&seen, &engine.launch, &memory) == LADDER_OK)
    return true;
  memory = {0, sizeof(float) * double(c.field()) * c.image_times(), double(c.time_steps)};
  return !engine.entry.stage->owns_time_loop;  // for such a stage the driver keeps the field
}

double host_bytes(const ImagingCase &c, const Engine &engine, const ladder_imaging_memory &memory) {
  double values = 0;
  for (const Array &array : c.arrays()) values += double(array.values);
  const int runs = engine.entry.stage->device == LADDER_ON_CUDA ? 2 : 1;
  return sizeof(float) * values * runs + memory.host;
}

std::vector<MigrationStrategy> strategies_to_migrate(const ImagingCase &c,
                                                     const Environment &environment, double more,
                                                     double sums) {
  std::vector<Engine> engines;
  for (const StageEntry &entry : built_in_stages())
    if (entry.ladder == c.ladder) engines.push_back(with_its_own_launch(entry));
  const Json mine = c.json();
  const auto walls = walls_on_record(records_of(engines, environment),
                                     [&](const Json &other) { return apart(other, mine); });
  std::vector<MigrationStrategy> strategies;
  for (const Engine &engine : engines) {
    MigrationStrategy strategy{.engine = engine};
    strategy.memory_known = memory_of(c, engine, strategy.memory);
    if (const auto wall = walls.find(engine.entry.name()); wall != walls.end())
      strategy.wall_ns = wall->second;
    strategy.sums_gathers =
        sums > 0 && DeviceSums::has(engine.entry) && (c.offsets_x > 0 || c.offsets_z > 0);
    if (strategy.sums_gathers) strategy.memory.device += sums;
    strategy.lacks = lacks(*engine.entry.stage, environment);
    strategy.too_much = too_much(c, strategy, environment, more);
    strategies.push_back(strategy);
  }
  // Of equals the last of the ladder comes first.
  std::ranges::reverse(strategies);
  std::ranges::stable_sort(strategies, [](const MigrationStrategy &a, const MigrationStrategy &b) {
    return rank(a) < rank(b);
  });
  return strategies;
}

ChosenStrategy choose_strategy(const ImagingCase &c,
                               const std::vector<MigrationStrategy> &strategies) {
  std::string passed_over, all;
  for (const MigrationStrategy &strategy : strategies) {
    const std::string name = strategy.engine.entry.name();
    std::string why = strategy.lacks.empty() ? strategy.too_much : strategy.lacks;
    if (why.empty()) why = refusal(c, *strategy.engine.entry.stage, strategy.engine.launch);
    if (why.empty())
      return {strategy.engine,
              fmt::format(
                  "stage {}: {}{}", name,
                  strategy.sums_gathers ? "it sums the gathers of all shots on the device"
                  : strategy.wall_ns
                      ? "the fastest in the records of those that can run"
                      : "no stage that can run has a record, and this one repeats the fewest steps",
                  passed_over)};
    if (strategy.lacks.empty()) passed_over += fmt::format("; {} {}", name, why);
    all += fmt::format("\n  {}: {}", name, why);
  }
  throw Error(Exit::nothing_ran, "no stage can migrate this survey here:" + all +
                                     "\nTake fewer offsets, fewer images (--image-step) or a "
                                     "coarser model");
}

}  // namespace ladder
