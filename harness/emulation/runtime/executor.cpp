#include "executor.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "findings.h"

namespace ladder_emulation {

constinit thread_local Place here __attribute__((tls_model("initial-exec"))) = {};

Executor &Executor::mine() {
  static thread_local Executor *one __attribute__((tls_model("initial-exec"))) = nullptr;
  if (!one) one = new Executor;
  return *one;
}

void Executor::prepare(Block &block, std::uint64_t linear) {
  const dim3 grid = launch_->grid, size = launch_->block;
  const unsigned count = size.x * size.y * size.z;
  block.linear = linear;
  block.number = ++prepared_;
  block.index = {unsigned(linear % grid.x), unsigned(linear / grid.x % grid.y),
                 unsigned(linear / grid.x / grid.y)};
  block.arrived = block.ended = block.sum = block.epoch = 0;
  block.meetings.resize((count + 31) / 32);
  for (auto &warp : block.meetings) warp.clear();
  block.threads.resize(count);
  for (unsigned k = 0; k < count; ++k) {
    Thread &t = block.threads[k];
    t = Thread{};
    t.index = {k % size.x, k / size.x % size.y, k / size.x / size.y};
    t.linear = k;
    t.block = &block;
  }
  block.used.clear();
  block.dynamic_used = false;
}

void Executor::run(const Launch &launch, std::uint64_t serial,
                   const std::vector<std::uint64_t> &blocks, Order order) {
  launch_ = &launch, serial_ = serial, order_ = order;
  here.block_size = launch.block, here.grid_size = launch.grid;
  const unsigned count = launch.block.x * launch.block.y * launch.block.z;
  permutation_.resize(count);
  std::iota(permutation_.begin(), permutation_.end(), 0u);
  if (order == Order::backward) std::ranges::reverse(permutation_);
  if (order == Order::shuffled) {
    random_.seed(secret() + serial);
    std::ranges::shuffle(permutation_, random_);
  }
  failed_ = false;
  fences_.clear();
  const std::size_t together = launch.cooperative ? blocks.size() : 1;
  while (flight_.size() < together) flight_.push_back(std::make_unique<Block>());
  flight_.resize(together);
  for (std::size_t first = 0; first < blocks.size() && !failed_; first += together) {
    for (std::size_t k = 0; k < together; ++k) prepare(*flight_[k], blocks[first + k]);
    block_at_ = thread_at_ = grid_arrived_ = 0;
    ready_.clear();
    // Threads that wait for nobody run here, one after the other.
    fiber_ = take_fiber();
    fiber_->enter(main_);
  }
  now_ = nullptr;
}

Fiber *Executor::take_fiber() {
  if (idle_.empty()) {
    fibers_.push_back(std::make_unique<Fiber>(on_fiber));
    return fibers_.back().get();
  }
  Fiber *one = idle_.back();
  idle_.pop_back();
  return one;
}

void Executor::on_fiber() { mine().work(); }

// What every fiber does: it begins threads as long as there are some, then lets others go on.
void Executor::work() {
  for (;;) {
    while (ready_.empty()) {
      Thread *next = next_unstarted();
      if (!next) break;
      start(*next);
    }
    now_ = nullptr;
    Fiber *self = fiber_;
    idle_.push_back(self);
    if (!ready_.empty()) {
      Thread *next = ready_.front();
      ready_.pop_front();
      fiber_ = next->fiber;
      fiber_->enter(self->context);
    } else {
      bool all_ended = true;
      for (const auto &block : flight_) all_ended &= block->ended == block->threads.size();
      if (!all_ended) {
        idle_.pop_back();
        report_stuck(flight_);
        give_up();
      }
      if (_setjmp(self->context) == 0) _longjmp(main_, 1);
    }
    fiber_ = self;
  }
}

Thread *Executor::next_unstarted() {
  while (block_at_ < flight_.size()) {
    Block &block = *flight_[block_at_];
    if (thread_at_ < permutation_.size()) return &block.threads[permutation_[thread_at_++]];
    ++block_at_;
    thread_at_ = 0;
  }
  return nullptr;
}

void Executor::start(Thread &t) {
  now_ = &t;
  t.fiber = fiber_;
  t.state = Thread::running;
  here.thread = t.index, here.block = t.block->index;
  launch_->invoke(launch_->arguments);
  end_of(*now_);
}

void Executor::ready(Thread *t) { ready_.push_back(t); }

// The thread that runs waits until somebody calls ready() for it.
void Executor::wait(Site site) {
  Thread *me = now_;
  me->state = Thread::waiting;
  me->waits_at = site;
  Fiber *self = fiber_;
  if (!ready_.empty() && ready_.front() == me) {
    ready_.pop_front();
  } else {
    if (!ready_.empty()) {
      fiber_ = ready_.front()->fiber;
      ready_.pop_front();
    } else {
      fiber_ = take_fiber();
    }
    now_ = nullptr;
    fiber_->enter(self->context);
  }
  fiber_ = self;
  now_ = me;
  me->state = Thread::running;
  here.thread = me->index, here.block = me->block->index;
}

void Executor::give_up() {
  failed_ = true;
  now_ = nullptr;
  ready_.clear();
  idle_.clear();
  for (const auto &one : fibers_) {
    one->forget();
    idle_.push_back(one.get());
  }
  _longjmp(main_, 1);
}

Fiber::Fiber(void (*entry)()) : entry_(entry) {
  stack_ = mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack_ == MAP_FAILED) {
    std::fputs("the emulation has no memory for the stacks of a block's threads\n", stderr);
    std::abort();
  }
  mprotect(stack_, 4096, PROT_NONE);
}

Fiber::~Fiber() { munmap(stack_, stack_bytes); }

void Fiber::enter(jmp_buf &from) {
  if (_setjmp(from) != 0) return;
  if (begun_) _longjmp(context, 1);
  begun_ = true;
  ucontext_t made;
  getcontext(&made);
  made.uc_stack.ss_sp = stack_;
  made.uc_stack.ss_size = stack_bytes;
  made.uc_link = nullptr;
  makecontext(&made, entry_, 0);
  setcontext(&made);
}

// The shared memory of a block.

namespace {

std::size_t end_of_slots = gap;

std::size_t rounded(std::size_t bytes) { return (bytes + gap - 1) / gap * gap; }

// Aligned as the offsets are.
char *memory(Block &block) {
  const std::size_t wanted = end_of_slots + dynamic_bytes() + gap;
  if (block.shared.size() < wanted + gap) block.shared.resize(wanted + gap);
  auto at = reinterpret_cast<std::uintptr_t>(block.shared.data());
  return reinterpret_cast<char *>((at + gap - 1) / gap * gap);
}

}  // namespace

std::vector<Slot *> &slots() {
  static auto *all = new std::vector<Slot *>;
  return *all;
}
std::size_t dynamic_offset() { return end_of_slots; }

Slot *new_slot(std::size_t bytes) {
  auto *slot = new Slot{end_of_slots, bytes, "?"};
  end_of_slots += rounded(bytes) + gap;
  slots().push_back(slot);
  return slot;
}

std::size_t dynamic_bytes() { return Executor::mine().launch()->bytes; }

void *shared_of_block(Slot *slot, const char *name) {
  Block &block = *Executor::mine().now()->block;
  char *base = memory(block);
  for (const Slot *one : block.used)
    if (one == slot) return base + slot->offset;
  slot->name = name;
  block.used.push_back(slot);
  std::memset(base + slot->offset, 0xff, slot->bytes);
  return base + slot->offset;
}

void *dynamic_of_block(const char *) {
  Block &block = *Executor::mine().now()->block;
  char *base = memory(block) + dynamic_offset();
  if (!block.dynamic_used) std::memset(base, 0xff, dynamic_bytes());
  block.dynamic_used = true;
  return base;
}

}  // namespace ladder_emulation
