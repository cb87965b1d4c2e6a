"""The costs of lists without a browser, measured by Benchmarks/Swift, one group at a time."""

import json
import subprocess

from figure import Figure
from gallery import ROOT

BARS = {
    "diff.churn.ns_per_element": {"at_most": 200},
    "diff.near_equal.vs_stdlib": {"at_most": 1.5},
    "results.change.p50_us": {"at_most": 25},
    "results.change.p99_us": {"at_most": 100},
    "results.change_async.p50_us": {"at_most": 50},
    "results.change_async.p99_us": {"at_most": 200},
    "results.change.growth": {"at_most": 2},
    "results.change.vs_refetch": {"at_least": 1000},
    "results.bulk.us_per_row": {"at_most": 15},
    "results.large.us_per_row": {"at_most": 4},
    "results.large.sections.us_per_row": {"at_most": 4},
    "results.large.write_ms": {"at_most": 300},
    "results.observed.us": {"at_most": 100},
    "results.observed.kb": {"at_most": 100},
    "results.outside.p50_us": {"at_most": 80},
    "results.outside.p99_us": {"at_most": 500},
    "results.refill.ms": {"at_most": 0.2},
    "results.sections.change_us": {"at_most": 60},
    "results.aggregate.change_us": {"at_most": 60},
    "results.search.change_us": {"at_most": 100},
    "results.search.type_ms": {"at_most": 30},
    "results.index.bytes_per_row": {"at_most": 24},
    "results.first_screen.ms": {"at_most": 5},
    "results.full_index.s": {"at_most": 0.7},
    "results.item_at.us": {"at_most": 0.2},
    "results.index_of.us": {"at_most": 2},
    "views.justified.first_ms": {"at_most": 300},
    "views.justified.edit_us": {"at_most": 200},
    "views.outline.unfold_ms": {"at_most": 20},
    "views.outline.change_us": {"at_most": 60},
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
