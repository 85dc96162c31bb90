# bash completion for qili-office: stands with qili's
# shellcheck source=/dev/null
. "${BASH_SOURCE[0]%/*}/qili"
