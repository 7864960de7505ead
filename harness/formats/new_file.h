// A file that appears whole or not at all: it is written under another name in the same folder, and
// renamed.
#pragma once
#include <string>
#include <string_view>

namespace ladder {

class NewFile {
 public:
  // Throws FileError: another file has the name (refuse_taken of claim.h), or it cannot be made.
  NewFile(std::string path, bool overwrite);
  ~NewFile();
  NewFile(const NewFile &) = delete;
  NewFile &operator=(const NewFile &) = delete;

  const std::string &temporary() const { return temporary_; }  // empty file, to be written
  void keep();                                                 // gives the temporary its name
  // What hindered the writing, with errno's words: a full disk, a quota, ...
  [[noreturn]] void fail(int why) const;

 private:
  std::string path_, temporary_;
  bool overwrite_;
};

// Throws FileError as above.
void write_whole(const std::string &path, std::string_view bytes, bool overwrite);

}  // namespace ladder
