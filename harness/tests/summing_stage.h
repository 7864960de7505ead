// A stage on the host that sums the shots of a survey itself: what the harness asks of one on a
// device.
#pragma once
#include <array>

#include "harness/problems/imaging/driver.h"
#include "harness/problems/imaging/slant.h"
#include "harness/problems/imaging/survey_sums.h"
#include "harness/seismic/shots/engine.h"
#include "harness/tests/testing.h"

namespace ladder::summing {

struct Sums {
  ladder_imaging grid;
  ladder_imaging_part part;
  std::array<int, LADDER_IMAGING_SUMS> largest, planes;  // of each product
  std::array<std::vector<double>, LADDER_IMAGING_SUMS> values;
  std::size_t cells() const { return std::size_t(part.nz) * std::size_t(part.nx); }
};
inline Sums &of(ladder_imaging_sums *sums) { return *reinterpret_cast<Sums *>(sums); }

// The products of a shot, by the stage `c`.
struct Products {
  Sums &sums;
  std::array<std::vector<float>, LADDER_IMAGING_SUMS> values;
};
inline Products &of(ladder_state *state) { return *reinterpret_cast<Products *>(state); }

inline ladder_status create(const void *seen, const ladder_launch *launch, ladder_state **state) {
  const auto &shot = *static_cast<const ladder_imaging_shot *>(seen);
  const ladder_imaging &c = shot.imaging;
  auto *all = new Products{of(shot.sums), {}};
  const std::size_t cells = std::size_t(c.nz) * std::size_t(c.nx);
  for (std::size_t k = 0; k < LADDER_IMAGING_SUMS; ++k)
    all->values[k].resize(cells * std::size_t(2 * all->sums.largest[k] + 1));
  std::vector<float> now(cells, 0), before(cells, 0);
  ladder_imaging_fields fields{all->values[0].data(),
                               all->values[1].data(),
                               all->values[2].data(),
                               all->values[3].data(),
                               now.data(),
                               before.data()};
  const ladder_stage &stage = *find_stage("c", "imaging").stage;
  ladder_state *of_stage = nullptr;
  ladder_observer nobody{};
  ladder_status status = stage.create(&c, launch, &of_stage);
  if (status == LADDER_OK) status = ladder_imaging_drive(&c, &stage, of_stage, &nobody, &fields);
  stage.destroy(of_stage);
  *state = reinterpret_cast<ladder_state *>(all);
  return status;
}
inline void destroy(ladder_state *state) {
  if (state) delete &of(state);
}

inline ladder_status download(ladder_state *state, float *, float *, float *, float *) {
  Products &p = of(state);
  const ladder_imaging_part &part = p.sums.part;
  for (std::size_t k = 0; k < LADDER_IMAGING_SUMS; ++k)
    for (int plane = 0; plane < p.sums.planes[k]; ++plane)
      for (int x = 0; x < part.nx; ++x)
        for (int z = 0; z < part.nz; ++z) {
          const int kept = p.sums.largest[k] % part.step + plane * part.step;
          p.sums.values[k][std::size_t(z + part.nz * (x + part.nx * plane))] +=
              double(p.values[k][std::size_t(
                  part.top + z + p.sums.grid.nz * (part.left + x + p.sums.grid.nx * kept))]);
        }
  return LADDER_OK;
}

inline ladder_status open(const ladder_imaging *c, const ladder_imaging_part *part,
                          ladder_imaging_sums **sums) {
  auto *all = new Sums{*c, *part, {0, c->offsets_x, c->offsets_z, 0}, {}, {}};
  for (std::size_t k = 0; k < LADDER_IMAGING_SUMS; ++k) {
    const bool is_gather = k == 1 || k == 2;
    all->planes[k] = is_gather && all->largest[k] == 0 ? 0 : 2 * (all->largest[k] / part->step) + 1;
    all->values[k].assign(all->cells() * std::size_t(all->planes[k]), 0);
  }
  *sums = reinterpret_cast<ladder_imaging_sums *>(all);
  return LADDER_OK;
}
inline ladder_status put(ladder_imaging_sums *sums, const double *const *from) {
  for (std::size_t k = 0; k < LADDER_IMAGING_SUMS; ++k)
    if (from[k]) of(sums).values[k].assign(from[k], from[k] + of(sums).values[k].size());
  return LADDER_OK;
}
inline ladder_status get(ladder_imaging_sums *sums, double *const *to) {
  for (std::size_t k = 0; k < LADDER_IMAGING_SUMS; ++k)
    if (to[k]) std::ranges::copy(of(sums).values[k], to[k]);
  return LADDER_OK;
}

inline ladder_status slant(ladder_imaging_sums *sums, const ladder_imaging_slants *s, double *to) {
  const Sums &all = of(sums);
  const int nz = all.part.nz, step = all.part.step, largest = all.planes[1] / 2;
  for (int angle = 0; angle < s->angles; ++angle)
    for (std::size_t i = 0; i < all.cells(); ++i) {
      const int z = static_cast<int>(i) % nz;
      const std::size_t column = i - std::size_t(z);
      double sum = 0;
      for (int h = -largest; h <= largest; ++h) {
        const double *from = all.values[1].data() + column + std::size_t(h + largest) * all.cells();
        const auto value = [&](int at) {
          if (at < 0 || at >= nz) return 0.0;
          return s->divisor ? from[at] / s->divisor[column + std::size_t(at)] : from[at];
        };
        const Slant by = slant_of(h * step, s->dx, s->dz, s->slopes[angle], nz);
        if (by.reaches) sum = add_slanted(sum, step, by, z, value);
      }
      *to++ = sum;
    }
  return LADDER_OK;
}

inline ladder_status upload(ladder_state *, const float *, const float *) { return LADDER_OK; }
inline ladder_status advance(ladder_state *, int32_t) { return LADDER_OK; }

inline Engine engine() {
  static const ladder_imaging_entries entries = {nullptr, nullptr,  upload,
                                                 advance, download, nullptr};
  static const ladder_stage of_shot = [] {
    ladder_stage stage = *find_stage("c", "imaging").stage;
    stage.create = create;
    stage.destroy = destroy;
    stage.launch_used = [](const ladder_state *, ladder_launch *) { return LADDER_OK; };
    stage.last_error = [](const ladder_state *) { return "it gives no reason"; };
    stage.owns_time_loop = 1;
    stage.entries = &entries;
    return stage;
  }();
  static const ladder_imaging_survey survey = {
      &of_shot,
      open,
      [](ladder_imaging_sums *sums) {
        if (sums) delete &of(sums);
      },
      [](const ladder_imaging_sums *) { return "it gives no reason"; },
      put,
      get,
      slant};
  static const ladder_extension extension = &survey;
  Engine all = with_its_own_launch(find_stage("c", "imaging"));
  all.entry.extension = &extension;
  return all;
}

}  // namespace ladder::summing
