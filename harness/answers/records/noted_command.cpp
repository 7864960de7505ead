#include "harness/answers/records/noted_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "harness/base/error.h"
#include "harness/base/write_all.h"
#include "harness/formats/append.h"

namespace ladder {
namespace {

namespace fs = std::filesystem;

std::string without_absolute_path(const std::string &word) {
  const std::size_t value = word.starts_with("--") ? word.find('=') + 1 : 0;
  if (!word.substr(value).starts_with('/')) return word;
  return word.substr(0, value) + fs::path(word.substr(value)).filename().string();
}

std::string quoted(const std::string &word) {
  constexpr const char *plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,:/@%+";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::vector<std::string> words_of_this_process() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

}  // namespace

std::string as_noted(const std::vector<std::string> &words) {
  std::vector<std::string> noted;
  for (const std::string &word : words) noted.push_back(quoted(without_absolute_path(word)));
  return fmt::format("{}", fmt::join(noted, " "));
}

void note_command(const std::string &file) {
  std::error_code problem;
  std::vector<std::string> words = words_of_this_process();
  if (words.empty() || !fs::is_regular_file(file, problem)) return;
  words[0] = "ladder";
  try {
    const OpenedToAppend opened =
        open_to_append((fs::path(file).parent_path() / "command").string());
    if (opened.descriptor < 0) return;
    write_all(opened.descriptor, as_noted(words) + "\n");
    close(opened.descriptor);
  } catch (const FileError &) {
    return;
  }
}

}  // namespace ladder
