// JSON whose objects keep the order of their fields.
#pragma once
#include <istream>
#include <nlohmann/json.hpp>
#include <string>

namespace ladder {
using Json = nlohmann::ordered_json;
}

// What reads and writes JSON is compiled once, in json.cpp, not in each unit that does.
namespace nlohmann::detail {
using adapter_of_text = iterator_input_adapter<std::string::const_iterator>;
extern template class serializer<ordered_json>;
extern template class lexer<ordered_json, adapter_of_text>;
extern template class lexer<ordered_json, input_stream_adapter>;
extern template class parser<ordered_json, adapter_of_text>;
extern template class parser<ordered_json, input_stream_adapter>;
}  // namespace nlohmann::detail
