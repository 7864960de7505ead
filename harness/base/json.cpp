#include "harness/base/json.h"

namespace nlohmann::detail {
template class serializer<ordered_json>;
template class lexer<ordered_json, adapter_of_text>;
template class lexer<ordered_json, input_stream_adapter>;
template class parser<ordered_json, adapter_of_text>;
template class parser<ordered_json, input_stream_adapter>;
}  // namespace nlohmann::detail
