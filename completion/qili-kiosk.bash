# bash completion for qili-kiosk: stands with qili's
# shellcheck source=/dev/null
. "${BASH_SOURCE[0]%/*}/qili"
