#include "harness/seismic/shots/focus.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/problems/wave/places.h"

namespace ladder {

FocusFinder::FocusFinder(const WaveCase &c, int every)
    : case_(&c), every_(every),
      most_(static_cast<std::size_t>(c.model_cells.z) * static_cast<std::size_t>(c.model_cells.x) *
            static_cast<std::size_t>(c.model_cells.y)),
      at_peak_(most_.size()), peak_(2) {}

Watcher FocusFinder::watcher() {
  return {every_, [this](const Wavefield &field) { look(field); }};
}

void FocusFinder::look(const Wavefield &field) {
  const auto nz = static_cast<std::size_t>(case_->model_cells.z);
  const std::size_t columns = most_.size() / nz;
  float peak = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    const float *p = field.now.data() + cell_of_padded(cell(column * nz));
    float *most = most_.data() + column * nz;
    for (std::size_t z = 0; z < nz; ++z) {
      const float energy = p[z] * p[z];
      most[z] = std::max(most[z], energy);
      peak = std::max(peak, energy);
    }
  }
  if (!(peak > peak_[0])) return;
  peak_ = {peak, static_cast<float>(field.step)};
  for (std::size_t column = 0; column < columns; ++column) {
    const float *p = field.now.data() + cell_of_padded(cell(column * nz));
    for (std::size_t z = 0; z < nz; ++z) at_peak_[column * nz + z] = p[z] * p[z];
  }
}

void FocusFinder::was_found(const float *most, const float *at_peak, const ladder_wave_peak &peak) {
  const auto nz = static_cast<std::size_t>(case_->model_cells.z);
  for (std::size_t i = 0; i < most_.size(); i += nz) {
    const std::size_t column = cell_of_padded(cell(i));
    std::copy_n(most + column, nz, most_.data() + i);
    for (std::size_t z = 0; z < nz; ++z)
      at_peak_[i + z] = at_peak[column + z] * at_peak[column + z];
  }
  peak_ = {peak.energy, static_cast<float>(peak.step)};
}

ladder_cell FocusFinder::cell(std::size_t index) const {
  const auto nz = static_cast<std::size_t>(case_->model_cells.z),
             nx = static_cast<std::size_t>(case_->model_cells.x);
  return {static_cast<std::int32_t>(index % nz), static_cast<std::int32_t>(index / nz % nx),
          static_cast<std::int32_t>(index / nz / nx)};
}

std::size_t FocusFinder::cell_of_padded(const ladder_cell &at) const {
  const ladder_cell &corner = case_->corner;
  return case_->index(at.z + corner.z, at.x + corner.x, at.y + corner.y);
}

// Between the two places, on either side of the peak, where a straight line through neighbouring
// cells falls below half of it; the border where it does not.
double FocusFinder::width_along(int axis, std::size_t at) const {
  const ladder_cell here = cell(at), size = case_->model_cells;
  const std::array<std::int32_t, 3> place = {here.z, here.x, here.y},
                                    cells = {size.z, size.x, size.y};
  const std::array<double, 3> spacing = {case_->dz, case_->dx, case_->dy};
  const auto a = static_cast<std::size_t>(axis);
  const std::array<std::ptrdiff_t, 3> stride = {1, size.z, std::ptrdiff_t{size.z} * size.x};
  const double half = double(at_peak_[at]) / 2;
  double cells_wide = 0;
  for (const int direction : {-1, 1}) {
    const int room = direction < 0 ? place[a] : cells[a] - 1 - place[a];
    double reached = room, last = 2 * half;
    for (int i = 1; i <= room; ++i) {
      const auto neighbour =
          static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at) + direction * i * stride[a]);
      const double energy = double(at_peak_[neighbour]);
      if (energy < half) {
        reached = i - 1 + (last - half) / (last - energy);
        break;
      }
      last = energy;
    }
    cells_wide += reached;
  }
  return cells_wide * spacing[a];
}

double FocusFinder::elsewhere(const Focus &focus) const {
  double most = 0;
  for (std::size_t i = 0; i < most_.size(); ++i) {
    const ladder_cell at = cell(i);
    const Position p = {at.x * case_->dx, at.y * case_->dy, at.z * case_->dz};
    const auto beyond = [](double a, double b, double width) {
      return std::abs(a - b) > 2 * width;
    };
    if (beyond(p.x, focus.place.x, focus.width_x) || beyond(p.z, focus.place.z, focus.width_z) ||
        beyond(p.y, focus.place.y, focus.width_y))
      most = std::max(most, double(most_[i]));
  }
  return most;
}

Focus FocusFinder::focus() const {
  Focus focus;
  focus.energy = double(peak_[0]);
  focus.step = static_cast<int>(peak_[1]);
  const auto at = static_cast<std::size_t>(std::max_element(at_peak_.begin(), at_peak_.end()) -
                                           at_peak_.begin());
  const ladder_cell here = cell(at);
  focus.cell = {here.z + case_->corner.z, here.x + case_->corner.x, here.y + case_->corner.y};
  focus.place = position_of(*case_, focus.cell);
  focus.width_z = width_along(0, at);
  focus.width_x = width_along(1, at);
  focus.width_y = width_along(2, at);
  const double other = elsewhere(focus);
  focus.prominence = other > 0 ? focus.energy / other : 0;
  return focus;
}

}  // namespace ladder
