#include "harness/predict/compiled/machine_code.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "harness/base/error.h"

namespace ladder {
namespace {

using enum InstructionClass;

constexpr std::size_t instruction_size = 16;
constexpr int nop = 0x118, branch_to = 0x147, call_relative = 0x144, return_from = 0x150,
              wait_for_copies = 0x11a, copy = 0x1ae;

struct OpcodeRange {
  int first, last;
  InstructionClass kind;
};
// The nine bits by what they name; the first that holds one counts.
constexpr OpcodeRange ranges[] = {
    {0x008, 0x00b, float32},       // FSEL, FSETP
    {0x020, 0x023, float32},       // FMUL, FADD, FFMA
    {0x028, 0x02b, float64},       // DMUL, DADD, DSETP, DFMA
    {0x02f, 0x02f, other},         // ELECT
    {0x035, 0x035, integer},       // HFMA2, with which constants are moved
    {0x005, 0x006, other},         // CS2R, VOTE
    {0x000, 0x07f, integer},       // MOV, ISETP, IADD3, LEA, LOP3, IMAD, ...
    {0x0b9, 0x0bb, constant},      // ULDC
    {0x080, 0x0ff, uniform},       // UMOV, UIADD3, ..., R2UR
    {0x102, 0x108, special},       // FCHK, F2I, I2F, MUFU
    {0x100, 0x109, integer},       // FLO, POPC
    {0x110, 0x113, special},       // the conversions of 64 bits
    {0x11a, 0x11a, barrier},       // DEPBAR
    {0x11d, 0x11d, barrier},       // BAR
    {0x148, 0x148, barrier},       // WARPSYNC
    {0x140, 0x15f, branch},        // BSYNC, BREAK, CALL, BSSY, BRA, EXIT, RET
    {0x180, 0x181, global_load},   // LD, LDG
    {0x182, 0x182, constant},      // LDC
    {0x183, 0x183, local},         // LDL
    {0x184, 0x184, shared_load},   // LDS
    {0x185, 0x186, global_store},  // ST, STG
    {0x187, 0x187, local},         // STL
    {0x188, 0x188, shared_store},  // STS
    {0x18a, 0x18e, atomic},        // ATOM, ATOMS, RED
    {0x192, 0x192, barrier},       // MEMBAR
    {0x1a7, 0x1a7, barrier},       // SYNCS
    {0x1a8, 0x1a8, atomic},        // ATOMG
    {0x1ab, 0x1ab, barrier},       // ERRBAR
    {0x1ae, 0x1ae, bulk},          // LDGSTS
    {0x1af, 0x1b2, barrier},       // LDGDEPBAR, SYNCS
    {0x1b4, 0x1ba, bulk},          // UTMALDG, UBLKCP
    {0x1bd, 0x1bd, shared_store},  // STAS, into another block's shared memory
    {0x1c6, 0x1c7, barrier},       // FENCE, UCGABAR
};

InstructionClass class_of(int opcode) {
  for (const OpcodeRange &range : ranges)
    if (opcode >= range.first && opcode <= range.last) return range.kind;
  return other;
}

std::int64_t signed_bits(std::uint64_t value, int bits) {
  const std::uint64_t sign = std::uint64_t(1) << (bits - 1);
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

// Bytes from the end of the instruction: bits 16 to 23 and, above them, 34 to 81, in units of 4.
std::int64_t offset_of_branch(std::uint64_t low, std::uint64_t high) {
  const std::uint64_t upper = (low >> 34) | (high & 0x3ffff) << 30;
  return signed_bits(upper, 48) * 1024 + static_cast<std::int64_t>((low >> 16 & 0xff) << 2);
}

// Of an access to memory: the register with its address, and what is added to it [B].
struct Place {
  int of_register = 0, offset = 0;
};

Place place_of(const char *bytes) {
  std::uint64_t low = 0;
  std::memcpy(&low, bytes, 8);
  return {static_cast<int>(low >> 24 & 0xff), static_cast<int>(signed_bits(low >> 40, 24))};
}

Instruction decode(const char *bytes, std::int64_t index) {
  std::uint64_t low = 0, high = 0;
  std::memcpy(&low, bytes, 8);
  std::memcpy(&high, bytes + 8, 8);
  Instruction one;
  one.opcode = static_cast<int>(low & 0x1ff);
  one.kind = class_of(one.opcode);
  one.stall = static_cast<int>(high >> 41 & 0xf);
  const auto board = [&](int bit) {
    const int number = static_cast<int>(high >> bit & 7);
    return number == 7 ? -1 : number;
  };
  one.result_board = board(46);
  one.operand_board = board(49);
  one.waits = static_cast<int>(high >> 52 & 0x3f);
  one.always = (low >> 12 & 0xf) == 7;
  one.never =
      (low >> 12 & 0xf) == 15;  // so are loads that a compiler puts before asynchronous copies
  // With the last predicate false it fills in zeros.
  one.copies = one.opcode == copy && (high >> 23 & 0xf) != 15;
  if (one.opcode == wait_for_copies) one.pending = static_cast<int>(low >> 38 & 0x3f);
  const auto accesses = {global_load, global_store, shared_load, shared_store, local};
  if (std::ranges::count(accesses, one.kind) || one.copies) {
    constexpr int of_code[] = {1, 1, 2, 2, 4, 8, 16, 0};
    one.bytes = of_code[high >> 9 & 7];
  }
  // U32, S32 and F32 are the first types of integers and of floating point.
  if (one.kind == atomic) one.bytes = (high >> 9 & 7) < 2 ? 4 : 8;
  if (one.kind == global_load || one.kind == global_store)
    one.device_wide = (high >> 13 & 7) == 7;  // STRONG.GPU
  if (one.opcode == branch_to) {
    one.for_parted = high >> 27 & 1;  // BRA.DIV
    one.target =
        index + 1 + offset_of_branch(low, high) / static_cast<std::int64_t>(instruction_size);
    one.ends_block = true;
  }
  if (one.opcode == call_relative)
    one.callee =
        index + 1 + offset_of_branch(low, high) / static_cast<std::int64_t>(instruction_size);
  one.returns = one.opcode == return_from;
  one.ends_block = one.ends_block || one.opcode == 0x14d || one.opcode == 0x150;  // EXIT, RET
  return one;
}

// Single values side by side that a thread accesses, from one register on. Where it stores them it
// leaves no room between them for those of another lane: so the lanes are as many values apart.
void find_side_by_side(std::vector<Instruction> &code, const std::vector<Place> &places,
                       InstructionClass kind) {
  struct Run {
    int next = 0;  // offset
    std::vector<std::size_t> accesses;
  };
  std::map<int, Run> runs;  // by register
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i].ends_block) runs.clear();
    if (code[i].kind != kind || !code[i].always || code[i].bytes != 4) continue;
    Run &run = runs[places[i].of_register];
    if (places[i].offset != run.next) run.accesses.clear();
    run.next = places[i].offset + code[i].bytes;
    run.accesses.push_back(i);
    for (const std::size_t each : run.accesses)
      code[each].apart = static_cast<int>(run.accesses.size());
  }
}

void find_blocks(MachineCode &whole) {
  const std::vector<Instruction> &code = whole.instructions;
  std::set<std::size_t> begins = {0};
  std::vector<std::pair<std::size_t, std::size_t>> loops;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i].ends_block && i + 1 < code.size()) begins.insert(i + 1);
    if (code[i].target < 0) continue;
    const auto target = static_cast<std::size_t>(code[i].target);
    if (target < code.size()) begins.insert(target);
    if (target < i) loops.emplace_back(target, i);
  }
  std::set<std::size_t> heads;
  for (const auto &[from, to] : loops) heads.insert(from);
  whole.loops = static_cast<int>(heads.size());
  for (auto begin = begins.begin(); begin != begins.end(); ++begin) {
    const auto next = std::next(begin);
    BasicBlock block{*begin, (next == begins.end() ? code.size() : *next) - 1, 0};
    // Several branches back to one place are one loop.
    std::set<std::size_t> around;
    for (const auto &[from, to] : loops)
      if (from <= block.first && block.last <= to) around.insert(from);
    block.depth = static_cast<int>(around.size());
    whole.blocks.push_back(block);
  }
}

}  // namespace

const char *name_of(InstructionClass kind) {
  static constexpr std::array<const char *, instruction_classes> names = {
      "float32",      "float64",     "integer",      "uniform", "special",  "global_load",
      "global_store", "shared_load", "shared_store", "local",   "constant", "atomic",
      "bulk",         "barrier",     "branch",       "other"};
  return names[static_cast<std::size_t>(kind)];
}

std::int64_t MachineCode::count(InstructionClass kind) const {
  return std::ranges::count(instructions, kind, &Instruction::kind);
}

double MachineCode::bytes_of_an_access() const {
  double bytes = 0, accesses = 0;
  for (const Instruction &one : instructions)
    if (one.kind == global_load || one.kind == global_store) {
      bytes += one.bytes;
      ++accesses;
    }
  return accesses > 0 ? bytes / accesses : 0;
}

MachineCode machine_code(const std::string &section) {
  if (section.size() % instruction_size != 0)
    throw FileError("its code is not a whole number of 16-byte instructions");
  MachineCode code;
  std::vector<Place> places;
  for (std::size_t at = 0; at < section.size(); at += instruction_size) {
    code.instructions.push_back(
        decode(section.data() + at, static_cast<std::int64_t>(at / instruction_size)));
    places.push_back(place_of(section.data() + at));
  }
  find_side_by_side(code.instructions, places, shared_store);
  find_side_by_side(code.instructions, places, shared_load);
  const auto whole = static_cast<std::int64_t>(code.instructions.size());
  // After the end are a branch to itself and fillers.
  while (!code.instructions.empty() && code.instructions.back().opcode == nop)
    code.instructions.pop_back();
  const auto last = static_cast<std::int64_t>(code.instructions.size()) - 1;
  if (last >= 0 && code.instructions.back().target == last) code.instructions.pop_back();
  for (const Instruction &one : code.instructions)
    if (one.opcode == branch_to && (one.target < 0 || one.target >= whole))
      throw FileError("a branch leaves its kernel: the code is probably of another architecture");
  if (!code.instructions.empty()) find_blocks(code);
  return code;
}

}  // namespace ladder
