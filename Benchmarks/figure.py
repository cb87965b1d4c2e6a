"""A measured figure with its limits, and its presentation."""

import json
from dataclasses import dataclass


@dataclass
class Figure:
    name: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None
    peer: str | None = None
    """The other program that the figure belongs to; None for Aviary."""

    @property
    def verdict(self):
        over = self.at_most is not None and self.value > self.at_most
        under = self.at_least is not None and self.value < self.at_least
        return "over" if over else "under" if under else "ok" if self.bar else ""

    @property
    def bar(self):
        for sign, limit in (("≤", self.at_most), ("≥", self.at_least)):
            if limit is not None:
                return f"{sign} {limit:,.4g}" if limit < 1000 else f"{sign} {limit:,.0f}"
        return ""

    def __str__(self):
        name = f"{self.name} ({self.peer})" if self.peer else self.name
        return f"{name:<42}{self.value:>15,.2f} {self.unit:<6}{self.bar:>13}  {self.verdict}".rstrip()

    @property
    def json(self):
        return json.dumps({
            "name": self.name, "value": self.value, "unit": self.unit, "peer": self.peer,
            "more_is_better": self.at_least is not None,
        })
