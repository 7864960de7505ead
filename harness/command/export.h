// `ladder export`: records as one of the formats of harness/answers/export/formats.h.
#pragma once
#include <string>
#include <vector>

#include "harness/base/error.h"

namespace ladder {

// Reads the files of records and writes them to standard output, or to a new file where `output` is
// not empty; notes on records that the format leaves out go to stderr. Throws UsageError for an
// unknown format (with the nearest names) and without files; FileError for a file that holds no
// record and for an output that exists (unless `overwrite`) or cannot be written; Error
// (Exit::not_comparable) where one name of the format would represent different cases or machines.
Exit export_records(const std::vector<std::string> &files, const std::string &format,
                    const std::string &output, bool overwrite = false);

}  // namespace ladder
