#!/usr/bin/env bash
# A GPU that really fails: a kernel writes to an invalid address, at several moments of a run, each
# in a process of its own. CUDA then refuses all GPUs to this process, including sound ones, so
# `auto` finishes on the CPU, and `gpu` ends with status 3. Also tests the messages about a GPU that
# fails while others continue.
#
#   BUILD=FOLDER    where the program with faults is (cuda_faults.h), from the repository's root
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../../cli/library.bash"

faulty=$repo/${BUILD:?is not set}/tests/gpu/faults/leeway
[ -x "$faulty" ] || { echo "skipped: there is no $faulty"; exit 0; }
gpus=$("$leeway" devices | grep -cE '^gpu [0-9]+: .* MiB$')
[ "$gpus" -ge 1 ] || { echo "skipped: no GPU to test"; exit 0; }

# Every CUDA call of the router can fail, except those that report devices and errors.
calls=$(find "$repo/$BUILD/gpu" -name '*.cu.o' ! -path '*/gpu/lab/*' -print0 | xargs -0 nm -u |
    sed -nE 's/^ +U (cuda[A-Z][A-Za-z]*)$/\1/p' | sort -u |
    grep -vE '^cuda(GetError(String|Name)|DriverGetVersion|GetDevice(Count|Properties|))$')
for call in $calls; do
    check "$call can be made to fail" grep -qE "(WRAP(_MADE)?\\(|__wrap_)$call\\b" \
        "$repo/tests/gpu/faults/cuda_faults.cu"
done

# The first is large enough that a GPU is used beside the CPU.
"$leeway" generate random 1024 1024 --nets 3000 --seed 4 -o big >/dev/null
"$leeway" generate random 64 64 3 --nets 60 --seed 4 -o small >/dev/null
declare -A whole=()
for design in big small; do
    run "$leeway" route "$design.net" --alone --engine cpu -o none -r "$design.cpu"
    whole[$design]=$status
done

# route DESIGN FAULT OPTION...: with a fault; the result in $design.got.
route() {
    design=$1 fault=$2
    shift 2
    rm -f "$design.got"
    run env CUDA_FAULT="$fault" "$faulty" route "$design.net" --alone "$@" -o none -r "$design.got"
}

# The last run ended like one on the CPU.
as_on_cpu() {
    expect "$1" "${whole[$design]}"
    check "$1: the same bytes" cmp -s "$design.cpu" "$design.got"
}

for name in big small; do
    for number in ${CALLS:-1 9 30 120}; do
        what="$name, call $number is of no avail"
        route "$name" "0:$number:poison" --engine auto
        as_on_cpu "auto: $what"
        route "$name" "0:$number:poison" --engine auto --gpus all
        as_on_cpu "auto, all GPUs: $what"
        for gpu in 1 all; do
            route "$name" "0:$number:poison" --engine gpu --gpus "$gpu"
            if [ "$status" -eq 3 ]; then
                expect "--gpus $gpu: $what" 3 "" '(GPU|not usable)'
                check_not "--gpus $gpu: $what: nothing is written" test -e "$design.got"
            else
                as_on_cpu "--gpus $gpu: $what"
            fi
        done
    done
done
# Patterns of a tile graph, of enough nets that `auto` takes the GPU.
"$leeway" generate capacity 160 160 --nets 25000 --density 20 -o tiles >/dev/null
run "$leeway" route tiles.net --engine cpu -o none -r tiles.cpu
whole[tiles]=$status
for number in ${CALLS:-1 9 30 60}; do
    for engine in auto gpu; do
        rm -f tiles.got
        run env CUDA_FAULT="0:$number:poison" "$faulty" route tiles.net --engine $engine -o none \
            -r tiles.got
        if [ $engine = gpu ] && [ "$status" -eq 3 ]; then
            expect "tiles, call $number" 3 "" '(CUDA|GPU|not usable)'
            check_not "tiles, call $number: nothing is written" test -e tiles.got
        else
            design=tiles
            as_on_cpu "tiles, $engine, call $number"
        fi
    done
done
route big 0:40:launch --engine gpu
expect "a GPU that was named and fails" 3 "" 'CUDA failed in .*unspecified launch failure'
if [ "$gpus" -ge 2 ]; then
    route big 0:40:launch --engine gpu --gpus all
    as_on_cpu "the other GPU goes on"
    check "and who was left out is told" grep -q '^left out: GPU 0: CUDA failed' <<<"$err"
    printf '[batch]\noutput = o\nengine = gpu\ngpus = all\njobs = 4\nalone = yes\n' >b.ini
    for job in 1 2 3 4 5 6 7 8; do
        printf '[job j%s]\nnetlist = small.net\npicture = none\n' "$job" >>b.ini
    done
    run env CUDA_FAULT="1:100:launch" "$faulty" batch b.ini
    expect "a batch goes on with the rest" "${whole[small]}" '^j[0-9]: left out: GPU 1: CUDA'
    for job in 1 2 3 4 5 6 7 8; do
        check "job $job: the same bytes" cmp -s small.cpu "o/j$job.routes"
    done
    rm -rf o
    run env CUDA_FAULT="1:100:poison" "$faulty" batch b.ini
    expect "a batch whose GPUs all fail" 3 '^job  *result'
    run "$leeway" batch b.ini --resume
    expect "goes on in a new process" "${whole[small]}"
    for job in 1 2 3 4 5 6 7 8; do
        check "job $job, resumed: the same bytes" cmp -s small.cpu "o/j$job.routes"
    done
fi
finish
