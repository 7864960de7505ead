#include <math.h>

enum { HALO = 2, VARIABLES = 4, DEPTH = 0, FLOW_X = 1, FLOW_Y = 2, SALT = 3 };
static const double gravity = 9.81;

static double limited(double a, double b) { return a * b > 0 ? 2 * a * b / (a + b) : 0; }

/* Fortran's bounds: q(-1:nx+2, -1:ny+2, 4), bottom(-1:nx+2, -1:ny+2), flux(nx+1, ny+1, 4), face_depth(2, nx+1, ny+1),
 * tend(nx, ny, 4); the last subscript of q, flux and tend counts from 0 here. */
#define Q(i, j, k) q[(i) + 1 + (nx + 4L) * ((j) + 1 + (ny + 4L) * (k))]
#define BOTTOM(i, j) bottom[(i) + 1 + (nx + 4L) * ((j) + 1)]
#define FLUX(i, j, k) flux[(i)-1 + (nx + 1L) * ((j)-1 + (ny + 1L) * (k))]
#define FACE_DEPTH(side, i, j) face_depth[(side)-1 + 2 * ((i)-1 + (nx + 1L) * ((j)-1))]
#define TEND(i, j, k) tend[(i)-1 + (long)nx * ((j)-1 + (long)ny * (k))]

void tendencies_x(const double *restrict q, double *restrict tend, double *fastest, int nx, int ny,
                  double dx, const double *restrict bottom, double *restrict flux,
                  double *restrict face_depth) {
  double most = *fastest;
  for (int j = 1; j <= ny; ++j)
    for (int i = 1; i <= nx + 1; ++i) {
      double primitive[VARIABLES][4], left[VARIABLES], right[VARIABLES];
      for (int k = -2; k <= 1; ++k) {
        const double depth = Q(i + k, j, DEPTH);
        primitive[DEPTH][k + 2] = depth + BOTTOM(i + k, j);
        primitive[FLOW_X][k + 2] = Q(i + k, j, FLOW_X) / depth;
        primitive[FLOW_Y][k + 2] = Q(i + k, j, FLOW_Y) / depth;
        primitive[SALT][k + 2] = Q(i + k, j, SALT) / depth;
      }
      for (int k = 0; k < VARIABLES; ++k) {
        const double *p = primitive[k];
        left[k] = p[1] + 0.5 * limited(p[1] - p[0], p[2] - p[1]);
        right[k] = p[2] - 0.5 * limited(p[2] - p[1], p[3] - p[2]);
      }
      const double bottom_here = 0.5 * (BOTTOM(i - 1, j) + BOTTOM(i, j));
      const double h_left = left[DEPTH] - bottom_here, h_right = right[DEPTH] - bottom_here;
      const double u_left = left[FLOW_X], u_right = right[FLOW_X];
      const double speed =
          fmax(fabs(u_left) + sqrt(gravity * h_left), fabs(u_right) + sqrt(gravity * h_right));
      most = fmax(most, speed);

      FACE_DEPTH(1, i, j) = h_left;
      FACE_DEPTH(2, i, j) = h_right;
      FLUX(i, j, DEPTH) =
          0.5 * (h_left * u_left + h_right * u_right) - 0.5 * speed * (h_right - h_left);
      FLUX(i, j, FLOW_X) = 0.5 * (h_left * u_left * u_left + 0.5 * gravity * h_left * h_left +
                                  h_right * u_right * u_right + 0.5 * gravity * h_right * h_right) -
                           0.5 * speed * (h_right * u_right - h_left * u_left);
      for (int k = FLOW_Y; k <= SALT; ++k)
        FLUX(i, j, k) = 0.5 * (h_left * u_left * left[k] + h_right * u_right * right[k]) -
                        0.5 * speed * (h_right * right[k] - h_left * left[k]);
    }
  *fastest = most;

  for (int k = 0; k < VARIABLES; ++k)
    for (int j = 1; j <= ny; ++j)
      for (int i = 1; i <= nx; ++i) TEND(i, j, k) = -(FLUX(i + 1, j, k) - FLUX(i, j, k)) / dx;
  for (int j = 1; j <= ny; ++j)
    for (int i = 1; i <= nx; ++i)
      TEND(i, j, FLOW_X) -= gravity * 0.5 * (FACE_DEPTH(2, i, j) + FACE_DEPTH(1, i + 1, j)) * 0.5 *
                            (BOTTOM(i + 1, j) - BOTTOM(i - 1, j)) / dx;
}
