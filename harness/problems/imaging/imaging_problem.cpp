// The problem `imaging`, as the core sees it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/bench/verify/batch.h"
#include "harness/problems/imaging/driver.h"
#include "harness/problems/imaging/imaging_case.h"

namespace ladder {
namespace {

std::unique_ptr<Case> copy(const ImagingCase &c) { return std::make_unique<ImagingCase>(c); }

std::unique_ptr<Case> load(const LocatedCase &found, const CaseOverrides &over) {
  return copy(read_imaging_case(found, over));
}

std::unique_ptr<Case> random_case(const std::array<int, 3> &n, int steps,
                                  const CaseOverrides &over) {
  refuse_other_overrides(over, "imaging", CaseOption::half_length | CaseOption::nt);
  if (n[2] != 1)
    throw UsageError(
        fmt::format("the problem imaging has two dimensions, but {} x {} x {} cells were asked "
                    "for; give z and x only",
                    n[0], n[1], n[2]));
  auto c = copy(small_imaging_case(n[0], n[1], steps, 2, 5, 3, over.half_length.value_or(4)));
  refuse_proof_beyond_memory(*c, verify_checkpoints);
  return c;
}

std::string defect(const ladder_stage &stage) {
  const ladder_imaging_entries &entries = imaging_entries(stage);
  const bool steps = entries.step && entries.add_image,
             loop = entries.upload && entries.advance && entries.download;
  if (steps == loop)
    return "it must provide either step and add_image, or all of upload, advance and download";
  if (loop != (stage.owns_time_loop != 0))
    return "owns_time_loop must be 1 if it provides upload, advance and download, and 0 otherwise";
  return "";
}

CaseOverrides made_with(const Json &recorded) {
  CaseOverrides over;
  over.samples = recorded.at("time_steps").get<int>() + 1;
  over.half_length = recorded.at("half_length");
  return over;
}

template <typename T>
ladder_imaging_fields fields_of(const std::vector<T *> &arrays) {
  return {arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], arrays[5]};
}

}  // namespace

const Problem imaging_problem = {.name = "imaging",
                                 .load = load,
                                 .random = random_case,
                                 .defect = defect,
                                 .made_with = made_with,
                                 .computes_waves = true};

const Problem &ImagingCase::problem() const { return imaging_problem; }

std::vector<Array> ImagingCase::arrays() const {
  const std::size_t planes_x = 2 * static_cast<std::size_t>(offsets_x) + 1,
                    planes_z = 2 * static_cast<std::size_t>(offsets_z) + 1;
  const double rounding = relative_rounding();
  const auto product = [&](const char *what, std::size_t planes, bool affine = true) {
    return Array{.name = what,
                 .values = field() * planes,
                 .judged = true,
                 .affine = affine,
                 .relative_rounding = rounding};
  };
  // The backward field depends on the data alone, which are those of the case in every run.
  return {product("image", 1),
          product("gather in h_x", planes_x),
          product("gather in h_z", planes_z),
          product("illumination", 1, false),
          {.name = "pressure", .values = field(), .started = true},
          {.name = "pressure of the step before", .values = field(), .started = true}};
}

ImagingCase ImagingCase::with_time_steps(int few) const {
  ImagingCase other = *this;
  other.time_steps = std::clamp(few, 1, time_steps);
  other.steps = 2 * other.time_steps;
  const auto rows = static_cast<std::size_t>(other.time_steps);
  other.wavelets.resize(rows * source_cells.size());
  other.data.resize(rows * receiver_cells.size());
  return other;
}

std::unique_ptr<Case> ImagingCase::warm_up(int few) const {
  ImagingCase other = with_time_steps(few / 2);
  std::ranges::fill(other.wavelets, 0.0f);
  std::ranges::fill(other.data, 0.0f);
  return copy(other);
}

std::unique_ptr<Case> ImagingCase::shortened(int few) const {
  return copy(with_time_steps(few / 2));
}

// Images in every other step, so that few steps hold more than one of them.
std::unique_ptr<Case> ImagingCase::few_steps(int few) const {
  ImagingCase other = with_time_steps(few);
  other.every = std::min(every, 2);
  std::ranges::fill(other.wavelets, 0.25f);
  for (std::size_t i = 0; i < other.data.size(); ++i)
    other.data[i] = 0.25f * static_cast<float>(1 + i % 3);
  return copy(other);
}

std::vector<std::unique_ptr<Case>> ImagingCase::tiny() const {
  struct Size {
    int nz, nx, every, offsets_x, offsets_z;
  };
  std::vector<std::unique_ptr<Case>> all;
  for (const Size &n : {Size{1, 1, 1, 1, 2}, Size{7, 5, 2, 4, 0}, Size{1, 19, 3, 2, 1},
                        Size{23, 1, 1, 0, 3}, Size{41, 37, 1, 5, 7}, Size{33, 70, 1, 40, 17}})
    all.push_back(
        copy(small_imaging_case(n.nz, n.nx, 7, n.every, n.offsets_x, n.offsets_z, half_length)));
  return all;
}

// A sixteenth of the largest wavelet, as a power of two: the products of both stay far
// above the rounding errors of each other.
float ImagingCase::start_amplitude() const {
  float largest = 0;
  for (const float value : wavelets) largest = std::max(largest, std::abs(value));
  return largest > 0 ? std::exp2(std::floor(std::log2(largest)) - 4) : 1;
}

std::shared_ptr<const void> ImagingCase::stage_view() const {
  return std::make_shared<ladder_imaging>(view());
}

ladder_status ImagingCase::drive(const void *seen, const ladder_stage &stage, ladder_state *state,
                                 const ladder_observer &observer,
                                 std::vector<float *> &arrays) const {
  ladder_imaging_fields fields = fields_of(arrays);
  return ladder_imaging_drive(static_cast<const ladder_imaging *>(seen), &stage, state, &observer,
                              &fields);
}

ladder_status ImagingCase::oracle(const ladder_observer &observer,
                                  std::vector<double *> &arrays) const {
  ladder_imaging_fields fields = fields_of(arrays);
  const ladder_imaging seen = view();
  return ladder_imaging_oracle(&seen, &observer, &fields);
}

// Of a product of two fields, over its largest value. Each field may be off by 8 u A sqrt(steps) of
// its largest value (harness/bench/verify/ROUNDING.md derives it for waves: 8 roundings of a step,
// whose errors are independent from step to step and grow by A), and what the sum over image times
// rounds is less than what the fields bring along.
double ImagingCase::relative_rounding() const {
  const double gain =
      std::min(slowest_of_limit_ > 0 ? std::max(1.0, 0.5 / slowest_of_limit_) : HUGE_VAL,
               double(time_steps));
  return 2 * 8 * std::ldexp(1.0, -24) * gain * std::sqrt(double(time_steps));
}

std::function<double(const Peaks &)> ImagingCase::rounding() const {
  return [share = relative_rounding()](const Peaks &peaks) { return share * peaks.largest; };
}

std::size_t ImagingCase::region_of(std::int64_t cell) const {
  const auto near = [m = half_length](std::int64_t i, int n) { return i < m || i >= n - m; };
  return near(cell % nz, nz) || near(cell / nz, nx) ? 1 : 0;
}

std::string ImagingCase::place(std::size_t array, std::int64_t value) const {
  const std::int64_t z = value % nz, x = value / nz % nx, plane = value / nz / nx;
  switch (array) {
    case 0:
      return fmt::format("the image at (z {}, x {})", z, x);
    case 1:
      return fmt::format("the gather in h_x at (z {}, x {}, h {})", z, x, plane - offsets_x);
    case 2:
      return fmt::format("the gather in h_z at (z {}, x {}, h {})", z, x, plane - offsets_z);
    case 3:
      return fmt::format("the illumination at (z {}, x {})", z, x);
    default:
      return fmt::format("the pressure at (z {}, x {})", z, x);
  }
}

Work ImagingCase::work(const ladder_stage &stage, int) const {
  const double offsets = 2.0 * offsets_x + 1 + 2.0 * offsets_z + 1, cells_ = double(cells());
  // Image and illumination are two more planes. A symmetric operator can add its pairs first.
  const double of_images = (offsets + 2) * image_times() / steps;
  const double given = 4 * cells_ * 3 + 4 * double(data.size()), made = 4 * cells_ * (offsets + 2);
  return {cells_, double(steps), 4.0 * half_length + 1 + of_images,
          given,  made,          stage.device == LADDER_ON_CUDA};
}

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
