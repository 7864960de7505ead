// A convolution by cuDNN, with its descriptors: the stage says which ones make up the operator. No
// maths here.
#pragma once
#include <cudnn.h>
#include <dlfcn.h>

#include <limits>
#include <memory>
#include <vector>

#include "cuda_stages/wave/entries.cuh"
#include "cuda_stages/wave/resident.cuh"

namespace {

// cuDNN 9, loaded when it is asked for, so that a program that has the stage cudnn starts on
// machines without the library. Errors as those of CUDA, and handles and descriptors that free
// themselves.

#define CUDNN_ENTRIES(ENTRY)                     \
  ENTRY(cudnnGetErrorString)                     \
  ENTRY(cudnnCreate)                             \
  ENTRY(cudnnDestroy)                            \
  ENTRY(cudnnCreateTensorDescriptor)             \
  ENTRY(cudnnSetTensor4dDescriptor)              \
  ENTRY(cudnnDestroyTensorDescriptor)            \
  ENTRY(cudnnCreateFilterDescriptor)             \
  ENTRY(cudnnSetFilter4dDescriptor)              \
  ENTRY(cudnnDestroyFilterDescriptor)            \
  ENTRY(cudnnCreateConvolutionDescriptor)        \
  ENTRY(cudnnSetConvolution2dDescriptor)         \
  ENTRY(cudnnSetConvolutionMathType)             \
  ENTRY(cudnnDestroyConvolutionDescriptor)       \
  ENTRY(cudnnFindConvolutionForwardAlgorithm)    \
  ENTRY(cudnnGetConvolutionForwardWorkspaceSize) \
  ENTRY(cudnnConvolutionForward)

struct Cudnn {
#define ENTRY(name) decltype(&::name) name = nullptr;
  CUDNN_ENTRIES(ENTRY)
#undef ENTRY
};

// Never unloaded: cuDNN keeps threads and device code of its own.
inline const Cudnn &cudnn() {
  static const Cudnn loaded = [] {
    void *library = dlopen("libcudnn.so.9", RTLD_NOW | RTLD_LOCAL);
    refuse_if(!library,
              "libcudnn.so.9 was not found: install cuDNN 9 and put its folder on LD_LIBRARY_PATH "
              "(of Python's package nvidia-cudnn-cu13 it is nvidia/cudnn/lib)");
    Cudnn entries;
#define ENTRY(name)                                                          \
  entries.name = reinterpret_cast<decltype(&::name)>(dlsym(library, #name)); \
  refuse_if(!entries.name, "libcudnn.so.9 has no " #name                     \
                           ": another version of cuDNN 9 is "                \
                           "needed");
    CUDNN_ENTRIES(ENTRY)
#undef ENTRY
    return entries;
  }();
  return loaded;
}

inline void check_cudnn(cudnnStatus_t status, const char *call, int line) {
  if (status == CUDNN_STATUS_SUCCESS) return;
  ladder_status kind = LADDER_DEVICE_FAILED;
  if (status == CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED ||
      status == CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED)
    kind = LADDER_OUT_OF_MEMORY;
  // The thousands of a status are its category.
  if (status / 1000 == CUDNN_STATUS_NOT_SUPPORTED / 1000) kind = LADDER_REFUSED;
  throw Failure(kind, std::string("cuDNN: ") + cudnn().cudnnGetErrorString(status) + " at line " +
                          std::to_string(line) + ": " + call);
}
#define CHECK_CUDNN(call) check_cudnn(cudnn().call, #call, __LINE__)

template <typename T>
struct DestroyCudnn {
  cudnnStatus_t (*destroy)(T *);
  void operator()(T *object) const { (void)destroy(object); }
};

template <typename T>
using CudnnOwned = std::unique_ptr<T, DestroyCudnn<T>>;

template <typename T>
CudnnOwned<T> make_cudnn(cudnnStatus_t (*create)(T **), cudnnStatus_t (*destroy)(T *)) {
  T *made = nullptr;
  check_cudnn(create(&made), "creating a handle or descriptor", __LINE__);
  return {made, {destroy}};
}

constexpr cudnnConvolutionFwdAlgo_t algorithms[] = {
    CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM};

struct Extent {
  int rows, columns;
};

// `images` images, each convolved with one filter whose extents are odd.
class Convolution {
 public:
  Convolution(int images, Extent image, Extent filter, const std::vector<float> &taps)
      : taps_(taps.size()), image_(make_cudnn(cudnn().cudnnCreateTensorDescriptor,
                                              cudnn().cudnnDestroyTensorDescriptor)),
        filter_(
            make_cudnn(cudnn().cudnnCreateFilterDescriptor, cudnn().cudnnDestroyFilterDescriptor)),
        convolution_(make_cudnn(cudnn().cudnnCreateConvolutionDescriptor,
                                cudnn().cudnnDestroyConvolutionDescriptor)) {
    fill(taps_, taps.data(), taps.size());
    CHECK_CUDNN(cudnnSetTensor4dDescriptor(image_.get(), CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT,
                                           images, 1, image.rows, image.columns));
    CHECK_CUDNN(cudnnSetFilter4dDescriptor(filter_.get(), CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 1,
                                           filter.rows, filter.columns));
    CHECK_CUDNN(cudnnSetConvolution2dDescriptor(convolution_.get(), filter.rows / 2,
                                                filter.columns / 2, 1, 1, 1, 1,
                                                CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
    CHECK_CUDNN(cudnnSetConvolutionMathType(convolution_.get(), CUDNN_FMA_MATH));
  }

  // [ms] of each algorithm; infinite where cuDNN cannot do it, or not the same way twice.
  std::vector<float> times(cudnnHandle_t handle) const {
    cudnnConvolutionFwdAlgoPerf_t found[CUDNN_CONVOLUTION_FWD_ALGO_COUNT];
    int count = 0;
    CHECK_CUDNN(cudnnFindConvolutionForwardAlgorithm(
        handle, image_.get(), filter_.get(), convolution_.get(), image_.get(),
        CUDNN_CONVOLUTION_FWD_ALGO_COUNT, &count, found));
    std::vector<float> times;
    for (auto algorithm : algorithms) {
      float time = std::numeric_limits<float>::infinity();
      for (int i = 0; i < count; ++i)
        if (found[i].algo == algorithm && found[i].status == CUDNN_STATUS_SUCCESS &&
            found[i].determinism == CUDNN_DETERMINISTIC)
          time = std::min(time, found[i].time);
      times.push_back(time);
    }
    return times;
  }

  std::size_t workspace_bytes(cudnnHandle_t handle, cudnnConvolutionFwdAlgo_t algorithm) const {
    std::size_t bytes = 0;
    CHECK_CUDNN(cudnnGetConvolutionForwardWorkspaceSize(
        handle, image_.get(), filter_.get(), convolution_.get(), image_.get(), algorithm, &bytes));
    return bytes;
  }

  // lap = keep lap + filter * p
  void run(cudnnHandle_t handle, cudnnConvolutionFwdAlgo_t algorithm,
           const DeviceBuffer<char> &workspace, std::size_t bytes, const float *p, float keep,
           float *lap) const {
    const float one = 1.0f;
    CHECK_CUDNN(cudnnConvolutionForward(handle, &one, image_.get(), p, filter_.get(), taps_,
                                        convolution_.get(), algorithm, workspace, bytes, &keep,
                                        image_.get(), lap));
  }

 private:
  const DeviceBuffer<float> taps_;
  const CudnnOwned<cudnnTensorStruct> image_;
  const CudnnOwned<cudnnFilterStruct> filter_;
  const CudnnOwned<cudnnConvolutionStruct> convolution_;
};

}  // namespace
