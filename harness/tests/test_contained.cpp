// label: cli
// The processes that a plug-in starts are counted, whichever way they end, and end with it.
#include <linux/sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <csignal>
#include <ctime>

#include "harness/bench/worker/pipe_to_child.h"
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

}  // namespace
}  // namespace ladder
