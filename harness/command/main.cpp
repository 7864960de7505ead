// ladder: what each step of a port from Fortran to C and CUDA is worth on this machine.
#include <fmt/format.h>

#include <cstring>
#include <exception>
#include <map>

#include "harness/base/inputs.h"
#include "harness/base/interrupt.h"
#include "harness/command/commands.h"
#include "harness/command/script.h"
#include "harness/command/worker_crew.h"
#include "harness/ranks/ranks.h"
#include "harness/survey_workers/serve.h"

int main(int argc, char **argv) {
  using namespace ladder;
  try {
    if (argc == 2 && std::strcmp(argv[1], survey_worker_word) == 0)
      return static_cast<int>(run_survey_worker());
    // A child process of rank 0 is no rank.
    if (argc < 2 || std::strcmp(argv[1], "worker") != 0) start_ranks();
    become_script(argc, argv);
    guard_inputs();
    const Options options = parse_options(argc, argv);
    catch_interrupts();
    const std::map<std::string, Exit (*)(const Options &)> commands = {
        {"ladder", run_ladder},
        {"list", run_list},
        {"doctor", run_doctor},
        {"verify", run_verify},
        {"sweep", run_sweep},
        {"tune", run_tune},
        {"worker", run_worker},
        {"check", run_check},
        {"compare", run_compare},
        {"export", run_export},
        {"completion", run_completion},
        {"shoot", run_shoot},
        {"reverse", run_reverse},
        {"locate", run_locate},
        {"zsr", run_zsr},
        {"migrate", run_migrate},
        {"operator", run_operator},
        {"microbench", run_microbench},
        {"predict", run_predict},
        {"fits", run_fits},
        {"plot", script_behind_options},
        {"report", script_behind_options},
        {"explain", script_behind_options}};
    const Exit code = commands.at(options.command)(options);
    return static_cast<int>(code);
  } catch (const Error &error) {
    fmt::print(stderr, "ladder: {}\n", error.what());
    return static_cast<int>(error.exit);
  } catch (const std::bad_alloc &) {
    fmt::print(
        stderr,
        "ladder: out of memory: this case needs more than the host has; take a smaller case\n");
    return static_cast<int>(Exit::file);
  } catch (const std::exception &error) {
    fmt::print(stderr, "ladder: unexpected: {}\n", error.what());
    return static_cast<int>(Exit::wrong);
  }
}
