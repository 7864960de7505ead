// The instructions of a kernel, read from the bytes of a cubin for compute capability 7.0 to 9.0:
// 16 bytes each, whose low nine bits name the operation. No tool of the CUDA toolkit is needed.
// harness/tests/test_microbench_code.py holds this against nvdisasm where it is installed.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace ladder {

enum class InstructionClass {
  float32,       // add, multiply, multiply-add, comparison
  float64,       //
  integer,       // arithmetic, logic, addresses, predicates, moves
  uniform,       // the same, once for a warp
  special,       // reciprocals, roots, conversions
  global_load,   // also of other spaces by generic addresses
  global_store,  //
  shared_load,   //
  shared_store,  //
  local,         // spills and arrays of a thread
  constant,      // constant memory
  atomic,        //
  bulk,          // copies without registers
  barrier,       // barriers, fences, waits
  branch,        // control flow
  other,         // special registers, shuffles, votes, fillers
};
constexpr std::size_t instruction_classes = 16;
const char *name_of(InstructionClass);  // "float32", ...

struct Instruction {
  InstructionClass kind = InstructionClass::other;
  int opcode = 0;          // the low nine bits
  int stall = 0;           // cycles before the warp's next instruction may be issued
  int bytes = 0;           // a thread's, of an access to memory; 0: none
  int apart = 0;           // values that a thread accesses side by side in shared memory, one each
  int waits = 0;           // a bit for each scoreboard that must be clear before it is issued
  int result_board = -1;   // the scoreboard that its result clears; -1: none
  int operand_board = -1;  // that is clear when its operands have been read; -1: none
  bool always = true;      // no predicate guards it
  bool never = false;      // its predicate is false, whatever happens
  bool copies = false;     // asynchronously, from global into shared memory
  bool device_wide = false;  // an access that the whole device sees in one order
  bool for_parted = false;   // a branch that only threads take that have parted from their warp
  int pending = -1;  // it waits until as many groups of such copies are on their way; -1: for none
  std::int64_t target = -1;  // of a branch: the index of the instruction it goes to
  std::int64_t callee = -1;  // of a call: the index of the first instruction of the subroutine
  bool returns = false;      // from one
  bool ends_block = false;   // a branch, an exit, a return
  bool exits() const { return always && opcode == 0x14d; }  // the kernel, in any case
};

struct BasicBlock {
  std::size_t first = 0, last = 0;  // instructions, both inside
  int depth = 0;                    // loops around it
};

struct MachineCode {
  std::vector<Instruction> instructions;
  std::vector<BasicBlock> blocks;
  int loops = 0;  // places to which a branch goes back

  std::int64_t count(InstructionClass) const;  // in the code, not executed
  // Of loads and stores of global memory, the mean [B] of an access of a thread; 0 without one.
  double bytes_of_an_access() const;
};

// Of the bytes of a section .text.<kernel>. Fillers behind the end are left out. Throws FileError:
// not a whole number of instructions, or a branch that leaves the section.
MachineCode machine_code(const std::string &section);

}  // namespace ladder
