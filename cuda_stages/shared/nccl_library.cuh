// NCCL, loaded when it is asked for, so that a program that has the stages with it starts on
// machines without the library. Errors as those of CUDA, and the communicators of one process.
#pragma once
#include <dlfcn.h>
#include <nccl.h>

#include <cstdlib>
#include <map>
#include <vector>

#include "cuda_stages/shared/stage_cuda.cuh"

namespace {

#define NCCL_ENTRIES(ENTRY)    \
  ENTRY(ncclGetErrorString)    \
  ENTRY(ncclCommInitAll)       \
  ENTRY(ncclGetUniqueId)       \
  ENTRY(ncclCommInitRank)      \
  ENTRY(ncclCommGetAsyncError) \
  ENTRY(ncclCommAbort)         \
  ENTRY(ncclGroupStart)        \
  ENTRY(ncclGroupEnd)          \
  ENTRY(ncclSend)              \
  ENTRY(ncclRecv)

struct Nccl {
#define ENTRY(name) decltype(&::name) name = nullptr;
  NCCL_ENTRIES(ENTRY)
#undef ENTRY
};

// Never unloaded: NCCL keeps threads of its own.
inline const Nccl &nccl() {
  static const Nccl loaded = [] {
    void *library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    refuse_if(!library,
              "libnccl.so.2 was not found: install NCCL and put its folder on LD_LIBRARY_PATH (of "
              "Python's package nvidia-nccl-cu13 it is nvidia/nccl/lib)");
    Nccl entries;
#define ENTRY(name)                                                          \
  entries.name = reinterpret_cast<decltype(&::name)>(dlsym(library, #name)); \
  refuse_if(!entries.name, "libnccl.so.2 has no " #name ": NCCL 2.7 or newer is needed");
    NCCL_ENTRIES(ENTRY)
#undef ENTRY
    return entries;
  }();
  return loaded;
}

inline void check_nccl(ncclResult_t result, const char *call, int line) {
  if (result == ncclSuccess) return;
  throw Failure(LADDER_DEVICE_FAILED, std::string("NCCL: ") + nccl().ncclGetErrorString(result) +
                                          " at line " + std::to_string(line) + ": " + call);
}
#define CHECK_NCCL(call) check_nccl(nccl().call, #call, __LINE__)

// Messages that start together. A group that fails is closed, or the next one would be a part of
// it.
template <typename Action>
void as_one_group(Action action) {
  CHECK_NCCL(ncclGroupStart());
  try {
    action();
  } catch (...) {
    (void)nccl().ncclGroupEnd();
    throw;
  }
  CHECK_NCCL(ncclGroupEnd());
}

// One communicator for each of the first `count` devices. Kept for the life of the program: to make
// them takes a second.
inline const std::vector<ncclComm_t> &communicators(int count) {
  static std::map<int, std::vector<ncclComm_t>> made;
  std::vector<ncclComm_t> &all = made[count];
  if (all.empty()) {
    // Halos go from one to one; groups of multicast would be set up for nothing.
    setenv("NCCL_NVLS_ENABLE", "0", 1);
    all.resize(count);
    const ncclResult_t result = nccl().ncclCommInitAll(all.data(), count, nullptr);
    if (result != ncclSuccess) made.erase(count);
    check_nccl(result, "ncclCommInitAll", __LINE__);
  }
  return all;
}

}  // namespace
