// mpi-gpu: a process a GPU, on any number of machines; halos travel through the host by MPI.
// flags: -O3 -ftz=true
// needs: mpi
//
// Changes: each slab of nccl-overlap has a process of its own. The planes that a neighbour needs
//   are copied to page-locked memory of the host, go from process to process as messages, and are
//   copied to the other device.
// Order: the ends of a slab, their copy out, and the copy of the neighbours' planes in follow each
//   other in one stream; the inside is computed meanwhile, in another, as in nccl-overlap. The host
//   waits for the copy out, sends and receives.
// Longer than a slide: messages through the host have buffers and requests of their own.
// Why: one process cannot drive GPUs of two machines, and one rank a GPU is what every scheduler
//   starts. MPI goes wherever there is a network and needs nothing of CUDA. Against it: at M = 4
//   and 1024^2 cells a plane 16.8 MB each way cross the bus twice (0.3 ms a copy) and the host's
//   memory four times, where a link between GPUs takes 45 us.
// Expected: on one GPU tma within 1 %; on two H200 of one machine at order 8 90 % of twice that
//   with 1024^3 a GPU and 60 % at 1024^3 in all: two copies and a message of 16.8 MB a step take 4
//   ms, compared with 4.6 and 2.3 ms of computing
// Launch: mpirun -n N; ranks of one machine take turns at its GPUs, and more ranks than GPUs share
//   them. Knobs as tma.
// Work per point: 16 bytes if every value crosses once (p(n), p(n-1), (v dt)^2 in, p(n+1) out), 2
//   operations a tap and 6 more. Messages: 4 M bytes a cell of each cut, each way and step.
// Run: mpirun -n 2 ladder --case=two-layer-512 --stage=mpi-gpu
#include "cuda_stages/wave3d/rank_overlap.cuh"

namespace {

// M planes on their way out and M on their way in, on one side of the slab. Without a neighbour
// there nothing happens.
class Halo {
 public:
  // `neighbour` is its rank, or -1.
  Halo(const Slab &slab, int neighbour, int own_plane, int their_plane)
      : slab_(slab), own_(own_plane), theirs_(their_plane) {
    if (neighbour < 0) return;
    const Grid &g = slab.run.grid;
    bytes_ = sizeof(float) * std::size_t(g.plane) * g.m;
    CHECK(cudaMallocHost(&out_, 2 * bytes_));
    in_ = out_ + bytes_ / sizeof(float);
    const Values a_plane{int(g.plane)};
    MPI_Recv_init(in_, g.m, a_plane, neighbour, tag, MPI_COMM_WORLD, &messages_[0]);
    MPI_Send_init(out_, g.m, a_plane, neighbour, tag, MPI_COMM_WORLD, &messages_[1]);
  }
  ~Halo() {
    for (MPI_Request &message : messages_)
      if (message != MPI_REQUEST_NULL) MPI_Request_free(&message);
    (void)cudaFreeHost(out_);
  }
  Halo(const Halo &) = delete;

  // Of p(n+1).
  void copy_out(cudaStream_t stream) const {
    if (bytes_) CHECK(cudaMemcpyAsync(out_, plane(own_), bytes_, cudaMemcpyDeviceToHost, stream));
  }
  void copy_in(cudaStream_t stream) const {
    if (bytes_) CHECK(cudaMemcpyAsync(plane(theirs_), in_, bytes_, cudaMemcpyHostToDevice, stream));
  }
  void start() {
    if (bytes_) MPI_Startall(2, messages_);
  }
  void finish() {
    if (bytes_) MPI_Waitall(2, messages_, MPI_STATUSES_IGNORE);
  }

 private:
  float *plane(int y) const {
    return slab_.run.field(slab_.run.before()) + slab_.run.grid.at(0, 0, y);
  }

  static constexpr int tag = 2;

  const Slab &slab_;
  const int own_, theirs_;  // the first of the planes that go and of those that come
  std::size_t bytes_ = 0;
  float *out_ = nullptr, *in_ = nullptr;
  MPI_Request messages_[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

class Stage : public OverlappingRank {
 public:
  Stage(const ladder_wave &c, const ladder_launch &launch)
      : OverlappingRank(c, launch), below_(slab_, slabs_.below(), slab_.planes.first(), 0),
        above_(slab_, slabs_.above(), slab_.planes.last() - c.half_length, slab_.planes.last()) {}

  void advance(int count) {
    slab_.run.must_have_left(count);
    std::string words;
    ladder_status status = LADDER_OK;
    // A rank whose device fails goes on with its messages: no other waits for them in vain.
    const auto attempt = [&](auto action) {
      if (status == LADDER_OK) status = status_of(words, action);
    };
    for (int i = 0; i < count; ++i) {
      attempt([&] {
        make_ends();
        for (const Halo *halo : {&below_, &above_}) halo->copy_out(urgent_);
        ends_stand();
        make_inside();
        CHECK(cudaEventSynchronize(urgent_.made()));
      });
      for (Halo *halo : {&below_, &above_}) halo->start();
      for (Halo *halo : {&below_, &above_}) halo->finish();
      attempt([&] {
        for (const Halo *halo : {&below_, &above_}) halo->copy_in(urgent_);
      });
      took_step();
    }
    attempt([] { CHECK(cudaDeviceSynchronize()); });
    if (status != LADDER_OK) throw Failure(status, words);
  }

 private:
  Halo below_, above_;
};

const ladder_knob knobs[] = {RING_KNOBS("slab_step", 1), RANKS_KNOB};

}  // namespace

LADDER_STAGE = {
    LADDER_WAVE_FRAME, .parent = "nccl-overlap",
    .change = "a process a GPU, on any number of machines; halos travel through the host by MPI",
    CUDA_KNOBS(knobs), RANK_LOOP_ENTRIES(Stage)};
