// room: predict
// The way of a warp through machine code, from what its lines were seen to do.
#include "harness/predict/adopted/executed_code.h"
#include "harness/predict/adopted/traced_trips.h"
#include "harness/tests/made_code.h"

namespace ladder {
namespace {

TEST(TracedTrips, AnUnrolledLoopStoresToOwnArraysInEachCopyOfItsBody) {
  Instruction own = one(local);
  own.opcode = 0x187;  // STL
  const auto turns = [&](const MachineCode &made) {
    const std::vector<std::string> lines(made.instructions.size(), "a");
    return traced_trips(made, lines, {.times = {{"a", 12}}, .accesses = {}}).turns.at(0);
  };
  EXPECT_EQ(turns(code({own, jump(0), leave()})), 12);
  EXPECT_EQ(turns(code({own, own, own, own, jump(0), leave()})), 3);
}

TEST(TracedTrips, CopiesOfALoopWithoutAccessesTakeTheirShareAlike) {
  const MachineCode made = code({one(float32), jump(0), one(float32), jump(2), leave()});
  const auto turns = [&](const std::vector<std::string> &lines) {
    return traced_trips(made, lines, {.times = {{"a", 12}, {"b", 12}}, .accesses = {}}).turns;
  };
  EXPECT_EQ(turns({"a", "a", "a", "a", "b"}), (std::vector<double>{6, 6}));
  EXPECT_EQ(turns({"a", "a", "b", "b", "b"}), (std::vector<double>{12, 12}));
}

TEST(TracedTrips, WhatWouldOverflowIsPassedOver) {
  Instruction compare = one(float32);
  const auto taken = [&](int opcode) {
    compare.opcode = opcode;
    return traced_trips(code({compare, jump(3), one(float64), leave()}), {"a", "a", "a", "a"},
                        {.times = {{"a", 1}}, .accesses = {}})
        .taken[1];
  };
  EXPECT_EQ(taken(0x00b), 1);  // float32
  EXPECT_EQ(taken(0x02a), 0);  // float64
}

TEST(TracedTrips, TheSpecialCasesOfAFunctionAreSeldomAndOnesOfTheOwnerAreCounted) {
  std::vector<Instruction> all = {jump(3), one(float64), jump(7, true)};
  all.resize(7, one(float64));
  all.push_back(leave());
  const auto taken = [&](const std::string &longer) {
    std::vector<std::string> lines(8, "a");
    lines[5] = longer;
    return traced_trips(code(all), lines, {.times = {{"a", 1}, {"b", 1}}, .accesses = {}}).taken[0];
  };
  EXPECT_EQ(taken("a"), 1);
  EXPECT_EQ(taken("b"), 0);
}

TEST(TracedTrips, WhatIsLoadedBeforeALoopIsNoAccessOfItsTurns) {
  const MachineCode made = code({access_of(global_load, 4), one(float32), jump(0), leave()});
  const std::vector<std::string> lines(4, "a");
  const CountedWay way = {.times = {{"a", 12}}, .accesses = {{"a", {{0, 24}}}}};
  EXPECT_EQ(traced_trips(made, lines, way).turns.at(0), 12);
  EXPECT_EQ(ExecutedCode(made, lines, way).accesses(), 12);
}

TEST(TracedTrips, WhatTheEmulationDoesNotLoadIsExecutedAsItsLineIs) {
  const Instruction load = access_of(global_load, 16);
  const MachineCode made = code({load, load, load, jump(0), load, leave()});
  const std::vector<std::string> lines = {"a", "sin", "sin", "a", "never", "end"};
  const CountedWay way = {.times = {{"a", 12}, {"sin", 10}, {"never", 0}},
                          .accesses = {{"a", {{0, 12}}}}};
  EXPECT_EQ(ExecutedCode(made, lines, way).accesses(), 12 + 2 * 10);
}

TEST(TracedTrips, AWarpTakesBothWaysWhereItsLanesDo) {
  const MachineCode made = code(
      {jump(4), one(float32), one(float32), jump(6, true), one(float32), one(float32), leave()});
  const auto gone_through = [&](double a, double b, const char *other = "b") {
    const std::vector<std::string> lines = {"if", "a", "a", "a", other, other, "end"};
    const CountedWay way = {.times = {{"if", 1}, {"a", a}, {"b", b}}, .accesses = {}};
    return walk(made, traced_trips(made, lines, way), {}).instructions;
  };
  EXPECT_EQ(gone_through(1, 0), 5);
  EXPECT_EQ(gone_through(0, 1), 4);
  EXPECT_EQ(gone_through(0.6, 0.4), 5);
  EXPECT_EQ(gone_through(1, 1), 7);
  EXPECT_EQ(gone_through(0.9, 0.95), 7);
  EXPECT_EQ(gone_through(1, 1, "a"), 5) << "two versions of the same lines";
}

TEST(TracedTrips, AWarpTakesBothWaysWhereTheKernelEndsInEachOfThem) {
  Instruction leaves = leave();
  leaves.opcode = 0x14d;  // EXIT
  const MachineCode made = code({jump(3), one(float32), leaves, one(float32), leaves});
  const auto gone_through = [&](double a, double b) {
    const CountedWay way = {.times = {{"if", 1}, {"a", a}, {"b", b}}};
    return walk(made, traced_trips(made, {"if", "a", "a", "b", "b"}, way), {}).instructions;
  };
  EXPECT_EQ(gone_through(1, 0), 3);
  EXPECT_EQ(gone_through(0, 1), 3);
  EXPECT_EQ(gone_through(1, 1), 5);
}

TEST(TracedTrips, WhatIsInlinedIsExecutedAsOftenAsItsCallButForItsOwnLoops) {
  const MachineCode made = code({one(float32), one(float32), jump(1), jump(0), leave()});
  const CountedWay way = {.times = {{"call", 5}, {"other", 0}, {"inner", 60}, {"back", 60}}};
  const auto of = [&](const std::string &called_at) {
    const std::string call = " " + called_at;
    return ExecutedCode(made, {"inner" + call, "inner" + call, "back" + call, "call", "call"}, way);
  };
  EXPECT_EQ(of("call").times(0), 5);
  EXPECT_EQ(of("call").times(1), 60) << "in the loop of the function";
  EXPECT_EQ(of("other").times(0), 0);
}

TEST(TracedTrips, WhatOnlySomeLanesAccessDoesNotCountTheTurnsOfItsLoop) {
  Instruction load = access_of(shared_load, 4);
  load.always = false;
  const MachineCode made = code({load, load, jump(0), leave()});
  const CountedWay way = {.times = {{"a", 8}}, .accesses = {{"a", {{3, 3}}}}};
  EXPECT_EQ(traced_trips(made, {"a", "a", "a", "a"}, way).turns.at(0), 8);
}

TEST(TracedTrips, APartWhoseLinesWereAllPassedOverIsNotExecuted) {
  const MachineCode made = code({jump(2), one(integer), leave()});
  const auto taken = [&](double times) {
    const CountedWay way = {.times = {{"if", 1}, {"moves", times}}};
    return traced_trips(made, {"if", "moves", "if"}, way).taken[0];
  };
  EXPECT_EQ(taken(0), 1);
  EXPECT_EQ(taken(1), 0);
}

TEST(TracedTrips, ALoopThatIsUnrolledFurtherThanItTurnsIsNotExecuted) {
  const Instruction load = access_of(global_load, 4);
  const MachineCode made = code({load, load, load, load, jump(0), load, leave()});
  const std::vector<std::string> lines(made.instructions.size(), "a");
  const auto executed = [&](double turns) {
    const CountedWay way = {.times = {{"a", turns}}, .accesses = {{"a", {{0, turns}}}}};
    const ExecutedCode found(made, lines, way);
    return std::pair(found.of_access(0), found.of_access(5));
  };
  EXPECT_EQ(executed(3), std::pair(0.0, 3.0));
  EXPECT_GT(executed(8).first, 1);
}

TEST(TracedTrips, WhatABranchPassesOverDoesNotCountTheTurnsOfItsLoop) {
  const Instruction load = access_of(global_load, 4);
  const MachineCode made = code({load, jump(4), load, load, jump(0), leave()});
  const CountedWay way = {.times = {{"a", 12}, {"b", 0}, {"c", 0}},
                          .accesses = {{"a", {{0, 12}}}, {"b", {{0, 0}}}, {"c", {{0, 0}}}}};
  EXPECT_EQ(traced_trips(made, {"a", "a", "b", "c", "a", "a"}, way).turns.at(0), 12);
}

TEST(TracedTrips, ADivisionCallsASubroutineInItsSlowCasesAndPowAlways) {
  const auto taken = [](std::size_t doubles, double slow_cases = 0) {
    std::vector<Instruction> all = {jump(2), one(InstructionClass::branch), leave()};
    all[1].callee = 3;
    all.resize(3 + doubles, one(float64));
    all.push_back(leave());
    all.back().returns = true;
    const std::vector<std::string> lines(all.size(), "a");
    const CountedWay way = {
        .times = {{"a", 4}}, .divisions = {{"a", 4}}, .slow_cases = {{"a", slow_cases}}};
    return traced_trips(code(all), lines, way).taken[0];
  };
  EXPECT_EQ(taken(16), 1);
  EXPECT_EQ(taken(16, 3), 1 - 3.0 / 4);
  EXPECT_EQ(taken(84), 0);
}

TEST(TimesOfKernels, ParametersAreFetchedByEachMultiprocessorBeforeABlockBegins) {
  const Machine machine(made_up_gpu());
  const auto seconds = [&](int bytes, double blocks) {
    CountedKernel kernel = loads_again(2);
    kernel.grid[0] = blocks;
    KernelCode code;
    code.parameter_bytes = bytes;
    return time_of(machine, kernel, code).seconds;
  };
  const auto longer = [&](double blocks) { return seconds(1024, blocks) - seconds(16, blocks); };
  EXPECT_EQ(seconds(16, 1), seconds(64, 1));
  EXPECT_GT(longer(1), 0);
  EXPECT_GT(longer(100), longer(1));
}

TEST(TracedTrips, CasesOfASwitchDoNotCountTheTurnsOfItsLoop) {
  const Instruction load = access_of(global_load, 4);
  Instruction indirect = one(InstructionClass::branch);
  indirect.opcode = 0x149;  // BRX
  const MachineCode made =
      code({load, indirect, load, jump(6, true), load, load, jump(0), leave()});
  const CountedWay way = {.times = {},
                          .accesses = {{"a", {{0, 12}}}, {"b", {{0, 2}}}, {"c", {{0, 4}}}}};
  EXPECT_EQ(traced_trips(made, {"a", "a", "b", "b", "c", "c", "a", "a"}, way).turns.at(0), 12);
}

TEST(TracedTrips, OfWhatIsLeftOverOfAnUnrolledLoopHalfIsExecuted) {
  const Instruction load = access_of(global_load, 4);
  const MachineCode made =
      code({load, load, load, load, jump(0), jump(9), load, load, load, leave()});
  const std::vector<std::string> lines(made.instructions.size(), "a");
  const CountedWay way = {.times = {{"a", 43}}, .accesses = {{"a", {{0, 43}}}}};
  EXPECT_EQ(traced_trips(made, lines, way).turns.at(0), (43 - 3 * 0.5) / 4);
}

TEST(TracedTrips, AVersionOfALoopWithoutSomeOfTheAccessesThatWereSeenIsLeftOut) {
  const Instruction load = access_of(global_load, 4);
  const MachineCode made = code({load, jump(0), load, load, jump(2), leave()});
  const CountedWay way = {.times = {}, .accesses = {{"a", {{0, 12}}}, {"b", {{0, 12}}}}};
  const auto turns = [&](const std::string &back) {
    return traced_trips(made, {"a", back, "a", "b", "loop", "end"}, way).turns;
  };
  EXPECT_EQ(turns("loop"), (std::vector<double>{1, 12}));
  EXPECT_EQ(turns("other").at(0), 6) << "it is another loop";
}

TEST(TracedTrips, ALoopOfLoopsTurnsAsTheLineOfItsBranchBackSays) {
  const MachineCode made =
      code({one(integer), access_of(global_load, 4), jump(1), jump(0), leave()});
  const CountedWay way = {.times = {{"o", 5}, {"i", 60}}, .accesses = {{"i", {{0, 60}}}}};
  EXPECT_EQ(traced_trips(made, {"i", "i", "i", "o", "o"}, way).turns, (std::vector<double>{12, 5}));
}

TEST(TracedTrips, StoresCountTurnsSinceLoadsOfOtherLinesMayBeMovedToOne) {
  const Instruction load = access_of(global_load, 4);
  const MachineCode made = code({load, load, load, access_of(global_store, 4), jump(0), leave()});
  const CountedWay way = {.times = {{"a", 12}, {"b", 12}},
                          .accesses = {{"a", {{0, 12}}}, {"b", {{1, 12}}}}};
  EXPECT_EQ(traced_trips(made, {"a", "a", "a", "b", "b", "b"}, way).turns.at(0), 12);
}

}  // namespace
}  // namespace ladder
