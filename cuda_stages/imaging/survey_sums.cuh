// Sums of a survey's products on the device, for 27c: in double, of the model's part of the grid,
// and slant stacks of them. Entries for it are made from a stage's class.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "cuda_stages/imaging/shot.cuh"
#include "harness/problems/imaging/slant.h"
#include "harness/problems/imaging/survey_sums.h"

namespace {

// The next shot of a survey in the buffers of the one before, whose addresses are in its graphs.

// What is in the kernels' arguments, or gives the sizes of buffers: a shot can take the place of
// one that has the same.
inline std::vector<double> fixed_in_graphs(const ladder_imaging &c, const ladder_launch &launch) {
  std::vector<double> all;
  for (const int one : {c.nz, c.nx, c.half_length, c.steps, c.every, c.offsets_x, c.offsets_z,
                        c.sources, c.receivers})
    all.push_back(one);
  for (const float *taps : {c.taps_z, c.taps_x})
    all.insert(all.end(), taps, taps + 2 * c.half_length + 1);
  for (const auto &knob : launch.knob) all.insert(all.end(), std::begin(knob), std::end(knob));
  return all;
}

// The shot's views are const, its memory is not.
template <typename T>
void overwrite(const T *to, const T *from, std::size_t count, cudaMemcpyKind kind) {
  if (count) CHECK(cudaMemcpy(const_cast<T *>(to), from, count * sizeof(T), kind));
}

inline void overwrite(const Injected &to, const Injected &from, const ladder_imaging &c) {
  constexpr auto kind = cudaMemcpyDeviceToDevice;
  const auto count = std::size_t(to.count), nx = std::size_t(c.nx);
  overwrite(to.places, from.places, count, kind);
  overwrite(to.factors, from.factors, count, kind);
  overwrite(to.signal, from.signal, count * std::size_t(c.steps), kind);
  overwrite(to.bits, from.bits, nx * std::size_t(to.words), kind);
  overwrite(to.columns, from.columns, nx * std::size_t(c.nz), kind);
}

inline void overwrite(const Shot &shot, const ladder_imaging &c) {
  constexpr auto kind = cudaMemcpyHostToDevice;
  const Medium medium = shot.medium();
  overwrite(medium.v2dt2, c.v2dt2, std::size_t(c.nz) * std::size_t(c.nx), kind);
  overwrite(medium.sponge_z, c.sponge_z, std::size_t(c.nz), kind);
  overwrite(medium.sponge_x, c.sponge_x, std::size_t(c.nx), kind);
  const Places source(c, c.source_cells, c.sources, c.wavelets, shot.grid),
      receivers(c, c.receiver_cells, c.receivers, c.data, shot.grid);
  overwrite(shot.source(), source.view(), c);
  overwrite(shot.receivers(), receivers.view(), c);
  CHECK(cudaDeviceSynchronize());
}

constexpr int sums_block = 256;

// Some planes of a product, and of each the part that is summed.
struct Cut {
  ladder_imaging_part part;
  int grid_nz, grid_nx, first, planes;  // the first plane; of those that are kept

  Cut(const ladder_imaging &c, const ladder_imaging_part &part, int largest, bool wanted = true)
      : part(part), grid_nz(c.nz), grid_nx(c.nx), first(largest % part.step),
        planes(wanted ? 2 * (largest / part.step) + 1 : 0) {}
  __host__ __device__ int cells() const { return part.nz * part.nx; }
  __host__ __device__ std::int64_t values() const { return std::int64_t{1} * planes * cells(); }
  // Where cell i of a plane of the sums is in the product.
  __device__ std::int64_t at(int i, int plane) const {
    const int z = part.top + i % part.nz, x = part.left + i / part.nz;
    return z + grid_nz * (x + std::int64_t{1} * grid_nx * (first + part.step * plane));
  }
};

__global__ void find_not_finite(const float *values, std::int64_t count, int *found) {
  const std::int64_t i = std::int64_t{1} * blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && (__float_as_uint(values[i]) & 0x7f800000u) == 0x7f800000u) *found = 1;
}

// blockIdx.y: the plane.
__global__ void add_part(const __grid_constant__ Cut cut, const float *product, double *sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, plane = blockIdx.y;
  if (i < cut.cells())
    sums[i + std::int64_t{1} * plane * cut.cells()] += double(product[cut.at(i, plane)]);
}

// A plane of one angle.
__global__ void slant_plane(const __grid_constant__ Cut cut, const double *gather,
                            const double *divisor, double slope, double dz, double dx,
                            double *plane) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= cut.cells()) return;
  const int nz = cut.part.nz, step = cut.part.step, largest = cut.planes / 2;
  const int z = i % nz, column = i - z;
  double sum = 0;
  for (int h = -largest; h <= largest; ++h) {
    const double *from = gather + column + std::int64_t{1} * (h + largest) * cut.cells();
    const auto value = [&](int z) {
      if (z < 0 || z >= nz) return 0.0;
      return divisor ? from[z] / divisor[column + z] : from[z];
    };
    const ladder::Slant slant = ladder::slant_of(h * step, dx, dz, slope, nz);
    if (slant.reaches) sum = ladder::add_slanted(sum, step, slant, z, value);
  }
  plane[i] = sum;
}

class SurveySums {
 public:
  SurveySums(const ladder_imaging &c, const ladder_imaging_part &part)
      : cuts_{Cut(c, part, 0), Cut(c, part, c.offsets_x, c.offsets_x > 0),
              Cut(c, part, c.offsets_z, c.offsets_z > 0), Cut(c, part, 0)},
        grid_cells_(std::int64_t{1} * c.nz * c.nx), offsets_{0, c.offsets_x, c.offsets_z, 0},
        found_(1) {
    for (int k = 0; k < LADDER_IMAGING_SUMS; ++k) {
      sums_[k] = std::make_unique<DeviceBuffer<double>>(cuts_[k].values());
      if (bytes(k)) CHECK(cudaMemset(*sums_[k], 0, bytes(k)));
    }
    CHECK(cudaDeviceSynchronize());
  }

  void add(const Products &p, cudaStream_t stream) {
    const float *products[] = {p.image, p.gather_x, p.gather_z, p.illumination};
    CHECK(cudaMemsetAsync(found_, 0, sizeof(int), stream));
    for (int k = 0; k < LADDER_IMAGING_SUMS; ++k) {
      const std::int64_t values = grid_cells_ * (2 * offsets_[k] + 1);
      find_not_finite<<<blocks(values), sums_block, 0, stream>>>(products[k], values, found_);
    }
    int found = 0;
    CHECK(cudaMemcpyAsync(&found, found_, sizeof found, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    if (found) throw Failure(LADDER_FAILED, "its products have values that are not finite");
    for (int k = 0; k < LADDER_IMAGING_SUMS; ++k) {
      if (cuts_[k].planes == 0) continue;
      add_part<<<dim3(blocks(cuts_[k].cells()), cuts_[k].planes), sums_block, 0, stream>>>(
          cuts_[k], products[k], *sums_[k]);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
  }

  void put(const double *const *from) {
    for (int k = 0; k < LADDER_IMAGING_SUMS; ++k)
      if (from[k]) CHECK(cudaMemcpy(*sums_[k], from[k], bytes(k), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
  }
  void get(double *const *to) const {
    for (int k = 0; k < LADDER_IMAGING_SUMS; ++k)
      if (to[k]) CHECK(cudaMemcpy(to[k], *sums_[k], bytes(k), cudaMemcpyDeviceToHost));
  }

  void slant(const ladder_imaging_slants &s, double *to) const {
    constexpr int gather_x = 1;
    const Cut &cut = cuts_[gather_x];
    const std::size_t plane_bytes = cut.cells() * sizeof(double);
    const DeviceBuffer<double> plane(cut.cells()), divisor(cut.cells());
    if (s.divisor) CHECK(cudaMemcpy(divisor, s.divisor, plane_bytes, cudaMemcpyHostToDevice));
    for (int angle = 0; angle < s.angles; ++angle) {
      slant_plane<<<blocks(cut.cells()), sums_block>>>(
          cut, *sums_[gather_x], s.divisor ? static_cast<double *>(divisor) : nullptr,
          s.slopes[angle], s.dz, s.dx, plane);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpy(to + std::int64_t{1} * angle * cut.cells(), plane, plane_bytes,
                       cudaMemcpyDeviceToHost));
    }
  }

 private:
  static unsigned blocks(std::int64_t threads) {
    return static_cast<unsigned>((threads + sums_block - 1) / sums_block);
  }
  std::size_t bytes(int k) const { return cuts_[k].values() * sizeof(double); }

  const Cut cuts_[LADDER_IMAGING_SUMS];
  const std::int64_t grid_cells_;
  const int offsets_[LADDER_IMAGING_SUMS];  // the largest of each product
  const DeviceBuffer<int> found_;
  std::array<std::unique_ptr<DeviceBuffer<double>>, LADDER_IMAGING_SUMS> sums_;
};

// The entries of ladder_imaging_survey; `Shot` is the class of the stage `of_shot`, and Shot::Kept
// what it leaves to the next shot.
template <typename Shot>
struct SurveyEntries {
  using Entries = LoopEntries<Shot>;
  struct State {
    State(const ladder_imaging &c, const ladder_imaging_part &part) : sums(c, part) {}
    SurveySums sums;
    std::string error;
    typename Shot::Kept kept;
  };
  static State &of(ladder_imaging_sums *sums) { return *reinterpret_cast<State *>(sums); }
  static std::string &error_of_open() {
    static thread_local std::string error;
    return error;
  }

  static ladder_status open(const ladder_imaging *c, const ladder_imaging_part *part,
                            ladder_imaging_sums **sums) {
    *sums = nullptr;
    return Entries::guard(error_of_open(), [&] {
      *sums = reinterpret_cast<ladder_imaging_sums *>(new State(*c, *part));
    });
  }
  static void close(ladder_imaging_sums *sums) {
    if (sums) delete &of(sums);
  }
  static const char *last_error(const ladder_imaging_sums *sums) {
    return sums ? reinterpret_cast<const State *>(sums)->error.c_str() : error_of_open().c_str();
  }
  static ladder_status put(ladder_imaging_sums *sums, const double *const *from) {
    return Entries::guard(of(sums).error, [&] { of(sums).sums.put(from); });
  }
  static ladder_status get(ladder_imaging_sums *sums, double *const *to) {
    return Entries::guard(of(sums).error, [&] { of(sums).sums.get(to); });
  }
  static ladder_status slant(ladder_imaging_sums *sums, const ladder_imaging_slants *slants,
                             double *to) {
    return Entries::guard(of(sums).error, [&] { of(sums).sums.slant(*slants, to); });
  }
};

}  // namespace
