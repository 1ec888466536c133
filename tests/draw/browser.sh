#!/usr/bin/env bash
# Pages of pictures in a headless browser: zoom, pan, layers, search, failures. browser.js runs in
# each page, after its own script, and reports what it sees.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    echo "skipped: pages in a browser (no chromium, no google-chrome)"
    finish
fi

# Fills $out with what is seen in the page. Without the sandbox it runs as root, too.
drive() {
    { cat "$1" && echo '<script>' && cat "$repo/tests/draw/browser.js" && echo '</script>'; } \
        >driven.html
    run timeout 120 "$browser" --headless --no-sandbox --disable-gpu --window-size=1200,800 \
        --user-data-dir="$scratch/profile" --virtual-time-budget=600000 --dump-dom \
        "file://$scratch/driven.html"
    out=$(grep '^SAW' <<<"$out")
}

# Zoom, pan, the whole picture again, layers off and on, a net found.
common() {
    expect "$1" 0 ".*" ".*"
    for what in 'opens without a veil' ink zoom pan whole 'layers back' search 'tip names' 'scale bar' click escape keys \
        slash next 'name at zoom' 'picture uncovered' label; do
        check "$1: $what" grep -qx "SAW $what" <<<"$out"
    done
}

printf 'size 9 6\n' >cross.grid
printf 'grid cross.grid\nnet column 3,0 3,5\nnet row 0,1 8,1\n' >cross.net
"$leeway" route cross.net -o cross.html -r cross.routes -q
drive cross.html
common "a small page"
check "a small page: the layer" grep -q 'change the picture: 1 of 1' <<<"$out"
check "a small page: a failure is listed" grep -qx 'SAW failures: 1, rows 1' <<<"$out"
check "a small page: the cursor's cell" grep -qE '^SAW place [0-8], [0-5]$' <<<"$out"
check "a small page: no net is in question" grep -qx 'SAW opens with ' <<<"$out"
check "a small page: and told" grep -qx 'SAW failure' <<<"$out"

"$leeway" draw cross.net cross.routes --highlight column -o asked.html -q
drive asked.html
check "the net in question is selected" grep -qx 'SAW opens with column' <<<"$out"

# Hatching is a pattern: 200 nets among cells that are blocked on some layers.
"$leeway" generate random 128 128 4 --nets 200 --seed 1 -o hatched >hatched.log
"$leeway" route hatched.net --alone -o hatched.html -r hatched.routes -q
"$leeway" draw hatched.net hatched.routes -o hatched.svg -q
drive hatched.html
common "hatching"
check "hatching is filled" grep -qx 'SAW no strokes of stripes' <<<"$out"
check "hatching: at most 1 MB of SVG" test "$(wc -c <hatched.svg)" -le 1000000
check "hatching: patterns" grep -q 'fill="url(#p0)"' hatched.svg

# A part of a layout: what is beyond it does not show; each net has its facts.
counter=("$repo/netlists/counter.def" --lef "$repo/netlists/quad.lef")
"$leeway" route "${counter[@]}" -r counter.def -o none -q
"$leeway" draw "${counter[@]}" counter.def --crop 2,12,32,20 -o part.html -q
drive part.html
common "a part of a layout"
check "a part of a layout: nothing beside it" grep -qx 'SAW outside 0' <<<"$out"
check "a layout: facts of nets" grep -qE '"length [0-9.]+ um, vias [0-9]+"' part.html

# A film: nets share cells at first.
"$leeway" route "$repo/netlists/switchbox.net" --max-iterations 20 -o none -r none -q \
    --animate film.html
drive film.html
check "a film: nets in conflict stand out, and none is left" \
    grep -qx 'SAW conflicts that end' <<<"$out"

# So many rectangles that they are drawn as an image.
"$leeway" generate chip 512 512 4 --nets 6000 --seed 1 -o many >many.log
"$leeway" route many.net -o many.html -r many.routes -q
drive many.html
common "a large page"
check "a large page: the layers" grep -q 'change the picture: 4 of 4' <<<"$out"
check "a large page: many parts" grep -qE '[0-9]{6} parts' <<<"$out"
"$leeway" generate chip 1024 1024 4 --nets 1000 --seed 2 -o thousand >thousand.log
"$leeway" route thousand.net -o thousand.html -r none -q
check "1000 nets are at most 1 MB" test "$(wc -c <thousand.html)" -le 1000000
finish
