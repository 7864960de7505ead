// What ptxas -v says of each kernel, read from its text.
#pragma once
#include <string>
#include <vector>

namespace ladder {

struct PtxasKernel {
  std::string mangled, architecture;  // "_Z8convolve...", "sm_90"
  int registers = -1;                 // a thread's
  int shared_bytes = 0;               // static ones; what a launch asks for is not among them
  int stack_bytes = 0;                // of the kernel and of what it calls
  int spill_store_bytes = 0, spill_load_bytes = 0;
};

// In the order of the text. Device functions that were not inlined have lines of their own, which
// are passed over. Throws FileError where a kernel's lines are not all there.
std::vector<PtxasKernel> parse_ptxas_report(const std::string &text);

}  // namespace ladder
