// The decoder of machine code, on instructions that nvcc 13.0 made for sm_90; compared with
// nvdisasm's output.
#include "harness/predict/compiled/compare_compiled.h"
#include "harness/predict/compiled/compiled_file.h"
#include "harness/predict/compiled/machine_code.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

struct Words {
  std::uint64_t low, high;
};

std::string code_bytes(const std::vector<Words> &code) {
  std::string bytes;
  for (const Words &one : code)
    for (const std::uint64_t word : {one.low, one.high}) {
      char raw[8];
      std::memcpy(raw, &word, 8);
      bytes.append(raw, 8);
    }
  return bytes;
}

const Words load_128 = {0x0000000402047981,
                        0x000ea4000c1efd00};  // LDG.E.128.STRONG.GPU R4, desc[UR4][R2.64]
const Words store_32 = {0x0000000502007986, 0x000fe2000c101904};   // STG.E desc[UR4][R2.64], R5
const Words add = {0x8000000500007e21, 0x000fc80008000000};        // FADD R0, R0, -UR5
const Words exit_here = {0x000000000000794d, 0x000fea0003800000};  // EXIT
const Words back_by_3 = {0xfffffffc00f47947,
                         0x000fea000383ffff};  // BRA to three instructions before
const Words for_parted = {0x0000001604c87947, 0x000fea000b800000};  // BRA.DIV UR4, ...
const Words itself = {0xfffffffc00fc7947, 0x000fc0000383ffff};      // BRA to itself
const Words filler = {0x0000000000007918, 0x000fc00000000000};      // NOP

using enum InstructionClass;

TEST(MachineCode, EachInstructionHasItsClassStallAndWidth) {
  const auto code = machine_code(code_bytes({load_128, store_32, add, exit_here})).instructions;
  EXPECT_EQ(code[0].kind, global_load);
  EXPECT_EQ(code[0].bytes, 16);
  EXPECT_EQ(code[1].kind, global_store);
  EXPECT_EQ(code[1].bytes, 4);
  EXPECT_EQ(code[2].kind, float32);
  EXPECT_EQ(code[2].stall, 4);  // what a chain of additions takes on an H100
  EXPECT_EQ(code[2].bytes, 0);
  EXPECT_TRUE(code[3].ends_block);
  EXPECT_TRUE(code[0].device_wide) << "the whole device sees these accesses in one order";
  EXPECT_FALSE(code[1].device_wide);
}

TEST(MachineCode, ABranchForThreadsThatHavePartedIsMarked) {
  std::vector<Words> whole(1500, filler);
  whole[0] = for_parted;
  whole.push_back(exit_here);
  EXPECT_TRUE(machine_code(code_bytes(whole)).instructions[0].for_parted);
  EXPECT_FALSE(machine_code(code_bytes({add, add, add, back_by_3})).instructions[3].for_parted);
}

TEST(MachineCode, ABranchBackMakesALoopAndBlocks) {
  // load; loop: add, add, branch to the first add; exit
  const MachineCode code =
      machine_code(code_bytes({load_128, add, add, back_by_3, exit_here, itself, filler}));
  ASSERT_EQ(code.instructions.size(), 5u) << "fillers and the branch to itself are no code";
  EXPECT_EQ(code.instructions[3].target, 1);
  ASSERT_EQ(code.blocks.size(), 3u);
  EXPECT_EQ(code.blocks[0].depth, 0);
  EXPECT_EQ(code.blocks[1].first, 1u);
  EXPECT_EQ(code.blocks[1].last, 3u);
  EXPECT_EQ(code.blocks[1].depth, 1);
  EXPECT_EQ(code.blocks[2].depth, 0);
  EXPECT_EQ(code.loops, 1);
  EXPECT_EQ(code.count(float32), 2);
}

TEST(MachineCode, TheMeanWidthTellsVectorLoadsFromScalarOnes) {
  EXPECT_EQ(machine_code(code_bytes({load_128, exit_here})).bytes_of_an_access(), 16);
  EXPECT_EQ(machine_code(code_bytes({load_128, store_32, exit_here})).bytes_of_an_access(), 10);
  EXPECT_EQ(machine_code(code_bytes({add, exit_here})).bytes_of_an_access(), 0);
}

TEST(MachineCode, AsynchronousCopiesAndTheirWaitsAreRecognised) {
  const Words never = {0x00000000fffff984, 0x000fe20000000800};    // @!PT LDS RZ, [RZ]
  const Words of_4 = {0x00000000141f7fae, 0x0003f4000b921848};     // LDGSTS.E [R31], ...[R20.64]
  const Words of_16 = {0x0000000004190fae, 0x0003e2000b901c4a};    // @P0 LDGSTS.E.BYPASS.128 ...
  const Words zeros = {0x0000000004198fae, 0x0003e8000f901c4a};    // the same of zeros: ..., !PT
  const Words for_one = {0x000080400000791a, 0x000fc80000000000};  // DEPBAR.LE SB0, 0x1
  const Words for_all = {0x000080000000791a, 0x000fc80000000000};  // DEPBAR.LE SB0, 0x0
  const auto code =
      machine_code(code_bytes({never, of_4, of_16, zeros, for_one, for_all, load_128, exit_here}))
          .instructions;
  EXPECT_TRUE(code[0].never);
  EXPECT_FALSE(code[2].never);
  EXPECT_FALSE(code[6].never);
  const auto copies = [&](int at) { return code[at].copies; };
  EXPECT_TRUE(copies(1));
  EXPECT_TRUE(copies(2));
  EXPECT_FALSE(copies(3));
  EXPECT_FALSE(copies(6));
  EXPECT_EQ(code[1].bytes, 4);
  EXPECT_EQ(code[2].bytes, 16);
  EXPECT_EQ(code[4].pending, 1);
  EXPECT_EQ(code[5].pending, 0);
  EXPECT_EQ(code[6].pending, -1);
}

TEST(MachineCode, WhatIsNoCodeIsRefused) {
  EXPECT_THROW(machine_code("too short"), FileError);
  EXPECT_THROW(machine_code(code_bytes({back_by_3, exit_here})), FileError);
  EXPECT_TRUE(machine_code("").instructions.empty());
}

// Compiled kernels are kept in a file and compared by rules.

using CompiledFile = TestFolder;

CompiledKernel kernel() {
  return {"smem", "convolve", "sm_90", "nvcc 13.0.88", 32, 1024, 576, 0, 0, 0, 200};
}

// With what its code shows.
CompiledKernel looked_at() {
  CompiledKernel one = kernel();
  one.classes = {{"float32", 40}, {"global_load", 4}};
  one.loops = 1;
  one.access_bytes = 16;
  return one;
}

TEST_F(CompiledFile, ComesBackAsItWas) {
  CompiledKernel other = kernel();
  other.kernel = "f<(short)8, \"a\">";
  other.code_instructions = std::int64_t{1} << 40;
  const std::string path = in_folder("new/file.json");
  const std::vector<CompiledKernel> all = {kernel(), other, looked_at()};
  write_compiled(path, all);
  EXPECT_EQ(read_compiled_file(path), all);
  EXPECT_EQ(compiled_of_json(compiled_json(all)), all);
}

TEST_F(CompiledFile, AnotherFileIsRefused) {
  const std::string path = in_folder("file.json");
  EXPECT_EQ(exit_of([&] { read_compiled_file(path); }, path), Exit::file);
  const auto holding = [&](const std::string &text) {
    put("file.json", text);
    return exit_of([&] { read_compiled_file(path); }, path);
  };
  EXPECT_EQ(holding(""), Exit::file);
  EXPECT_EQ(holding("[1, 2"), Exit::file);
  EXPECT_EQ(holding("{\"schema\": 2}"), Exit::file);
  EXPECT_EQ(holding("{\"compiled_schema\": 1}"), Exit::file);
  EXPECT_EQ(holding("{\"compiled_schema\": 2}"), Exit::not_comparable);
  Json json = compiled_json({kernel()});
  json["kernels"][0]["registers"] = "many";
  EXPECT_EQ(holding(json.dump()), Exit::file);
}

TEST(CompiledJson, IsOfOneCompiler) {
  CompiledKernel other = kernel();
  other.compiler = "nvcc 12.8.93";
  EXPECT_EQ(exit_of([&] { compiled_json({kernel(), other}); }), Exit::usage);
}

TEST(CompareCompiled, MoreOfAnyCostIsWorseAndLessIsBetter) {
  for (int CompiledKernel::*cost :
       {&CompiledKernel::registers, &CompiledKernel::shared_bytes, &CompiledKernel::stack_bytes,
        &CompiledKernel::spill_store_bytes, &CompiledKernel::spill_load_bytes}) {
    CompiledKernel more = kernel();
    more.*cost += 1;
    EXPECT_EQ(compare_compiled({kernel()}, {more}, 0.5)[0].verdict, CompiledVerdict::worse);
    EXPECT_EQ(compare_compiled({more}, {kernel()})[0].verdict, CompiledVerdict::better);
  }
}

TEST(CompareCompiled, WhatAChangeIs) {
  using enum CompiledVerdict;
  const struct {
    CompiledKernel before;
    void (*change)(CompiledKernel &);
    double allowed;  // of instructions
    CompiledVerdict verdict;
    const char *words;
  } rules[] = {
      {kernel(), [](auto &) {}, 0, same, ""},
      {kernel(), [](auto &k) { k.code_instructions = 208; }, 0, worse, "200 -> 208"},
      {kernel(), [](auto &k) { k.code_instructions = 208; }, 0.03, worse, "200 -> 208"},
      {kernel(), [](auto &k) { k.code_instructions = 208; }, 0.04, same,
       "code_instructions 200 -> 208"},
      {kernel(), [](auto &k) { k.code_instructions = 192; }, 0, better, "200 -> 192"},
      {kernel(), [](auto &k) { k.code_instructions = 192; }, 0.04, same, "200 -> 192"},
      // Worse holds though another number is better.
      {kernel(), [](auto &k) { k.registers = 40, k.code_instructions = 100; }, 0, worse,
       "registers 32 -> 40, code_instructions 200 -> 100"},
      {looked_at(), [](auto &k) { k.access_bytes = 4, k.code_instructions = 190; }, 0, worse,
       "access_bytes 16 -> 4"},
      {looked_at(), [](auto &k) { k.access_bytes = 32; }, 0, better, "access_bytes 16 -> 32"},
      {looked_at(), [](auto &k) { k.loops = 2, k.code_instructions = 100; }, 0, worse,
       "loops 1 -> 2"},
      // results/compiled holds kernels that were kept before their code was looked at.
      {kernel(), [](auto &k) { k = looked_at(); }, 0, same, ""},
      // Constant memory is reported and not judged.
      {kernel(), [](auto &k) { k.constant_bytes += 8; }, 0, same, "constant_bytes 576 -> 584"},
      {kernel(), [](auto &k) { k.registers = 40, k.compiler = "nvcc 13.0.48"; }, 0, not_comparable,
       "compiler differs: 'nvcc 13.0.88' and 'nvcc 13.0.48'"},
      {kernel(), [](auto &k) { k.architecture = "sm_80"; }, 0, not_comparable, "architecture"}};
  for (const auto &rule : rules) {
    CompiledKernel now = rule.before;
    rule.change(now);
    const CompiledChange found = compare_compiled({rule.before}, {now}, rule.allowed).at(0);
    EXPECT_EQ(found.verdict, rule.verdict) << rule.words << ": " << found.words;
    EXPECT_HAS(found.words, rule.words);
    EXPECT_EQ(found.words.empty(), std::string(rule.words).empty()) << found.words;
  }
}

TEST(CompareCompiled, WhatOnlyOneSideHasIsNewOrGone) {
  CompiledKernel other = kernel();
  other.stage = "cmem";  // the kernel's name alone does not match
  const auto changes = compare_compiled({kernel()}, {other});
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].verdict, CompiledVerdict::added);
  EXPECT_EQ(changes[0].stage, "cmem");
  EXPECT_EQ(changes[1].verdict, CompiledVerdict::gone);
  EXPECT_EQ(changes[1].stage, "smem");
  EXPECT_STREQ(name_of(changes[0].verdict), "new");
}

}  // namespace
}  // namespace ladder
