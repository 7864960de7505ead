// label: cli
// The processes that a plug-in starts are counted, whichever way they end, and end with it.
#include <linux/sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <csignal>
#include <ctime>

#include "harness/base/child.h"
#include "harness/bench/worker/pipe_to_child.h"
#include "harness/machine/instructions/count.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

constexpr double burnt_s = 0.2;

pid_t start(long flags) {
  return static_cast<pid_t>(syscall(SYS_clone, flags, nullptr, nullptr, nullptr, 0));
}

[[noreturn]] void burn_and_end() {
  timespec used{};
  do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  while (double(used.tv_sec) + 1e-9 * double(used.tv_nsec) < burnt_s);
  _exit(0);
}

struct Containment : testing::Test {
  void SetUp() override {
    if (!Contained().start([] { _exit(0); })) GTEST_SKIP() << "the system allows no namespace";
  }
  // What the processes took in a child that does so and says when it is done [s].
  double counted(void (*work)()) {
    int done[2];
    EXPECT_EQ(pipe(done), 0);
    if (!contained.start([=] {
          work();
          (void)!write(done[1], "d", 1);
          pause();
        }))
      return -1;
    char word = 0;
    EXPECT_EQ(read(done[0], &word, 1), 1);
    close(done[0]), close(done[1]);
    return 1e-9 * double(contained.cpu_ns());
  }
  void end() {
    kill(contained.first(), SIGKILL);
    waitpid(contained.first(), nullptr, 0);
  }
  Contained contained;
};

// Has one started that has ended when this returns, as the pipe shows that it held.
void not_waited_for(void (*start_one)()) {
  int held[2];
  if (pipe(held) != 0) _exit(1);
  start_one();
  close(held[1]);
  char word;
  (void)!read(held[0], &word, 1);
  usleep(20000);
}

// The system adds the time of a child that nobody waits for to no process.
TEST_F(Containment, CountsAHelperThatTheSystemReaps) {
  const double used = counted([] {
    signal(SIGCHLD, SIG_IGN);
    not_waited_for([] {
      if (start(SIGCHLD) == 0) burn_and_end();
    });
  });
  end();
  if (!contained.counts_all()) GTEST_SKIP() << "the system gives no counter";
  EXPECT_GE(used, 0.95 * burnt_s);
}

TEST_F(Containment, CountsASiblingOfTheChild) {
  const double used = counted([] {
    not_waited_for([] {
      if (start(CLONE_PARENT | SIGCHLD) == 0) burn_and_end();
    });
  });
  EXPECT_GE(used, 0.95 * burnt_s);
  end();
}

TEST_F(Containment, CountsAnOrphan) {
  const double used = counted([] {
    not_waited_for([] {
      const pid_t middle = start(SIGCHLD);
      if (middle == 0) {
        if (start(SIGCHLD) == 0) burn_and_end();
        _exit(0);
      }
      waitpid(middle, nullptr, 0);
    });
  });
  EXPECT_GE(used, 0.95 * burnt_s);
  end();
}

TEST_F(Containment, SeesHelpersThatRunAndEndsThem) {
  counted([] {
    for (const long flags : {long{SIGCHLD}, long{CLONE_PARENT | SIGCHLD}})
      if (start(flags) == 0) {
        setsid();
        for (;;) pause();
      }
  });
  const std::vector<pid_t> helpers = contained.helpers();
  EXPECT_EQ(helpers.size(), 2u);
  end();
  for (const pid_t one : helpers) EXPECT_NE(kill(one, 0), 0) << "it outlived its namespace";
}

int status_of(void (*child)()) {
  Contained contained;
  EXPECT_TRUE(contained.start(child));
  const int status = contained.status_of_child();
  waitpid(contained.first(), nullptr, 0);
  return status;
}

TEST_F(Containment, SaysHowTheChildEnded) {
  const int exited = status_of([] { _exit(7); }), killed = status_of([] { raise(SIGSEGV); });
  EXPECT_TRUE(WIFEXITED(exited) && WEXITSTATUS(exited) == 7);
  EXPECT_TRUE(WIFSIGNALED(killed) && WTERMSIG(killed) == SIGSEGV);
}

// CUDA's driver does not start in a process that /proc shows under another number.
TEST_F(Containment, TheChildFindsItselfInProc) {
  EXPECT_EQ(status_of([] {
              char self[16] = {};
              if (readlink("/proc/self", self, sizeof self - 1) < 0) _exit(1);
              _exit(std::atoi(self) == getpid() ? 0 : 2);
            }),
            0);
}

// Instructions are counted exactly, by the right process, and what hinders counting is said.

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

TEST(Cachegrind, MoreWorkIsMoreByExactlyAsMuchEachTime) {
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
  const auto more_than_a_pipe_holds = run_command({"head", "-c", "300000", "/dev/zero"}, limit_s);
  EXPECT_EQ(more_than_a_pipe_holds.text.size(), 300000u);
  EXPECT_EQ(run_command({"cat"}, limit_s).text, "") << "standard input is empty";
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
