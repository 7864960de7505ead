// Runs the blocks of a launch: threads are run one after the other on one stack, and get stacks of
// their own where they wait for others.
#pragma once
#include <csetjmp>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "../include/launch.h"

namespace ladder_emulation {

// A stack of its own that threads of a kernel run on. Made by ucontext, switched by _setjmp and
// _longjmp: swapcontext would make a system call each time.
class Fiber {
 public:
  explicit Fiber(void (*entry)());
  ~Fiber();
  Fiber(const Fiber &) = delete;
  // Leaves the context that runs, which is kept in `from`, for this one.
  void enter(jmp_buf &from);
  // It begins anew when it is entered next: what it was doing is given up.
  void forget() { begun_ = false; }
  bool has(const void *address) const {
    return address >= stack_ && address < static_cast<const char *>(stack_) + stack_bytes;
  }
  jmp_buf context;

 private:
  static constexpr std::size_t stack_bytes = std::size_t{1} << 18;
  void *stack_;
  void (*entry_)();
  bool begun_ = false;
};

enum class Order { forward, backward, shuffled };

struct Block;

struct Thread {
  enum State { unstarted, running, waiting, ended } state = unstarted;
  uint3 index{};
  unsigned linear = 0;  // in its block
  Block *block = nullptr;
  Fiber *fiber = nullptr;
  Site waits_at{};
  int result = 0;           // of the last barrier
  unsigned warp_syncs = 0;  // since the last barrier of the block
  unsigned fences = 0;
};

// Lanes that meet.
struct Meeting {
  unsigned mask, arrived = 0, left = 0;
  Lanes lanes{};
  Thread *waiting[32] = {};
  Site site{};
};

struct Block {
  uint3 index{};
  std::uint64_t linear = 0;
  std::uint32_t number = 0;  // another one for each block that this executor has run
  std::vector<Thread> threads;
  unsigned arrived = 0, ended = 0, sum = 0;
  unsigned epoch = 0;  // barriers that all have passed
  Site barrier{};
  std::vector<std::vector<std::unique_ptr<Meeting>>> meetings;  // of each warp
  std::vector<char> shared;
  std::vector<Slot *> used;
  bool dynamic_used = false;
};

class Executor {
 public:
  static Executor &mine();  // of this thread of the system
  // Until all have ended, or one does what it must not.
  void run(const Launch &, std::uint64_t serial, const std::vector<std::uint64_t> &blocks, Order);

  Thread *now() const { return now_; }
  const Launch *launch() const { return launch_; }
  std::uint64_t serial() const { return serial_; }
  bool failed() const { return failed_; }
  bool in_kernel() const { return now_ != nullptr; }
  [[noreturn]] void give_up();  // of a thread; run returns

  int block_barrier(int value, Site);
  void grid_barrier(Site);
  const Lanes meet(unsigned mask, std::uint64_t value, Site);
  void fence();
  unsigned fences(std::uint64_t block, unsigned linear) const;  // of this launch, so far

 private:
  static void on_fiber();
  void work();
  void prepare(Block &, std::uint64_t linear);
  Thread *next_unstarted();
  void start(Thread &);
  void wait(Site);
  void ready(Thread *);
  void end_of(Thread &);
  void release(Block &);
  void settle(Meeting &, unsigned warp, Block &);
  Fiber *take_fiber();

  const Launch *launch_ = nullptr;
  std::uint64_t serial_ = 0;
  Order order_ = Order::forward;
  std::vector<std::unique_ptr<Block>> flight_;  // blocks that run now
  std::vector<unsigned> permutation_;           // of the threads of a block
  std::size_t block_at_ = 0, thread_at_ = 0;
  std::uint32_t prepared_ = 0;
  std::deque<Thread *> ready_;
  Thread *now_ = nullptr;
  Fiber *fiber_ = nullptr;
  jmp_buf main_;
  std::deque<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber *> idle_;
  bool failed_ = false;
  std::size_t grid_arrived_ = 0;
  std::map<std::pair<std::uint64_t, unsigned>, unsigned> fences_;  // by block and thread
  std::mt19937_64 random_;
};

std::uint64_t secret();

// The shared memory of a block: its variables with gaps between them, then the dynamic part.

constexpr std::size_t gap = 128;  // nobody may touch it
std::vector<Slot *> &slots();
std::size_t dynamic_offset();

}  // namespace ladder_emulation
