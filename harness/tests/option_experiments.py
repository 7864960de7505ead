"""How the effect of each option is seen; test_options.py runs them."""

from command import BUILD
from option_bases import ALONE, all_change, changes, makes, overwrites, says, stopped_by_its_limit
from source_tree import lacks

DRAWS = not lacks("numpy", "matplotlib") or (BUILD / "venv/bin/python3").exists()
# What was not compiled is not predicted, nor is a machine that nobody measured.
NOT_PREDICTED = "is not in this build|nothing is known of compiled kernels|no micro-benchmarks"
WAVES = ("shoot", "reverse", "locate", "zsr")

KILOMETRES = ["--model=km.npy"]
DEEP = "--gather-elevations=down"
SMALL = ["--case=small", "--stage=c-O0", "--nt=4"]
TWO_SHOTS = ["--sources=200:300:100,200"]
RODS = ["--case=heat-rods"]
SHORT = "--budget=0.05"

NO_JSON = changes("--json", without=["--json"])
OVER_BENCHMARKS = overwrites("--benchmark_out=b.json")
OTHER_UNITS = says("check --units", "--units=m/s", on=KILOMETRES, instead=["--units=km/s"], code=7)
# The product of every stage is the same to the last bit, or nearly.
OTHER_STAGE = says("c-O2", "--stage=c-O2", without=["--json"])
OTHER_GATHER = makes("another.su", "--output=another.su")
# For all commands without an experiment of their own.
TABLE = {one.option: one for one in [
    *all_change("--stage=c-O2", "--case=other.toml", "--source=2", "--receivers=depth:80", "--nt=5",
                "--half-length=3", "--operator=taylor", "--grid=30x40", "--dt=2ms",
                "--repetitions=2", "--cache=cold", "--proof=samples", "--isolate",
                "--snapshots=10", "--gather=two.sgy", "--gather-dt=2ms", "--gather-format=ibm",
                "--gather-units=ft", "--gather-scalar=-2", "--models=case,case*1.02", "--every=7",
                "--sources=200:300:100,200"),
    changes("--model=km.npy", without=["--units"]),
    says("check --units", "--units=m/s", on=KILOMETRES, code=7),
    changes("--spacing=40", on=ALONE, without=["--case"], instead=["--spacing=20"]),
    changes("--length-units=ft", on=[*ALONE, "--spacing=100"], without=["--case"],
            instead=["--length-units=m"]),
    makes("c.toml", "--write-case=c.toml", on=[*ALONE, "--spacing=20"],
          without=["--case"]),
    says("in the order zx", "--axes=zx", on=KILOMETRES, code=7, without=["--units"]),
    says("raw.f32", "--endian=big", on=["--model=raw.f32", "--axes=xz"], code=7),
    says("'none.call' does not exist", "--replay=none.call", code=7, without=["--case"]),
    says("no tuned launch of these stages", "--launch=tuned", code=6),
    changes("--wavelet=ricker:12,0.06", on=["--nt=41"]),
    changes("--budget=0.001", "--repetitions=1000"),
    changes("--precision=1", on=["--nt=21", "--budget=3"], without=["--repetitions"],
            instead=["--precision=0.000001"]),
    changes("--time-limit=0.001", "--repetitions=1000"),
    says("", "--benchmark_filter=nothing", code=6),
    changes("--benchmark_repetitions=2", without=["--repetitions"], instead=["--repetitions=1"]),
    changes("--benchmark_min_time=0.05", without=["--repetitions"], instead=["--precision=1"]),
    makes("b.json", "--benchmark_out=b.json"),
    makes("b.csv", "--benchmark_out_format=csv", on=["--benchmark_out=b.csv"]),
    says('"run_type": "iteration"', "--benchmark_format=json"),
    says("no folder that `ladder adopt` made", "--ladder=none", code=2),
    says("inline PTX", "--emulate", on=["--case=small", "--stage=cluster"],
         without=["--nt"], code=6),
    says("", "--hang-limit=0.001", "--isolate", on=SMALL, code=3),
    makes("another.jsonl", "--output=another.jsonl"),
    says(r'(?m)^\{".*\}$', "--json"),
    makes("", "--dry-run"),
    changes("--wide", environment={"COLUMNS": "80"}),
    says("there is no checkpoint .*: starting from", "--resume"),
    overwrites(),
    changes("--snapshot-format=vti", on=["--snapshots=10"]),
    makes(".png", "--plot", needs=DRAWS),
    says("has no such shot", "--shot=99", code=7),
    says("-80", DEEP, on=["--gather=deep.sgy"], code=7),
]}
OF_COMMANDS = {
    "ladder": [
        OVER_BENCHMARKS,
        says(r"idle %  wavefield s/s  +error", "--wide", environment={"COLUMNS": "80"})],
    "sweep": [
        OVER_BENCHMARKS,
        says("points are already in 'out.jsonl'", "--resume", twice=True)],
    "doctor": [
        says(r"can run here +ladder +flags", "--wide", environment={"COLUMNS": "30"}),
        says(r"(?s)\A(?!.*c-O3 ).*c-O2 ", "--stage=c-O2"),
        says('"cpu": ', "--json")],
    "verify": [
        changes("--size=5x7", without=["--case"]),
        says("this program has", "--ladder=none", "--size=5x7", without=["--case"], code=2),
        changes("--shapes", "--dry-run", on=["--stage=c-omp"]),
        says("did not return", "--isolate", "--hang-limit=0.001", on=SMALL, code=3),
        changes("--dry-run"),
        NO_JSON],
    "list": [
        changes("--keys=heat-small"),
        says("this program has", "--ladder=none", code=2)],
    "fits": [
        *all_change("--case=small", "--gpus=3", "--gpu-memory=7", "--memory=7"),
        NO_JSON],
    "solve": [
        *all_change("--stage=fortran", "--case=heat-rods", "--grid=9"),
        makes("another.vti", "--output=another.vti"),
        makes("p.csv", "--probes=p.csv", on=RODS),
        changes("--probe-every=7", on=[*RODS, "--probes=p.csv"])],
    "check": [
        *all_change("--budget=3", "--metric=kernel", "--least-effect=0.5"),
        NO_JSON,
        says(r'"point"', "--dry-run"),
        says("proven by samples", "--proof=samples", SHORT, on=SMALL,
             without=["--dry-run"], code=None),
        says("did not return", "--hang-limit=0.001", on=[*SMALL, "--budget=0.1"],
             without=["--dry-run"], code=3),
        says("none.jsonl", "--baseline=none.jsonl", code=7, without=["--against"]),
        says("no such file", "--against=./nothing", code=7),
        # needs a repository: test_check.py
        says("", "--build=make", needs=False),
        says("kept in|none of these|nothing is known of compiled kernels", "--static",
             "--write-baseline=kept.json", without=["--against", "--case", "--nt", "--dry-run"],
             code=None),
        says("baseline: kept.jsonl", "--write-baseline=kept.jsonl", "--budget=2",
             without=["--against", "--dry-run"], makes="kept.jsonl"),
        *(makes(file, f"{option}={file}", SHORT, without=["--dry-run"], code=None)
          for option, file in (("--annotations", "q.json"), ("--markdown", "s.md"),
                               ("--junit", "s.xml"))),
        overwrites("--junit=s.xml", SHORT, without=["--dry-run"], code=None)],
    "tune": [
        *all_change("--stage=c-blocked", "--precision=0.1", "--time-limit=3", "--budget=3",
                    "--repetitions=7", "--least-effect=0.5"),
        changes("--hang-limit=3", on=["--isolate"]),
        makes("another.jsonl", "--output=another.jsonl", "--repetitions=6", without=["--dry-run"]),
        NO_JSON,
        says('"launch"', "--dry-run")],
    "compare": [
        *all_change("--least-effect=0.9", "--json", "--stages", code=None),
        changes("--steps", without=["new.jsonl"]),
        says(r"wavefield s/s +error", "--wide", without=["new.jsonl"],
             environment={"COLUMNS": "80"}),
        says("none.jsonl", "--predictions=none.jsonl", without=["new.jsonl"], code=7),
        changes("old.jsonl", without=["new.jsonl"], code=None, option="files")],
    "export": [
        changes("new.jsonl", option="files"),
        changes("--format=junit"),
        makes("out.csv", "--output=out.csv"),
        overwrites("--output=out.csv")],
    "operator": [says("waves of 66.3 Hz have 1.5 cells per wavelength", "--wavelet=ricker:30")],
    "predict": [
        says("naive|" + NOT_PREDICTED, "--stage=naive", code=None),
        says("block|" + NOT_PREDICTED, "--case=heat-512", code=None),
        *(says("rows|" + NOT_PREDICTED, *words, "--case=two-layer", "--stage=rows", code=None)
          for words in (["--grid=20"], ["--nt=3"], ["--dt=auto"],
                        ["--half-length=2", "--dt=auto"], ["--operator=taylor"])),
        says('"step_s"|' + NOT_PREDICTED, "--json", code=None),
        says("for an adopted routine", "--sizes=8", code=2),
        says("of an adopted routine", "--drawn", code=2),
        says("--on takes|" + NOT_PREDICTED, "--on=nowhere", code=None)],
    "microbench": [  # without a GPU the cores alone are measured
        says("out.csv|nothing was measured", "--output=out.csv", code=None),
        says(r'(?m)^\{"kind":"machine"|nothing was measured', "--json", code=None)],
    "completion": [says("complete -c ladder", "fish", option="shell")],
    "shoot": [
        OTHER_STAGE,
        says('"workers":2', "--workers=2", "--json", on=TWO_SHOTS),
        stopped_by_its_limit(*TWO_SHOTS),
        OTHER_GATHER,
        changes("--nt=21")],
    "reverse": [OTHER_STAGE, makes("another.vti", "--output=another.vti")],
    "locate": [
        OTHER_STAGE,
        says(r'(?m)^\{"model":', "--json", without=["--json"]),
        says('"steps"', "--dry-run", makes=""),
        says("receivers are outside the model", "--grid=24x20", code=7)],
    "zsr": [
        OTHER_STAGE,
        OTHER_GATHER,
        OTHER_UNITS,
        says("is not stretched", "--grid=30x40", code=2),
        changes("--nt=21"),
        changes("--model=km.npy", without=["--model", "--units"],
                instead=["--model=layers.npy", "--units=m/s"])],
    "migrate": [
        *all_change("--wavelet=ricker:10", "--shots=two.sgy", "--gather-units=ft",
                    "--spacing=21x22", "--image-step=4", "--illumination", "--laplacian",
                    "--mute=1500", "--top=absorbing", "--sponge=5"),
        changes("--model=km.npy", without=["--units"]),
        OTHER_UNITS,
        says("are outside the model", "--axes=zx", code=7),
        says("nosuch", "--stage=nosuch", code=2),
        makes("another_illumination.vti", "--output=another.vti"),
        says("receivers are outside the model", DEEP, on=["--shots=deep.sgy"], code=7),
        says('"workers":2', "--workers=2", "--json"),
        stopped_by_its_limit(),
        makes("out_hx.npy", "--offsets-x=2"),
        makes("out_hz.npy", "--offsets-z=2"),
        says('"offset_step":2', "--offset-step=2", "--json", on=["--offsets-x=2"]),
        makes("out_angles.npy", "--angles=10", on=["--offsets-x=2"])],
}
OWN = {(name, one.option): one for name, found in OF_COMMANDS.items() for one in found}
