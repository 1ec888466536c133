# Completions of leeway for bash; `leeway help --as bash` makes them.
leeway_table='@TABLE@'
# The nets of the first file among the words, or the jobs of a batch, that begin with $word.
_leeway_names() {
    local name file
    for file in "${COMP_WORDS[@]:2}"; do
        [ ! -f "$file" ] || break
    done
    [ -f "$file" ] || return 0
    while IFS= read -r name; do
        [[ $name != "$word"* ]] || COMPREPLY+=("$name")
    done < <(gzip -cdf -- "$file" 2>/dev/null | awk -v what="$1" '
        what == "JOB" && sub(/^ *\[job +/, "") && sub(/\].*/, "")
        what == "NET" && ($1 == "net" || ($1 == "-" && nets)) { print $2 }
        $1 == "NETS" { nets = 1 }
        $1 == "END" { nets = 0 }')
}
_leeway() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command option letter value argument names=''
    local kind=none options=--help operands=file commands='' words=''
    COMPREPLY=()
    while IFS=$'\t' read -r command option letter _ value argument _; do
        [ "$option" != - ] || commands+="$command "
        if [ "$command" != "${COMP_WORDS[1]}" ]; then
            continue
        elif [ "$option" = - ]; then
            operands=$value
        else
            options+=" $option"
            if [ "$before" = "$option" ] || [ "$before" = "$letter" ]; then
                kind=$value names=$argument
            fi
        fi
    done <<<"$leeway_table"
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$commands--help --version"
    elif [ "$kind" != none ]; then
        [ "$kind" = other ] || words=$kind
        [[ $names != NET && $names != JOB ]] || _leeway_names "$names"
    elif [[ $word == -* ]]; then
        words=$options
    elif [ "$COMP_CWORD" -eq 2 ]; then
        words=$operands
    else
        words=file
    fi
    if [ "$COMP_CWORD" -ge 3 ] && [ "${COMP_WORDS[1]}" = explain ] && [ "$words" = file ]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        _leeway_names NET
    elif [ "$words" = file ]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    elif [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    fi
}
complete -o filenames -F _leeway leeway
