// What the compiler says of kernels is read whole, or not at all.
#include <elf.h>

#include "harness/bench/measure/measure.h"
#include "harness/bench/registry/registry.h"
#include "harness/predict/compiled/compiled.h"
#include "harness/predict/compiled/cubin.h"
#include "harness/predict/compiled/ptxas_report.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

// As nvcc 13.0 wrote it: a template in an anonymous namespace with static shared memory, and a
// kernel that spills.
const std::string report =
    "ptxas info    : 0 bytes gmem, 132 bytes cmem[3]\n"
    "ptxas info    : Compiling entry function "
    "'_ZN36_GLOBAL__N__daa59973_4_k_cu_1e0938815templILi8EEEvPf' for 'sm_90'\n"
    "ptxas info    : Function properties for "
    "_ZN36_GLOBAL__N__daa59973_4_k_cu_1e0938815templILi8EEEvPf\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 10 registers, used 1 barriers, 2048 bytes smem\n"
    "ptxas info    : Compile time = 1.499 ms\n"
    "ptxas info    : Compiling entry function '_Z6spillsPKfPf' for 'sm_90'\n"
    "ptxas info    : Function properties for _Z6spillsPKfPf\n"
    "    304 bytes stack frame, 348 bytes spill stores, 352 bytes spill loads\n"
    "ptxas info    : Used 32 registers, used 1 barriers, 304 bytes cumulative stack size\n"
    "ptxas info    : Compile time = 28.854 ms\n";
// It calls a device function, which has a line of properties of its own.
const std::string report_of_calls =
    "ptxas info    : Compiling entry function 'calls' for 'sm_90'\n"
    "ptxas info    : Function properties for calls\n"
    "    16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 24 registers, used 0 barriers, 256 bytes cumulative stack size\n"
    "ptxas info    : Function properties for _Z8far_awayPKfi\n"
    "    240 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads\n";
// Earlier versions end the line with constant memory.
const std::string report_of_12 =
    "ptxas info    : Compiling entry function 'old' for 'sm_90'\n"
    "ptxas info    : Function properties for old\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 24 registers, 528 bytes smem, 576 bytes cmem[0], 24 bytes cmem[2]\n";

// An ELF file of sections with these names and sizes, none of which takes room in the file, and the
// table of names.
std::string elf(const std::vector<std::pair<std::string, std::uint64_t>> &sections) {
  std::string names(1, '\0');
  std::vector<Elf64_Shdr> headers(1);
  for (const auto &[name, size] : sections) {
    Elf64_Shdr header{};
    header.sh_name = static_cast<Elf64_Word>(names.size());
    header.sh_type = SHT_NOBITS;
    header.sh_size = size;
    names += name + '\0';
    headers.push_back(header);
  }
  Elf64_Shdr table{};
  table.sh_name = static_cast<Elf64_Word>(names.size());
  names += std::string(".shstrtab") + '\0';
  table.sh_type = SHT_STRTAB;
  table.sh_offset = sizeof(Elf64_Ehdr);
  table.sh_size = names.size();
  headers.push_back(table);
  Elf64_Ehdr file{};
  std::memcpy(file.e_ident, ELFMAG, SELFMAG);
  file.e_ident[EI_CLASS] = ELFCLASS64;
  file.e_ident[EI_DATA] = ELFDATA2LSB;
  file.e_ident[EI_VERSION] = EV_CURRENT;
  file.e_version = EV_CURRENT;
  file.e_ehsize = sizeof file;
  file.e_shoff = sizeof file + names.size();
  file.e_shentsize = sizeof(Elf64_Shdr);
  file.e_shnum = static_cast<Elf64_Half>(headers.size());
  file.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
  return std::string(reinterpret_cast<const char *>(&file), sizeof file) + names +
         std::string(reinterpret_cast<const char *>(headers.data()),
                     headers.size() * sizeof(Elf64_Shdr));
}

const std::string templ = "_ZN36_GLOBAL__N__daa59973_4_k_cu_1e0938815templILi8EEEvPf";

std::string cubin_of_report() {
  return elf({{".text." + templ, 0x200},
              {".text._Z6spillsPKfPf", 0x1780},
              {".nv.constant3", 132},
              {".nv.constant0." + templ, 536},
              {".nv.constant2." + templ, 8},
              {".nv.constant0._Z6spillsPKfPf", 544}});
}

using Compiled = TestFolder;

TEST(PtxasReport, TellsEveryKernel) {
  const auto kernels = parse_ptxas_report(report);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].mangled, templ);
  EXPECT_EQ(kernels[1].mangled, "_Z6spillsPKfPf");
  EXPECT_EQ(kernels[0].architecture, "sm_90");
  const auto numbers = [&](int i) {
    const auto &k = kernels[i];
    return std::tuple(k.registers, k.shared_bytes, k.stack_bytes, k.spill_store_bytes,
                      k.spill_load_bytes);
  };
  EXPECT_EQ(numbers(0), std::tuple(10, 2048, 0, 0, 0));
  EXPECT_EQ(numbers(1), std::tuple(32, 0, 304, 348, 352));
}

TEST(PtxasReport, ADeviceFunctionsLinesAreNotTheKernels) {
  const auto kernels = parse_ptxas_report(report_of_calls);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].spill_store_bytes, 0);
  EXPECT_EQ(kernels[0].stack_bytes, 256);  // with what it calls
}

TEST(PtxasReport, ConstantMemoryOfEarlierVersionsIsPassedOver) {
  const auto kernels = parse_ptxas_report(report_of_12);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].registers, 24);
  EXPECT_EQ(kernels[0].shared_bytes, 528);
}

TEST(PtxasReport, AReportThatIsCutShortIsNoReport) {
  const auto used = report.rfind("ptxas info    : Used");
  EXPECT_EQ(exit_of([&] { parse_ptxas_report(report.substr(0, used)); }, "_Z6spillsPKfPf"),
            Exit::file);
  const auto properties = report.rfind("    304 bytes");
  EXPECT_EQ(exit_of([&] { parse_ptxas_report(report.substr(0, properties)); }), Exit::file);
}

TEST(Cubin, SectionsHaveTheirSizes) {
  const auto sections = section_sizes(cubin_of_report());
  EXPECT_EQ(sections.at(".nv.constant3"), 132u);
  EXPECT_EQ(code_instructions(sections, templ), 0x200 / 16);
  EXPECT_EQ(code_instructions(sections, "_Z6spillsPKfPf"), 0x1780 / 16);
}

TEST(Cubin, ConstantsAreThoseOfTheKernelAndOfTheModule) {
  const auto sections = section_sizes(cubin_of_report());
  EXPECT_EQ(constant_bytes(sections, templ), 132 + 536 + 8);
  EXPECT_EQ(constant_bytes(sections, "_Z6spillsPKfPf"), 132 + 544);
}

TEST(Cubin, AnotherFileIsRefused) {
  EXPECT_EQ(exit_of([] { section_sizes(""); }, "not an ELF"), Exit::file);
  EXPECT_EQ(exit_of([] { section_sizes("no cubin at all"); }, "not an ELF"), Exit::file);
  const std::string whole = cubin_of_report();
  for (std::size_t size = 4; size < whole.size(); ++size)
    EXPECT_EQ(exit_of([&] { section_sizes(whole.substr(0, size)); }), Exit::file) << size;
  EXPECT_EQ(exit_of([&] { code_instructions(section_sizes(whole), "other"); }, "'other'"),
            Exit::file);
  EXPECT_EQ(exit_of([&] { code_bytes(section_bytes(whole), "other"); }, "'other'"), Exit::file);
}

TEST(Cubin, BytesOfParametersAreOneOfTheAttributesOfAKernel) {
  const char attributes[] = {4, 0x12, 4, 0, 3, 0x19, 1, 1, 3, 0x19, 0x50, 1};  // one is a value
  const std::map<std::string, std::string> sections{
      {".nv.info.k", {attributes, sizeof attributes}}};
  EXPECT_EQ(parameter_bytes(sections, "k"), 0x150);
  EXPECT_EQ(parameter_bytes(sections, "other"), 0);
}

TEST(Cubin, ASectionWhoseNameLiesElsewhereIsRefused) {
  std::string bytes = cubin_of_report();
  Elf64_Ehdr file;
  std::memcpy(&file, bytes.data(), sizeof file);
  const Elf64_Word behind_all_names = 0xffff;
  std::memcpy(bytes.data() + file.e_shoff + sizeof(Elf64_Shdr), &behind_all_names,
              sizeof behind_all_names);
  EXPECT_EQ(exit_of([&] { section_sizes(bytes); }, "has no name"), Exit::file);
}

TEST_F(Compiled, ReportAndCubinMakeOneKernelEach) {
  put("contents", "compiler nvcc 13.0.88\nstage second\nstage first\n");
  for (const char *name : {"first", "second"}) {
    put(std::string(name) + ".txt", report);
    put(std::string(name) + ".cubin", cubin_of_report());
  }
  put("renamed.txt", "left behind by a stage that is no more");
  const auto kernels = read_compiled(folder);
  ASSERT_EQ(kernels.size(), 4u);
  EXPECT_EQ(kernels[0], (CompiledKernel{"first", "spills", "sm_90", "nvcc 13.0.88", 32, 0, 676, 304,
                                        348, 352, 376}));
  EXPECT_EQ(kernels[1], (CompiledKernel{"first", "templ<8>", "sm_90", "nvcc 13.0.88", 10, 2048, 676,
                                        0, 0, 0, 32}));
  EXPECT_EQ(kernels[2].stage, "second");
}

TEST_F(Compiled, OnlyStagesThatAreNamedAreRead) {
  put("contents", "compiler nvcc 13.0.88\nstage first\nstage unusable\n");
  put("first.txt", report);
  put("first.cubin", cubin_of_report());
  put("unusable.txt", report);
  put("unusable.cubin", "no cubin at all");
  EXPECT_EQ(read_compiled(folder, {"first"}).size(), 2u);
  EXPECT_EQ(exit_of([&] { read_compiled(folder); }, "unusable.cubin"), Exit::file);
}

TEST_F(Compiled, OverloadsKeepTheirParameters) {
  std::string twice,
      lines = report.substr(report.find("ptxas info    : Compiling entry function '_Z6"));
  for (const std::string name : {"_Z4overPf", "_Z4overPi"}) {
    std::string one = lines;
    for (auto at = one.find("_Z6spillsPKfPf"); at != std::string::npos;
         at = one.find("_Z6spillsPKfPf"))
      one.replace(at, std::strlen("_Z6spillsPKfPf"), name);
    twice += one;
  }
  put("contents", "compiler nvcc 13.0.88\nstage overloads\n");
  put("overloads.txt", twice);
  put("overloads.cubin", elf({{".text._Z4overPf", 128}, {".text._Z4overPi", 256}}));
  const auto kernels = read_compiled(folder);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].kernel, "over(float*)");
  EXPECT_EQ(kernels[1].kernel, "over(int*)");
}

TEST_F(Compiled, WhatTheBuildDidNotWriteIsSaid) {
  EXPECT_EQ(exit_of([&] { read_compiled(folder); }, why_no_cuda().empty() ? "compiled" : "CUDA"),
            Exit::nothing_ran);
  put("contents", "compiler nvcc 13.0.88\nstage first\n");
  EXPECT_EQ(exit_of([&] { read_compiled(folder); }, "has not looked at them yet"),
            Exit::nothing_ran);
  put("first.cubin", "empty");
  EXPECT_EQ(exit_of([&] { read_compiled(folder); }, "first.txt"), Exit::file);
  put("first.txt", report);
  EXPECT_EQ(exit_of([&] { read_compiled(folder); }, "first.cubin"), Exit::file);
}

}  // namespace
}  // namespace ladder
