// JUnit XML, the list of tests that a CI reads. The only writer: of records (`export`) and of
// findings (`check`).
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace ladder {

struct JunitCase {
  enum Outcome { passed, failure, error, skipped };

  std::string name, classname, file;  // no file: empty
  Outcome outcome = passed;
  std::string type, message, text;  // of an outcome other than passed; type and text may be empty
};

struct JunitSuite {
  std::string name, timestamp;  // no timestamp: empty
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<JunitCase> cases;
};

// Counts are those of the cases. Characters that XML forbids become U+FFFD.
std::string junit_text(const std::string &name, const std::vector<JunitSuite> &);

}  // namespace ladder
