// What the compiler made of each kernel of the CUDA stages, as the build found it out: facts, not
// times.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/predict/compiled/machine_code.h"

namespace ladder {

struct CompiledKernel {
  std::string stage, kernel;           // "smem", "convolve_major_strip"
  std::string architecture, compiler;  // "sm_90", "nvcc 13.0.88"
  int registers = 0;                   // a thread's
  int shared_bytes = 0;                // static ones
  int constant_bytes = 0;              // parameters, literals, and the stage's __constant__ arrays
  int stack_bytes = 0, spill_store_bytes = 0, spill_load_bytes = 0;  // a thread's
  std::int64_t code_instructions = 0;                                // in the code, not executed
  // What the machine code shows (machine_code.h); empty and 0 of kernels that were kept before it
  // was looked at.
  std::map<std::string, std::int64_t> classes =
      {};                   // instructions of each class, "float32", in the code
  int loops = 0;            // that the compiler left
  double access_bytes = 0;  // the mean of a thread's access to global memory

  bool operator==(const CompiledKernel &) const = default;
};

// The folder `compiled` next to a ladder program; its build writes it
// (harness/cmake/compiled.cmake).
std::filesystem::path compiled_folder(const std::string &program);

// Every kernel of these CUDA stages, of all where none is named, sorted by stage and kernel. Throws
// Error(nothing_ran) where the build has no CUDA or the folder is not there; FileError naming the
// file that cannot be used.
std::vector<CompiledKernel> read_compiled(const std::filesystem::path &folder,
                                          const std::vector<std::string> &stages = {});

// The code of one kernel, by the name that read_compiled gives it. Throws what read_compiled does,
// and UsageError where the stage has no such kernel.
MachineCode code_of(const std::filesystem::path &folder, const std::string &stage,
                    const std::string &kernel);

}  // namespace ladder
