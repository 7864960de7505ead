"""What a rung in CUDA has of its own, next to kernels: small pieces, each only where it is
used."""

from porting.expression import furthest

# Those along an axis, with a comment at the first.
ALONG = {
    "thread": ("// The number of this thread in the grid, along an axis.",
               "__device__ int thread_x() { return blockIdx.x * blockDim.x + threadIdx.x; }"),
    "threads": ("// Threads of the grid along an axis.",
                "__device__ int threads_x() { return gridDim.x * blockDim.x; }"),
    "first": ("// Of the block's first thread, and of this one in its block.",
              "__device__ int first_x() { return blockIdx.x * blockDim.x; }\n"
              "__device__ int in_block_x() { return threadIdx.x; }")}
PIECES = {f"{name}_{axis}": (f"{comment}\n{text}" if axis == "x" else
                             text.replace("_x", f"_{axis}").replace(".x", f".{axis}"))
          for name, (comment, text) in ALONG.items() for axis in "xyz"}
PIECES |= {
    "in_block": """// The number of this thread in its block.
__device__ int in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}""",
    "grid_for": """// Blocks for this many turns along each axis; where there are too many, a
// thread takes several.
dim3 grid_for(dim3 block, int64_t x, int64_t y = 1, int64_t z = 1) {
  const auto blocks = [](int64_t turns, unsigned width, int64_t most) {
    const int64_t needed = (turns + width - 1) / width;
    return static_cast<unsigned>(needed < 1 ? 1 : needed > most ? most : needed);
  };
  return dim3(blocks(x, block.x, INT32_MAX), blocks(y, block.y, 65535),
              blocks(z, block.z, 65535));
}""",
    "grid_of": """// Blocks so that each turn has its thread.
dim3 grid_of(dim3 block, int64_t x, int64_t y = 1, int64_t z = 1) {
  const auto blocks = [](int64_t turns, unsigned width, int64_t most) {
    const int64_t needed = turns < 1 ? 1 : (turns + width - 1) / width;
    if (needed > most) {
      std::fprintf(stderr,
                   "a loop has %lld turns, more than a grid takes: record a call with as many, "
                   "and run `ladder port` again\\n",
                   static_cast<long long>(turns));
      std::abort();
    }
    return static_cast<unsigned>(needed);
  };
  return dim3(blocks(x, block.x, INT32_MAX), blocks(y, block.y, 65535),
              blocks(z, block.z, 65535));
}""",
    "threads_of": """// Threads that have arrays of their own in memory: not more than that is for.
dim3 few(dim3 grid) {
  unsigned left = 256;
  for (unsigned *blocks : {&grid.x, &grid.y, &grid.z}) {
    *blocks = *blocks < left ? *blocks : left;
    left /= *blocks;
  }
  return grid;
}
int64_t threads_of(dim3 grid, dim3 block) {
  return int64_t(grid.x) * grid.y * grid.z * block.x * block.y * block.z;
}
__device__ int64_t in_grid() {
  const int64_t block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  return block * blockDim.x * blockDim.y * blockDim.z + in_block();
}""",
    "check_indices": """// Stops where an array has more elements than an index may count.
void check_indices(std::initializer_list<int64_t> elements) {
  for (const int64_t each : elements)
    if (each > std::numeric_limits<LADDER_INDEX>::max()) {
      std::fprintf(stderr,
                   "an array has %lld elements: define LADDER_INDEX as int64_t in this stage\\n",
                   static_cast<long long>(each));
      std::abort();
    }
}""",
    "Kept": """// Memory of the device for a local array, kept from call to call; it grows
// when a call needs more.
template <class T>
struct Kept {
  T *data = nullptr;
  int64_t held = 0;
  T *of(int64_t elements) {
    if (elements > held) {
      cudaFree(data);
      cudaMalloc(&data, elements * sizeof(T));
      held = elements;
    }
    return data;
  }
};""",
    "Held": """// What constant memory was filled with last.
template <std::size_t bytes>
struct Held {
  char last[bytes];
  bool filled = false;
  bool differs(const void *from) {
    if (filled && !std::memcmp(last, from, bytes)) return false;
    std::memcpy(last, from, bytes);
    return filled = true;
  }
};""",
    "Values": """// A small array as an argument of a kernel, which is in constant memory.
template <class T, int64_t length>
struct Values {
  T at[length];
};
template <int64_t length, class T>
Values<T, length> values_of(const T *from) {
  Values<T, length> made;
  std::memcpy(made.at, from, sizeof made.at);
  return made;
}""",
    "pad": """// An array with a halo of zeros, or of the value at the border. Of each axis:
// elements with the halo, of the halo before the first one, of the array; the first
// index.
struct Halo {
  int64_t ladder_n[4], low[4], extent[4], ladder_first[4];
};
template <class T>
__global__ void pad(T *to, const T *from, Halo h, bool zeros) {
  const auto at = [](int64_t i, int64_t n) { return i < 0 ? 0 : i < n ? i : n - 1; };
  for (int64_t l = 0; l < h.ladder_n[3]; ++l)
    for (int64_t k = blockIdx.z; k < h.ladder_n[2]; k += gridDim.z)
      for (int64_t j = blockIdx.y * blockDim.y + threadIdx.y; j < h.ladder_n[1];
           j += gridDim.y * blockDim.y) {
        const int64_t line[] = {0, j - h.low[1], k - h.low[2], l - h.low[3]};
        bool inside = true;
        int64_t begin = 0;
        for (int axis = 3; axis >= 1; --axis) {
          const int64_t here = at(line[axis], h.extent[axis]);
          inside = inside && here == line[axis];
          begin = h.extent[axis - 1] * (here + begin);
        }
        T *const padded = to + h.ladder_n[0] * (j + h.ladder_n[1] * (k + h.ladder_n[2] * l));
        for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < h.ladder_n[0];
             i += gridDim.x * blockDim.x) {
          const int64_t own = i - h.low[0], here = at(own, h.extent[0]);
          padded[i] = zeros && !(inside && here == own) ? T(0) : from[begin + here];
        }
      }
}
template <class T>
T *ladder_padded(Kept<T> &kept, const T *from, Halo h, bool zeros) {
  T *to = kept.of(h.ladder_n[0] * h.ladder_n[1] * h.ladder_n[2] * h.ladder_n[3]);
  for (const int64_t each : h.extent)
    if (each < 1) return to;
  const dim3 block(32, 8);  // a thread takes 8 elements of a line
  pad<<<grid_for(block, (h.ladder_n[0] + 7) / 8, h.ladder_n[1], h.ladder_n[2]), block>>>(
      to, from, h, zeros);
  return to;
}""",
    "on_host": """// A value in the device's memory, on the host.
template <class T>
T on_host(const T *element) {
  T value;
  cudaMemcpy(&value, element, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}""",
    "to_device": """// A kernel sets a value: the host does not wait, as it does for a copy.
template <class T>
__global__ void set(T *element, T value) {
  *element = value;
}
template <class T, class U>
void to_device(T *element, U value) {
  set<<<1, 1>>>(element, static_cast<T>(value));
}""",
    "combine": """// What the threads of a block have found becomes one value, by halves; then one
// thread adds it to what other blocks have found.
template <class Op, class T>
__device__ void combine(T *all, T mine) {
  __shared__ T found[1024];
  const int at = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  found[at] = mine;
  for (int left = threads; left > 1; left = (left + 1) / 2) {
    __syncthreads();
    const int half = left / 2;
    if (at < half) found[at] = Op::of(found[at], found[at + left - half]);
  }
  if (at == 0) atomic<Op>(all, found[0]);
  __syncthreads();
}""",
    "atomic": """// What is there becomes what there is with one more value. Where that changes
// nothing, as with most values of a maximum, nothing is exchanged.
template <class Op, class T>
__device__ void atomic(T *all, T value) {
  if constexpr (Op::adds && !std::is_same_v<T, int64_t>) {
    atomicAdd(all, value);
  } else {
    using Bits = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
    auto *bits = reinterpret_cast<Bits *>(all);
    Bits seen = atomicAdd(bits, Bits(0)), before, wanted;
    do {
      before = seen;
      T made;
      memcpy(&made, &before, sizeof made);
      made = Op::of(made, value);
      memcpy(&wanted, &made, sizeof wanted);
      if (wanted == before) return;
      seen = atomicCAS(bits, before, wanted);
    } while (seen != before);
  }
}""",
}
PIECES |= {name: f"struct {name} {{\n  static constexpr bool adds = {str(name == 'Sum').lower()};\n"
                 "  template <class T>\n  static __device__ T of(T a, T b) {\n"
                 f"    return {value};\n  }}\n}};"
           for name, value in (("Sum", "a + b"), ("Product", "a * b"), ("Most", "a > b ? a : b"),
                               ("Least", "a < b ? a : b"), ("All", "a && b"), ("Any", "a || b"))}
ORDER = (*(f"{name}_{axis}" for name in ALONG for axis in "xyz"), "in_block", "grid_for", "grid_of",
         "threads_of", "check_indices", "Kept", "Held", "Values", "pad", "graph", "on_host",
         "to_device", "Sum", "Product", "Most", "Least", "All", "Any", "atomic", "combine")
OPERATIONS = {"+": ("Sum", "0"), "*": ("Product", "1"), "max": ("Most", None),
              "min": ("Least", None), "and": ("All", "1"), "or": ("Any", "0")}


def neutral(operator, kind):
    """What a thread begins with."""
    text = OPERATIONS[operator][1]
    return furthest(operator == "max", kind) if text is None else text
