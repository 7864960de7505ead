// cuDNN 9, loaded when it is asked for, so that a program that has the stage cudnn starts on
// machines without the library. Errors as those of CUDA, and handles and descriptors that free
// themselves.
#pragma once
#include <cudnn.h>
#include <dlfcn.h>

#include <memory>

#include "cuda_stages/wave/entries.cuh"

namespace {

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

}  // namespace
