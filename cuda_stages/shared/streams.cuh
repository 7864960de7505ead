// Streams, events and graphs that destroy themselves. A stream here does not wait for the default
// one.
#pragma once
#include "cuda_stages/shared/stage_cuda.cuh"

namespace {

class Stream {
 public:
  Stream() { CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() { (void)cudaStreamDestroy(stream_); }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  Event() { CHECK(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }
  ~Event() { (void)cudaEventDestroy(event_); }
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;
  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

struct GraphExec {
  GraphExec() = default;
  ~GraphExec() {
    if (exec) (void)cudaGraphExecDestroy(exec);
  }
  GraphExec(const GraphExec &) = delete;
  GraphExec &operator=(const GraphExec &) = delete;
  cudaGraphExec_t exec = nullptr;
};

// Kernel launches as one graph: what `record` launches into the stream, and into streams that wait
// for it and that it waits for in turn; nothing runs.
template <typename Record>
void capture(GraphExec &graph, cudaStream_t stream, Record record) {
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  record();
  cudaGraph_t captured = nullptr;
  CHECK(cudaStreamEndCapture(stream, &captured));
  const cudaError_t code = cudaGraphInstantiate(&graph.exec, captured, 0);
  (void)cudaGraphDestroy(captured);
  CHECK(code);
  CHECK(cudaGraphUpload(graph.exec, stream));
}

}  // namespace
