// ladder: what each step of a port from Fortran to C and CUDA is worth on this machine.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <set>

#include "harness/base/inputs.h"
#include "harness/base/interrupt.h"
#include "harness/base/json.h"
#include "harness/base/standard_streams.h"
#include "harness/base/write_all.h"
#include "harness/bench/ranks/ranks.h"
#include "harness/command/adopted_folder.h"
#include "harness/command/commands.h"
#include "harness/command/line/declared.h"
#include "harness/command/script.h"
#include "harness/command/worker_crew.h"
#include "harness/seismic/survey_workers/serve.h"

namespace ladder {
namespace {

// These never ask whether there was a Ctrl-C, and leave nothing behind that another command would have to remove.
bool ends_at_once(const Options &options) {
  static const std::set<std::string> names = {"list",       "doctor",   "compare", "export",
                                              "completion", "operator", "predict", "fits"};
  return names.contains(options.command) && options.output.empty();
}

int run(int argc, char **argv) {
  try {
    if (argc == 2 && std::strcmp(argv[1], survey_worker_word) == 0)
      return static_cast<int>(run_survey_worker());
    // A child process of rank 0 is no rank.
    if (argc < 2 || std::strcmp(argv[1], "worker") != 0) start_ranks();
    become_script(argc, argv);
    guard_inputs();
    take_adopted_ladder({argv + 1, argv + argc});
    const Options options = parse_options(argc, argv);
    if (ends_at_once(options))
      end_at_interrupts();
    else
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
        {"fits", run_fits}};
    const bool script = declared_command(options.command).script;
    const Exit code =
        script ? script_behind_options(options) : commands.at(options.command)(options);
    return static_cast<int>(code);
  } catch (const Error &error) {
    say_failure(error.what());
    return static_cast<int>(error.exit);
  } catch (const std::bad_alloc &) {
    say_failure("out of memory: this case needs more than the host has; take a smaller case");
    return static_cast<int>(Exit::file);
  } catch (const Json::exception &error) {
    // Fields that are read without a look at each of them first.
    const std::string files = inputs_text();
    if (!files.empty())
      say_failure(fmt::format("a record has a field that is not as ladder writes it, in one of {}: "
                              "{}; leave the record out, or measure it again",
                              files, error.what())
                      .c_str());
    else
      say_failure(fmt::format("unexpected: {}", error.what()).c_str());
    return static_cast<int>(files.empty() ? Exit::wrong : Exit::file);
  } catch (const std::exception &error) {
    if (std::ferror(stdout) || std::ferror(stderr)) return static_cast<int>(Exit::file);
    say_failure(fmt::format("unexpected: {}", error.what()).c_str());
    return static_cast<int>(Exit::wrong);
  }
}

}  // namespace
}  // namespace ladder

int main(int argc, char **argv) {
  using namespace ladder;
  open_closed_streams();
  report_size_limit();
  const int code = run(argc, argv);
  if (finish_standard_output()) return code;
  say_failure(
      "standard output could not be written completely: its disk may be full; make room, or send "
      "it elsewhere");
  return code == 0 ? static_cast<int>(Exit::file) : code;
}
