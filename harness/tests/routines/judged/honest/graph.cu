// A graph of its kernels.
// parent: original
// change: A graph of its kernels
// expectation: none
// flags: -O3
#include "rod.cuh"

STAGE {
  OnDevice on_u(n + 2), on_v(n), sum(1);
  in(on_u.data, u, n + 2);
  cudaMemset(sum.data, 0, sizeof(float));
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cooled<<<blocks(n), threads, 0, stream>>>(n, rate, on_u.data, on_v.data);
  damped<<<blocks(n), threads, 0, stream>>>(n, on_u.data, on_v.data);
  summed<<<blocks(n), threads, 0, stream>>>(n, on_v.data, sum.data);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  out(u, on_u.data, n + 2);
  out(v, on_v.data, n);
  out(total, sum.data, 1);
}
