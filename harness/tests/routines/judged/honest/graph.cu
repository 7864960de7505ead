// change: A graph of its kernels
#include "rod.cuh"

STAGE {
  Rod on(n, u);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cooled<<<blocks(n), threads, 0, stream>>>(n, rate, on.u.data, on.v.data);
  damped<<<blocks(n), threads, 0, stream>>>(n, on.u.data, on.v.data);
  summed<<<blocks(n), threads, 0, stream>>>(n, on.v.data, on.total.data);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  on.out(u, v, total);
}
