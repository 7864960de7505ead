// Compiled kernels as JSON, and the file that keeps them as a baseline.
#pragma once
#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/predict/compiled/compiled.h"

namespace ladder {

// One object: compiled_schema, compiler, architecture, and the kernels in their order. All kernels
// must be of one compiler and architecture, as those of one build are; throws UsageError where they
// are not.
Json compiled_json(const std::vector<CompiledKernel> &);
// Throws FileError: a field is missing or of a wrong type; Error(not_comparable): another schema.
std::vector<CompiledKernel> compiled_of_json(const Json &);

// A kernel a line. Throws FileError; an existing file is left alone and refused unless `overwrite`.
void write_compiled(const std::string &path, const std::vector<CompiledKernel> &,
                    bool overwrite = false);
// Throws what compiled_of_json does, with the path.
std::vector<CompiledKernel> read_compiled_file(const std::string &path);

}  // namespace ladder
