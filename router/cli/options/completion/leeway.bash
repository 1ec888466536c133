# Completions of leeway for bash; `leeway help --as bash` makes them.
leeway_table='@TABLE@'
_leeway() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command option letter value
    local kind=none options=--help operands=file commands='' words=''
    COMPREPLY=()
    while IFS=$'\t' read -r command option letter _ value _; do
        [ "$option" != - ] || commands+="$command "
        if [ "$command" != "${COMP_WORDS[1]}" ]; then
            continue
        elif [ "$option" = - ]; then
            operands=$value
        else
            options+=" $option"
            [ "$before" != "$option" ] && [ "$before" != "$letter" ] || kind=$value
        fi
    done <<<"$leeway_table"
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$commands--help --version"
    elif [ "$kind" != none ]; then
        [ "$kind" = other ] || words=$kind
    elif [[ $word == -* ]]; then
        words=$options
    elif [ "$COMP_CWORD" -eq 2 ]; then
        words=$operands
    else
        words=file
    fi
    if [ "$words" = file ]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    elif [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    fi
}
complete -o filenames -F _leeway leeway
