// Stage c of tendencies_x (flow2d.F90:134).
// parent: original
// change: the same loops in C
// expectation: no change; the loop over faces is bound by divisions and square roots in either language
// flags: -O3 -march=native
#include <math.h>
#include <stdint.h>

#include "tendencies_x.h"

static double limited(double a, double b) { return a * b > 0 ? 2 * a * b / (a + b) : 0; }

void stage(const double *q,        // q(1 - halo:nx + halo, 1 - halo:ny + halo, variables), in
           double *tend,           // tend(nx, ny, variables), out
           double *fastest,        // fastest, inout
           int32_t nx,             // nx, in, grid's
           int32_t ny,             // ny, in, grid's
           const double *bottom,   // bottom(:, :), in, grid's, NULL where it is absent
           int64_t bottom_l1,      // lower bound of axis 1
           int64_t bottom_n1,      // extent of axis 1
           int64_t bottom_l2,      // lower bound of axis 2
           int64_t bottom_n2,      // extent of axis 2
           double *face_depth,     // face_depth(:, :, :), inout, grid's, NULL where it is absent
           int64_t face_depth_l1,  // lower bound of axis 1
           int64_t face_depth_n1,  // extent of axis 1
           int64_t face_depth_l2,  // lower bound of axis 2
           int64_t face_depth_n2,  // extent of axis 2
           int64_t face_depth_l3,  // lower bound of axis 3
           int64_t face_depth_n3,  // extent of axis 3
           double *flux,           // flux(:, :, :), inout, grid's, NULL where it is absent
           int64_t flux_l1,        // lower bound of axis 1
           int64_t flux_n1,        // extent of axis 1
           int64_t flux_l2,        // lower bound of axis 2
           int64_t flux_n2,        // extent of axis 2
           int64_t flux_l3,        // lower bound of axis 3
           int64_t flux_n3,        // extent of axis 3
           double dx) {            // dx, in, grid's
  double most = *fastest;
  for (int j = 1; j <= ny; ++j)
    for (int i = 1; i <= nx + 1; ++i) {
      double primitive[variables + 1][4], left[variables + 1], right[variables + 1];
      for (int k = -2; k <= 1; ++k) {
        const double depth = q(i + k, j, i_depth);
        primitive[i_depth][k + 2] = depth + bottom(i + k, j);
        primitive[i_flow_x][k + 2] = q(i + k, j, i_flow_x) / depth;
        primitive[i_flow_y][k + 2] = q(i + k, j, i_flow_y) / depth;
        primitive[i_salt][k + 2] = q(i + k, j, i_salt) / depth;
      }
      for (int k = 1; k <= variables; ++k) {
        const double *p = primitive[k];
        left[k] = p[1] + 0.5 * limited(p[1] - p[0], p[2] - p[1]);
        right[k] = p[2] - 0.5 * limited(p[2] - p[1], p[3] - p[2]);
      }
      const double bottom_here = 0.5 * (bottom(i - 1, j) + bottom(i, j));
      const double h_left = left[i_depth] - bottom_here, h_right = right[i_depth] - bottom_here;
      const double u_left = left[i_flow_x], u_right = right[i_flow_x];
      const double speed =
          fmax(fabs(u_left) + sqrt(gravity * h_left), fabs(u_right) + sqrt(gravity * h_right));
      most = fmax(most, speed);

      face_depth(1, i, j) = h_left;
      face_depth(2, i, j) = h_right;
      flux(i, j, i_depth) =
          0.5 * (h_left * u_left + h_right * u_right) - 0.5 * speed * (h_right - h_left);
      flux(i, j, i_flow_x) =
          0.5 * (h_left * u_left * u_left + 0.5 * gravity * h_left * h_left +
                 h_right * u_right * u_right + 0.5 * gravity * h_right * h_right) -
          0.5 * speed * (h_right * u_right - h_left * u_left);
      for (int k = i_flow_y; k <= i_salt; ++k)
        flux(i, j, k) = 0.5 * (h_left * u_left * left[k] + h_right * u_right * right[k]) -
                        0.5 * speed * (h_right * right[k] - h_left * left[k]);
    }
  *fastest = most;

  for (int k = 1; k <= variables; ++k)
    for (int j = 1; j <= ny; ++j)
      for (int i = 1; i <= nx; ++i) tend(i, j, k) = -(flux(i + 1, j, k) - flux(i, j, k)) / dx;
  for (int j = 1; j <= ny; ++j)
    for (int i = 1; i <= nx; ++i)
      tend(i, j, i_flow_x) -= gravity * 0.5 * (face_depth(2, i, j) + face_depth(1, i + 1, j)) *
                              0.5 * (bottom(i + 1, j) - bottom(i - 1, j)) / dx;
}
