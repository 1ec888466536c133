#compdef leeway
# Completions of leeway for zsh; `leeway help --as zsh` makes them.
leeway_table='@TABLE@'
_leeway() {
    setopt localoptions extendedglob
    local command option letter many value argument help operands=file end
    local -a commands specs
    while IFS=$'\t' read -r command option letter many value argument help; do
        [[ $option != - ]] || commands+=("$command:$help")
        [[ $command == "$words[2]" ]] || continue
        if [[ $option == - ]]; then
            operands=$value
            continue
        fi
        end="[${help//(#m)[][:]/\\$MATCH}]"
        case $value in
        none) ;;
        file) end+=":$argument:_files" ;;
        other) end+=":$argument:" ;;
        *) end+=":$argument:($value)" ;;
        esac
        [[ $letter == - ]] || specs+=("${many#-}$letter$end")
        [[ $value == none ]] || option+='='
        specs+=("${many#-}$option$end")
    done <<<$leeway_table
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    shift words
    (( CURRENT-- ))
    specs+=('--help[explain the command]')
    [[ $operands == file ]] || specs+=("1:operand:($operands)")
    _arguments $specs '*:file:_files'
}
_leeway "$@"
