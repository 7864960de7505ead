// Machine code that a test makes, and a turn of persistent blocks with it.
#pragma once
#include "harness/predict/model/persistent.h"
#include "harness/predict/model/persistent_time.h"
#include "harness/predict/model/warp_walk.h"
#include "harness/tests/testing.h"

namespace ladder {

using enum InstructionClass;

inline Instruction one(InstructionClass kind, int stall = 1) {
  Instruction made;
  made.kind = kind;
  made.stall = stall;
  return made;
}
inline Instruction access_of(InstructionClass kind, int bytes, bool device_wide = false) {
  Instruction made = one(kind);
  made.bytes = bytes;
  made.device_wide = device_wide;
  return made;
}
inline Instruction into(Instruction made, int board) {
  made.result_board = board;
  return made;
}
inline Instruction behind(Instruction made, int board) {
  made.waits = 1 << board;
  return made;
}
inline Instruction wait_for_block() {
  Instruction made = one(barrier);
  made.opcode = 0x11d;
  return made;
}
inline Instruction jump(std::int64_t target, bool always = false) {
  Instruction made = one(InstructionClass::branch);
  made.target = target;
  made.always = always;
  made.ends_block = true;
  return made;
}
inline Instruction leave() {
  Instruction made = one(InstructionClass::branch);
  made.ends_block = true;
  return made;
}
inline MachineCode code(std::vector<Instruction> instructions) {
  MachineCode made;
  made.instructions = std::move(instructions);
  return made;
}

// A loop of some instructions and a barrier.
inline MachineCode persistent(std::vector<Instruction> body) {
  body.push_back(wait_for_block());
  body.push_back(jump(0));
  body.push_back(leave());
  return code(body);
}
inline TripCounts trips_in(const MachineCode &made, std::span<const ladder_loop> declared = {}) {
  return trip_counts_of(made, declared, 0, true);
}
inline double turn(const MachineCode &made, int warps, const PersistentCosts &costs = {},
                   int blocks = 1) {
  return persistent_turn(made, {{warps, trips_in(made)}}, blocks, costs);
}

}  // namespace ladder
