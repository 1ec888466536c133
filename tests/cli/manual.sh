#!/usr/bin/env bash
# Manual pages and completions have all commands and options, and their tools accept them.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

run "$repo/.ci/manual" "$leeway" share
expect "manual pages and completions are written" 0 "" ""
check "as many files as it lists" test "$(find share -type f | wc -l)" -eq \
    "$("$repo/.ci/manual" "$leeway" share files | wc -l)"
bash_file=share/bash-completion/completions/leeway
zsh_file=share/zsh/site-functions/_leeway
fish_file=share/fish/vendor_completions.d/leeway.fish
pages=share/man/man1
formats=share/man/man5/leeway-formats.5
ini=share/man/man5/leeway-batch.5

# Each option of the help is in the manual page and in each completion.
commands=$("$leeway" --help | sed -nE '/^usage:/,$s/^  leeway ([a-z]+) .*/\1/p')
check "help lists commands" test "$(wc -w <<<"$commands")" -ge 10
for command in $commands; do
    missing=""
    options=$("$leeway" help "$command" | sed -nE 's/^ +(-[a-zA-Z], )?--([a-z-]+)( .*|$)/\2/p')
    for option in $options; do
        grep -qF -- "\\fB\\-\\-${option//-/\\-}\\fR" "$pages/leeway-$command.1" ||
            missing+=" man:$option"
        for file in "$bash_file" "$zsh_file" "$fish_file"; do
            grep -qE "^(.*')?$command	--$option	" "$file" || missing+=" ${file##*/}:$option"
        done
    done
    check "$command: all options are everywhere ($missing)" test -z "$missing"
    check "leeway(1) names leeway-$command(1)" grep -q "leeway\\\\-$command (1)" "$pages/leeway.1"
done
options=$("$leeway" help route | grep -cE '^ +(-[a-zA-Z], )?--[a-z]')
check "route has its many options" test "$options" -ge 25

# The page of formats has every statement, every key that is no option, every column.
for word in size layer cost block free weight wall map grid net routes wire unrouted 'no\\-path' \
    'blocked\\-by' 'time\\-limit' interrupted output jobs checkpoint netlist \
    least_length over searches chip 'via\\-at' patch; do
    check "formats: $word" grep -qE "(^|[^a-z])${word//\\\\/\\\\}([^a-z]|\$)" "$formats"
done

for word in output jobs checkpoint netlist lef 'only\\-net' animate; do
    check "the page of INI files: $word" grep -qE "(^|[^a-z])${word//\\\\/\\\\}([^a-z]|\$)" "$ini"
done
check "README and examples are installed" test -s share/doc/leeway/README.md -a \
    -s share/doc/leeway/examples/batch.ini -a -s share/doc/leeway/CHANGELOG.md

if command -v mandoc >/dev/null; then
    run mandoc -T lint "$pages"/*.1 "$formats" "$ini"
    expect "mandoc finds nothing to say" 0 "" ""
elif command -v groff >/dev/null; then
    run groff -man -Tutf8 -ww -z "$pages"/*.1 "$formats" "$ini"
    expect "groff finds nothing to say" 0 "" ""
else
    echo "skipped: lint of the pages (no mandoc and no groff here)"
fi
check "no page holds a time" test -z "$(grep -lE '[0-9]{2}:[0-9]{2}' "$pages"/*.1)"

# The completions that bash offers after these words.
# shellcheck source=/dev/null
source "$bash_file"
offers() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _leeway
    printf '%s ' "${COMPREPLY[@]}"
}
touch some.net
check "bash: commands" test "$(offers leeway b)" = "batch bfs bench "
check "bash: options" test "$(offers leeway route --eng)" = "--engine "
check "bash: words" test "$(offers leeway route --engine '')" = "auto cpu gpu "
check "bash: words of another command's option" test "$(offers leeway bench --engine a)" = "all "
check "bash: a letter's file" test "$(offers leeway route -o some)" = "some.net "
check "bash: files" test "$(offers leeway route some)" = "some.net "
check "bash: nothing for a number" test "$(offers leeway route --threads '')" = " "
check "bash: operands" test "$(offers leeway generate m)" = "macro maze "
check "bash: help's operand" test "$(offers leeway help r)" = "route "
printf 'grid g\nnet clk 0,0 1,1\nnet clear[0] 2,2 3,3\nnet $(rm) 4,4 5,5\n' >three.net
check "bash: nets" test "$(offers leeway route three.net --highlight cl)" = "clk clear[0] "
check "bash: a net is no command" test "$(offers leeway explain three.net '$')" = '$(rm) '
check "bash: nets of a DEF" test "$(offers leeway draw "$repo/netlists/counter.def" --only-net \
    --highlight ck)" = "ck0 ck1 "
check "bash: jobs" test "$(offers leeway batch "$repo/examples/batch.ini" --only ch)" = \
    "channel channel-alone "
if command -v zsh >/dev/null; then
    check "zsh reads its file" zsh -n "$zsh_file"
else
    echo "skipped: completions for zsh (no zsh here)"
fi
if command -v fish >/dev/null; then
    check "fish reads its file" fish -n "$fish_file"
    fish_offers() { HOME=$scratch fish -c "source $fish_file; complete -C '$1'" 2>/dev/null |
        cut -f 1 | tr '\n' ' '; }
    check "fish: options" test "$(fish_offers 'leeway route --eng')" = "--engine "
    check "fish: words" test "$(fish_offers 'leeway route --engine ')" = "auto cpu gpu "
else
    echo "skipped: completions for fish (no fish here)"
fi
run "$leeway" help route --as bash
expect "completions are for all commands" 2 "" 'leave route out'
run "$leeway" help --as mam
expect "a form that is none" 2 "" 'did you mean man\?$'
finish
