#!/usr/bin/env bash
# The score of check and route: recounted from the wires, track by track and point by point.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
command -v python3 >/dev/null || { echo "skipped: no python3 here"; finish; }
cp "$repo/netlists/quad.lef" "$repo/netlists/counter.def" .
run "$leeway" route counter.def --lef quad.lef -o none -r routed.def --json run.json
expect "route" 0
run "$leeway" convert counter.def routed.def --lef quad.lef -o routed.routes
expect "the wires as text" 0

# Guides of two nets: boxes that meet, leave a gap and end inside wires.
cat >some.guide <<'END'
ck0
(
0 0 9000 34000 metal1
9000 0 12000 34000 metal1
16000 12000 20000 16000 metal2
)
ck1
(
0 0 34000 34000 metal1
0 20000 34000 30000 metal2
)
END
sed 's/^TRACKS X 250 DO 68/TRACKS X 300 DO 67/' counter.def >moved.def
sed 's/^TRACKS X 250 DO 68/TRACKS X 300 DO 67/' routed.def >moved.routed.def

# shellcheck disable=SC2317 # run calls it
recount() { # JSON TRACKS_OF_METAL2 [GUIDE]: fails where the score is another
    python3 - "$@" <<'END'
import json, sys
score = json.load(open(sys.argv[1]))["score"]
start = {"metal1": 500, "metal2": 2 * int(sys.argv[2]), "metal3": 500, "metal4": 500}
step = {"metal1": 1000, "metal2": 1000, "metal3": 1000, "metal4": 2000}
vertical = {"metal2", "metal4"}
guides, net = {}, None
for line in open(sys.argv[3]) if len(sys.argv) > 3 else []:
    words = line.split()
    if len(words) == 5:
        guides[net].append([2 * int(w) for w in words[:4]] + words[4:])
    elif words[0] not in "()":
        net = words[0]
        guides[net] = []
def outside(layer, x, y):
    return net in guides and not any(b[4] == layer and b[0] <= x <= b[2] and b[1] <= y <= b[3]
                                     for b in guides[net])
def off(layer, at):
    return (at - start[layer]) % step[layer] != 0
want = dict.fromkeys(["wire", "off_track_wire", "wrong_way_wire", "out_of_guide_wire", "vias",
                      "off_track_vias", "multi_cut_vias", "out_of_guide_vias"], 0)
layers = {}
for line in open("routed.routes"):
    w = line.split()
    if w[0] == "net":
        net = w[1]
    elif w[0] == "wire":
        x0, y0, x1, y1 = map(int, w[2:6])
        length = abs(x1 - x0) + abs(y1 - y0)
        up = x0 == x1
        layers[w[1]] = layers.get(w[1], 0) + length
        want["wire"] += length
        wrong = up != (w[1] in vertical)
        want["wrong_way_wire"] += wrong * length
        want["off_track_wire"] += (not wrong and off(w[1], x0 if up else y0)) * length
        for at in range(length):  # the middle of each unit
            at += 0.5
            want["out_of_guide_wire"] += outside(w[1], min(x0, x1) + (0 if up else at),
                                                 min(y0, y1) + (at if up else 0))
    elif w[0] == "via-at":
        x, y = map(int, w[2:4])
        cut = w[1].split("_")[0]
        low, high = {"via1": ("metal1", "metal2"), "via2": ("metal2", "metal3"),
                     "via34": ("metal3", "metal4")}[cut]
        layers["via3" if cut == "via34" else cut] = layers.get(cut, 0) + 1
        want["vias"] += 1
        want["off_track_vias"] += any(off(l, x if l in vertical else y) for l in (low, high))
        want["out_of_guide_vias"] += any(outside(l, x, y) for l in (low, high))
for name, amount in want.items():
    amount /= 1000 if "wire" in name else 1
    if name not in score:
        assert not guides and "guide" in name, name
        continue
    assert abs(score[name] - amount) < 0.006, (name, score[name], amount)
pitches = {n: (a / 1000 if "wire" in n else a) for n, a in want.items()}
base = (0.5 * pitches["wire"] + 0.5 * pitches["off_track_wire"] + pitches["wrong_way_wire"] +
        pitches["out_of_guide_wire"] + pitches["off_track_vias"] + pitches["out_of_guide_vias"])
assert abs(score["ispd2018"] - base - 2 * want["vias"]) < 0.006
assert abs(score["ispd2019"] - base - 4 * want["vias"]) < 0.006
got = {s["layer"]: s["vias"] if "vias" in s else s["length_um"] * 2000 for s in score["layers"]}
assert {l: round(v) for l, v in got.items()} == layers, (got, layers)
assert any(want[n] for n in want if "guide" in n) == bool(guides)
END
}
run "$leeway" check counter.def --lef quad.lef routed.def --report plain.json
expect "check" 0 '^layers: metal1 [0-9.]+ um, via1 [0-9]+, metal2 '
expect "its score" 0 '^score without faults: [0-9.]+ \(ISPD 2018\), [0-9.]+ \(ISPD 2019\), wire '
check "the last line" test "${out##*$'\n'}" = "not judged: 1 density; details with -v"
run recount plain.json 250
expect "is right" 0
run recount run.json 250
expect "as that of route" 0
run "$leeway" check counter.def --lef quad.lef routed.def --report guided.json --guides some.guide
expect "with guides" 0 'out-of-guide wire [1-9].* out-of-guide vias [1-9]'
run recount guided.json 250 some.guide
expect "what is outside is right" 0
run "$leeway" check moved.def --lef quad.lef moved.routed.def --report moved.json
expect "other tracks" 0 'off-track wire [1-9]'
run recount moved.json 300
expect "what is off them is right" 0
run python3 "$repo/tests/support/check_json.py" "$repo/router/cli/manual/summary.schema.json" \
    run.json plain.json guided.json
expect "JSON is as the schema says" 0 ""
run "$leeway" check counter.def --lef quad.lef routed.def --guides nowhere.guide
expect "no such guides" 2 "" 'nowhere.guide'
finish
