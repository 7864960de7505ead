// What the tests of VTK's ImageData share: a small file in any of its encodings.
#pragma once
#include <zlib.h>

#include "harness/tests/format_examples.h"

namespace ladder::vti_files {

inline std::string to_base64(const std::string &bytes) {
  const char *digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63];
  }
  return text;
}

inline std::string squeezed(const std::string &bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef *>(packed.data()), &size,
           reinterpret_cast<const Bytef *>(bytes.data()), bytes.size());
  packed.resize(size);
  return packed;
}

struct VtiKind {
  bool big = false, wide_counts = true, wide_values = false, zlib = false;
  std::string format = "appended", encoding = "raw";
};

inline std::string counts(const VtiKind &kind, const std::vector<std::uint64_t> &values) {
  if (kind.wide_counts) return bytes_of(values, kind.big);
  return bytes_of(std::vector<std::uint32_t>(values.begin(), values.end()), kind.big);
}

// 2 x 3 points, x fastest; the value is 10 x + z as VTK would have it lie.
inline const std::vector<float> along_x = {0, 10, 1, 11, 2, 12};

inline std::string file(const std::string &attributes, const std::string &array,
                        const std::string &rest, const std::string &extent = "0 1 0 2 0 0") {
  return "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" " + attributes +
         ">\n<ImageData WholeExtent=\"" + extent +
         "\" Origin=\"5 0 0\" Spacing=\"10 20 1\">\n<Piece Extent=\"" + extent +
         "\">\n<PointData Scalars=\"vp\">\n" + array + "</PointData>\n</Piece>\n</ImageData>\n" +
         rest + "</VTKFile>\n";
}

inline std::string file(const VtiKind &kind) {
  std::string data = kind.wide_values
                         ? bytes_of(std::vector<double>(along_x.begin(), along_x.end()), kind.big)
                         : bytes_of(along_x, kind.big);
  std::string head;
  if (kind.zlib) {
    // Two blocks, the second one shorter.
    const std::size_t block = data.size() / 3 * 2;
    const std::string first = squeezed(data.substr(0, block)), last = squeezed(data.substr(block));
    head = counts(kind, {2, block, data.size() - block, first.size(), last.size()});
    data = first + last;
  } else {
    head = counts(kind, {data.size()});
  }
  const bool text = kind.format == "binary" || kind.encoding == "base64";
  // VTK encodes the counts of compressed data apart from it.
  const std::string whole = !text       ? head + data
                            : kind.zlib ? to_base64(head) + to_base64(data)
                                        : to_base64(head + data);
  const bool inlined = kind.format == "binary";
  const std::string array = std::string("<DataArray type=\"") +
                            (kind.wide_values ? "Float64" : "Float32") +
                            "\" Name=\"vp\" format=\"" + kind.format + "\" offset=\"0\">" +
                            (inlined ? whole : "") + "</DataArray>\n";
  const std::string appended = inlined ? ""
                                       : "<AppendedData encoding=\"" + kind.encoding + "\">\n  _" +
                                             whole + "\n</AppendedData>\n";
  return file(std::string("byte_order=\"") + (kind.big ? "BigEndian" : "LittleEndian") +
                  "\" header_type=\"" + (kind.wide_counts ? "UInt64" : "UInt32") + "\"" +
                  (kind.zlib ? " compressor=\"vtkZLibDataCompressor\"" : ""),
              array, appended);
}

inline std::vector<VtiKind> all_kinds() {
  std::vector<VtiKind> kinds;
  for (bool big : {false, true})
    for (bool wide_counts : {false, true})
      for (bool wide_values : {false, true})
        for (bool zlib : {false, true})
          for (auto [format, encoding] :
               {std::pair{"appended", "raw"}, {"appended", "base64"}, {"binary", ""}})
            kinds.push_back({big, wide_counts, wide_values, zlib, format, encoding});
  return kinds;
}

}  // namespace ladder::vti_files
