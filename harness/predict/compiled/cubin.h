// The sections of a cubin, which is an ELF file. No tool of the CUDA toolkit is needed to read
// their sizes.
#pragma once
#include <cstdint>
#include <map>
#include <string>

namespace ladder {

// Section name -> size [B], of the bytes of an ELF file, as libelf reads it. Throws FileError.
std::map<std::string, std::uint64_t> section_sizes(std::string bytes);

// Section name -> its bytes, none where the file holds its size alone. Throws FileError.
std::map<std::string, std::string> section_bytes(std::string bytes);

// The section .text.<kernel> of these. Throws FileError: no such kernel.
const std::string &code_bytes(const std::map<std::string, std::string> &sections,
                              const std::string &mangled);

// Instructions of a kernel: its section .text.<kernel> over the 16 bytes of an instruction of
// compute capability 7.0 and above. The branch to itself at the end and the NOPs that fill the
// section up to a multiple of 8 instructions are counted, as `cuobjdump -sass` lists them. Throws
// FileError: no such kernel.
std::int64_t code_instructions(const std::map<std::string, std::uint64_t> &sections,
                               const std::string &mangled);

// Of the parameters of a kernel [B], as its section .nv.info.<kernel> has it; 0: it does not.
int parameter_bytes(const std::map<std::string, std::string> &sections, const std::string &mangled);

// Constant memory [B] that a kernel sees: its own banks (parameters and what the driver puts before
// them, literals), and the module's __constant__ arrays.
std::int64_t constant_bytes(const std::map<std::string, std::uint64_t> &sections,
                            const std::string &mangled);

}  // namespace ladder
