// A convolution by cuDNN, with its descriptors: the stage says which ones make up the operator. No
// maths here.
#pragma once
#include <limits>
#include <vector>

#include "cuda_stages/wave/cudnn_library.cuh"
#include "cuda_stages/wave/resident.cuh"

namespace {

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
