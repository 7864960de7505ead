#include "harness/base/line/script.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "harness/base/child.h"
#include "harness/base/data_folder.h"
#include "harness/base/nearest.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

fs::path scripts_folder() {
  const fs::path scripts = data_folder().parent_path() / "scripts";
  std::error_code ignored;
  if (!fs::exists(scripts / "report.py", ignored))
    throw Error(Exit::nothing_ran,
                "this command is a script of the source tree and is not installed: "
                "run scripts/ladder of the source tree, or set LADDER_HOME to it");
  return scripts;
}

std::vector<std::string> plots_in(const fs::path &scripts) {
  std::vector<std::string> names;
  for (const auto &entry : fs::directory_iterator(scripts / "plots/figures"))
    if (entry.path().extension() == ".py" && entry.path().stem() != "__init__")
      names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

void refuse_no_plot(const fs::path &scripts, const std::string &name) {
  const auto names = plots_in(scripts);
  const std::string all = fmt::format("the figures are {}", fmt::join(names, ", "));
  if (name == "--help" || name == "-h") {
    fmt::print(
        "usage: ladder plot NAME [options]; `ladder plot NAME --help` lists the options\n\n{}\n",
        all);
    std::exit(0);
  }
  if (name.empty())
    throw UsageError(fmt::format("`ladder plot` needs the name of a figure: {}", all));
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const auto near = nearest(name, names);
    throw UsageError(fmt::format(
        "there is no figure '{}'; {}{}", name,
        near.empty() ? "" : fmt::format("did you mean {}? ", fmt::join(near, ", ")), all));
  }
}

std::string python(const fs::path &root) {
  if (const char *given = std::getenv("LADDER_PYTHON"); given && *given) return given;
  const fs::path made = root / "build/venv/bin/python3";  // by the set-up, with the packages
  return access(made.c_str(), X_OK) == 0 ? made.string() : "python3";
}

// The command line of a script, which can ask this program for what only it knows.
Names python_line(const fs::path &scripts, const fs::path &script, const Names &words) {
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  if (!problem) setenv("LADDER_PROGRAM", program.c_str(), 1);
  Names line = {python(scripts.parent_path()), script.string()};
  line.insert(line.end(), words.begin(), words.end());
  return line;
}

Error not_started(const std::string &interpreter, int why) {
  return Error(Exit::nothing_ran, fmt::format("'{}' could not be started ({}): install python3, or "
                                              "set LADDER_PYTHON to a Python program",
                                              interpreter, std::strerror(why)));
}

}  // namespace

std::vector<std::string> names_of_plots() {
  try {
    return plots_in(scripts_folder());
  } catch (const Error &) {
    return {};
  }
}

Exit become_script(const Command &command, const Names &words, const RunWords &) {
  const fs::path scripts = scripts_folder();
  std::string name = command.name;
  std::ranges::replace(name, '-', '_');  // as a file of Python is named
  // Python has a module of that name
  if (name == "profile") name = "profile_program";
  if (name == "plot") refuse_no_plot(scripts, words.empty() ? "" : words.front());
  const Names line = python_line(scripts, scripts / (name + ".py"), words);
  std::vector<char *> argv;
  for (const std::string &word : line) argv.push_back(const_cast<char *>(word.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  throw not_started(line[0], errno);
}

std::string answer_of_script(const std::string &file, const Names &words) {
  const fs::path scripts = scripts_folder();
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(Exit::nothing_ran, "a pipe could not be opened");
  const Names line = python_line(scripts, scripts / file, words);
  const StartedChild child = start_child(line, {.out = ends[1]});
  close(ends[1]);
  std::string answer;
  char part[4096];
  for (ssize_t count = 0; (count = read(ends[0], part, sizeof part)) != 0;)
    if (count > 0) answer.append(part, static_cast<std::size_t>(count));
  close(ends[0]);
  const int status = wait_for_child(child.process);
  if (child.problem) throw not_started(line[0], child.problem);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(Exit::nothing_ran, fmt::format("{} failed; its words are above", file));
  return answer;
}

void throw_failure(const Json &answer) {
  if (!answer.is_object() || !answer.contains("failed")) return;
  const auto code = static_cast<Exit>(answer.value("exit", 7));
  const auto words = answer["failed"].get<std::string>();
  if (answer.contains("errors"))
    throw Broken(code, words, answer.value("stage", ""), answer["errors"]);
  throw Error(code, words);
}

void draw(const std::string &name, const Names &words) {
  const fs::path scripts = scripts_folder();
  refuse_no_plot(scripts, name);
  Names all = words;
  all.insert(all.begin(), name);
  // Standard output is the command's own, and may be JSON.
  const Names line = python_line(scripts, scripts / "plot.py", all);
  const StartedChild child = start_child(line, {.out = STDERR_FILENO});
  const int status = wait_for_child(child.process);
  if (child.problem) throw not_started(line[0], child.problem);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(WIFEXITED(status) ? static_cast<Exit>(WEXITSTATUS(status)) : Exit::wrong,
                fmt::format("--plot: drawing '{}' failed; all other files are written", name));
}

}  // namespace ladder
