// Compiled kernels are kept in a file and compared by rules.
#include "harness/predict/compiled/compare_compiled.h"
#include "harness/predict/compiled/compiled_file.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

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

TEST_F(CompiledFile, HasAKernelALine) {
  write_compiled(in_folder("file.json"), {kernel(), kernel()});
  std::istringstream lines(bytes_of_file(in_folder("file.json")));
  int rows = 0;
  for (std::string line; std::getline(lines, line);) rows += bool(says(line, "\"stage\""));
  EXPECT_EQ(rows, 2);
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
