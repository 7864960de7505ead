// Streams, which run in order, events, and graphs by capture.
#include <ctime>

#include "api.h"
#include "memory.h"

using namespace ladder_emulation;

struct ladder_emulated_stream {};
struct ladder_emulated_event {
  double at = 0;
};
struct ladder_emulated_graph {
  std::vector<std::function<cudaError_t()>> work;
  int users = 1;
};

namespace {

ladder_emulated_graph *captured = nullptr;

double now_ms() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * double(t.tv_sec) + 1e-6 * double(t.tv_nsec);
}

}  // namespace

cudaError_t ladder_emulation::submit(std::function<cudaError_t()> work) {
  if (captured) return captured->work.push_back(std::move(work)), cudaSuccess;
  let_host(true);
  const cudaError_t code = work();
  let_host(false);
  return code;
}

cudaError_t cudaStreamCreate(cudaStream_t *s) {
  return *s = new ladder_emulated_stream, cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) { return cudaStreamCreate(s); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned, int) {
  return cudaStreamCreate(s);
}
cudaError_t cudaStreamDestroy(cudaStream_t s) {
  if (s != cudaStreamLegacy && s != cudaStreamPerThread) delete s;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) {
  count("wait");
  return state();
}
cudaError_t cudaStreamQuery(cudaStream_t) { return state(); }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return state(); }
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  return *least = 0, *greatest = -5, cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *e) { return *e = new ladder_emulated_event, cudaSuccess; }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) { return cudaEventCreate(e); }
cudaError_t cudaEventDestroy(cudaEvent_t e) { return delete e, cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t) { return e->at = now_ms(), state(); }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return state(); }
cudaError_t cudaEventQuery(cudaEvent_t) { return state(); }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b) {
  return *ms = float(b->at - a->at), cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode) {
  if (captured) return failed(cudaErrorStreamCaptureUnsupported);
  captured = new ladder_emulated_graph;
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *graph) {
  *graph = captured;
  captured = nullptr;
  return *graph ? state() : failed(cudaErrorInvalidValue);
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *to, cudaGraph_t graph, unsigned long long) {
  count("record", graph->work.size(), graph);
  ++graph->users;
  return *to = graph, cudaSuccess;
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *) {
  count("record", graph->work.size(), exec);
  return exec->work = graph->work, state();
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return state(); }
cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t) {
  count("graph", graph->work.size());
  for (const auto &one : graph->work)
    if (const cudaError_t code = submit(one); code != cudaSuccess) return code;
  return state();
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (graph && --graph->users == 0) delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) { return cudaGraphDestroy(graph); }
