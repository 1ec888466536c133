#!/usr/bin/env bash
# The step for LibreLane with a small stand-in of its package: the real one is not installed here.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

if ! command -v python3 >/dev/null; then
    echo "skipped: the step for LibreLane (no python3 here)"
    finish
fi
mkdir -p stand-in/librelane/steps run
cat >stand-in/librelane/__init__.py </dev/null
cat >stand-in/librelane/common.py <<'EOF'
Path = str
EOF
cat >stand-in/librelane/config.py <<'EOF'
class Variable:
    def __init__(self, name, type, description, default=None):
        self.name, self.default = name, default
EOF
cat >stand-in/librelane/state.py <<'EOF'
import enum
class DesignFormat(enum.Enum):
    DEF = "def"
    LEF = "lef"
EOF
cat >stand-in/librelane/steps/step.py <<'EOF'
class StepError(RuntimeError):
    pass
EOF
cat >stand-in/librelane/steps/__init__.py <<'EOF'
class Factory:
    def __init__(self):
        self.steps = {}
    def register(self):
        def add(cls):
            self.steps[cls.id] = cls
            return cls
        return add
class Toolbox:
    def filter_views(self, config, views):
        return views["nom_*"]
    def get_macro_views(self, config, format):
        return []
class Step:
    factory = Factory()
    def __init__(self, config, step_dir):
        self.config = {v.name: v.default for v in self.config_vars}
        self.config.update(config)
        self.toolbox, self.step_dir = Toolbox(), step_dir
EOF
cat >drive.py <<'EOF'
import os, sys
from librelane.state import DesignFormat
from librelane.steps import Step
from librelane.steps.step import StepError
import librelane_plugin_leeway
repo, program, case = sys.argv[1:]
net = repo + "/netlists/"
config = {"DESIGN_NAME": "counter", "TECH_LEFS": {"nom_*": [net + "quad.lef"]}, "CELL_LEFS": [],
          "EXTRA_LEFS": None, "RT_MIN_LAYER": "metal1", "RT_MAX_LAYER": "metal4",
          "LEEWAY_PROGRAM": program, "DRT_THREADS": 1}
if case == "low":
    config["DRT_MAX_LAYER"] = "metal2"
if case == "counted":
    config.update(DRT_MAX_LAYER="metal2", LEEWAY_ERROR_ON_OPEN_NETS=False)
if case == "wrong":
    config["DRT_MAX_LAYER"] = "metal9"
step = Step.factory.steps["Leeway.DetailedRouting"](config, os.getcwd() + "/run")
try:
    views, metrics = step.run({DesignFormat.DEF: net + "counter.def"})
except StepError as error:
    print("StepError:", error)
    sys.exit(1)
print(views[DesignFormat.DEF], metrics)
EOF
drive() { PYTHONPATH="stand-in:$repo/router/flows" run python3 drive.py "$repo" "$leeway" "$1"; }
drive whole
expect "the step routes" 0 "/run/counter.def .*'route__drc_errors': 0" ""
expect "its metrics" 0 "'route__wirelength': Decimal\('[0-9.]+'\), 'route__vias': [0-9]+"
expect "no open net" 0 "'design__disconnected_pin__count': 0"
run "$leeway" check "$repo/netlists/counter.def" --lef "$repo/netlists/quad.lef" run/counter.def
expect "its DEF is right" 0 ': right: '
drive low
expect "DRT_MAX_LAYER goes before RT_MAX_LAYER, open nets end the flow" 1 \
    '^StepError: [0-9]+ nets are open: see '
drive counted
expect "or are counted" 0 "'design__disconnected_pin__count': [1-9]"
drive wrong
expect "an error of leeway ends the flow" 1 '^StepError: leeway ended with status 2: see '
check "its words are in the log" grep -q 'expected two of the 4 routing layers' run/leeway.log
finish
