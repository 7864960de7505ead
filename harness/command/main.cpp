// ladder: what each step of a port from Fortran to C and CUDA is worth on this machine.
#include <fmt/format.h>

#include <exception>

#include "harness/command/commands.h"
#include "harness/run/interrupt.h"

int main(int argc, char **argv) {
  using namespace ladder;
  try {
    const Options options = parse_options(argc, argv);
    catch_interrupts();
    Exit code = Exit::ok;
    if (options.command == "list")
      code = run_list(options);
    else if (options.command == "doctor")
      code = run_doctor(options);
    else if (options.command == "verify")
      code = run_verify(options);
    else
      code = run_ladder(options);
    return static_cast<int>(code);
  } catch (const Error &error) {
    fmt::print(stderr, "ladder: {}\n", error.what());
    return static_cast<int>(error.exit);
  } catch (const std::bad_alloc &) {
    fmt::print(stderr, "ladder: this case needs more memory than the host has\n");
    return static_cast<int>(Exit::file);
  } catch (const std::exception &error) {
    fmt::print(stderr, "ladder: unexpected: {}\n", error.what());
    return static_cast<int>(Exit::wrong);
  }
}
