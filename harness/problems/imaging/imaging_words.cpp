// What a case of the problem `imaging` is, for people and for records.
#include <fmt/format.h>

#include "harness/problems/imaging/imaging_case.h"

namespace ladder {

std::string ImagingCase::size_text() const { return fmt::format("{} x {} cells", nz, nx); }

std::string ImagingCase::short_text() const {
  return fmt::format("{}, half-length {}", name, half_length);
}

std::vector<std::string> ImagingCase::words() const {
  return {fmt::format("case {}: {} (z, x), {} steps of {:g} ms forward and as many backward, {}",
                      name, size_text(), time_steps, 1e3 * dt, model_words),
          fmt::format("{} image times, one every {} steps; {} offsets in x and {} in z",
                      image_times(), every, 2 * offsets_x + 1, 2 * offsets_z + 1),
          fmt::format("taylor operator of half-length {}, stable up to dt = {:.4g} ms; {} "
                      "receivers, {}",
                      half_length, 1e3 * largest_stable_dt(), receiver_cells.size(), data_words)};
}

Json ImagingCase::json() const {
  return {{"name", name},
          {"hash", hash},
          {"model", model_words},
          {"nz", nz},
          {"nx", nx},
          {"dz_m", dz},
          {"dx_m", dx},
          {"dt_s", dt},
          {"steps", steps},
          {"time_steps", time_steps},
          {"image_times", image_times()},
          {"offsets_x", 2 * offsets_x + 1},
          {"offsets_z", 2 * offsets_z + 1},
          {"half_length", half_length},
          {"sources", source_cells.size()},
          {"receivers", receiver_cells.size()}};
}

}  // namespace ladder
