#include "harness/seismic/shots/inputs.h"

#include <fmt/format.h>

#include "harness/base/hash.h"
#include "harness/bench/run/launch.h"
#include "harness/machine/environment/program.h"

namespace ladder {
namespace {

std::string text_of(const Json &value) {
  return value.is_null()     ? "not known"
         : value.is_string() ? value.get<std::string>()
                             : value.dump();
}

}  // namespace

Inputs inputs_of(const WaveCase &c, const Engine &engine) {
  const StageEntry &entry = engine.entry;
  // The hash of a case is of what a stage sees; the position of the model within the grid is
  // recorded separately.
  return {
      {"case", fmt::format("{}, model of {} x {} x {} cells at {}, {}, {}", c.hash, c.model_cells.z,
                           c.model_cells.x, c.model_cells.y, c.corner.z, c.corner.x, c.corner.y)},
      {"stage", fmt::format("{}, hash {}", entry.name(), entry.hash)},
      {"launch", describe(knobs_of(*entry.stage, engine.launch))},
      {"program", hash_of_program()}};
}

std::string hash_of(const Gather &gather) {
  const double times[] = {double(gather.samples), gather.dt, gather.start};
  std::uint64_t hash = fnv1a(times, sizeof times);
  const auto add = [&](const Position &p) {
    const double place[] = {p.x, p.y, p.z};
    hash = fnv1a(place, sizeof place, hash);
  };
  add(gather.source);
  for (const Position &p : gather.receivers) add(p);
  const std::uint64_t values =
      hash_on_all_cores(gather.values.data(), gather.values.size() * sizeof(float));
  return hex16(fnv1a(&values, sizeof values, hash));
}

std::string difference(const Inputs &before, const Inputs &now) {
  const auto differs = [&](const std::string &key) {
    const Json was = before.value(key, Json(nullptr)), is = now.value(key, Json(nullptr));
    return was == is ? ""
                     : fmt::format("the {} differs (it was {}, and is {})", key, text_of(was),
                                   text_of(is));
  };
  // What people change most comes first: a case made from a gather differs with it.
  std::vector<std::string> keys = {"gather"};
  for (const auto &[key, value] : now.items()) keys.push_back(key);
  for (const auto &[key, value] : before.items()) keys.push_back(key);
  for (const std::string &key : keys)
    if (const std::string words = differs(key); !words.empty()) return words;
  return "";
}

}  // namespace ladder
