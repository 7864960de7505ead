// label: cli
// Instructions are counted exactly, by the right process, and what hinders counting is said.
#include <sys/wait.h>

#include "harness/base/child.h"
#include "harness/machine/instructions/count.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

constexpr double limit_s = 60;

const char *const valgrind_3_19 =
    "==77== Cachegrind, a cache and branch-prediction profiler\n"
    "==77== Command: ./count_to 10\n"
    "==77== \n"
    "--77-- warning: L3 cache found, using its data for the LL simulation.\n"
    "==77== \n"
    "==77== I   refs:      3,000,125,261\n";

std::vector<std::string> count_to(int n) {
  const auto folder = std::filesystem::path(this_program()).parent_path();
  return {(folder / "programs" / "count_to").string(), std::to_string(n)};
}

bool has_valgrind() { return run_command({"valgrind", "--version"}, limit_s).start_error == 0; }

TEST(Cachegrind, TheNumberIsReadWhateverTheBlanksAndOfNoForkedProcess) {
  const std::pair<const char *, std::int64_t> outputs[] = {
      {valgrind_3_19, 3000125261},
      {"==77== I refs:        125,261\n", 125261},
      {"a line that does not end==77== I   refs:      5\n", 5},
      {"==78== I   refs:  9\n==77== I   refs:  5\n==79== I refs:  7\n", 5},
      {"", -1},
      {"==7== I   refs:      5\n", -1},
      {"==77== D   refs:      5\n", -1},
      {"==77== I   refs:      \n", -1}};
  for (const auto &[output, number] : outputs)
    EXPECT_EQ(instruction_refs(output, 77), number) << output;
}

TEST(Cachegrind, TheSameRunGivesTheSameNumber) {
  if (!has_valgrind()) GTEST_SKIP() << "valgrind is not installed";
  const auto first = count_with_cachegrind(count_to(1000), limit_s);
  EXPECT_GT(first, 1000);
  EXPECT_EQ(count_with_cachegrind(count_to(1000), limit_s), first);
}

TEST(Cachegrind, MoreWorkIsMoreByAsMuchEachTime) {
  if (!has_valgrind()) GTEST_SKIP() << "valgrind is not installed";
  const auto of = [](int n) { return count_with_cachegrind(count_to(n), limit_s); };
  const auto a_thousand = of(2000) - of(1000);
  EXPECT_GE(a_thousand, 2000);  // add and branch, at least
  EXPECT_EQ(of(9000) - of(2000), 7 * a_thousand);
}

TEST(Cachegrind, ARunThatFailsHasNoNumber) {
  if (!has_valgrind()) GTEST_SKIP() << "valgrind is not installed";
  const std::string program = count_to(1)[0];
  EXPECT_EQ(exit_of([&] { count_with_cachegrind({program}, limit_s); }, "exit code 2"),
            Exit::wrong);
  EXPECT_EQ(exit_of([] { count_with_cachegrind({"/not/there"}, limit_s); }), Exit::wrong);
}

TEST(Cachegrind, WithoutValgrindTheErrorSaysWhatToInstall) {
  const Variable path("PATH", "/not/there");
  EXPECT_EQ(exit_of([] { count_with_cachegrind({"true"}, limit_s); }, "apt-get install valgrind"),
            Exit::nothing_ran);
}

TEST(InstructionCounter, CountsInProportionWhereTheMachineCounts) {
  const InstructionCounter counter;
  const auto count_of = [&](long n) {
    const auto before = counter.count();
    volatile long sum = 0;
    for (long i = 0; i < n; ++i) sum = sum + i;
    return counter.count() - before;
  };
  if (counter.count() < 0) GTEST_SKIP() << "this machine does not count instructions";
  const auto one = count_of(1'000'000), four = count_of(4'000'000);
  EXPECT_GE(one, 2'000'000);
  EXPECT_NEAR(static_cast<double>(four) / static_cast<double>(one), 4, 0.1);
}

TEST(RunCommand, KeepsWhatIsSaidAndHowItEnded) {
  const auto run = run_command({"sh", "-c", "echo out; echo err >&2; exit 3"}, limit_s);
  EXPECT_EQ(run.start_error, 0);
  EXPECT_EQ(run.text, "out\nerr\n");
  EXPECT_EQ(WEXITSTATUS(run.status), 3);
}

TEST(RunCommand, MoreThanAPipeHoldsIsKept) {
  const auto run = run_command({"sh", "-c", "head -c 300000 /dev/zero"}, limit_s);
  EXPECT_EQ(run.text.size(), 300000u);
}

TEST(RunCommand, StandardInputIsEmpty) { EXPECT_EQ(run_command({"cat"}, limit_s).text, ""); }

TEST(RunCommand, AProgramThatIsNotThereWasNotStarted) {
  EXPECT_EQ(run_command({"/not/there"}, limit_s).start_error, ENOENT);
}

TEST(RunCommand, ACommandThatHangsIsEnded) {
  EXPECT_EQ(exit_of(
                [] {
                  run_command({"sleep", "600"}, 0.05);
                },
                "'sleep' did not end within 0.05 s"),
            Exit::inconclusive);
  // Silent, with its output closed: there is nothing to wait for but its end.
  EXPECT_EQ(exit_of([] {
              run_command({"sh", "-c", "exec sleep 600 >&- 2>&-"}, 0.05);
            }),
            Exit::inconclusive);
}

}  // namespace
}  // namespace ladder
