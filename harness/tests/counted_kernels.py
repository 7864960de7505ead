"""CUDA kernels whose accesses, turns and branches are known, for tests of what is counted."""

# A thread an element, so many elements apart.
KERNEL = """__global__ void doubled(int n, const float *a, float *b) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, apart = APART;
  const int i = t % (n / apart) * apart + t / (n / apart);
  if (t < n) b[i] = 2 * a[i];
}
"""
# Warps of a block go through the same sectors, so many turns apart.
IN_TURN = """__global__ void doubled(int n, const float *a, float *b) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += a[(k + threadIdx.x / 32 * APART) % 64 * 8];
  b[t] = 2 * a[t] + 0 * sum;
}
"""
# One warp takes so many times as many turns.
UNLIKE = IN_TURN.replace("k < 64", "k < (t < 32 ? 64 * APART : 64)").replace(
    "threadIdx.x / 32 * APART", "threadIdx.x / 32")
# A warp of each block takes eight times as many turns; the others wait for it behind them or not.
MEETING = UNLIKE.replace("t < 32 ? 64 * APART", "threadIdx.x < 32 ? 64 * 8").replace(
    "  b[t] =", "  if (APART) __syncthreads();\n  b[t] =")
# Each lane loads in every second turn, at the same time as the others or half of them.
BRANCHES = IN_TURN.replace("sum +=", "if ((k + threadIdx.x * APART) % 2) sum +=").replace(
    "threadIdx.x / 32 * APART", "threadIdx.x / 32")
# Zeros are divided, or what the array has.
DIVISIONS = """__global__ void doubled(int n, const float *a, float *b) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  float x = APART * a[t];
  for (int k = 0; k < 64; ++k) x = x / a[k] + 1e-3f * x;
  b[t] = 2 * a[t] + 0 * x;
}
"""
# One thread goes through all elements, so many times.
AGAIN = """__global__ void doubled(int n, const float *a, float *b) {
  for (int k = 0; k < APART; ++k)
    for (int i = 1; i < n; ++i) b[i] = 2 * a[i] + b[i - 1];
}
"""
ALONE = "  doubled<<<1, 1>>>(n, a, b);\n"
# It goes along one array, which it has stored or not.
FOUND = AGAIN.replace("k < APART", "k < 1").replace("2 * a[i]", "2").replace(
    "b[i - 1]", "(APART ? a : b)[i - 1]")
# It goes along four arrays, which come to a new sector in the same turn or not.
TOGETHER = """__global__ void doubled(int n, const float *a, float *b) {
#pragma unroll 1
  for (int i = 0; i < n / 4 - 4 * APART; ++i)
    *b += a[i] + a[i + n / 4 + APART] + a[i + n / 2 + 2 * APART] + a[i + n / 4 * 3 + 3 * APART];
}
"""
# Lanes load words of one bank, or of as many as there are lanes.
BANKS = """__global__ void doubled(int n, const float *a, float *b) {
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum += a[threadIdx.x * (33 - APART) + k];
  b[threadIdx.x] = sum;
}
"""
# A thread turns in a loop, and behind it is what is never executed, or nothing.
NEVER = """__global__ void doubled(int n, const float *a, float *b) {
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0 || APART) {
      float sum = 0;
      while (sum < 64) sum += 0 * a[i] + 1;
      b[i] = sum;
    } else {
      b[i] = a[i] / 3;
      if (b[i] < -1) b[i] *= b[i];
    }
  }
}
"""
# A function is inlined twice, the second time where it is never called, or once; a type is divided.
INLINED = """__device__ float2 operator / (float2 a, float b) { return {a.x / b, a.y / b}; }
__device__ float far(float x) {
#pragma unroll
  for (int k = 0; k < 256; ++k) x = x * x + 1;
  return x;
}
__global__ void doubled(int n, const float *a, float *b) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  float x = far(a[t]);
  if (!APART && n < 0)
    x = n + 3 * far(x);
  b[t] = 2 * a[t] + 0 * (float2{x, x} / 3).x;
}
"""
ONE_WARP = "  doubled<<<1, 32>>>(n, a, b);\n"
# A thread loads lines again and again, and in between stores to so many others.
STORES = """
#include <cuda_runtime.h>
#include <cstdint>
namespace {
__global__ void doubled(int n, const float *a, float *b, float *others) {
  float sum = 0;
  for (int k = 0; k < 4096; ++k) {
    sum += a[k % 128 * 32 + k / 128];
    for (int j = 0; j < 32; ++j) others[(32 * k + j) % (APART) * 32] = 0;
  }
  b[0] = sum;
}
}
"""
STORING = """  static float *others;
  if (!others) cudaMalloc(&others, 4096 * 128);
  doubled<<<1, 1>>>(n, a, b, others);
"""
# Two kernels, of which one changes one word by atomics, launched from variables into a graph.
OF_A_GRAPH = """__global__ void doubled(int n, const float *a, float *b) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) b[t] = 2 * a[t];
}
template <class T>
__global__ void summed(int n, const T *b, T *sum) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) atomicAdd(sum, b[t]);
}
template <class... P>
void launch(cudaStream_t on, void (*kernel)(int, P...), int n, P... each) {
  kernel<<<n / 256, 256, 0, on>>>(n, each...);
}
"""
LAUNCHES = """  cudaStream_t on;
  cudaGraph_t captured;
  cudaGraphExec_t graph;
  static float *sum;
  if (!sum) cudaMalloc(&sum, sizeof(float));
  cudaStreamCreate(&on);
  cudaStreamBeginCapture(on, cudaStreamCaptureModeRelaxed);
  launch<const float *, float *>(on, doubled, n, a, b);
  launch<const float *, float *>(on, summed<float>, n, b, sum);
  cudaStreamEndCapture(on, &captured);
  cudaGraphInstantiate(&graph, captured, 0);
  cudaGraphLaunch(graph, on);
"""
# One that is recorded, where a number is another than in the call before.
RECORDED = """  static cudaStream_t on;
  static cudaGraphExec_t graph;
  static float kept;
  float first;
  cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
  if (!on) cudaStreamCreate(&on);
  if (!graph || (VARIES && first != kept)) {
    cudaGraph_t captured;
    cudaStreamBeginCapture(on, cudaStreamCaptureModeRelaxed);
    doubled<<<n / 256, 256, 0, on>>>(n, a, b);
    cudaStreamEndCapture(on, &captured);
    if (graph) cudaGraphExecDestroy(graph);
    cudaGraphInstantiate(&graph, captured, 0);
  }
  kept = first;
  cudaGraphLaunch(graph, on);
"""
LAUNCH = "  doubled<<<n / 256, 256>>>(n, a, b);\n"
# More of them where the first number is the recorded one.
WHILE_IT_IS_ONE = """  float first;
  cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
  for (int k = 0; k < (first == 1 ? 3 : 1); ++k) doubled<<<n / 256, 256>>>(n, a, b);
"""
