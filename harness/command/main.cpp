// ladder: what each step of a port from Fortran to C and CUDA is worth on this machine.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string_view>

#include "harness/answers/verdict/verdict_json.h"
#include "harness/base/files.h"
#include "harness/base/inputs.h"
#include "harness/base/interrupt.h"
#include "harness/base/json.h"
#include "harness/base/line/script.h"
#include "harness/base/standard_streams.h"
#include "harness/bench/ranks/ranks.h"
#include "harness/command/adopted_folder.h"
#include "harness/command/line/commands.h"
#include "harness/command/line/parse_line.h"

namespace ladder {
namespace {

Exit run_parsed(const Names &words) { return parse_line(words).options->run(); }

Exit run_words(const Names &words) {
  take_adopted_ladder(words);
  const ParsedLine line = parse_line(words);
  line.command->looks_only ? end_at_interrupts() : catch_interrupts();
  return line.options->run();
}

int run(int argc, char **argv) {
  try {
    const Names words(argv + 1, argv + argc);
    const Command *command = words.empty() ? nullptr : find_command(words.front());
    // A child process of rank 0 is no rank.
    if (!command || !command->internal()) start_ranks();
    if (command && command->with_words)
      return static_cast<int>(
          command->with_words(*command, {words.begin() + 1, words.end()}, run_parsed));
    guard_inputs();
    return static_cast<int>(run_words(words));
  } catch (const Broken &broken) {
    if (argc > 1 && std::string_view(argv[1]) == "verify" &&
        std::count(argv, argv + argc, std::string_view("--json")))
      fmt::print("{}\n", compile_error_json(broken.stage, broken.what(), broken.errors).dump());
    say_failure(broken.what());
    return static_cast<int>(broken.exit);
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
