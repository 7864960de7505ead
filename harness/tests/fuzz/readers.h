// Every reader of files that a user may hand in, for the fuzzers and for the test that replays what
// they found.
#pragma once
#include <string>
#include <vector>

namespace ladder::fuzz {

struct Reader {
  const char *name;  // also of its folder in corpus/
  // Reads the file and, where it holds something, does with it what the program would. Whatever is
  // wrong with the file must come out as a ladder::Error.
  void (*read)(const std::string &path);
};

const std::vector<Reader> &readers();

}  // namespace ladder::fuzz
