# Reads qili.txt, which people edit on any computer, and writes in $run what it says. Sourced by
# `setup`, and by tests/test_image.sh.
# shellcheck shell=sh disable=SC2154
#
# What is read is data and never run: values are compared with patterns, and written where only their
# own program reads them. A wrong line is named and passed over.

setup_bytes_max=16384
setup_line_max=256
setup_lines_max=200 # each wrong one takes its time to tell; the unit has a minute
setup_config_max=65536 # DEVICE_CONFIG_BYTES_MAX
setup_wrong=0
setup_zones=${QILI_ZONEINFO:-/usr/share/zoneinfo}

# setup_fault NUMBER TEXT...
setup_fault() {
    setup_at=$1
    shift
    setup_wrong=$((setup_wrong + 1))
    tell "qili.txt line $setup_at: $*"
}

# The file as lines of plain text: no byte order mark, no carriage returns, no blanks around (among
# them the wide blank of Chinese input methods), its wide = as =, its wide # as #.
# setup_lines FILE
setup_lines() {
    head -c "$setup_bytes_max" "$1" | LC_ALL=C sed \
        -e '1s/^\xef\xbb\xbf//' -e 's/\r$//' \
        -e 's/^\(\xe3\x80\x80\|\xc2\xa0\|[ \t]\)*//' -e 's/\(\xe3\x80\x80\|\xc2\xa0\|[ \t]\)*$//' \
        -e 's/^\xef\xbc\x83/#/' -e 's/^\([^=]*\)\xef\xbc\x9d/\1=/' \
        -e ':key; s/^\([^=]*\)\(\xe3\x80\x80\|\xc2\xa0\|[ \t]\)=/\1=/; t key' \
        -e 's/^\([^=]*\)=\(\xe3\x80\x80\|\xc2\xa0\|[ \t]\)*/\1=/'
}

# setup_text VALUE: is it UTF-8 without control characters?
setup_text() {
    printf '%s' "$1" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 &&
        [ -z "$(printf '%s' "$1" | LC_ALL=C tr -d -c '\000-\037\177')" ]
}

# What the check of qili.conf said, line by line, without the path; at most so many lines of it.
# setup_config_told FILE WORDS
setup_told_max=5
setup_config_told() {
    setup_config_lines=0
    while IFS= read -r setup_each; do
        setup_wrong=$((setup_wrong + 1))
        setup_config_lines=$((setup_config_lines + 1))
        [ "$setup_config_lines" -le "$setup_told_max" ] || continue
        tell "$2 ${setup_each#*qili.conf: }"
    done <"$1"
}

setup_hostname() {
    case $2 in
    '' | -* | *- | *[!A-Za-z0-9-]*)
        setup_fault "$1" "a name has letters, digits and hyphens, and begins and ends with none"
        ;;
    *)
        if [ ${#2} -gt 63 ]; then
            setup_fault "$1" "a name has at most 63 letters"
        else
            setup_name=$2
        fi
        ;;
    esac
}

setup_wifi_name() {
    setup_ssid=
    setup_ssid_line=$1
    if [ -z "$2" ] || [ ${#2} -gt 32 ]; then
        setup_fault "$1" "a network's name has 1 to 32 bytes, this one ${#2}"
    elif ! setup_text "$2"; then
        setup_fault "$1" "the network's name is not UTF-8 text: save the file as UTF-8"
    else
        setup_ssid=$2
    fi
}

# A password that is wrong must not make an open network of it.
setup_wifi_password() {
    setup_psk=
    setup_psk_wrong=1
    case $2 in
    *[!\ -~]*)
        setup_fault "$1" "the password has characters that are not plain ASCII (wide ones?)"
        return
        ;;
    esac
    if [ ${#2} -eq 64 ]; then
        case $2 in
        *[!0-9A-Fa-f]*) setup_fault "$1" "a password of 64 characters is a key of 0-9 and a-f" ;;
        *)
            setup_psk=$2
            setup_psk_wrong=0
            ;;
        esac
    elif [ ${#2} -lt 8 ] || [ ${#2} -gt 63 ]; then
        setup_fault "$1" "a password has 8 to 63 characters, this one ${#2}"
    else
        setup_psk="\"$2\""
        setup_psk_wrong=0
    fi
}

setup_wifi_country() {
    case $2 in
    [A-Za-z][A-Za-z]) setup_country=$(printf '%s' "$2" | tr '[:lower:]' '[:upper:]') ;;
    *) setup_fault "$1" "a country is two letters: CN is used" ;;
    esac
}

setup_timezone() {
    case $2 in
    '' | /* | *..* | *[!A-Za-z0-9_+/-]*) setup_fault "$1" "a time zone is as Asia/Shanghai" ;;
    *)
        if [ -f "$setup_zones/$2" ]; then
            setup_zone=$2
        else
            setup_fault "$1" "there is no such time zone; one is Asia/Shanghai"
        fi
        ;;
    esac
}

setup_time_server() {
    case $2 in
    '' | -* | *[!A-Za-z0-9.:-]*) setup_fault "$1" "a time server is a name or an address" ;;
    *)
        if [ ${#2} -gt 253 ]; then
            setup_fault "$1" "a time server's name has at most 253 letters"
        else
            setup_ntp=$2
        fi
        ;;
    esac
}

# setup_line NUMBER LINE
setup_line() {
    case $2 in
    '' | '#'*) return ;;
    *=*) ;;
    *)
        setup_fault "$1" "name = value was expected"
        return
        ;;
    esac
    if [ ${#2} -gt "$setup_line_max" ]; then
        setup_fault "$1" "a line has at most $setup_line_max bytes"
        return
    fi
    setup_key=$(printf '%s' "${2%%=*}" | LC_ALL=C tr 'A-Z_' 'a-z-')
    setup_value=${2#*=}
    case " $setup_seen " in
    *" $setup_key "*) setup_fault "$1" "$setup_key was said before: the last right line counts" ;;
    esac
    setup_seen="$setup_seen $setup_key"
    case $setup_value in
    '"'*'"' | "'"*"'") setup_fault "$1" "the quotes are taken as part of it: write it without" ;;
    esac
    case $setup_key in
    hostname | 机名) setup_hostname "$1" "$setup_value" ;;
    wifi-name | 无线名称) setup_wifi_name "$1" "$setup_value" ;;
    wifi-password | 无线密码) setup_wifi_password "$1" "$setup_value" ;;
    wifi-country | 国家) setup_wifi_country "$1" "$setup_value" ;;
    timezone | 时区) setup_timezone "$1" "$setup_value" ;;
    time-server | 校时服务器) setup_time_server "$1" "$setup_value" ;;
    *) setup_fault "$1" "unknown: hostname, wifi-name, wifi-password, wifi-country, timezone," \
        "time-server are known" ;;
    esac
}

# setup_config_size FILE: can it be a configuration? A large one would fill the memory that it is
# copied to.
setup_config_size() {
    [ -f "$1" ] && [ "$(stat -c %s "$1")" -le "$setup_config_max" ]
}

# What was read, each where its own program reads it.
setup_write() {
    mkdir -p "$run"
    [ -z "$setup_name" ] || printf '%s\n' "$setup_name" >"$run/hostname"
    [ -z "$setup_zone" ] || printf 'TZ=:%s\n' "$setup_zone" >"$run/kiosk.env"
    [ -z "$setup_ntp" ] || printf '[Time]\nNTP=%s\n' "$setup_ntp" >"$run/timesyncd.conf"
    if [ -n "$setup_ssid" ] && [ "$setup_psk_wrong" -eq 1 ]; then
        setup_fault "$setup_ssid_line" "no Wi-Fi, since its password is wrong"
    elif [ -n "$setup_ssid" ]; then
        (
            umask 077
            printf 'update_config=0\ncountry=%s\nnetwork={\n    ssid=%s\n    scan_ssid=1\n' \
                "$setup_country" "$(printf '%s' "$setup_ssid" | od -An -v -tx1 | tr -d ' \n')"
            if [ -n "$setup_psk" ]; then
                printf '    key_mgmt=WPA-PSK\n    psk=%s\n}\n' "$setup_psk"
            else
                printf '    key_mgmt=NONE\n}\n'
            fi
        ) >"$run/wpa_supplicant.conf"
        chmod 600 "$run/wpa_supplicant.conf"
    fi
}

# Reads FILE and writes in $run. It always succeeds: without a file, or with a wrong one, the console
# starts without.
# setup_read FILE
setup_read() {
    setup_name='' setup_ssid='' setup_psk='' setup_psk_wrong=0 setup_country=CN setup_zone=''
    setup_ntp='' setup_ssid_line=0 setup_seen=
    if [ ! -e "$1" ]; then
        say "there is no qili.txt"
        return
    fi
    if [ ! -f "$1" ]; then
        setup_fault 0 "this is a folder and no file"
        return
    fi
    if [ "$(stat -c %s "$1")" -gt "$setup_bytes_max" ]; then
        setup_fault 0 "only the first $setup_bytes_max bytes of the file are read"
    fi
    if [ "$(head -c "$setup_bytes_max" "$1" | tr -d -c '\000' | wc -c)" -gt 0 ]; then
        setup_fault 1 "this is no plain text: save the file as UTF-8"
        return
    fi
    setup_number=0
    setup_scratch=$(setup_lines "$1"; echo .)
    setup_scratch=${setup_scratch%.}
    while IFS= read -r setup_each || [ -n "$setup_each" ]; do
        setup_number=$((setup_number + 1))
        if [ "$setup_number" -gt "$setup_lines_max" ]; then
            setup_fault "$setup_number" "only the first $setup_lines_max lines are read"
            break
        fi
        setup_line "$setup_number" "$setup_each"
    done <<SETUP_LINES
$setup_scratch
SETUP_LINES
    setup_write
}
