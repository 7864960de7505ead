#include "harness/seismic/commands/wave_json.h"

#include <fmt/format.h>

#include "harness/bench/run/launch.h"

namespace ladder {

Json place_json(const Position &place) { return {place.x, place.y, place.z}; }

Json run_json(const WaveCase &c, const Engine &engine) {
  return {{"case", c.name},
          {"case_hash", c.hash},
          {"model", c.model},
          {"operator", c.operator_family},
          {"half_length", c.half_length},
          {"steps", c.steps},
          {"dt", c.dt},
          {"stage", engine.entry.name()},
          {"launch", describe(knobs_of(*engine.entry.stage, engine.launch))}};
}

Exit show_run(const WaveRun &options, const WaveCase &c, const Engine &engine,
              const std::vector<std::string> &products) {
  if (options.json) {
    Json json = run_json(c, engine);
    json["products"] = products;
    fmt::print("{}\n", json.dump());
    return Exit::ok;
  }
  fmt::print("would compute {} steps of {:g} ms with {}\n", c.steps, 1e3 * c.dt,
             engine.entry.name());
  for (const auto &product : products) fmt::print("would write {}\n", product);
  return Exit::ok;
}

}  // namespace ladder
