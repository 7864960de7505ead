// What -fsanitize=bounds and -fsanitize=alignment call: an index outside of an array whose size is
// known, and a vector at an address that it must not have.
#include <string>

#include "findings.h"

namespace {

struct Location {
  const char *file;
  unsigned line, column;
};
struct Type {
  unsigned short kind, info;
  char name[1];
};
struct OutOfBounds {
  Location at;
  const Type *array, *index;
};
struct Mismatch {
  Location at;
  const Type *type;
  unsigned char log_alignment, kind;
};

void found(const Location &at, const std::string &what) {
  if (ladder_emulation::Executor::mine().in_kernel())
    ladder_emulation::report(what, {at.file, int(at.line)});
}

}  // namespace

extern "C" void __ubsan_handle_out_of_bounds(OutOfBounds *data, std::uintptr_t index) {
  found(data->at, "index " + std::to_string(std::intptr_t(index)) + " is outside of an array of type " +
                      data->array->name);
}
extern "C" void __ubsan_handle_type_mismatch_v1(Mismatch *data, std::uintptr_t pointer) {
  const std::uintptr_t alignment = std::uintptr_t{1} << data->log_alignment;
  if (pointer % alignment == 0) return;
  found(data->at, std::string("a ") + data->type->name + " is at an address that is " +
                      std::to_string(pointer % alignment) + " bytes past a multiple of " +
                      std::to_string(alignment));
}
