#include "harness/seismic/shots/snapshots.h"

#include <fmt/format.h>

#include <numeric>

#include "harness/base/enough_room.h"
#include "harness/base/json.h"
#include "harness/formats/new_file.h"
#include "harness/problems/wave/places.h"

namespace ladder {

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

namespace {

Json about(const WaveCase &c) {
  Json series{{"case", c.name},
              {"quantity", "pressure"},
              {"spacing", spacing_of(c)},
              {"origin", origin_of(c)}};
  if (c.source_place || c.source_cells.size() == 1) {
    const Position at = source_of(c);
    series["source"] = c.model_cells.y > 1 ? Json{at.x, at.y, at.z} : Json{at.x, at.z};
  }
  return series;
}

}  // namespace

Snapshots::Snapshots(const WaveCase &c, SeriesAsked asked)
    : case_(&c), series_(std::move(asked), 'p', about(c)) {}

double Snapshots::bytes() const {
  return double(series_.asked().steps.size()) * bytes_of_one(*case_);
}

Watcher Snapshots::watcher() {
  int common = 0;  // the last step is looked at in any case
  for (const int step : series_.asked().steps)
    if (step < case_->steps) common = std::gcd(common, step);
  return {common > 0 ? common : case_->steps, [this](const Wavefield &field) {
            series_.begin();
            if (series_.wants(field.step))
              series_.write(field.step, model_part(*case_, field.now, "pressure", ""));
          }};
}

void Snapshots::finish() {
  series_.begin();
  const SeriesAsked &asked = series_.asked();
  const std::string velocity = fmt::format("{}/velocity.{}", asked.folder, asked.ending);
  write_grid(velocity, model_part(*case_, case_->velocity, "velocity", "m/s"), true);
  const Json description{{"quantity", "velocity"},
                         {"unit", "m/s"},
                         {"spacing", spacing_of(*case_)},
                         {"origin", origin_of(*case_)}};
  write_whole(velocity + ".json", description.dump(1) + "\n", true);
  series_.finish();
}

}  // namespace ladder
