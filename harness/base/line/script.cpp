#include "harness/base/line/script.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

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
  for (const auto &entry : fs::directory_iterator(scripts)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("plot_") && name.ends_with(".py"))
      names.push_back(name.substr(5, name.size() - 8));
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The script of the plot that the next word names.
fs::path plot(const fs::path &scripts, const std::string &name) {
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
  return scripts / ("plot_" + name + ".py");
}

std::string python(const fs::path &root) {
  if (const char *given = std::getenv("LADDER_PYTHON"); given && *given) return given;
  const fs::path made = root / "build/venv/bin/python3";  // by the set-up, with the packages
  return access(made.c_str(), X_OK) == 0 ? made.string() : "python3";
}

// So that a script can ask the program for what only it knows.
void tell_where_the_program_is() {
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  if (!problem) setenv("LADDER_PROGRAM", program.c_str(), 1);
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
  fs::path script = scripts / (name + ".py");
  auto rest = words.begin();
  if (name == "plot") script = plot(scripts, words.empty() ? "" : *rest++);
  const std::string interpreter = python(scripts.parent_path());
  std::vector<const char *> line = {interpreter.c_str(), script.c_str()};
  for (; rest != words.end(); ++rest) line.push_back(rest->c_str());
  line.push_back(nullptr);
  tell_where_the_program_is();
  execvp(line[0], const_cast<char **>(line.data()));
  throw Error(Exit::nothing_ran, fmt::format("'{}' could not be started ({}): install python3, or "
                                             "set LADDER_PYTHON to a Python program",
                                             interpreter, std::strerror(errno)));
}

std::string answer_of_script(const std::string &file, const std::vector<std::string> &words) {
  const fs::path scripts = scripts_folder(), script = scripts / file;
  const std::string interpreter = python(scripts.parent_path());
  std::vector<const char *> line = {interpreter.c_str(), script.c_str()};
  for (const auto &word : words) line.push_back(word.c_str());
  line.push_back(nullptr);
  tell_where_the_program_is();
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) throw Error(Exit::nothing_ran, "a pipe could not be opened");
  pid_t child = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  const int problem =
      posix_spawnp(&child, line[0], &actions, nullptr, const_cast<char **>(line.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string answer;
  char part[4096];
  for (ssize_t count = 0; problem == 0 && (count = read(ends[0], part, sizeof part)) != 0;)
    if (count > 0) answer.append(part, static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  if (problem != 0)
    throw Error(Exit::nothing_ran,
                fmt::format("'{}' could not be started ({}): install python3, or set LADDER_PYTHON "
                            "to a Python program",
                            interpreter, std::strerror(problem)));
  if (waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(Exit::nothing_ran, fmt::format("{} failed; its words are above", file));
  return answer;
}

void draw(const std::string &name, const std::vector<std::string> &words) {
  const fs::path scripts = scripts_folder(), script = plot(scripts, name);
  const std::string interpreter = python(scripts.parent_path());
  std::vector<const char *> line = {interpreter.c_str(), script.c_str()};
  for (const auto &word : words) line.push_back(word.c_str());
  line.push_back(nullptr);
  pid_t child = 0;
  int status = 0;
  // Standard output is the command's own, and may be JSON.
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int problem =
      posix_spawnp(&child, line[0], &actions, nullptr, const_cast<char **>(line.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0)
    throw Error(Exit::nothing_ran, fmt::format("--plot: '{}' could not be started: {}", interpreter,
                                               std::strerror(problem)));
  if (waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(WIFEXITED(status) ? static_cast<Exit>(WEXITSTATUS(status)) : Exit::wrong,
                fmt::format("--plot: drawing '{}' failed; all other files are written", name));
}

}  // namespace ladder
