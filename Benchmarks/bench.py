"""Runs groups of measurements and prints each figure: as a table with the bar it has to keep, or with --json as one
object a line."""

import argparse
import functools
import pathlib
import sys

ROOT = pathlib.Path(__file__).parent.parent
FOLDERS = ("Benchmarks", "Tests", "Tests/Browser", "Tests/Reach", "Gallery/Benchmarks", "Gallery/Tests")
sys.path[:0] = [str(ROOT / folder) for folder in FOLDERS]

import bystander  # noqa: E402
import client  # noqa: E402
import ends  # noqa: E402
import fanout  # noqa: E402
import first  # noqa: E402
import large  # noqa: E402
import lists  # noqa: E402
import live  # noqa: E402
import million  # noqa: E402
import moving  # noqa: E402
import palette  # noqa: E402
import peers  # noqa: E402
import photorama  # noqa: E402
import photos  # noqa: E402
import reach  # noqa: E402
import scenes  # noqa: E402
import session  # noqa: E402
import slow  # noqa: E402
import spans  # noqa: E402
import stalled  # noqa: E402
import views  # noqa: E402
import visit  # noqa: E402

GROUPS = {
    "aggregates": functools.partial(lists.measure, "aggregates"),
    "diff": functools.partial(lists.measure, "diff"),
    "live.bystander": bystander.measure,
    "live.large": large.measure,
    "live.client": client.measure,
    "live.commit": live.measure,
    "live.million": million.measure,
    "live.scene": scenes.measure,
    "live.fanout": fanout.measure,
    "live.slow": slow.measure,
    "live.stalled": stalled.measure,
    "live.views": views.measure,
    "live.visit": visit.measure,
    "observed": functools.partial(lists.measure, "observed"),
    "palette": palette.measure,
    "photorama.faults": photorama.failing,
    "photorama.refresh": photorama.refreshing,
    "photorama.scroll": photorama.scrolling,
    "photos.album": photos.album,
    "photos.cached": photos.cached,
    "photos.import": photos.imported,
    "photos.thumbs": photos.thumbs,
    "reach.action": reach.acting,
    "reach.actions": reach.actions,
    "reach.catchup": reach.catching_up,
    "reach.copy": reach.copying,
    "reach.fanout": reach.fanout_10000,
    "reach.follow": reach.following_writers,
    "reach.idle": reach.resting,
    "reach.writer": reach.writing,
    "views.end": ends.measure,
    "views.first": first.measure,
    "views.jump": spans.jumping,
    "views.moving": moving.measure,
    "views.scroll": spans.scrolling,
    "results": functools.partial(lists.measure, "results"),
    "results.depth": functools.partial(lists.measure, "results.depth"),
    "results.large": functools.partial(lists.measure, "results.large"),
    "results.outside": functools.partial(lists.measure, "results.outside"),
    "results.search": functools.partial(lists.measure, "results.search"),
    "views.justified": functools.partial(lists.measure, "views"),
    "views.outline": functools.partial(lists.measure, "outline"),
    "peers.lists": functools.partial(lists.measure, "peers"),
    "peers.pages": peers.measure,
}
# Groups that run other programs, or that take many minutes.
ON_REQUEST = [
    "aggregates", "live.large", "observed", "peers.lists", "peers.pages", "photorama.faults", "photorama.scroll",
    "photos.album", "photos.import", "photos.thumbs", "reach.action", "reach.catchup", "reach.copy", "reach.fanout",
    "reach.follow", "reach.idle", "reach.writer", "results.depth", "results.large", "results.outside", "results.search", "views.end", "views.first"]


def chosen(group):
    """The measurements of a group and of its parts: live means live.commit, live.million and so on."""
    for name, measure in GROUPS.items():
        if name not in ON_REQUEST if group is None else f"{name}.".startswith(f"{group}."):
            yield measure


def ratios(figures):
    """Aviary beside its peers, for people: the factor by which each peer needs more."""
    ours = {figure.name: figure for figure in figures if figure.peer is None}
    for figure in figures:
        if figure.peer and not figure.name.startswith("peers.") and (own := ours.get(figure.name)) and own.value:
            yield f"{figure.name:<42}{figure.value / own.value:>15,.1f} times as much in {figure.peer}"


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    groups = sorted({*GROUPS, *(name.split(".")[0] for name in GROUPS)})
    parser.add_argument("group", nargs="?", choices=groups, help="all but peers, views.end, views.first and most of photos, photorama and reach when it is left out")
    parser.add_argument("--json", action="store_true", help="one object a line: name, value, unit, peer")
    arguments = parser.parse_args()
    session.allow_many_connections()
    figures = []
    for measure in chosen(arguments.group):
        for figure in measure():
            figures.append(figure)
            print(figure.json if arguments.json else figure, flush=True)
    if not arguments.json:
        for line in [*ratios(figures), "", *peers.tables(figures)]:
            print(line)


if __name__ == "__main__":
    main()
