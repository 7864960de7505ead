// An access to memory that is not there, by a kernel, ends the kernel and not the program.
#include <ucontext.h>

#include <csignal>
#include <cstdlib>

#include "findings.h"
#include "memory.h"

namespace ladder_emulation {
namespace {

const void *code_of([[maybe_unused]] const void *context) {
#if defined(__x86_64__)
  return reinterpret_cast<const void *>(
      static_cast<const ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP] + 1);
#elif defined(__aarch64__)
  return reinterpret_cast<const void *>(static_cast<const ucontext_t *>(context)->uc_mcontext.pc +
                                        1);
#else
  return nullptr;
#endif
}

void on_fault(int number, siginfo_t *info, void *context) {
  Executor &executor = Executor::mine();
  if (!executor.in_kernel()) {
    if (const Allocation *a = allocation_of(info->si_addr); a && a->kind == Allocation::device) {
      report_text(line_of(code_of(context)) + ": the host touches '" + a->name +
                  "', which is memory of the device");
      return let_host(true);  // from now on, so that the run ends
    }
    signal(number, SIG_DFL);
    return;  // and again, for whoever deals with it
  }
  const std::string line = line_of(code_of(context));
  // A misaligned vector has no address for the kernel of the system.
  const std::string what = info->si_addr || info->si_code != SI_KERNEL
                               ? "touches " + words_of_stray(info->si_addr)
                               : "touches a vector that is not aligned, or no address at all";
  report_text("kernel '" + name_of_kernel(*executor.launch()) + "', " + line + ", " +
              words_of(*executor.now()) + ": " + what);
  executor.give_up();
}

}  // namespace

void catch_faults() {
  static thread_local bool done = false;
  if (done) return;
  done = true;
  stack_t stack{};
  stack.ss_size = 1 << 18;
  stack.ss_sp = std::malloc(stack.ss_size);
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace ladder_emulation
