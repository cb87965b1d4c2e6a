"""What lists cost by themselves, without a browser: Benchmarks/Swift, one group at a time."""

import json
import subprocess

from figure import Figure
from gallery import ROOT

BARS = {
    "diff.churn.ns_per_element": {"at_most": 200},
    "diff.near_equal.vs_stdlib": {"at_most": 1.5},
}


def measure(group):
    program = ROOT / ".build" / "release" / "AviaryBench"
    with subprocess.Popen([program, group], stdout=subprocess.PIPE, text=True) as running:
        for line in running.stdout:
            figure = Figure(**json.loads(line))
            if figure.peer is None:
                figure = Figure(figure.name, figure.value, figure.unit, **BARS.get(figure.name, {}))
            yield figure
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, [program, group])
