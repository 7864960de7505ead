// peer-graph: many steps on all devices are one launch, as a CUDA graph.
// flags: -O3 -ftz=true
//
// Changes: the steps of peer, with their kernels on all devices and the order between them, are
//   captured as one graph, which is launched once for many steps.
// Order: step n+1 of a slab follows step n of both neighbours, which wrote its outermost planes of
//   T(n+1) and have read what it will overwrite of theirs: an edge of the graph for each. The first
//   device's stream launches it, and the end of all devices is its end.
// Why: a step of peer costs the host a launch, a record and up to two waits for each device, 4 us
//   or more, one device after the other: at 128^3 that is longer than the kernels. In a graph the
//   devices go from step to step by themselves.
// Against it: nothing at 512^3, where a step takes 130 us and the host launches ahead.
// Expected: at 128^3 on two devices 2 times faster than peer: 4 us a step and device of launches
//   and events become edges of a graph; with two parts on one GPU 1.5 times; at 512^3 the same
//   within 2 %
// Launch: as peer, and `steps` of a graph; `devices` parts, as many as there are GPUs unless given.
//   More parts than GPUs share them, which proves the exchange on a machine with one GPU.
// Run: ladder --case=heat-128 --stage=peer-graph --devices=2
#include <map>

#include "cuda_stages/heat/peer_stage.cuh"
#include "cuda_stages/shared/streams.cuh"

namespace {

template <int Lines>
__global__ void march_peer_graph(Grid g, int planes, float factor, const float *__restrict__ now,
                                 float *__restrict__ next, PeerHalos halos) {
  march_lines<Lines>(g, planes, factor, now, next, [&](const auto &own, const Piece &piece) {
    store_again(g, own, piece, halos.lowest, halos.below, next);
    store_again(g, own, piece, halos.highest, halos.above, next);
  });
}

inline PeerStage::Kernel kernel_of(int lines) {
  refuse_if(lines == 3, "lines is 1, 2 or 4");
  return lines == 1 ? march_peer_graph<1> : lines == 2 ? march_peer_graph<2> : march_peer_graph<4>;
}

enum { knob_steps = knob_devices + 1 };

class Stage : public PeerStage {
 public:
  Stage(const ladder_heat &c, const ladder_launch &launch)
      : PeerStage(c, launch, kernel_of), length_(launch.knob[knob_steps][0]) {
    for (int k : {0, 1}) (void)graph(length_, k);
  }

  void advance(int count) {
    const Stream &first = slabs()[0].stream;
    while (count > 0) {
      const int steps = std::min(count, length_);
      CHECK(cudaGraphLaunch(graph(steps, slabs()[0].field.which()), first));
      for (int part = 0; part < slabs().count(); ++part)
        if (steps % 2) slabs()[part].field.swap();
      count -= steps;
    }
    CHECK(cudaStreamSynchronize(first));
  }

  ladder_launch used() const {
    ladder_launch used = PeerStage::used();
    used.knob[knob_steps][0] = length_;
    return used;
  }

 private:
  // So many steps from buffer k on. Those of a run's end are made when they are needed.
  cudaGraphExec_t graph(int steps, int k) {
    GraphExec &made = graphs_[{steps, k}];
    if (made.exec) return made.exec;
    const Stream &first = slabs()[0].stream;
    ::capture(made, first, [&] {
      follow_first();
      for (int n = 0; n < steps; ++n) step(n, (k + n) % 2);
      for (int part = 1; part < slabs().count(); ++part)
        CHECK(cudaStreamWaitEvent(first, slabs()[part].done[(steps + 1) % 2]));
    });
    return made.exec;
  }

  // The streams of the other parts join the capture.
  void follow_first() {
    CHECK(cudaEventRecord(slabs()[0].done[1], slabs()[0].stream));
    for (int part = 1; part < slabs().count(); ++part)
      CHECK(cudaStreamWaitEvent(slabs()[part].stream, slabs()[0].done[1]));
  }

  void step(int n, int k) {
    for (int part = 0; part < slabs().count(); ++part) {
      Slab &slab = slabs()[part];
      const OnDevice on(slab.device);
      for (Slab *other : {slabs().below(part), slabs().above(part)})
        if (other && n > 0) CHECK(cudaStreamWaitEvent(slab.stream, other->done[(n + 1) % 2]));
      launch(part, k);
      CHECK(cudaEventRecord(slab.done[n % 2], slab.stream));
    }
  }

  const int length_;
  std::map<std::pair<int, int>, GraphExec> graphs_;
};

const ladder_knob knobs[] = {
    PEER_KNOBS("march_peer_graph"),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000})};

}  // namespace

LADDER_STAGE = {LADDER_HEAT_FRAME, .parent = "peer",
                .change = "many steps on all devices are one launch, as a CUDA graph",
                CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
