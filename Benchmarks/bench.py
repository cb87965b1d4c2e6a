"""Runs groups of measurements and prints each figure: as a table, or with --json as one object a line."""

import argparse
import json
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[1] / "Tests")]

import client  # noqa: E402
import live  # noqa: E402

GROUPS = {"client": client.measure, "live": live.measure}


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("group", nargs="?", choices=sorted(GROUPS))
    parser.add_argument("--json", action="store_true", help="one object a line: name, value, unit, peer")
    arguments = parser.parse_args()
    for name, measure in GROUPS.items():
        if arguments.group in (None, name):
            for figure in measure():
                figure = {"peer": None, **figure}
                if arguments.json:
                    print(json.dumps({key: figure[key] for key in ("name", "value", "unit", "peer")}), flush=True)
                else:
                    print(f"{figure['name']:<36}{figure['value']:>12,.2f} {figure['unit']}", flush=True)


if __name__ == "__main__":
    main()
