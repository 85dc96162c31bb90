# bash completion for qili, qili-kiosk and qili-office
# The commands and options come from the programs' own help, so that they cannot differ from it.

_qili_options() {
    "$@" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]+' | sort -u
}

_qili() {
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]-}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ] || [ "$command" = help ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(qili --lang en --help 2>/dev/null |
            sed -n 's/^  \([a-z]*\)  .*/\1/p') help" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_qili_options qili "$command")" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}

_qili_program() {
    local word=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_qili_options "$1")" -- "$word")
    elif [ "$1" = qili-office ] && [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "invite person revoke devices" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}

complete -o filenames -F _qili qili
complete -o filenames -F _qili_program qili-kiosk qili-office
