// What the tests of SEG-Y share: its bytes, at the places that the standard counts from 1.
#pragma once
#include "harness/tests/format_examples.h"

namespace ladder::segy_bytes {

constexpr std::size_t text = 3200, headers = 3600, trace = 240;

// Puts a big-endian number at a byte counted from 1, as the standard counts.
inline std::string with16(std::string bytes, std::size_t byte, int value) {
  bytes[byte - 1] = static_cast<char>(value >> 8);
  bytes[byte] = static_cast<char>(value);
  return bytes;
}
inline int at16(const std::string &bytes, std::size_t byte) {
  return static_cast<std::int16_t>(static_cast<unsigned char>(bytes[byte - 1]) << 8 |
                                   static_cast<unsigned char>(bytes[byte]));
}
inline int at32(const std::string &bytes, std::size_t byte) {
  return at16(bytes, byte) << 16 | (at16(bytes, byte + 2) & 0xffff);
}

// All numbers of the binary header, the trace headers and the samples in the other byte order.
inline std::string little_endian(std::string bytes, std::size_t samples, std::size_t width) {
  const auto swap = [&](std::size_t byte, std::size_t count, std::size_t size) {
    for (std::size_t i = 0; i < count; ++i)
      std::reverse(&bytes[byte - 1 + i * size], &bytes[byte - 1 + i * size] + size);
  };
  swap(3201, 3, 4);
  swap(3213, 24, 2);
  swap(3501, 3, 2);
  for (std::size_t t = headers; t < bytes.size(); t += trace + samples * width) {
    for (auto [byte, count, size] : {std::tuple{1, 7, 4},
                                     {29, 4, 2},
                                     {37, 8, 4},
                                     {69, 2, 2},
                                     {73, 4, 4},
                                     {89, 46, 2},
                                     {181, 5, 4}})
      swap(t + static_cast<std::size_t>(byte), static_cast<std::size_t>(count),
           static_cast<std::size_t>(size));
    swap(t + trace + 1, samples, width);
  }
  return bytes;
}

inline void expect_same(const Gather &a, const Gather &b) {
  EXPECT_EQ(a.samples, b.samples);
  EXPECT_EQ(a.dt, b.dt);
  EXPECT_EQ(a.start, b.start);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.description, b.description);
  ASSERT_EQ(a.traces(), b.traces());
  const auto place = [](const Position &p) { return std::vector<double>{p.x, p.y, p.z}; };
  EXPECT_EQ(place(a.source), place(b.source));
  for (std::size_t i = 0; i < a.traces(); ++i)
    EXPECT_EQ(place(a.receivers[i]), place(b.receivers[i])) << i;
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
