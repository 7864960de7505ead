// Text that commands write into files that the user names freely.
#pragma once
#include <string>

namespace ladder {

// claim_output of a text file. With `overwrite` too it throws FileError where something is there
// that no export or report can be: binary data, a case, records.
void claim_text_output(const std::string &path, bool overwrite);

// A summary for people, to which others write as well: a Markdown file (.md, .markdown), the file
// that $GITHUB_STEP_SUMMARY names, one that begins with `heading`, an empty or a new one. Throws
// FileError for any other.
void refuse_foreign_summary(const std::string &path, const std::string &heading);

// In one write, under a lock. Throws FileError; what was there before is whole.
void append_summary(const std::string &path, const std::string &text);

}  // namespace ladder
