"""How the effect of each option is seen; options_tried.py runs them."""

import shutil

from command import BUILD
from missing import lacks
from option_bases import ALONE

DRAWS = not lacks("numpy", "matplotlib") or (BUILD / "venv/bin/python3").exists()

NOT_PREDICTED = "is not in this build|nothing is known of compiled kernels|no micro-benchmarks"
WAVES = ("shoot", "reverse", "locate", "zsr")


class Experiment:
    """What is added to the base, and how the effect is seen: by a difference from the base (with
    `instead`), or, where `words` are given, by these and an exit code (None: any). `makes` is the
    end of a file's name, "" for none."""

    def __init__(self, *arguments, words=None, code=0, together_with=(), twice=False, without=(),
                 makes=None, needs=True, instead=(), environment=None):
        self.arguments, self.words, self.code, self.twice = arguments, words, code, twice
        self.together_with, self.without, self.makes, self.needs = (list(together_with), without,
                                                                    makes, needs)
        self.instead, self.environment = instead, environment


def experiments():
    """By option, with a command of its own before one for all."""
    changes = says = Experiment
    small = ["--case=small", "--stage=c-O0", "--nt=4"]
    table = {
        "--stage": changes("--stage=c-O2"),
        "--case": changes("--case=other.toml"),
        "--model": changes("--model=km.npy", without=["--units"]),
        "--units": says("--units=m/s", together_with=["--model=km.npy"], words="check --units",
                        code=7),
        "--spacing": changes("--spacing=40", together_with=ALONE, without=["--case"],
                             instead=["--spacing=20"]),
        "--length-units": changes("--length-units=ft", together_with=[*ALONE, "--spacing=100"],
                                  without=["--case"], instead=["--length-units=m"]),
        "--write-case": says("--write-case=c.toml", together_with=[*ALONE, "--spacing=20"],
                             without=["--case"], words="", makes="c.toml"),
        "--axes": says("--axes=zx", together_with=["--model=km.npy"], words="in the order zx",
                       code=7, without=["--units"]),
        "--endian": says("--endian=big", together_with=["--model=raw.f32", "--axes=xz"],
                         words="raw.f32", code=7),
        "--replay": says("--replay=none.call", words="'none.call' does not exist", code=7,
                         without=["--case"]),
        "--launch": says("--launch=tuned", words="no tuned launch of these stages", code=6),
        "--source": changes("--source=2"),
        "--wavelet": changes("--wavelet=ricker:12,0.06", together_with=["--nt=41"]),
        "--receivers": changes("--receivers=depth:80"),
        "--nt": changes("--nt=5"),
        "--half-length": changes("--half-length=3"),
        "--operator": changes("--operator=taylor"),
        "--grid": changes("--grid=30x40"),
        "--dt": changes("--dt=2ms"),
        "--precision": changes("--precision=1", together_with=["--nt=2001", "--time-limit=0.3"],
                               without=["--repetitions"], instead=["--precision=0.000001"]),
        "--time-limit": changes("--time-limit=0.001", "--repetitions=1000"),
        "--repetitions": changes("--repetitions=2"),
        "--cache": changes("--cache=cold"),
        "--benchmark_filter": says("--benchmark_filter=nothing", words="", code=6),
        "--benchmark_repetitions": changes("--benchmark_repetitions=2", without=["--repetitions"],
                                           instead=["--repetitions=1"]),
        "--benchmark_min_time": changes("--benchmark_min_time=0.05", without=["--repetitions"],
                                        instead=["--precision=1"]),
        "--benchmark_out": says("--benchmark_out=b.json", words="", makes="b.json"),
        "--benchmark_out_format": says("--benchmark_out_format=csv",
                                       together_with=["--benchmark_out=b.csv"], words="",
                                       makes="b.csv"),
        "--benchmark_format": says("--benchmark_format=json", words='"run_type": "iteration"'),
        "--proof": changes("--proof=samples"),
        "--ladder": says("--ladder=none", words="no folder that `ladder adopt` made", code=2),
        "--isolate": changes("--isolate"),
        "--hang-limit": says("--hang-limit=0.001", "--isolate", together_with=small, words="",
                             code=3),
        "--output": says("--output=another.jsonl", words="", makes="another.jsonl"),
        "--json": says("--json", words=r'(?m)^\{".*\}$'),
        "--dry-run": Experiment("--dry-run", words="", makes=""),
        "--wide": changes("--wide", environment={"COLUMNS": "80"}),
        "--resume": says("--resume", words="there is no checkpoint .*: starting from"),
        "--overwrite": says("--overwrite", twice=True, words=""),
        "--snapshots": changes("--snapshots=10"),
        "--snapshot-format": changes("--snapshot-format=vti", together_with=["--snapshots=10"]),
        "--plot": says("--plot", words="", makes=".png", needs=DRAWS),
        "--gather": changes("--gather=two.sgy"),
        "--shot": says("--shot=99", words="has no such shot", code=7),
        "--gather-dt": changes("--gather-dt=2ms"),
        "--gather-units": changes("--gather-units=ft"),
        "--gather-scalar": changes("--gather-scalar=-2"),
        "--gather-elevations": says("--gather-elevations=down", together_with=["--gather=deep.sgy"],
                                    words="-80", code=7),
        "--models": changes("--models=case,case*1.02"),
        "--every": changes("--every=7"),
        "--sources": changes("--sources=200:300:100,200"),
    }
    own = {
        ("ladder", "--wide"): says("--wide", words=r"idle %  wavefield s/s  +error",
                                   environment={"COLUMNS": "80"}),
        ("doctor", "--wide"): says("--wide", words=r"can run here +ladder +flags",
                                   environment={"COLUMNS": "30"}),
        ("ladder", "--overwrite"): says("--overwrite", together_with=["--benchmark_out=b.json"],
                                        twice=True, words=""),
        ("sweep", "--overwrite"): says("--overwrite", together_with=["--benchmark_out=b.json"],
                                       twice=True, words=""),
        ("sweep", "--resume"): says("--resume", twice=True,
                                    words="points are already in 'out.jsonl'"),
        ("verify", "--size"): changes("--size=5x7", without=["--case"]),
        ("verify", "--ladder"): says("--ladder=none", "--size=5x7", without=["--case"],
                                     words="this program has", code=2),
        ("list", "--keys"): changes("--keys=heat-small"),
        ("list", "--ladder"): says("--ladder=none", words="this program has", code=2),
        ("verify", "--shapes"): changes("--shapes", "--dry-run", together_with=["--stage=c-omp"]),
        ("verify", "--isolate"): says("--isolate", "--hang-limit=0.001", together_with=small,
                                      words="did not return", code=3),
        ("verify", "--dry-run"): changes("--dry-run"),
        ("verify", "--json"): changes("--json", without=["--json"]),
        ("fits", "--case"): changes("--case=small"),
        ("fits", "--gpus"): changes("--gpus=3"),
        ("fits", "--gpu-memory"): changes("--gpu-memory=7"),
        ("fits", "--memory"): changes("--memory=7"),
        ("fits", "--json"): changes("--json", without=["--json"]),
        ("solve", "--stage"): changes("--stage=fortran"),
        ("solve", "--case"): changes("--case=heat-rods"),
        ("solve", "--grid"): changes("--grid=9"),
        ("solve", "--output"): says("--output=another.vti", words="", makes="another.vti"),
        ("solve", "--probes"): says("--probes=p.csv", together_with=["--case=heat-rods"], words="",
                                    makes="p.csv"),
        ("solve", "--probe-every"): changes("--probe-every=7",
                                            together_with=["--case=heat-rods", "--probes=p.csv"]),
        ("shoot", "--workers"): says("--workers=2", "--json",
                                     together_with=["--sources=200:300:100,200"],
                                     words='"workers":2'),
        **{(name, "--shot-limit"):
               says("--shot-limit=0.001", "--workers=1", together_with=words, code=8,
                    words=r"no worker is left: worker 1 did not finish within 1(\.0*)? ms")
           for name, words in (("shoot", ["--sources=200:300:100,200"]), ("migrate", []))},
        ("migrate", "--workers"): says("--workers=2", "--json", words='"workers":2'),
        ("check", "--json"): changes("--json", without=["--json"]),
        ("check", "--dry-run"): says("--dry-run", words=r'"point"', code=0),
        ("check", "--proof"): says("--proof=samples", "--time-limit=0.05", together_with=small,
                                   without=["--dry-run"], words="proven by samples", code=None),
        ("check", "--time-limit"): changes("--time-limit=3"),
        ("check", "--hang-limit"): says("--hang-limit=0.001",
                                        together_with=[*small, "--time-limit=0.1"],
                                        words="did not return", code=3, without=["--dry-run"]),
        ("check", "--metric"): changes("--metric=kernel"),
        ("check", "--least-effect"): changes("--least-effect=0.5"),
        ("check", "--baseline"): says("--baseline=none.jsonl", words="none.jsonl", code=7,
                                      without=["--against"]),
        ("check", "--against"): says("--against=./nothing", words="cannot be started as a program",
                                     code=7),
        ("check", "--static"): says("--static", "--output=kept.json",
                                    without=["--against", "--case", "--nt", "--dry-run"],
                                    words="kept in|none of these|nothing is known of "
                                          "compiled kernels", code=None),
        ("check", "--output"): says("--output=kept.json", "--metric=instructions",
                                    without=["--against", "--dry-run", "--nt"],
                                    words="kept in", makes="kept.json",
                                    needs=bool(shutil.which("valgrind"))),
        ("check", "--markdown"): says("--markdown=s.md", "--time-limit=0.05", without=["--dry-run"],
                                      words="", code=None, makes="s.md"),
        ("check", "--junit"): says("--junit=s.xml", "--time-limit=0.05", without=["--dry-run"],
                                   words="", code=None, makes="s.xml"),
        ("tune", "--stage"): changes("--stage=c-blocked"),
        ("tune", "--precision"): changes("--precision=0.1"),
        ("tune", "--time-limit"): changes("--time-limit=3"),
        ("tune", "--repetitions"): changes("--repetitions=7"),
        ("tune", "--least-effect"): changes("--least-effect=0.5"),
        ("tune", "--hang-limit"): changes("--hang-limit=3", together_with=["--isolate"]),
        ("tune", "--output"): says("--output=another.jsonl", "--repetitions=6", words="",
                                   makes="another.jsonl", without=["--dry-run"]),
        ("tune", "--json"): changes("--json", without=["--json"]),
        ("tune", "--dry-run"): says("--dry-run", words='"launch"', code=0),
        ("compare", "--least-effect"): changes("--least-effect=0.9", code=None),
        ("compare", "--json"): changes("--json", code=None),
        ("compare", "--stages"): changes("--stages", code=None),
        ("compare", "--steps"): changes("--steps", without=["new.jsonl"]),
        ("compare", "--wide"): says("--wide", without=["new.jsonl"], words=r"wavefield s/s +error",
                                    environment={"COLUMNS": "80"}),
        ("compare", "--predictions"): says("--predictions=none.jsonl", without=["new.jsonl"],
                                           words="none.jsonl", code=7),
        ("compare", "files"): changes("old.jsonl", without=["new.jsonl"], code=None),
        ("export", "files"): changes("new.jsonl"),
        ("export", "--format"): changes("--format=junit"),
        ("export", "--output"): says("--output=out.csv", words="", makes="out.csv"),
        ("doctor", "--stage"): says("--stage=c-O2", words=r"(?s)\A(?!.*c-O3 ).*c-O2 "),
        ("doctor", "--json"): says("--json", words='"cpu": '),
        ("export", "--overwrite"): says("--overwrite", together_with=["--output=out.csv"],
                                        twice=True, words=""),
        ("check", "--overwrite"): says("--overwrite",
                                       together_with=["--junit=s.xml", "--time-limit=0.05"],
                                       twice=True, words="", without=["--dry-run"], code=None),
        ("operator", "--wavelet"): says("--wavelet=ricker:30",
                                        words="waves of 66.3 Hz have 1.5 cells per wavelength"),
        # What was not compiled is not predicted, nor is a machine that nobody measured.
        ("predict", "--stage"): says("--stage=naive", words="naive|" + NOT_PREDICTED, code=None),
        ("predict", "--case"): says("--case=heat-512", words="block|" + NOT_PREDICTED, code=None),
        **{("predict", option): says("--case=two-layer", "--stage=rows", *words, words="rows|"
                                     + NOT_PREDICTED, code=None, without=["--case", "--stage"])
           for option, words in {"--grid": ["--grid=20"], "--nt": ["--nt=3"], "--dt": ["--dt=auto"],
                                 "--half-length": ["--half-length=2", "--dt=auto"],
                                 "--operator": ["--operator=taylor"]}.items()},
        ("predict", "--json"): says("--json", words='"step_s"|' + NOT_PREDICTED, code=None),
        ("predict", "--on"): says("--on=nowhere", words="--on takes|" + NOT_PREDICTED, code=None),
        # Without a GPU the cores alone are measured.
        ("microbench", "--output"): says("--output=out.csv", words="out.csv|nothing was measured",
                                         code=None),
        ("microbench", "--json"):
            says("--json", words=r'(?m)^\{"kind":"machine"|nothing was measured', code=None),
        ("completion", "shell"): says("fish", words="complete -c ladder"),
        ("migrate", "--model"): changes("--model=km.npy", without=["--units"]),
        ("migrate", "--units"): says("--units=m/s", together_with=["--model=km.npy"],
                                     instead=["--units=km/s"], words="check --units", code=7),
        ("migrate", "--axes"): says("--axes=zx", words="are outside the model", code=7),
        ("migrate", "--stage"): says("--stage=nosuch", words="nosuch", code=2),
        ("migrate", "--output"): says("--output=another.vti", words="",
                                      makes="another_illumination.vti"),
        ("migrate", "--gather-elevations"): says("--gather-elevations=down",
                                                 together_with=["--shots=deep.sgy"],
                                                 words="receivers are outside the model", code=7),
        ("migrate", "--wavelet"): changes("--wavelet=ricker:10"),
        ("migrate", "--shots"): changes("--shots=two.sgy"),
        ("migrate", "--gather-units"): changes("--gather-units=ft"),
        ("migrate", "--spacing"): changes("--spacing=21x22"),
        ("migrate", "--offsets-x"): says("--offsets-x=2", words="", makes="out_hx.npy"),
        ("migrate", "--offsets-z"): says("--offsets-z=2", words="", makes="out_hz.npy"),
        ("migrate", "--offset-step"): says("--offset-step=2", "--json",
                                           together_with=["--offsets-x=2"],
                                           words='"offset_step":2'),
        ("migrate", "--angles"): says("--angles=10", together_with=["--offsets-x=2"], words="",
                                      makes="out_angles.npy"),
        ("migrate", "--image-step"): changes("--image-step=4"),
        ("migrate", "--illumination"): changes("--illumination"),
        ("migrate", "--laplacian"): changes("--laplacian"),
        ("migrate", "--mute"): changes("--mute=1500"),
        ("migrate", "--top"): changes("--top=absorbing"),
        ("migrate", "--sponge"): changes("--sponge=5"),
        ("locate", "--json"): says("--json", words=r'(?m)^\{"model":', without=["--json"]),
        ("locate", "--dry-run"): says("--dry-run", words='"steps"', makes=""),
    }
    for name in ("shoot", "zsr"):
        own[name, "--output"] = says("--output=another.su", words="", makes="another.su")
    own["reverse", "--output"] = says("--output=another.vti", words="", makes="another.vti")
    for name in WAVES:  # the product of every stage is the same to the last bit, or nearly
        own[name, "--stage"] = says("--stage=c-O2", words="c-O2", without=["--json"])
    own["zsr", "--units"] = says("--units=m/s", together_with=["--model=km.npy"],
                                 instead=["--units=km/s"], words="check --units", code=7)
    own["locate", "--grid"] = says("--grid=24x20", words="receivers are outside the model", code=7)
    own["zsr", "--grid"] = says("--grid=30x40", words="is not stretched", code=2)
    own["shoot", "--nt"] = changes("--nt=21")
    own["zsr", "--nt"] = changes("--nt=21")
    own["zsr", "--model"] = changes("--model=km.npy", without=["--model", "--units"],
                                    instead=["--model=layers.npy", "--units=m/s"])
    return table, own


TABLE, OWN = experiments()
