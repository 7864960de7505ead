// A stack of its own that threads of a kernel run on. Made by ucontext, switched by _setjmp and
// _longjmp: swapcontext would make a system call each time.
#pragma once
#include <csetjmp>
#include <cstddef>

namespace ladder_emulation {

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

}  // namespace ladder_emulation
