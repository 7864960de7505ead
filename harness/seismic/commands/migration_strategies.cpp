#include "harness/seismic/commands/migration_strategies.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/base/files.h"
#include "harness/base/progress.h"
#include "harness/seismic/commands/products.h"
#include "harness/seismic/commands/wave_run.h"

namespace ladder {

std::string strategies_text(const std::vector<MigrationStrategy> &strategies,
                            const std::string &chosen, const Screen &screen) {
  using enum Table::Align;
  Table table({{"stage"},
               {"device", right},
               {"host", right},
               {"forward steps", right},
               {"on record", right},
               {.title = "here", .cut = true}});
  for (const MigrationStrategy &strategy : strategies) {
    const auto &[device, host, steps] = strategy.memory;
    const std::string name = strategy.engine.entry.name();
    const auto if_known = [&](const std::string &words) {
      return strategy.memory_known ? words : "?";
    };
    table.row({name, if_known(bytes_text(device)), if_known(bytes_text(host)),
               if_known(fmt::format("{:.0f}", steps)),
               strategy.wall_ns ? seconds_text(*strategy.wall_ns / 1e9) : "",
               name == chosen               ? "chosen"
               : !strategy.lacks.empty()    ? strategy.lacks
               : !strategy.too_much.empty() ? strategy.too_much
                                            : "fits"});
  }
  return "for each stage: memory in addition to the arrays of a shot, steps of the forward field, "
         "and recorded time:\n" +
         table.text(screen);
}

Json json_of(const std::vector<MigrationStrategy> &strategies) {
  Json all = Json::array();
  for (const MigrationStrategy &strategy : strategies) {
    Json one{{"stage", strategy.engine.entry.name()}};
    if (strategy.memory_known)
      one.update({{"device_bytes", strategy.memory.device},
                  {"host_bytes", strategy.memory.host},
                  {"forward_steps", strategy.memory.forward_steps}});
    if (strategy.wall_ns) one["wall_ns"] = *strategy.wall_ns;
    if (!strategy.lacks.empty()) one["lacks"] = strategy.lacks;
    if (!strategy.too_much.empty()) one["too_much"] = strategy.too_much;
    all.push_back(one);
  }
  return all;
}

void say_survey(const SurveyCase &survey) {
  const ImagingCase &c = survey.shared();
  for (const auto &note : survey.notes()) say(note);
  say(
      fmt::format("{} shots on {} x {} cells (z, x, absorbing borders included), {} steps of {:g} "
                  "ms there and back, {} images",
                  survey.shots(), c.nz, c.nx, c.time_steps, 1e3 * c.dt, c.image_times()));
  const WaveCase waves = survey.waves();
  say_waves(waves, dispersion(waves));
}

void draw_image(const MigrateOptions &options, const SurveyCase &survey, const std::string &product,
                const std::string &picture) {
  std::vector<std::string> arguments = {product, "--output=" + picture};
  const std::string kind = options.angles > 0 ? "_angles" : options.offsets_x > 0 ? "_hx" : "";
  if (!kind.empty()) {
    const std::filesystem::path path = product;
    const auto gathers = path.parent_path() / (path.stem().string() + kind + ".npy");
    const double x = survey.origin().x, width = (survey.part().nx - 1) * survey.dx();
    arguments.push_back("--gathers=" + gathers.string());
    arguments.push_back(
        fmt::format("--at={:g},{:g},{:g}", x + width / 4, x + width / 2, x + 3 * width / 4));
  }
  draw_product(options, "image", arguments);
}

}  // namespace ladder
