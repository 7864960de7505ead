#include <cuda_runtime.h>

namespace {

constexpr int VARIABLES = 4, DEPTH = 0, FLOW_X = 1, FLOW_Y = 2, SALT = 3;
constexpr double gravity = 9.81;

struct Flow {
  int nx, ny;
  double dx;
  const double *q_, *bottom_;
  double *tend_, *flux_, *face_depth_;
  unsigned long long *fastest;  // bits of a double that is not negative: they are in its order
  __device__ double q(int i, int j, int k) const {
    return q_[i + 1 + (nx + 4L) * (j + 1 + (ny + 4L) * k)];
  }
  __device__ double bottom(int i, int j) const { return bottom_[i + 1 + (nx + 4L) * (j + 1)]; }
  __device__ double &flux(int i, int j, int k) const {
    return flux_[i - 1 + (nx + 1L) * (j - 1 + (ny + 1L) * k)];
  }
  __device__ double &face_depth(int side, int i, int j) const {
    return face_depth_[side - 1 + 2 * (i - 1 + (nx + 1L) * (j - 1))];
  }
  __device__ double &tend(int i, int j, int k) const {
    return tend_[i - 1 + long(nx) * (j - 1 + long(ny) * k)];
  }
};

__device__ double limited(double a, double b) { return a * b > 0 ? 2 * a * b / (a + b) : 0; }

// A thread a face.
__global__ void faces(Flow f) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x,
            j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i > f.nx + 1 || j > f.ny) return;
  double left[VARIABLES], right[VARIABLES];
  double depth[4];
  for (int k = 0; k < 4; ++k) depth[k] = f.q(i + k - 2, j, DEPTH);
  for (int k = 0; k < VARIABLES; ++k) {
    double p[4];
    for (int at = 0; at < 4; ++at)
      p[at] = k == DEPTH ? depth[at] + f.bottom(i + at - 2, j) : f.q(i + at - 2, j, k) / depth[at];
    left[k] = p[1] + 0.5 * limited(p[1] - p[0], p[2] - p[1]);
    right[k] = p[2] - 0.5 * limited(p[2] - p[1], p[3] - p[2]);
  }
  const double bottom_here = 0.5 * (f.bottom(i - 1, j) + f.bottom(i, j));
  const double h_left = left[DEPTH] - bottom_here, h_right = right[DEPTH] - bottom_here;
  const double u_left = left[FLOW_X], u_right = right[FLOW_X];
  const double speed =
      fmax(fabs(u_left) + sqrt(gravity * h_left), fabs(u_right) + sqrt(gravity * h_right));
  atomicMax(f.fastest, (unsigned long long)__double_as_longlong(speed));

  f.face_depth(1, i, j) = h_left;
  f.face_depth(2, i, j) = h_right;
  f.flux(i, j, DEPTH) =
      0.5 * (h_left * u_left + h_right * u_right) - 0.5 * speed * (h_right - h_left);
  f.flux(i, j, FLOW_X) = 0.5 * (h_left * u_left * u_left + 0.5 * gravity * h_left * h_left +
                                h_right * u_right * u_right + 0.5 * gravity * h_right * h_right) -
                         0.5 * speed * (h_right * u_right - h_left * u_left);
  for (int k = FLOW_Y; k <= SALT; ++k)
    f.flux(i, j, k) = 0.5 * (h_left * u_left * left[k] + h_right * u_right * right[k]) -
                      0.5 * speed * (h_right * right[k] - h_left * left[k]);
}

// A thread a cell.
__global__ void cells(Flow f) {
  const int i = 1 + blockIdx.x * blockDim.x + threadIdx.x,
            j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i > f.nx || j > f.ny) return;
  for (int k = 0; k < VARIABLES; ++k) {
    double change = -(f.flux(i + 1, j, k) - f.flux(i, j, k)) / f.dx;
    if (k == FLOW_X)
      change -= gravity * 0.5 * (f.face_depth(2, i, j) + f.face_depth(1, i + 1, j)) * 0.5 *
                (f.bottom(i + 1, j) - f.bottom(i - 1, j)) / f.dx;
    f.tend(i, j, k) = change;
  }
}

double *on_device(const double *host, size_t count) {
  double *made = nullptr;
  cudaMalloc(&made, count * sizeof(double));
  cudaMemcpy(made, host, count * sizeof(double), cudaMemcpyHostToDevice);
  return made;
}

}  // namespace

extern "C" void tendencies_x(const double *q, double *tend, double *fastest, int nx, int ny,
                             double dx, const double *bottom, double *flux, double *face_depth) {
  const size_t padded = (nx + 4L) * (ny + 4L), at_faces = (nx + 1L) * (ny + 1L),
               inside = size_t(nx) * ny;
  Flow f{nx,
         ny,
         dx,
         on_device(q, 4 * padded),
         on_device(bottom, padded),
         on_device(tend, 4 * inside),
         on_device(flux, 4 * at_faces),
         on_device(face_depth, 2 * at_faces),
         reinterpret_cast<unsigned long long *>(on_device(fastest, 1))};
  const dim3 block(32, 8), grid((nx + 1 + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
  faces<<<grid, block>>>(f);
  cells<<<grid, block>>>(f);
  cudaMemcpy(tend, f.tend_, 4 * inside * sizeof *tend, cudaMemcpyDeviceToHost);
  cudaMemcpy(flux, f.flux_, 4 * at_faces * sizeof *flux, cudaMemcpyDeviceToHost);
  cudaMemcpy(face_depth, f.face_depth_, 2 * at_faces * sizeof *face_depth, cudaMemcpyDeviceToHost);
  cudaMemcpy(fastest, f.fastest, sizeof *fastest, cudaMemcpyDeviceToHost);
  for (const void *one :
       {(const void *)f.q_, (const void *)f.bottom_, (const void *)f.tend_, (const void *)f.flux_,
        (const void *)f.face_depth_, (const void *)f.fastest})
    cudaFree(const_cast<void *>(one));
}
