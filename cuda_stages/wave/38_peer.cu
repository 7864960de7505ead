// peer: several GPUs, each with some columns; halos are stored right into the neighbour's memory.
// flags: -O3 -ftz=true
//
// Changes: the field is cut along x into a part a device, each with frames of M columns. The M
//   columns at either end of a part are stored twice: at home and, over NVLink, in the neighbour's
//   frame. A graph holds the steps of all devices.
// Order: step n+1 of a part follows step n of both neighbours, which wrote its frames of p(n+1) and
//   have read what it will overwrite of theirs: an edge of the graph for each. The first part's
//   stream launches a stretch of steps, and the end of all parts is its end.
// Longer than a slide: a stretch of steps is several streams with their order, in place of one
//   stream.
// Why: half the cells take half of what a step costs beyond its start: a kernel of graph on N cells
//   takes K(N) = 1.6 us + N / (126 Gpoint/s) (3.6 us at 310 x 775, 3.7 at 512^2, 9.9 at 1024^2,
//   measured) while 12 N bytes fit the second-level cache of 50 MB, and N / (81 Gpoint/s) beyond.
//   At 2048^2 only the halves fit.
// Against it: an edge between devices, e us, in each step, and a halo of 4 M nz bytes each way.
//   With a node of a graph of 0.9 us a step takes T(1) = 0.9 + K(N) on one and T(2) = 0.9 + K(N/2)
//   + e + 4 M nz / (370 GB/s) on two. Taken for e is a flag there and back, 1.23 us. So T(2) < T(1)
//   from N = 2 e 126,000 = 310,000 cells on, and the thesis has 240,000; its halo of 9.9 kB takes
//   0.03 us. With the 5 us that events between streams cost heat, from 1,260,000 cells on.
//   halo-last takes 1.16 us a step of the thesis on one GPU, no more than e alone, and has no room
//   for 1024^2: from there on two GPUs beat every stage of one.
// Expected: on one GPU with --devices=1 graph within 2 %; on two H100 it loses at 310 x 775, 4.7 us
//   a step to graph's 4.4, breaks even at 310,000 cells and gains at 1024^2, 8.0 us to 10.8, and at
//   2048^2, 21 us to 53
// Launch: as graph; `devices` parts, as many as there are GPUs, but two, unless given. More parts
//   than GPUs share them, which proves the exchange on a machine with one GPU. No volumes: they
//   have peer of wave3d.
// Run: ladder --grid=2048 --dt=auto --stage=peer --devices=2
#include "cuda_stages/shared/streams.cuh"
#include "cuda_stages/wave/columns.cuh"
#include "cuda_stages/wave/fused_cell.cuh"

namespace {

// From a cell at an end of a part to the same cell in the neighbour's halo [cells]; the columns
// that go there.
struct PeerHalos {
  std::int64_t below, above;
  int below_end, above_begin;  // columns x < below_end go below, x >= above_begin above
};

// The number of a graph's first step is on the device, so that one graph serves any stretch of the
// run.
__global__ void count_steps(int *first_step, int count) { *first_step += count; }

template <int M>
__global__ void fused_step(Step s, const int *first, int i, PeerHalos halos) {
  step_cells<M>(s, *first + i, [&](float *cell, int x, float made) {
    *cell = made;
    if (x < halos.below_end) cell[halos.below] = made;
    if (x >= halos.above_begin) cell[halos.above] = made;
  });
}

enum { knob_block, knob_steps, knob_devices };

class Stage {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : block_(block_of(launch.knob[knob_block])), parts_(c, block_, launch.knob[knob_devices][0]),
        length_(launch.knob[knob_steps][0]), stream_(parts_[0].stream),
        second_(parts_[0].run.before) {
    capture(graphs_[0], false);
    capture(graphs_[1], true);
    CHECK(cudaStreamSynchronize(stream_));
  }

  void upload(const float *now, const float *before, int step) { parts_.upload(now, before, step); }

  // The first step after an upload differs from those in a graph, and the last ones may fill none.
  void advance(int count) {
    parts_.must_have_left(count);
    const int alone = parts_.fresh() ? std::min(count, 1) : 0;
    launch_one_by_one(alone);
    for (count -= alone; count >= length_; count -= length_) {
      CHECK(cudaGraphLaunch(graphs_[parts_[0].run.now == second_].exec, stream_));
      parts_.take_steps(length_);
    }
    launch_one_by_one(count);
    CHECK(cudaStreamSynchronize(stream_));
  }

  void download(float *now, float *before, float *traces) { parts_.download(now, before, traces); }

  ladder_launch used() const {
    return {
        {{static_cast<int>(block_.x), static_cast<int>(block_.y)}, {length_}, {parts_.count()}}};
  }

 private:
  // Where p(n+1) of this part is stored a second time; it is in `field` of both.
  PeerHalos halos(int part, bool field) const {
    const Padded &g = parts_[part].run.grid;
    const Columns *const below = parts_.below(part), *const above = parts_.above(part);
    const auto way = [&](const Columns *other, std::int64_t columns) {
      return other->field(field) - parts_[part].field(field) + columns * g.pz;
    };
    return {below ? way(below, below->run.grid.nx) : 0, above ? way(above, -g.nx) : 0,
            below ? g.m : 0, above ? g.nx - g.m : g.nx};
  }

  // Step i of a stretch, the one from n = *first_step + i; `swapped`: p(n) is in run.before.
  void launch(int part, int i, bool swapped, bool fresh) const {
    const Columns &own = parts_[part];
    const Step step = own.run.step_of(own.field(swapped), own.field(!swapped), fresh);
    with_half_length(step.g.m, [&](auto m) {
      fused_step<m><<<own.run.blocks, block_, 0, own.stream>>>(step, own.first_step, i,
                                                               halos(part, !swapped));
    });
    CHECK(cudaGetLastError());
  }

  // A stretch of steps of all parts, recorded or run: the first part's stream begins and ends it.
  void launch_all(int steps, bool swapped, bool fresh) const {
    CHECK(cudaEventRecord(parts_[0].done[1], stream_));
    for (int part = 1; part < parts_.count(); ++part)
      CHECK(cudaStreamWaitEvent(parts_[part].stream, parts_[0].done[1]));
    for (int i = 0; i < steps; ++i)
      for (int part = 0; part < parts_.count(); ++part) {
        const OnDevice on(parts_[part].device);
        for (const Columns *other : {parts_.below(part), parts_.above(part)})
          if (other && i > 0)
            CHECK(cudaStreamWaitEvent(parts_[part].stream, other->done[(i + 1) % 2]));
        launch(part, i, (i + swapped) % 2, fresh);
        CHECK(cudaEventRecord(parts_[part].done[i % 2], parts_[part].stream));
      }
    for (int part = 0; part < parts_.count(); ++part) {
      const OnDevice on(parts_[part].device);
      count_steps<<<1, 1, 0, parts_[part].stream>>>(parts_[part].first_step, steps);
      CHECK(cudaGetLastError());
      CHECK(cudaEventRecord(parts_[part].done[0], parts_[part].stream));
      CHECK(cudaStreamWaitEvent(stream_, parts_[part].done[0]));
    }
  }

  // Steps from p(n) in run.now or, `swapped`, in run.before on: recorded, not run.
  void capture(GraphExec &graph, bool swapped) {
    ::capture(graph, stream_, [&] { launch_all(length_, swapped, false); });
  }

  void launch_one_by_one(int steps) {
    if (steps == 0) return;
    launch_all(steps, false, parts_.fresh());
    parts_.take_steps(steps);
  }

  const dim3 block_;
  PartsAlongX parts_;
  const int length_;           // steps of a graph
  const Stream &stream_;       // of the first part
  const float *const second_;  // p(n) of the first part when the second graph begins
  GraphExec graphs_[2];        // either field may be p(n) when a graph begins
};

const ladder_knob knobs[] = {
    LADDER_KNOB(block, "threads a block, z by x", "fused_step", 2, {32, 8}, {1, 1}, {1024, 1024}),
    LADDER_KNOB(steps, "steps of a graph", nullptr, 1, {100}, {1}, {10000}),
    LADDER_KNOB(devices, "parts, each on a GPU; as many as there are GPUs, but two, unless given",
                nullptr, 1, {0}, {1}, {most_devices})};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "graph",
    .change = "some columns a GPU; kernels store halos straight into the neighbour's memory",
    CUDA_KNOBS(knobs), LOOP_ENTRIES(Stage)};
