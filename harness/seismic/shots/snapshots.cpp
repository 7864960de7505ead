#include "harness/seismic/shots/snapshots.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>

#include "harness/base/enough_room.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/formats/claim.h"
#include "harness/formats/new_file.h"
#include "harness/formats/pvd.h"
#include "harness/problems/wave/places.h"
#include "harness/seismic/shots/series.h"

namespace ladder {
namespace fs = std::filesystem;

Grid model_part(const WaveCase &c, std::span<const float> padded, const std::string &quantity,
                const std::string &unit) {
  const ladder_cell size = c.model_cells;
  Grid grid;
  if (size.y > 1) grid.axes.push_back({'y', size.y, c.dy, 0});
  grid.axes.push_back({'x', size.x, c.dx, 0});
  grid.axes.push_back({'z', size.z, c.dz, 0});
  grid.quantity = quantity;
  grid.unit = unit;
  grid.values.reserve(static_cast<std::size_t>(size.z) * static_cast<std::size_t>(size.x) *
                      static_cast<std::size_t>(size.y));
  for (int y = 0; y < size.y; ++y)
    for (int x = 0; x < size.x; ++x) {
      const float *column =
          padded.data() + c.corner.z +
          std::ptrdiff_t{c.nz} * (x + c.corner.x + std::ptrdiff_t{c.nx} * (y + c.corner.y));
      grid.values.insert(grid.values.end(), column, column + size.z);
    }
  return grid;
}

namespace {

// In the order of the array's indices: x, z, or y, x, z.
Json spacing_of(const WaveCase &c) {
  return c.model_cells.y > 1 ? Json{c.dy, c.dx, c.dz} : Json{c.dx, c.dz};
}

Json origin_of(const WaveCase &c) { return c.model_cells.y > 1 ? Json{0, 0, 0} : Json{0, 0}; }

double bytes_of_one(const WaveCase &c) {
  return 4096 + 4 * double(c.model_cells.z) * c.model_cells.x * c.model_cells.y;
}

}  // namespace

void refuse_series_beyond_disk(const WaveCase &c, const std::string &folder, double snapshots) {
  refuse_beyond_disk(
      snapshots * bytes_of_one(c), folder,
      fmt::format("the series of {:.0f} snapshots of {}", snapshots, bytes_text(bytes_of_one(c))),
      "take fewer (--snapshots)");
}

Snapshots::Snapshots(const WaveCase &c, SnapshotsAsked asked)
    : case_(&c), asked_(std::move(asked)) {
  refuse_foreign_series(asked_.folder, asked_.overwrite || asked_.resume);
  lock_output(asked_.folder);
  std::error_code problem;
}

double Snapshots::bytes() const { return double(asked_.steps.size()) * bytes_of_one(*case_); }

std::string Snapshots::file_of(int step) const {
  return fmt::format("p_{:06}.{}", step, asked_.ending);
}

// When the run is under way: what is refused before has removed nothing.
void Snapshots::begin() {
  if (begun_) return;
  begun_ = true;
  std::error_code problem;
  fs::create_directories(asked_.folder, problem);
  if (problem)
    throw FileError(fmt::format("'{}' cannot be created: {}", asked_.folder, problem.message()));
  std::set<std::string> stay;
  if (asked_.resume)
    for (const int step : asked_.steps) stay.insert(file_of(step));
  remove_series(asked_.folder, stay);
  write_list(series_unfinished);
}

Watcher Snapshots::watcher() {
  int common = 0;  // the last step is looked at in any case
  for (const int step : asked_.steps)
    if (step < case_->steps) common = std::gcd(common, step);
  return {common > 0 ? common : case_->steps, [this](const Wavefield &field) {
            begin();
            if (!std::binary_search(asked_.steps.begin(), asked_.steps.end(), field.step)) return;
            write_grid((fs::path(asked_.folder) / file_of(field.step)).string(),
                       model_part(*case_, field.now, "pressure", ""), true);
          }};
}

void Snapshots::write_list(const std::string &name) const {
  Json series{{"case", case_->name},           {"quantity", "pressure"},
              {"spacing", spacing_of(*case_)}, {"origin", origin_of(*case_)},
              {"files", Json::array()},        {"steps", Json::array()},
              {"times", Json::array()}};
  if (case_->source_place || case_->source_cells.size() == 1) {
    const Position at = source_of(*case_);
    series["source"] = case_->model_cells.y > 1 ? Json{at.x, at.y, at.z} : Json{at.x, at.z};
  }
  for (const int step : asked_.steps) {
    series["files"].push_back(file_of(step));
    series["steps"].push_back(step);
    series["times"].push_back(asked_.time(step));
  }
  write_whole((fs::path(asked_.folder) / name).string(), series.dump(1) + "\n", true);
}

void Snapshots::finish() {
  begin();
  const std::string velocity = fmt::format("{}/velocity.{}", asked_.folder, asked_.ending);
  write_grid(velocity, model_part(*case_, case_->velocity, "velocity", "m/s"), true);
  const Json description{{"quantity", "velocity"},
                         {"unit", "m/s"},
                         {"spacing", spacing_of(*case_)},
                         {"origin", origin_of(*case_)}};
  write_whole(velocity + ".json", description.dump(1) + "\n", true);
  if (asked_.ending == "vti") {
    std::vector<Snapshot> collection;
    for (const int step : asked_.steps) collection.push_back({asked_.time(step), file_of(step)});
    write_pvd(asked_.folder + "/series.pvd", collection, true);
  }
  write_list(series_list);
  std::error_code problem;
  fs::remove(fs::path(asked_.folder) / series_unfinished, problem);
}

}  // namespace ladder
