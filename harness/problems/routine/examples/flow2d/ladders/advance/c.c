// Stage c of advance (flow2d.F90:92).
// parent: original
// change: the same loops in C, one text for both directions
// expectation: no change; the loops over faces are bound by divisions and square roots in either language
// flags: -O3 -march=native
#include <math.h>
#include <stdint.h>

#include "advance.h"
#include "one_step.h"

static void tendencies(Flow f, Array q, int along, double *fastest) {
  for (int j = 1; j <= f.ny + (along == 2); ++j)
    for (int i = 1; i <= f.nx + (along == 1); ++i)
      *fastest = fmax(*fastest, face(f, q, along, i, j));
  for (int j = 1; j <= f.ny; ++j)
    for (int i = 1; i <= f.nx; ++i) cell(f, along, i, j);
}

// One of the three stages of a step.
static void euler(Flow f, Array old, double weight_old, Array now, double weight_now, Array next,
                  double *fastest) {
  for (int j = 1 - halo; j <= f.ny + halo; ++j)
    for (int i = 1 - halo; i <= f.nx + halo; ++i) border(f, now, i, j);
  tendencies(f, now, 1, fastest);
  tendencies(f, now, 2, fastest);
  for (int j = 1; j <= f.ny; ++j)
    for (int i = 1; i <= f.nx; ++i) combined(f, old, weight_old, now, weight_now, next, i, j);
}

void stage(double *state,          // state(1 - halo::, 1 - halo::, :), inout
           int64_t state_n1,       // extent of axis 1
           int64_t state_n2,       // extent of axis 2
           int64_t state_n3,       // extent of axis 3
           double *fastest,        // fastest, inout
           double *tend,           // tend(:, :, :), scratch, flow2d's, NULL where it is absent
           int64_t tend_l1,        // lower bound of axis 1
           int64_t tend_n1,        // extent of axis 1
           int64_t tend_l2,        // lower bound of axis 2
           int64_t tend_n2,        // extent of axis 2
           int64_t tend_l3,        // lower bound of axis 3
           int64_t tend_n3,        // extent of axis 3
           double dt,              // dt, in, flow2d's
           double *stage_,         // stage(:, :, :), scratch, flow2d's, NULL where it is absent
           int64_t stage__l1,      // lower bound of axis 1
           int64_t stage__n1,      // extent of axis 1
           int64_t stage__l2,      // lower bound of axis 2
           int64_t stage__n2,      // extent of axis 2
           int64_t stage__l3,      // lower bound of axis 3
           int64_t stage__n3,      // extent of axis 3
           int32_t ny,             // ny, in, grid's
           int32_t nx,             // nx, in, grid's
           const double *bottom,   // bottom(:, :), in, grid's, NULL where it is absent
           int64_t bottom_l1,      // lower bound of axis 1
           int64_t bottom_n1,      // extent of axis 1
           int64_t bottom_l2,      // lower bound of axis 2
           int64_t bottom_n2,      // extent of axis 2
           double *face_depth,     // face_depth(:, :, :), scratch, grid's, NULL where it is absent
           int64_t face_depth_l1,  // lower bound of axis 1
           int64_t face_depth_n1,  // extent of axis 1
           int64_t face_depth_l2,  // lower bound of axis 2
           int64_t face_depth_n2,  // extent of axis 2
           int64_t face_depth_l3,  // lower bound of axis 3
           int64_t face_depth_n3,  // extent of axis 3
           double *flux,           // flux(:, :, :), scratch, grid's, NULL where it is absent
           int64_t flux_l1,        // lower bound of axis 1
           int64_t flux_n1,        // extent of axis 1
           int64_t flux_l2,        // lower bound of axis 2
           int64_t flux_n2,        // extent of axis 2
           int64_t flux_l3,        // lower bound of axis 3
           int64_t flux_n3,        // extent of axis 3
           double dx,              // dx, in, grid's
           double dy) {            // dy, in, grid's
  const Flow f = {
      nx,
      ny,
      dx,
      dy,
      dt,
      {(double *)bottom, bottom_l1, bottom_n1, bottom_l2, bottom_n2, 1},
      {tend, tend_l1, tend_n1, tend_l2, tend_n2, tend_l3},
      {flux, flux_l1, flux_n1, flux_l2, flux_n2, flux_l3},
      {face_depth, face_depth_l1, face_depth_n1, face_depth_l2, face_depth_n2, face_depth_l3}};
  const Array q = {state, 1 - halo, state_n1, 1 - halo, state_n2, 1};
  const Array q_next = {stage_, stage__l1, stage__n1, stage__l2, stage__n2, stage__l3};
  euler(f, q, 0, q, 1, q_next, fastest);
  euler(f, q, 0.75, q_next, 0.25, q_next, fastest);
  euler(f, q, 1.0 / 3, q_next, 2.0 / 3, q, fastest);
}
