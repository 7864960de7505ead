// Where threads of a block, lanes of a warp and blocks of a grid wait for each other.
#include "findings.h"

namespace ladder_emulation {

int Executor::block_barrier(int value, Site site) {
  Block &block = *now_->block;
  if (block.arrived == 0) block.barrier = site, block.sum = 0;
  if (block.barrier.line != site.line) {
    report_two_barriers(block, site);
    give_up();
  }
  block.sum += unsigned(value);
  ++block.arrived;
  Thread *me = now_;
  if (block.arrived + block.ended == block.threads.size())
    release(block);
  else
    wait(site);
  return me->result;
}

// All others have arrived, or ended before.
void Executor::release(Block &block) {
  if (block.ended > 0) {
    report_missing(block);
    give_up();
  }
  block.arrived = 0;
  ++block.epoch;
  for (const unsigned k : permutation_) {
    Thread &t = block.threads[k];
    t.result = int(block.sum);
    t.warp_syncs = 0;
    if (t.state == Thread::waiting) ready(&t);
  }
}

void Executor::end_of(Thread &t) {
  t.state = Thread::ended;
  Block &block = *t.block;
  ++block.ended;
  if (block.arrived > 0 && block.arrived + block.ended == block.threads.size()) release(block);
  auto &meetings = block.meetings[t.linear / 32];
  for (std::size_t k = 0; k < meetings.size(); ++k)
    if (meetings[k]->arrived) settle(*meetings[k], t.linear / 32, block);
}

void Executor::grid_barrier(Site site) {
  if (!launch_->cooperative) {
    report("the grid's barrier needs a cooperative launch: cudaLaunchCooperativeKernel", site);
    give_up();
  }
  std::size_t all = 0;
  for (const auto &block : flight_) all += block->threads.size();
  if (++grid_arrived_ < all) return wait(site);
  grid_arrived_ = 0;
  serial_ = next_serial();
  for (const auto &block : flight_)
    for (const unsigned k : permutation_) {
      Thread &t = block->threads[k];
      t.warp_syncs = 0;
      if (t.state == Thread::waiting) ready(&t);
    }
}

// Complete where all lanes of the mask are there or have ended: the waiting ones go on.
void Executor::settle(Meeting &m, unsigned warp, Block &block) {
  unsigned missing = m.mask & ~m.arrived;
  for (unsigned k = 0; k < 32; ++k) {
    const unsigned linear = 32 * warp + k;
    if ((missing >> k & 1) &&
        (linear >= block.threads.size() || block.threads[linear].state == Thread::ended))
      missing &= ~(1u << k);
  }
  if (missing) return;
  m.lanes.there = m.arrived;
  m.arrived = 0;  // nobody joins any more
  for (unsigned k = 0; k < 32; ++k)
    if (Thread *t = m.waiting[k]; t && t->state == Thread::waiting) ready(t);
}

const Lanes Executor::meet(unsigned mask, std::uint64_t value, Site site) {
  Thread *me = now_;
  const unsigned lane = me->linear % 32, warp = me->linear / 32;
  auto &meetings = me->block->meetings[warp];
  if (!(mask >> lane & 1)) {
    report("a lane calls a function of its warp with a mask that has not its own bit", site);
    give_up();
  }
  Meeting *m = nullptr;
  for (const auto &one : meetings)
    if (one->mask == mask && one->arrived && !(one->arrived >> lane & 1)) m = one.get();
  if (!m) {
    meetings.push_back(std::make_unique<Meeting>());
    m = meetings.back().get();
    m->mask = mask;
  }
  m->arrived |= 1u << lane;
  ++m->left;
  m->lanes.value[lane] = value;
  m->waiting[lane] = me;
  settle(*m, warp, *me->block);
  if (m->arrived) wait(site);
  ++me->warp_syncs;
  const Lanes result = m->lanes;
  if (--m->left == 0) std::erase_if(meetings, [&](const auto &one) { return one.get() == m; });
  return result;
}

void Executor::fence() {
  if (now_) now_->fences = ++fences_[{now_->block->linear, now_->linear}];
}

unsigned Executor::fences(std::uint64_t block, unsigned linear) const {
  const auto found = fences_.find({block, linear});
  return found == fences_.end() ? 0 : found->second;
}

int block_barrier(int value, Site site) { return Executor::mine().block_barrier(value, site); }
void grid_barrier(Site site) { Executor::mine().grid_barrier(site); }
Lanes meet(unsigned mask, std::uint64_t value, Site site) {
  return Executor::mine().meet(mask, value, site);
}
void fence() { Executor::mine().fence(); }
unsigned lane() { return Executor::mine().now()->linear % 32; }
unsigned active_lanes() {
  const Thread &me = *Executor::mine().now();
  unsigned lanes = 0;
  for (unsigned k = 0; k < 32; ++k) {
    const unsigned linear = me.linear / 32 * 32 + k;
    if (linear < me.block->threads.size() && me.block->threads[linear].state != Thread::ended)
      lanes |= 1u << k;
  }
  return lanes;
}
void trap(const char *what, Site site) {
  report(std::string(what) + " was called", site);
  Executor::mine().give_up();
}

}  // namespace ladder_emulation
