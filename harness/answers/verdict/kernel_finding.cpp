#include "harness/answers/verdict/kernel_finding.h"

#include <regex>

namespace ladder {
namespace {

Json access_json(const std::smatch &found, std::size_t at) {
  const std::string verb = found[at + 1];
  return {
      {"thread", found[at]},
      {"does", verb.starts_with("changes") ? "changes atomically" : verb.substr(0, verb.find(' '))},
      {"file", found[at + 2]},
      {"line", std::stoi(found[at + 3])}};
}

}  // namespace

Json race_json(const std::string &words) {
  static const std::string thread = R"((thread \(.*?\) of block \(.*?\)))";
  static const std::string access =
      thread + R"( (reads it|writes it|changes it atomically) at (.+?):(\d+))";
  static const std::regex race("race in kernel '(.*?)' on (.*?): " + access + ", and " + access +
                               ";");
  std::smatch found;
  if (!std::regex_search(words, found, race)) return nullptr;
  return {{"kernel", found[1]},
          {"what", found[2]},
          {"first", access_json(found, 3)},
          {"second", access_json(found, 7)}};
}

Json place_json(const std::string &words) {
  static const std::regex place(R"(([\w.+-]+\.(?:cu|cuh|h|c|cpp|f90|F90)):(\d+))");
  std::smatch found;
  if (!std::regex_search(words, found, place)) return nullptr;
  return {{"file", found[1]}, {"line", std::stoi(found[2])}};
}

}  // namespace ladder
