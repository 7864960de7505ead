// What the tests of SEG-Y share: its bytes, at the places that the standard counts from 1.
#pragma once
#include "harness/tests/format_examples.h"

namespace ladder::segy_bytes {

constexpr std::size_t text = 3200, headers = 3600, trace = 240;

using HeaderFields = std::vector<std::tuple<std::size_t, int, std::int64_t>>;  // byte, width, value

// Puts numbers at bytes counted from 1, as the standard counts; big-endian, as it has them.
inline std::string put_fields(std::string bytes, const HeaderFields &fields, bool little = false) {
  for (const auto &[byte, width, value] : fields)
    for (int i = 0; i < width; ++i)
      bytes[byte - 1 + (little ? i : width - 1 - i)] = static_cast<char>(value >> 8 * i);
  return bytes;
}
inline std::string with16(const std::string &bytes, std::size_t byte, int value) {
  return put_fields(bytes, {{byte, 2, value}});
}
inline int at16(const std::string &bytes, std::size_t byte, bool little = false) {
  const auto high = static_cast<unsigned char>(bytes[byte - (little ? 0 : 1)]),
             low = static_cast<unsigned char>(bytes[byte - (little ? 1 : 0)]);
  return static_cast<std::int16_t>(high << 8 | low);
}
inline int at32(const std::string &bytes, std::size_t byte) {
  return at16(bytes, byte) << 16 | (at16(bytes, byte + 2) & 0xffff);
}

struct Numbers {
  std::size_t byte, count, size;
};
inline void swap_bytes(std::string &bytes, const Numbers &of, std::size_t before = 0) {
  for (std::size_t i = 0; i < of.count; ++i) {
    char *const number = &bytes[before + of.byte - 1 + i * of.size];
    std::reverse(number, number + of.size);
  }
}
// All numbers of the traces from this byte on in the other byte order: of their headers, and the
// samples of 4 bytes.
inline std::string with_swapped_traces(std::string bytes, std::size_t samples,
                                       std::size_t first = 0) {
  const Numbers fields[] = {{1, 7, 4},  {29, 4, 2},  {37, 8, 4},  {69, 2, 2},
                            {73, 4, 4}, {89, 46, 2}, {181, 5, 4}, {trace + 1, samples, 4}};
  for (std::size_t t = first; t < bytes.size(); t += trace + 4 * samples)
    for (const Numbers &of : fields) swap_bytes(bytes, of, t);
  return bytes;
}
// And those of the binary header.
inline std::string little_endian(std::string bytes, std::size_t samples) {
  for (const Numbers &of : {Numbers{3201, 3, 4}, {3213, 24, 2}, {3501, 3, 2}})
    swap_bytes(bytes, of);
  return with_swapped_traces(bytes, samples, headers);
}

inline void expect_same(const Gather &a, const Gather &b) {
  EXPECT_EQ(a.samples, b.samples);
  EXPECT_EQ(a.dt, b.dt);
  EXPECT_EQ(a.start, b.start);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.receivers, b.receivers);
}

// Writes gathers to a folder and reads bytes from it, as SEG-Y unless a test says another ending.
class TraceFiles : public TestFolder {
 protected:
  std::string written(const Gather &gather = example_gather()) const {
    const std::string path = in_folder("written" + ending);
    write_gather(path, gather, true);
    return bytes_of_file(path);
  }
  Gather read(const std::string &bytes, const GatherOverrides &over = {}) const {
    return read_gather(put("read" + ending, bytes), over);
  }
  std::string refusal(const std::string &bytes, const GatherOverrides &over = {}) const {
    return refusal_of([&] { read(bytes, over); });
  }

  std::string ending = ".sgy";
};

}  // namespace ladder::segy_bytes
