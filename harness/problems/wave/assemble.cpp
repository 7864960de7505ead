#include "harness/problems/wave/assemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/parallel.h"

namespace ladder {
namespace {

// Larger models are hashed by all cores, which gives another hash; that of smaller ones is in
// records.
constexpr std::size_t most_values_in_turn = std::size_t{1} << 24;

}  // namespace

double padded_cells(const CaseFile &file) {
  return (double(file.pad_top) + file.nz + file.pad_bottom) *
         (double(file.pad_left) + file.nx + file.pad_right) *
         (double(file.pad_front) + file.ny + file.pad_back);
}

double bytes_to_load(const CaseFile &file, int steps) {
  const double model = double(file.nz) * file.nx * file.ny;
  const bool held = file.recipe == "salt" || file.recipe == "file" || file.recipe == "none";
  return 4 * ((held ? model : 0) + 2 * padded_cells(file) + 2.0 * steps);
}

void size_grid(const CaseFile &file, WaveCase &c) {
  c.nz = file.pad_top + file.nz + file.pad_bottom;
  c.nx = file.pad_left + file.nx + file.pad_right;
  c.ny = file.pad_front + file.ny + file.pad_back;
}

void pad_model(const CaseFile &file, const Columns &model, WaveCase &c) {
  size_grid(file, c);
  c.velocity = SharedValues(static_cast<std::size_t>(c.cells()));
  float *const velocity = c.velocity.change();
  const auto columns = static_cast<std::size_t>(c.nx) * static_cast<std::size_t>(c.ny);
  const auto fill = [&](std::size_t, std::size_t first, std::size_t end) {
    for (std::size_t number = first; number < end; ++number) {
      const int x = static_cast<int>(number % static_cast<std::size_t>(c.nx)),
                y = static_cast<int>(number / static_cast<std::size_t>(c.nx));
      float *const column = velocity + std::ptrdiff_t{c.nz} * (x + std::ptrdiff_t{c.nx} * y);
      float *const inner = column + file.pad_top;
      model(std::clamp(x - file.pad_left, 0, file.nx - 1),
            std::clamp(y - file.pad_front, 0, file.ny - 1), inner);
      std::fill(column, inner, *inner);
      std::fill(inner + file.nz, column + c.nz, inner[file.nz - 1]);
    }
  };
  each_chunk(columns, fill,
             std::max<std::size_t>(1, chunk_length / static_cast<std::size_t>(c.nz)));
  note_extremes(c);
}

void note_extremes(WaveCase &c) {
  const float *const velocity = c.velocity.data();
  std::vector<std::pair<float, float>> found(chunks(c.velocity.size()));
  each_chunk(c.velocity.size(), [&](std::size_t chunk, std::size_t first, std::size_t end) {
    const auto [least, most] = std::minmax_element(velocity + first, velocity + end);
    found[chunk] = {*least, *most};
  });
  c.slowest = velocity[0];
  c.fastest = velocity[0];
  for (const auto &[least, most] : found) {
    c.slowest = std::min(c.slowest, double(least));
    c.fastest = std::max(c.fastest, double(most));
  }
}

void make_v2dt2(WaveCase &c) {
  const float *const velocity = c.velocity.data();
  c.v2dt2 = SharedValues(c.velocity.size());
  float *const v2dt2 = c.v2dt2.change();
  each_chunk(c.velocity.size(), [&](std::size_t, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      const double way = double(velocity[i]) * c.dt;
      v2dt2[i] = static_cast<float>(way * way);
    }
  });
}

void make_operator(WaveCase &c) {
  const auto family = c.operator_family == "taylor" ? LADDER_TAYLOR : LADDER_WINDOWED;
  const auto taps = [&](int cells, double spacing) {
    std::vector<float> t(static_cast<std::size_t>(2 * c.half_length + 1), 0.0f);
    if (cells > 1) ladder_operator_taps(family, c.half_length, spacing, c.alpha, c.beta, t.data());
    return t;
  };
  c.taps_z = taps(c.nz, c.dz);
  c.taps_x = taps(c.nx, c.dx);
  c.taps_y = taps(c.ny, c.dy);
}

void make_sponge(const CaseFile &file, WaveCase &c) {
  const auto factors = [&](int cells, int low, int high, const char *axis) {
    if (low + high > cells)
      throw FileError(
          fmt::format("case '{}': the sponges along {} take {} cells, but the axis has {}", c.name,
                      axis, low + high, cells));
    std::vector<float> f(static_cast<std::size_t>(cells));
    ladder_sponge_factors(cells, low, high, file.sponge_strength, f.data());
    return f;
  };
  c.sponge_z = factors(c.nz, file.sponge_top, file.sponge_bottom, "z");
  c.sponge_x = factors(c.nx, file.sponge_left, file.sponge_right, "x");
  c.sponge_y = factors(c.ny, file.sponge_front, file.sponge_back, "y");
}

void make_wavelets(WaveCase &c, const std::vector<float> &signal) {
  const double area = (c.nz > 1 ? c.dz : 1) * (c.nx > 1 ? c.dx : 1) * (c.ny > 1 ? c.dy : 1);
  c.wavelets.clear();
  for (std::size_t i = 0; i < c.source_cells.size(); ++i) {
    const ladder_cell &cell = c.source_cells[i];
    const double weight = c.source_weights.empty() ? 1 : c.source_weights[i];
    const std::size_t at = c.index(cell);
    for (float s : signal)
      c.wavelets.push_back(static_cast<float>(weight * (c.v2dt2[at] * double(s) / area)));
  }
}

std::string hash_of(const WaveCase &c) {
  const std::int32_t numbers[] = {c.nz, c.nx, c.ny, c.steps, c.half_length};
  const double reals[] = {c.dz, c.dx, c.dy, c.dt};
  const auto with = [&](const auto &v2dt2) {
    return hash_of_all(numbers, reals, c.taps_z, c.taps_x, c.taps_y, v2dt2, c.sponge_z, c.sponge_x,
                       c.sponge_y, c.wavelets, c.source_cells, c.receiver_cells);
  };
  if (c.v2dt2.size() <= most_values_in_turn) return with(c.v2dt2);
  return with(std::array{hash_on_all_cores(c.v2dt2.data(), c.v2dt2.size() * sizeof(float))});
}

ladder_wave WaveCase::view() const {
  ladder_wave v{};
  v.nz = nz;
  v.nx = nx;
  v.ny = ny;
  v.half_length = half_length;
  v.steps = steps;
  v.sources = static_cast<std::int32_t>(source_cells.size());
  v.receivers = static_cast<std::int32_t>(receiver_cells.size());
  v.dz = static_cast<float>(dz);
  v.dx = static_cast<float>(dx);
  v.dy = static_cast<float>(dy);
  v.dt = static_cast<float>(dt);
  v.taps_z = taps_z.data();
  v.taps_x = taps_x.data();
  v.taps_y = taps_y.data();
  v.v2dt2 = v2dt2.data();
  v.sponge_z = sponge_z.data();
  v.sponge_x = sponge_x.data();
  v.sponge_y = sponge_y.data();
  v.source_cells = source_cells.data();
  v.wavelets = wavelets.data();
  v.receiver_cells = receiver_cells.data();
  return v;
}

}  // namespace ladder
