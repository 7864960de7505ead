// NCCL between ranks that MPI started, a GPU each.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>

#include "cuda_stages/shared/nccl_library.cuh"
#include "cuda_stages/shared/ranks.cuh"

namespace {

// NCCL takes ranks with one device for a mistake. Where NCCL_HOSTID is set it takes each rank's
// machine for what that says, so that ranks that share a device reach each other as over a network:
// a way to prove a stage where there is one GPU.
inline void must_have_a_device_each_rank() {
  struct Device {
    char bus[32];
  } own{};
  int device = 0, ranks = 1;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetPCIBusId(own.bus, sizeof own.bus, device));
  MPI_Comm machine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &ranks);
  std::vector<Device> all(ranks);
  MPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, machine);
  MPI_Comm_free(&machine);
  const auto shares = std::count_if(all.begin(), all.end(), [&](const Device &other) {
    return std::string(other.bus) == own.bus;
  });
  refuse_if(shares > 1 && !std::getenv("NCCL_HOSTID"),
            "NCCL wants a GPU for each rank, and " + std::to_string(shares) +
                " ranks share one: start fewer of them, or take mpi-gpu");
}

// Of the current device of every rank. Null before the first use, with one rank, and after an
// abort.
inline ncclComm_t &kept_communicator() {
  static ncclComm_t kept = nullptr;
  return kept;
}

// Ends the kernels of NCCL that wait on this rank's device for a rank that has failed. The next use
// makes a new communicator.
inline void abort_communicator() {
  if (kept_communicator()) (void)nccl().ncclCommAbort(kept_communicator());
  kept_communicator() = nullptr;
}

// A rank that fails within steps sends the number of the steps' call to all others, which look for
// it while they wait. The number is the same on every rank, so that a message which arrived too
// late for its own call is recognized in the next.
class FailureMessages {
 public:
  FailureMessages() { ++call(); }

  void send() const {
    static std::deque<std::int64_t> sent;  // MPI reads them until they are delivered
    sent.push_back(call());
    for (int rank = 0; rank < rank_count(); ++rank) {
      if (rank == own_rank()) continue;
      MPI_Request request;
      MPI_Isend(&sent.back(), 1, MPI_INT64_T, rank, tag, MPI_COMM_WORLD, &request);
      MPI_Request_free(&request);
    }
  }
  bool arrived() const {
    for (;;) {
      int there = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
      if (!there) return false;
      std::int64_t failed = 0;
      MPI_Recv(&failed, 1, MPI_INT64_T, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (failed == call()) return true;
    }
  }

 private:
  static std::int64_t &call() {
    static std::int64_t calls = 0;
    return calls;
  }

  static constexpr int tag = 3;
};

// Waits for streams with NCCL's kernels in them. False: another rank has failed, and they were
// aborted.
inline bool wait_unless_a_rank_fails(const FailureMessages &failures,
                                     std::initializer_list<cudaStream_t> streams) {
  for (;;) {
    bool done = true;
    for (const cudaStream_t stream : streams) {
      const cudaError_t state = cudaStreamQuery(stream);
      done = done && state == cudaSuccess;
      if (state != cudaErrorNotReady) CHECK(state);
    }
    if (done) return true;
    if (!kept_communicator()) continue;  // one rank alone
    ncclResult_t state = ncclSuccess;
    CHECK_NCCL(ncclCommGetAsyncError(kept_communicator(), &state));
    check_nccl(state, "in its kernels or messages", __LINE__);
    if (!failures.arrived()) continue;
    abort_communicator();
    return false;
  }
}

// Steps of all ranks, whose kernels wait for each other on the devices: `launch(number)` launches
// step `number` of `count` into `streams`. Where a rank fails, all fail, with its words, and none
// waits for it.
template <typename Launch>
void steps_of_ranks(int count, std::initializer_list<cudaStream_t> streams, Launch launch) {
  // A launch waits where about a thousand are queued, and a rank that waits there learns of no
  // failure.
  constexpr int most_queued = 64;
  const FailureMessages failures;
  std::string words;
  const ladder_status own = status_of(words, [&] {
    bool all_run = true;
    for (int i = 0; i < count && all_run; ++i) {
      launch(i);
      if (i % most_queued == most_queued - 1 || i == count - 1)
        all_run = wait_unless_a_rank_fails(failures, streams);
    }
  });
  if (own != LADDER_OK) {
    failures.send();
    abort_communicator();
  }
  try {
    must_agree(own, words);
  } catch (...) {
    abort_communicator();
    throw;
  }
}

// NCCL connects two ranks when they first exchange something, and a rank waits in that call for the
// other, where it learns of no failure: so here, after all that may fail before has been agreed on,
// and not in a step.
inline void connect_neighbours() {
  std::shared_ptr<float> cells;
  on_all_ranks([&] {
    float *memory = nullptr;
    CHECK(cudaMalloc(&memory, 4 * sizeof(float)));
    cells.reset(memory, [](float *all) { (void)cudaFree(all); });
  });
  steps_of_ranks(1, {cudaStreamPerThread}, [&](int) {
    as_one_group([&] {
      for (const int side : {0, 1}) {
        const int neighbour = own_rank() + 2 * side - 1;
        if (neighbour < 0 || neighbour == rank_count()) continue;
        float *const out = cells.get() + 2 * side;
        const ncclComm_t ranks = kept_communicator();
        CHECK_NCCL(ncclSend(out, 1, ncclFloat, neighbour, ranks, cudaStreamPerThread));
        CHECK_NCCL(ncclRecv(out + 1, 1, ncclFloat, neighbour, ranks, cudaStreamPerThread));
      }
    });
  });
}

// Kept for the life of the program: making it takes a second.
inline ncclComm_t communicator_of_ranks() {
  ncclComm_t &kept = kept_communicator();
  const int ranks = rank_count();
  if (kept || ranks == 1) return kept;
  ncclUniqueId id{};  // how to reach rank 0
  on_all_ranks([&] { (void)nccl(); });
  on_all_ranks([] { must_have_a_device_each_rank(); });
  // Halos go from one to one; groups of multicast would be set up for nothing.
  setenv("NCCL_NVLS_ENABLE", "0", 1);
  on_all_ranks([&] {
    if (own_rank() == 0) CHECK_NCCL(ncclGetUniqueId(&id));
  });
  MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
  on_all_ranks([&] {
    const ncclResult_t result = nccl().ncclCommInitRank(&kept, ranks, id, own_rank());
    if (result != ncclSuccess) kept = nullptr;
    check_nccl(result, "ncclCommInitRank", __LINE__);
  });
  connect_neighbours();
  return kept;
}

}  // namespace
