#include "harness/seismic/commands/migration_shown.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/base/progress.h"
#include "harness/seismic/commands/products.h"
#include "harness/seismic/commands/say_wave.h"

namespace ladder {

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
