// NCCL between ranks that MPI started, a GPU each.
#pragma once
#include <algorithm>

#include "cuda_stages/shared/nccl_library.cuh"
#include "cuda_stages/shared/ranks.cuh"

namespace {

// NCCL takes ranks with one device for a mistake. Where NCCL_HOSTID is set it takes each rank's machine for what that says, so
// that ranks that share a device reach each other as over a network: a way to prove a stage where there is one GPU.
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

// The current device of every rank. Kept for the life of the program: to make it takes a second.
inline ncclComm_t communicator_of_ranks() {
  static ncclComm_t made = nullptr;
  const int ranks = rank_count();
  if (made || ranks == 1) return made;
  ncclUniqueId way{};  // to rank 0
  on_all_ranks([&] { (void)nccl(); });
  on_all_ranks([] { must_have_a_device_each_rank(); });
  // Halos go from one to one; groups of multicast would be set up for nothing.
  setenv("NCCL_NVLS_ENABLE", "0", 1);
  on_all_ranks([&] {
    if (own_rank() == 0) CHECK_NCCL(ncclGetUniqueId(&way));
  });
  MPI_Bcast(&way, sizeof way, MPI_BYTE, 0, MPI_COMM_WORLD);
  const ncclResult_t result = nccl().ncclCommInitRank(&made, ranks, way, own_rank());
  if (result != ncclSuccess) made = nullptr;
  check_nccl(result, "ncclCommInitRank", __LINE__);
  return made;
}

}  // namespace
