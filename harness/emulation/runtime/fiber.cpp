#include "fiber.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <cstdio>
#include <cstdlib>

namespace ladder_emulation {

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

}  // namespace ladder_emulation
