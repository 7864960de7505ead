"""Equations 4.1 to 4.30 of the thesis of 2016 with the names of its table of inputs, for what it
measured on its K40. The program has them for what was measured here, as
harness/predict/model/mwp_cwp.h."""


def cycles(of):
    """Of a launch. of: an input by its name in the document's table `example`."""
    latency, in_multiprocessor = of["instruction latency"], of["warps a multiprocessor"]
    most = latency / (of["warp"] / of["cores a multiprocessor"])
    parallel = min(round(of["instructions"] / of["basic blocks"]) * in_multiprocessor, most)
    on_one = of["warps"] / of["active multiprocessors"]
    compute_cycles = of["compute instructions"] * latency / parallel
    compute = on_one * compute_cycles

    memory_latency = (
        of["memory base latency"] + (of["transactions a request"] - 1) * of["departure delay"]
    )
    access = (
        memory_latency * of["second-level miss ratio"]
        + of["second-level latency"] * of["first-level miss ratio"]
        + of["first-level latency"]
    )
    of_a_warp = of["clock"] * of["bytes a float"] * of["warp"] / memory_latency
    at_peak = of["bandwidth"] / (of_a_warp * of["active multiprocessors"])
    memory_warps = min(memory_latency / of["departure delay"], at_peak, in_multiprocessor)
    memory_cycles = of["memory instructions"] * access / of["parallel requests"]
    compute_warps = min((memory_cycles + compute_cycles) / compute_cycles, in_multiprocessor)
    requests = min(of["parallel requests"] * min(max(1, compute_warps - 1), memory_warps), at_peak)
    memory = of["memory instructions"] * on_one / requests * access

    zeta = 1 if compute_warps <= memory_warps else 0
    return compute + memory - min(compute * (in_multiprocessor - zeta) / in_multiprocessor, memory)
