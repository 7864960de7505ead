// Compiled kernels are kept in a file and compared by rules.
#include <gtest/gtest.h>

#include <fstream>

#include "harness/base/error.h"
#include "harness/predict/compiled/compare_compiled.h"
#include "harness/predict/compiled/compiled_file.h"
#include "harness/tests/compiled_folder.h"

namespace ladder {
namespace {

using CompiledFile = TemporaryFolder;

CompiledKernel kernel() {
  return {"smem", "convolve", "sm_90", "nvcc 13.0.88", 32, 1024, 576, 0, 0, 0, 200};
}

CompiledChange only_change(const CompiledKernel &now, double allowed = 0) {
  return compare_compiled({kernel()}, {now}, allowed).at(0);
}

TEST_F(CompiledFile, ComesBackAsItWas) {
  CompiledKernel other = kernel();
  other.kernel = "f<(short)8, \"a\">";
  other.code_instructions = std::int64_t{1} << 40;
  const std::string path = (path_ / "new" / "file.json").string();
  write_compiled(path, {kernel(), other});
  EXPECT_EQ(read_compiled_file(path), (std::vector<CompiledKernel>{kernel(), other}));
  EXPECT_EQ(compiled_of_json(compiled_json({other})), std::vector<CompiledKernel>{other});
}

CompiledKernel looked_at() {
  CompiledKernel one = kernel();
  one.classes = {{"float32", 40}, {"global_load", 4}};
  one.loops = 1;
  one.access_bytes = 16;
  return one;
}

TEST_F(CompiledFile, KeepsWhatTheCodeShows) {
  EXPECT_EQ(compiled_of_json(compiled_json({kernel(), looked_at()})),
            (std::vector<CompiledKernel>{kernel(), looked_at()}));
}

TEST(CompareCompiled, VectorAccessesThatAreLostAreWorseThoughTheCodeIsShorter) {
  CompiledKernel now = looked_at();
  now.access_bytes = 4;
  now.code_instructions -= 10;
  const auto change = compare_compiled({looked_at()}, {now}).at(0);
  EXPECT_EQ(change.verdict, CompiledVerdict::worse);
  EXPECT_NE(change.words.find("access_bytes 16 -> 4"), std::string::npos) << change.words;
  EXPECT_EQ(compare_compiled({now}, {looked_at()}, 1).at(0).verdict, CompiledVerdict::better);
}

TEST(CompareCompiled, ALoopThatIsNoLongerUnrolledIsWorseThoughTheCodeIsShorter) {
  CompiledKernel now = looked_at();
  now.loops = 2;
  now.code_instructions /= 2;
  const auto change = compare_compiled({looked_at()}, {now}).at(0);
  EXPECT_EQ(change.verdict, CompiledVerdict::worse);
  EXPECT_NE(change.words.find("loops 1 -> 2"), std::string::npos) << change.words;
}

// results/compiled holds kernels that were kept before their code was looked at.
TEST(CompareCompiled, WhatWasNotLookedAtIsNotCompared) {
  EXPECT_EQ(compare_compiled({kernel()}, {looked_at()}).at(0).verdict, CompiledVerdict::same);
  EXPECT_EQ(compare_compiled({kernel()}, {looked_at()}).at(0).words, "");
}

TEST_F(CompiledFile, HasAKernelALine) {
  const std::string path = (path_ / "file.json").string();
  write_compiled(path, {kernel(), kernel()});
  std::ifstream in(path);
  int rows = 0;
  for (std::string line; std::getline(in, line);)
    rows += line.find("\"stage\"") != std::string::npos;
  EXPECT_EQ(rows, 2);
}

TEST_F(CompiledFile, AnotherFileIsRefused) {
  const std::string path = (path_ / "file.json").string();
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

TEST(CompareCompiled, TheSameIsTheSame) {
  const auto change = only_change(kernel());
  EXPECT_EQ(change.verdict, CompiledVerdict::same);
  EXPECT_EQ(change.words, "");
}

TEST(CompareCompiled, MoreOfAnyCostIsWorseAndLessIsBetter) {
  for (int CompiledKernel::*cost :
       {&CompiledKernel::registers, &CompiledKernel::shared_bytes, &CompiledKernel::stack_bytes,
        &CompiledKernel::spill_store_bytes, &CompiledKernel::spill_load_bytes}) {
    CompiledKernel more = kernel();
    more.*cost += 1;
    EXPECT_EQ(only_change(more, 0.5).verdict, CompiledVerdict::worse);
    EXPECT_EQ(compare_compiled({more}, {kernel()})[0].verdict, CompiledVerdict::better);
  }
}

TEST(CompareCompiled, InstructionsHaveAnAllowance) {
  CompiledKernel more = kernel();
  more.code_instructions = 208;
  EXPECT_EQ(only_change(more).verdict, CompiledVerdict::worse);
  EXPECT_EQ(only_change(more, 0.03).verdict, CompiledVerdict::worse);
  EXPECT_EQ(only_change(more, 0.04).verdict, CompiledVerdict::same);
  EXPECT_EQ(only_change(more, 0.04).words, "code_instructions 200 -> 208");
  CompiledKernel less = kernel();
  less.code_instructions = 192;
  EXPECT_EQ(only_change(less).verdict, CompiledVerdict::better);
  EXPECT_EQ(only_change(less, 0.04).verdict, CompiledVerdict::same);
}

TEST(CompareCompiled, WorseHoldsThoughAnotherNumberIsBetter) {
  CompiledKernel mixed = kernel();
  mixed.registers = 40;
  mixed.code_instructions = 100;
  EXPECT_EQ(only_change(mixed).verdict, CompiledVerdict::worse);
  EXPECT_EQ(only_change(mixed).words, "registers 32 -> 40, code_instructions 200 -> 100");
}

TEST(CompareCompiled, ConstantMemoryIsReportedAndNotJudged) {
  CompiledKernel more = kernel();
  more.constant_bytes += 8;
  EXPECT_EQ(only_change(more).verdict, CompiledVerdict::same);
  EXPECT_EQ(only_change(more).words, "constant_bytes 576 -> 584");
}

TEST(CompareCompiled, AnotherCompilerOrArchitectureIsNotComparable) {
  CompiledKernel other = kernel();
  other.registers = 40;
  other.compiler = "nvcc 13.0.48";
  EXPECT_EQ(only_change(other).verdict, CompiledVerdict::not_comparable);
  EXPECT_EQ(only_change(other).words, "compiler differs: 'nvcc 13.0.88' and 'nvcc 13.0.48'");
  other = kernel();
  other.architecture = "sm_80";
  EXPECT_EQ(only_change(other).verdict, CompiledVerdict::not_comparable);
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
