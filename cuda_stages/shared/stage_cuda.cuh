// What every CUDA stage needs around its idea: errors, ceil_div, owning buffers, and the entries of
// the contract's frame made from a class. No maths here, and no problem: its folder adds the
// entries that compute.
//
// A stage writes
//   class Stage {
//    public:
//     Stage(const Case &, const ladder_launch &);   // allocates
//     ladder_launch used() const;                   // from the blocks that it launches
//   };
// Everything is in an anonymous namespace, so two stages with kernels of one name link.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <new>
#include <string>

#include "harness/stage.h"

namespace {

struct Failure : std::exception {
  Failure(ladder_status status, std::string words) : status(status), words(std::move(words)) {}
  const char *what() const noexcept override { return words.c_str(); }
  ladder_status status;
  std::string words;
};

inline void check(cudaError_t code, const char *call, int line) {
  if (code == cudaSuccess) return;
  (void)cudaGetLastError();  // an error that is not sticky must not reach the next call
  throw Failure(code == cudaErrorMemoryAllocation ? LADDER_OUT_OF_MEMORY : LADDER_DEVICE_FAILED,
                std::string(cudaGetErrorString(code)) + " (" + cudaGetErrorName(code) +
                    ") at line " + std::to_string(line) + ": " + call);
}
#define CHECK(call) check((call), #call, __LINE__)

inline void refuse_if(bool wrong, const std::string &words) {
  if (wrong) throw Failure(LADDER_REFUSED, words);
}

constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }

// The value of a knob of z by x as a block, `y` threads deep.
inline dim3 block_of(const int32_t (&value)[2], int y = 1) { return dim3(value[0], value[1], y); }

// An array on the device that frees itself.
template <typename T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    const cudaError_t code = cudaMalloc(&data_, bytes);
    if (code == cudaErrorMemoryAllocation) {
      std::size_t free = 0, total = 0;
      (void)cudaGetLastError();
      (void)cudaMemGetInfo(&free, &total);
      throw Failure(LADDER_OUT_OF_MEMORY, "an array needs " + std::to_string(bytes) +
                                              " bytes, and " + std::to_string(free) +
                                              " of the device's " + std::to_string(total) +
                                              " are free");
    }
    check(code, "cudaMalloc", __LINE__);
  }
  ~DeviceBuffer() { (void)cudaFree(data_); }
  DeviceBuffer(const DeviceBuffer &) = delete;
  DeviceBuffer &operator=(const DeviceBuffer &) = delete;
  operator T *() const { return data_; }

 private:
  T *data_ = nullptr;
};

// The entries of the frame. Exceptions end here: they become a status and words. `Case` is the
// problem's.
template <typename Case, typename Stage>
struct FrameEntries {
  struct State {
    State(const Case &c, const ladder_launch &l) : stage(c, l) {}
    Stage stage;
    std::string error;
  };
  static State &of(ladder_state *state) { return *reinterpret_cast<State *>(state); }
  static std::string &error_of_create() {
    static thread_local std::string error;
    return error;
  }

  template <typename Action>
  static ladder_status guard(std::string &error, Action action) {
    try {
      action();
      return LADDER_OK;
    } catch (const Failure &failure) {
      error = failure.words;
      return failure.status;
    } catch (const std::bad_alloc &) {
      error = "the host has no memory left";
      return LADDER_OUT_OF_MEMORY;
    } catch (const std::exception &other) {
      error = other.what();
      return LADDER_FAILED;
    }
  }

  static ladder_status create(const void *the_case, const ladder_launch *launch,
                              ladder_state **state) {
    *state = nullptr;
    return guard(error_of_create(), [&] {
      *state = reinterpret_cast<ladder_state *>(
          new State(*static_cast<const Case *>(the_case), *launch));
    });
  }
  static ladder_status launch_used(const ladder_state *state, ladder_launch *used) {
    *used = reinterpret_cast<const State *>(state)->stage.used();
    return LADDER_OK;
  }
  static const char *last_error(const ladder_state *state) {
    return state ? reinterpret_cast<const State *>(state)->error.c_str()
                 : error_of_create().c_str();
  }
  static void destroy(ladder_state *state) {
    if (state) delete &of(state);
  }
};

// For the table, behind `.change`: what the head expects, and where the stage runs, with its array
// of knobs or without any.
#define ON_CUDA .expectation = LADDER_EXPECTATION, .device = LADDER_ON_CUDA
#define CUDA_KNOBS(its_knobs) \
  ON_CUDA, .knobs = int(std::size(its_knobs)), .knob = std::data(its_knobs)

#define FRAME_ENTRIES(Entries)                                    \
  .create = Entries::create, .launch_used = Entries::launch_used, \
  .last_error = Entries::last_error, .destroy = Entries::destroy

}  // namespace
