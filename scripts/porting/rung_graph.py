"""The rung cuda-graph: all launches of a call as one graph, that is launched again; where arguments
differ, it gets the new ones."""

import re

from porting import cuda_text
from porting.stencil_nest import Plan
from porting.refused import Refused

# The host's statements run in each call: a graph has the kernels alone.
PIECES = {
    "graph": """// Launches of a call. They are made a graph when the call ends or the host
// needs a value; one with the same kernels and arguments is launched again. Two are
// kept of the same kernels and grids; of others the older one gets the arguments.
class Graph {
  template <class T>
  struct Same {
    using type = T;
  };
  struct Made {
    std::string arguments;
    cudaGraphExec_t graph = nullptr;
  };
  std::vector<std::function<void(cudaStream_t)>> launches;
  std::string kernels, arguments;
  static constexpr std::size_t most = 16;           // of kernels and grids
  std::map<std::string, std::array<Made, 2>> made;  // the one that was launched last is first
  cudaStream_t stream = nullptr;

  template <class T>
  static void note(std::string &key, T value) {
    key.append(reinterpret_cast<const char *>(&value), sizeof value);
  }

  void make(cudaGraphExec_t &graph) {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    for (auto &each : launches) each(stream);
    cudaGraph_t captured;
    cudaStreamEndCapture(stream, &captured);
    cudaGraphExecUpdateResultInfo info;
    graph ? cudaGraphExecUpdate(graph, captured, &info)
          : cudaGraphInstantiate(&graph, captured, 0);
    cudaGraphDestroy(captured);
  }

 public:
  bool empty() const { return launches.empty(); }

  template <class... P>
  void ladder_add(void (*kernel)(P...), dim3 grid, dim3 block, typename Same<P>::type... each) {
    note(kernels, kernel), note(kernels, grid), note(kernels, block);
    (note(arguments, each), ...);
    launches.push_back([=](cudaStream_t on) { kernel<<<grid, block, 0, on>>>(each...); });
  }

  void ladder_run() {
    if (launches.empty()) return;
    if (!stream) cudaStreamCreate(&stream);
    if (made.size() == most && !made.count(kernels)) {
      for (auto &[_, both] : made)
        for (Made &each : both)
          if (each.graph) cudaGraphExecDestroy(each.graph);
      made.clear();
    }
    auto &[last, older] = made[kernels];
    if (!last.graph || last.arguments != arguments) std::swap(last, older);
    if (!last.graph || last.arguments != arguments) {
      make(last.graph);
      last.arguments = arguments;
    }
    cudaGraphLaunch(last.graph, stream);
    launches.clear(), kernels.clear(), arguments.clear();
  }
} ladder_graph;""",
    "on_host": cuda_text.PIECES["on_host"].replace("  T value;", "  ladder_graph.ladder_run();\n"
                                                                 "  T value;"),
    "to_device": cuda_text.PIECES["to_device"].replace(
        "a value: the host does not wait, as it does for a copy.",
        "a value; between others it is in their graph.").replace(
        "  set<<<1, 1>>>(element, static_cast<T>(value));",
        """  const T exact = static_cast<T>(value);
  if (ladder_graph.empty())
    set<<<1, 1>>>(element, exact);
  else
    ladder_graph.ladder_add(set<T>, 1, 1, element, exact);"""),
}
INCLUDES = ("array", "functional", "map", "string", "vector")


class Graphed(Plan):
    boxes = False  # any nest will do

    def plan(self):
        self.saving = "its launch is a node of the call's graph"


class GraphedFile:
    """Part of the file: what launches, and when the graph runs."""

    @property
    def graphed(self):
        return bool(self.thesis) and self.thesis.rung == "cuda-graph"

    def launch(self, kernel, grid, block, arguments):
        if not self.graphed:
            return f"{kernel}<<<{grid}, {block}>>>({', '.join(arguments)});"
        self.need("graph")
        return f"ladder_graph.ladder_add({', '.join([kernel, grid, block, *arguments])});"

    def settled(self):
        """Once it is known which arrays are on the device."""
        hosts = list(self.made.values())
        loops = any(re.match(r"(for|while|do)\b", line.strip())
                    for each in hosts for line in each.lines)
        if self.graphed and sum(len(each.kernels) for each in hosts) < 2 and not loops:
            raise Refused(self.routine.unit.place, "a call launches one kernel")

    def launched_last(self, host):
        """Before the stage returns."""
        return ["ladder_graph.ladder_run();"] if self.graphed and host.frame.stage else []

    def piece(self, name):
        return {**cuda_text.PIECES, **(PIECES if self.graphed else {})}[name]
