#!/usr/bin/env python3
"""Draws the CSV file of `leeway bench` as an SVG, and compares `auto` with the best wave.

    tests/bench/plot.py out/bench/all.csv out/bench/all.svg

One panel per suite, one line per case, one mark per wave. The colour is the wave; a ring is the CPU,
a disc the GPU, a black dot `auto`. The axis is the time of one net (of a whole design in the suites
route and chip), logarithmic; left is faster. The column at the right names the fastest wave and its
speed relative to the reference wave of its engine. A cross is a wave over the time limit.

Standard output gets one line per case in which `auto` takes more than LIMIT times the time of the
best wave of its engine. Only waves timed on as many nets as `auto` are compared, since a case times
the first nets that fit into its time, and nets differ.
"""
import csv
import math
import sys
from collections import defaultdict
from html import escape

LIMIT = 2.0          # times the best wave that `auto` may take
AXIS, CASE = 860, 26  # pixels: width of the axis, height of a case
LEFT, TOP = 330, 60   # pixels: the names of cases, the title and the legend
DESIGNS = ("route", "chip")
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#7f3f98", "#555555",
           "#a6761d", "#1b9e77", "#e7298a", "#666666"]


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def seconds(row):
    """The time shown for a row, in seconds; None where it was over the limit."""
    column = "ms" if row["suite"] in DESIGNS else "ms_a_net"
    return float(row[column]) / 1e3 if row["state"] == "timed" and row[column] else None


def cases_of(rows):
    """The rows of each case, by suite and name, in the order of the file."""
    cases = defaultdict(list)
    for row in rows:
        cases[row["suite"], row["case"]].append(row)
    return cases


def auto_lines(cases):
    """One line per case and engine in which `auto` is slower than LIMIT times the best wave."""
    compared = 0
    for (suite, name), rows in cases.items():
        for auto in (row for row in rows if row["wave"] == "auto"):
            waves = [row for row in rows if row is not auto and seconds(row) and
                     (row["engine"], row["nets"]) == (auto["engine"], auto["nets"])]
            if not waves or not seconds(auto):
                continue
            compared += 1
            best = min(waves, key=seconds)
            ratio = seconds(auto) / seconds(best)
            if ratio > LIMIT:
                yield f"{suite}, {name}: {auto['engine']}/auto takes {ratio:.2f} times " \
                      f"the time of {best['wave']}"
    yield f"auto: compared in {compared} cases"


class Panel:
    """The cases of one suite on one axis of powers of ten."""

    def __init__(self, cases, top, colours):
        times = [t for rows in cases.values() for t in map(seconds, rows) if t]
        self.low = math.floor(math.log10(min(times, default=1)))
        self.high = max(math.ceil(math.log10(max(times, default=1))), self.low + 1)
        self.cases, self.top, self.colours = cases, top, colours
        self.bottom = top + CASE * len(cases)

    def x(self, time):
        return LEFT + AXIS * (math.log10(time) - self.low) / (self.high - self.low)

    def axis(self):
        for decade in range(self.low, self.high + 1):
            x = self.x(10.0 ** decade)
            unit = ("s", "ms", "us", "ns")[min(3, max(0, math.ceil(-decade / 3)))]
            text = f"{10 ** decade * {'s': 1, 'ms': 1e3, 'us': 1e6, 'ns': 1e9}[unit]:.0f} {unit}"
            yield f'<path d="M{x:.1f} {self.top}V{self.bottom}" stroke="#ccc"/>'
            yield f'<text x="{x:.1f}" y="{self.top - 6}" text-anchor="middle">{text}</text>'

    def mark(self, row, y):
        colour, time = self.colours[row["wave"]], seconds(row)
        if time is None:
            return f'<path d="M{LEFT + AXIS - 5} {y - 5}l10 10m0-10l-10 10" stroke="{colour}"/>'
        if row["wave"] == "auto":
            return f'<circle cx="{self.x(time):.1f}" cy="{y}" r="3"/>'
        fill = colour if row["engine"] == "gpu" else "#fff"
        return f'<circle cx="{self.x(time):.1f}" cy="{y}" r="6" stroke="{colour}" fill="{fill}"/>'

    def svg(self):
        yield from self.axis()
        for index, ((_, name), rows) in enumerate(self.cases.items()):
            y = self.top + CASE * index + CASE / 2
            yield f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(name)}</text>'
            yield from (self.mark(row, y) for row in rows if row["wave"] != "auto")
            yield from (self.mark(row, y) for row in rows if row["wave"] == "auto")
            timed = [row for row in rows if row["wave"] != "auto" and seconds(row)]
            if timed:
                best = min(timed, key=seconds)
                speed = f' {float(best["speed_up"]):.3g} x' if best["speed_up"] else ""
                yield f'<text x="{LEFT + AXIS + 16}" y="{y + 4}">{best["engine"]}/' \
                      f'{escape(best["wave"])}{speed}</text>'


def picture(cases):
    waves = list(dict.fromkeys(row["wave"] for rows in cases.values() for row in rows))
    colours = {wave: COLOURS[i % len(COLOURS)] for i, wave in enumerate(waves)}
    colours["auto"] = "#111"
    body, y, x = [], TOP, LEFT
    for wave in waves:
        body.append(f'<circle cx="{x}" cy="36" r="6" fill="{colours[wave]}"/>'
                    f'<text x="{x + 12}" y="40">{escape(wave)}</text>')
        x += 30 + 8 * len(wave)
    for suite in dict.fromkeys(suite for suite, _ in cases):
        what = "time of a design" if suite in DESIGNS else "time per net"
        body.append(f'<text x="16" y="{y + 16}" font-weight="bold">{suite}: {what}</text>')
        panel = Panel({k: v for k, v in cases.items() if k[0] == suite}, y + 44, colours)
        body.extend(panel.svg())
        y = panel.bottom + 20
    width = LEFT + AXIS + 230
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" '
            f'font-family="sans-serif" font-size="13" fill="none" stroke-width="2">'
            f'<rect width="{width}" height="{y}" fill="#fff"/><g fill="#111">'
            f'<text x="16" y="24" font-size="17">leeway bench</text>' + "\n".join(body) +
            "</g></svg>\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cases = cases_of(read(sys.argv[1]))
    with open(sys.argv[2], "w") as out:
        out.write(picture(cases))
    print("\n".join(auto_lines(cases)))


if __name__ == "__main__":
    main()
