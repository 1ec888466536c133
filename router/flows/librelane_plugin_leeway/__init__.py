"""A step for LibreLane that routes with leeway: DEF in, DEF out.

LibreLane imports each installed package whose name begins with ``librelane_plugin_``, and this
module then registers the step ``Leeway.DetailedRouting``. A configuration puts it in the place of
the flow's own step, and reads its DEF back into the database behind it:

    meta:
      flow: Classic
      substituting_steps:
        OpenROAD.DetailedRouting: Leeway.DetailedRouting
        +Leeway.DetailedRouting: OpenROAD.DEFtoODB
    LEEWAY_EFFORT: best

The step reads TECH_LEFS (of the default corner), CELL_LEFS, EXTRA_LEFS, PAD_LEFS and the LEF views
of macros, DRT_MIN_LAYER and DRT_MAX_LAYER (else RT_MIN_LAYER and RT_MAX_LAYER), DRT_THREADS, and
its own variables below. Its metrics have the names of the flow's own step.
"""

import json
import os
import subprocess
from decimal import Decimal
from typing import List, Optional

from librelane.common import Path
from librelane.config import Variable
from librelane.state import DesignFormat
from librelane.steps import Step
from librelane.steps.step import StepError

__all__ = ["DetailedRouting"]

UNROUTED = 1  # exit status of leeway: written and right, but nets are open


@Step.factory.register()
class DetailedRouting(Step):
    """Routes the placed DEF with leeway, which checks its own result before it is written."""

    id = "Leeway.DetailedRouting"
    name = "Detailed Routing (leeway)"
    inputs = [DesignFormat.DEF]
    outputs = [DesignFormat.DEF]

    config_vars = [
        Variable("DRT_THREADS", Optional[int], "CPU threads; one per core if unset."),
        Variable("DRT_MIN_LAYER", Optional[str], "Lowest layer; RT_MIN_LAYER if unset."),
        Variable("DRT_MAX_LAYER", Optional[str], "Highest layer; RT_MAX_LAYER if unset."),
        Variable("LEEWAY_EFFORT", str, "fast, normal or best.", default="normal"),
        Variable("LEEWAY_GUIDES", Optional[Path], "Guides of a global router to follow."),
        Variable("LEEWAY_PROGRAM", str, "The program, if it is not on the PATH.", default="leeway"),
        Variable(
            "LEEWAY_ERROR_ON_OPEN_NETS",
            bool,
            "Ends the flow where nets stay open; otherwise they are counted in the metrics.",
            default=True,
        ),
    ]

    def _value(self, name: str):
        """A variable's value, None where the flow's version does not have it."""
        try:
            return self.config[name]
        except (KeyError, AttributeError):
            return None

    def _lefs(self) -> List[str]:
        tech = self.toolbox.filter_views(self.config, self.config["TECH_LEFS"])
        if len(tech) != 1:
            raise StepError(f"TECH_LEFS: expected one LEF for the default corner, found {len(tech)}")
        files = list(tech) + list(self.config["CELL_LEFS"])
        files += self.toolbox.get_macro_views(self.config, DesignFormat.LEF)
        for name in ("EXTRA_LEFS", "PAD_LEFS"):
            files += self._value(name) or []
        return [os.path.abspath(str(file)) for file in files]

    def command(self, placed: str, routed: str, summary: str, report: str) -> List[str]:
        """The command line of leeway."""
        line = [self.config["LEEWAY_PROGRAM"], "route", os.path.abspath(placed), "-r", routed]
        line += ["-o", "none", "--json", summary, "--report", report]
        line += ["--effort", self.config["LEEWAY_EFFORT"]]
        for file in self._lefs():
            line += ["--lef", file]
        low = self._value("DRT_MIN_LAYER") or self._value("RT_MIN_LAYER")
        high = self._value("DRT_MAX_LAYER") or self._value("RT_MAX_LAYER")
        if low and high:
            line += ["--layers", f"{low}-{high}"]
        if self._value("DRT_THREADS"):
            line += ["--threads", str(self.config["DRT_THREADS"])]
        if self._value("LEEWAY_GUIDES"):
            line += ["--guides", os.path.abspath(str(self.config["LEEWAY_GUIDES"]))]
        return line

    def run(self, state_in, **kwargs):
        stem = os.path.join(self.step_dir, self.config["DESIGN_NAME"])
        routed, summary, report = (stem + end for end in (".def", ".json", ".drc"))
        line = self.command(str(state_in[DesignFormat.DEF]), routed, summary, report)
        with open(os.path.join(self.step_dir, "leeway.log"), "w", encoding="utf-8") as log:
            status = subprocess.run(line, stdout=log, stderr=subprocess.STDOUT, check=False).returncode
        if status not in (0, UNROUTED):
            raise StepError(f"leeway ended with status {status}: see {self.step_dir}/leeway.log")
        with open(summary, encoding="utf-8") as file:
            metrics = metrics_of(json.load(file))
        if status == UNROUTED and self.config["LEEWAY_ERROR_ON_OPEN_NETS"]:
            raise StepError(
                f"{metrics['design__disconnected_pin__count']} nets are open: see {report} and "
                f"{self.step_dir}/leeway.log (LEEWAY_ERROR_ON_OPEN_NETS: false goes on)"
            )
        return {DesignFormat.DEF: Path(routed)}, metrics


def metrics_of(summary: dict) -> dict:
    """The flow's metrics from the JSON summary. leeway writes no wiring that breaks a rule."""
    metrics = {
        "route__drc_errors": 0,
        "route__wirelength": Decimal(str(summary["length_um"])),
        "route__vias": summary["vias"],
        "design__disconnected_pin__count": len(summary["unrouted"]),
    }
    antenna = summary.get("antenna")
    if antenna is not None:
        metrics["antenna__violating__nets"] = antenna["violating_nets"]
        metrics["antenna__violating__pins"] = len(antenna["violations"])
    return metrics
