/* The routines of a step at one face and at one cell, for the host and the device. Include it behind advance.h, which has the
 * constants. */
#pragma once

#ifdef __CUDACC__
#define ANYWHERE __host__ __device__ static inline
#else
#define ANYWHERE static inline
#endif

/* An array with Fortran's bounds; `at` is the element under Fortran's indices. */
typedef struct {
  double *data;
  int64_t l1, n1, l2, n2, l3;
} Array;

ANYWHERE double *at(Array a, int i, int j, int k) {
  return &a.data[i - a.l1 + a.n1 * (j - a.l2 + a.n2 * (k - a.l3))];
}

/* `ground` is bottom, `change` tend, `through` flux and `depths` face_depth. */
typedef struct {
  int nx, ny;
  double dx, dy, dt;
  Array ground, change, through, depths;
} Flow;

ANYWHERE double limited(double a, double b) { return a * b > 0 ? 2 * a * b / (a + b) : 0; }

/* set_borders at one cell. It reads cells within alone, so that the cells can be taken in any order. */
ANYWHERE void border(Flow f, Array q, int i, int j) {
  if (i >= 1 && i <= f.nx && j >= 1 && j <= f.ny) return;
  const int from_i = i < 1 ? i + f.nx : i > f.nx ? i - f.nx : i;
  const int from_j = j < 1 ? 1 - j : j > f.ny ? 2 * f.ny + 1 - j : j;
  for (int k = 1; k <= variables; ++k)
    *at(q, i, j, k) = (k == i_flow_y && from_j != j ? -1 : 1) * *at(q, from_i, from_j, k);
}

/* tendencies_x (along = 1) or tendencies_y (2) at one face: what flows through it. Returns the fastest wave there. */
ANYWHERE double face(Flow f, Array q, int along, int i, int j) {
  const int di = along == 1, dj = along == 2, normal = along == 1 ? i_flow_x : i_flow_y;
  double left[variables + 1], right[variables + 1], depth[4], p[4];
  for (int n = 0; n < 4; ++n) depth[n] = *at(q, i + (n - 2) * di, j + (n - 2) * dj, i_depth);
  for (int k = 1; k <= variables; ++k) {
    for (int n = 0; n < 4; ++n) {
      const int ii = i + (n - 2) * di, jj = j + (n - 2) * dj;
      p[n] = k == i_depth ? depth[n] + *at(f.ground, ii, jj, 1) : *at(q, ii, jj, k) / depth[n];
    }
    left[k] = p[1] + 0.5 * limited(p[1] - p[0], p[2] - p[1]);
    right[k] = p[2] - 0.5 * limited(p[2] - p[1], p[3] - p[2]);
  }
  const double bottom_here = 0.5 * (*at(f.ground, i - di, j - dj, 1) + *at(f.ground, i, j, 1));
  const double h_left = left[i_depth] - bottom_here, h_right = right[i_depth] - bottom_here;
  const double u_left = left[normal], u_right = right[normal];
  const double speed =
      fmax(fabs(u_left) + sqrt(gravity * h_left), fabs(u_right) + sqrt(gravity * h_right));

  *at(f.depths, 1, i, j) = h_left;
  *at(f.depths, 2, i, j) = h_right;
  *at(f.through, i, j, i_depth) =
      0.5 * (h_left * u_left + h_right * u_right) - 0.5 * speed * (h_right - h_left);
  for (int k = i_flow_x; k <= variables; ++k)
    *at(f.through, i, j, k) =
        (k == normal ? 0.5 * (h_left * (u_left * u_left) + 0.5 * gravity * (h_left * h_left) +
                              h_right * (u_right * u_right) + 0.5 * gravity * (h_right * h_right))
                     : 0.5 * (h_left * u_left * left[k] + h_right * u_right * right[k])) -
        0.5 * speed * (h_right * right[k] - h_left * left[k]);
  return speed;
}

/* The same at one cell, behind all its faces: tendencies_x sets the tendencies, tendencies_y adds to them. */
ANYWHERE void cell(Flow f, int along, int i, int j) {
  const int di = along == 1, dj = along == 2, normal = along == 1 ? i_flow_x : i_flow_y;
  const double step = along == 1 ? f.dx : f.dy;
  for (int k = 1; k <= variables; ++k) {
    const double gain = (*at(f.through, i + di, j + dj, k) - *at(f.through, i, j, k)) / step;
    double here = along == 1 ? -gain : *at(f.change, i, j, k) - gain;
    if (k == normal)
      here -= gravity * 0.5 * (*at(f.depths, 2, i, j) + *at(f.depths, 1, i + di, j + dj)) * 0.5 *
              (*at(f.ground, i + di, j + dj, 1) - *at(f.ground, i - di, j - dj, 1)) / step;
    *at(f.change, i, j, k) = here;
  }
}

/* combine at one cell. */
ANYWHERE void combined(Flow f, Array old, double weight_old, Array now, double weight_now,
                       Array next, int i, int j) {
  for (int k = 1; k <= variables; ++k)
    *at(next, i, j, k) = weight_old * *at(old, i, j, k) +
                         weight_now * (*at(now, i, j, k) + f.dt * *at(f.change, i, j, k));
}
