// A stream for what others wait for. No idea of a stage.
#pragma once
#include "cuda_stages/shared/several_devices.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

// A stream that goes before others of its device.
class UrgentStream {
 public:
  explicit UrgentStream(int device) {
    const OnDevice on(device);
    int least = 0, greatest = 0;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, greatest));
    made_.emplace();
  }
  ~UrgentStream() { (void)cudaStreamDestroy(stream_); }
  UrgentStream(const UrgentStream &) = delete;
  operator cudaStream_t() const { return stream_; }
  cudaEvent_t made() const { return *made_; }  // the ends of the last step are complete

 private:
  cudaStream_t stream_ = nullptr;
  std::optional<Event> made_;
};

}  // namespace
