#!/usr/bin/env bash
# qili limit and qili touch from outside: verdicts, both languages, JSON, bad input, usage.
#
# Usage: QILI=build/qili tests/test_limit_touch.sh
# Prints "ok NAME" or "not ok NAME" for each check; fails if one of them fails.
# shellcheck disable=SC2317 # the checks are called by name
# shellcheck source=tests/support/checks.sh
source "$(dirname "$0")/support/checks.sh"

start='rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'

# Red's rook c5 can take c6 and check on its rank, the rooks a0 and i9 are idle.
duel='5k2r/8P/9/2p6/2R6/9/9/9/9/R2K5 w'
idle='a0a1 i9h9 a1a0 h9i9'
checks='c5f5 f9e9 f5e5 e9f9 e5f5 f9e9 f5e5 e9f9 e5f5 f9e9 f5e5 e9f9 e5f5 f9e9 f5e5 e9f9'
checks+=' e5f5 f9e9 f5e5 e9f9'

# answers STATUS TEXT...: the exit status, no errors, and all the texts in the output.
answers() {
    local text
    exit_is "$1" && err_lines 0 || return 1
    shift
    for text in "$@"; do
        grep -qF -e "$text" "$work/out" || return 1
    done
}

# game FILE PLIES [FIRST]: a duel of so many idle moves behind the first moves.
game() {
    local moves=() i
    local -a cycle
    read -ra cycle <<<"$idle"
    for ((i = 0; i < $2; i++)); do
        moves+=("${cycle[i % 4]}")
    done
    printf 'FEN %s\n%s\n%s\n' "$duel" "${3-}" "${moves[*]-}" >"$work/$1"
}

# limit NAME FILE OPTIONS TEXT...: the audit of a file says all the texts.
limit() {
    local name=$1 file=$2
    local -a options
    read -ra options <<<"$3"
    shift 3
    qili limit "${options[@]}" "$work/$file"
    check "$name" answers 0 "$@"
}

# limit_refuses NAME STATUS TEXT ARGUMENT...: limit says no in one line with the text.
limit_refuses() {
    local name=$1 expected=$2 text=$3
    shift 3
    qili limit "$@"
    check "$name" complaint "$expected" "$text"
}

# touch_says NAME OPTIONS... -- TEXT...: the answer has all the texts.
touch_says() {
    local name=$1
    local -a options=()
    shift
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    qili touch "${options[@]}"
    check "$name" answers 0 "$@"
}

# touch_refuses NAME STATUS TEXT ARGUMENT...: touch says no in one line with the text.
touch_refuses() {
    local name=$1 expected=$2 text=$3
    shift 3
    qili touch "$@"
    check "$name" complaint "$expected" "$text"
}

test_boundaries() {
    game 119 119
    game 120 120
    game 121 121
    game taken 119 'c5c6 i9h9'
    limit 'one move before' 119 '--claimant red' '计59回合，未满60回合：不属实，判红方犯规一次（9.1.4）'
    limit 'at the limit' 120 '--claimant red' '计60回合，已满60回合：属实，判和（4.2.4、23.3）'
    limit 'one move after' 121 '--claimant black' '第121着不足一回合' '属实，判和'
    limit 'the five minutes' 119 '--claimant black' '黑方犯规' '其棋钟加计5分钟'
    limit 'nobody claims' 120 '' '双方均未提出' '裁判可以判和（23.3）'
    limit 'nobody claims, too early' 119 '--claimant none' '未满60回合：继续对弈'
    limit 'the event'\''s limit, reached' 119 '--claimant red --limit 59' '属实，判和'
    limit 'the event'\''s limit, missed' 119 '--claimant red --limit 61' '不属实'
    limit 'limit 1' 121 '--claimant red --limit 1' '已满1回合：属实'
    limit 'a start that is given' 120 '--claimant red' '此前的着法不明'
    limit 'English' 119 '--claimant red --lang en' 'Rounds counted: 59 of 60. The claim is untrue' \
        'rounds 1 to 59, counted'
}

test_checks() {
    game ten 100 "$checks"
    game eleven 98 "$checks e5f5 f9e9"
    game twelve 100 "$checks e5f5 f9e9"
    limit 'ten checks' ten '--claimant red' '未超过10着，全部计入' '计60回合，已满60回合：属实'
    limit 'eleven checks' eleven '--claimant red' '将军11着，最多只计10着，扣除1回合（23.3）' \
        '第21着至第22着：第11回合，红方第11次将军，不计' '计59回合，未满60回合：不属实'
    limit 'eleven checks and a round more' twelve '--claimant red' '计60回合，已满60回合：属实'
    limit 'the other side claims' eleven '--claimant black' '计60回合，已满60回合：属实'
    limit 'nobody claims: both counts' eleven '' '若由红方提出计59回合，若由黑方提出计60回合' \
        '裁判可以判和'
}

test_json() {
    game eleven 98 "$checks e5f5 f9e9"
    limit 'JSON of an untrue claim' eleven '--claimant red --format json' \
        '"verdict":"claim-untrue"' '"articles":["9.1.4","23.3"]' \
        '"foul":{"article":"9.1.4","side":"red","minutes":5}' '"counted":59' \
        '"counted_if_claimed":{"red":59,"black":60}' '"checks":{"red":11,"black":0}' \
        '{"round":11,"plies":[21,22],"counted":false,"why":"check-beyond-ten",' \
        '"why":"check-beyond-ten","checks":{"red":11,"black":0}}'
    check 'one line a game' out_lines 1
    limit 'JSON without a claimant' eleven '--format json' '"claimant":null' '"foul":null' \
        '"verdict":"may-draw"'
    printf '{"id": "m", "fen": "%s", "moves": ["h2e2", "h9g7", "e2e6"]}\n' "$start" \
        >"$work/capture.jsonl"
    limit 'a capture on the last move' capture.jsonl '--claimant red --format json' \
        '"capture":{"ply":3,"side":"red","iccs":"e2e6","taken":"p"}' '"rounds":0' '"id":"m"'
}

test_games() {
    local moves
    printf '%s\n' '炮二平五 马8进7 马二进三 车9平8' >"$work/chinese"
    limit 'a game in Chinese' chinese '--limit 2 --claimant black' '记录中没有吃子' '已满2回合：属实'
    printf 'FEN %s\na0b2! i9h9 b2a0! h9i9\n' "$duel" >"$work/stood"
    limit 'illegal moves that stood' stood '--limit 2 --claimant red' '2着违例而已成立' '属实'
    printf 'FEN 4k4/8R/9/9/9/9/9/9/R8/3K5 w\na1a9\n' >"$work/mate"
    limit 'a mate' mate '--limit 1 --claimant black' '黑方已被将死或困毙，对局已终了'
    for moves in '"h2e2", "h9g7"' '"h2h5", "a9a5"' '"b2e2", "b9c7"'; do
        printf '{"id": 1, "fen": "%s", "moves": [%s]}\n' "$start" "$moves"
    done >"$work/three.jsonl"
    qili limit --format json --limit 1 "$work/three.jsonl"
    check 'a bad game among others: status' exit_is 1
    check 'a bad game among others: one line of error' err_lines 1
    check 'a bad game among others: the others are audited' out_lines 2
    check 'a bad game among others: it is named' grep -q 'three.jsonl:2: .*第2着' "$work/err"
    qili limit --limit 1 "$work/chinese" "$work/mate"
    check 'two files' answers 0 '记录中没有吃子' '对局已终了'
}

test_limit_refuses() {
    printf '%s\n' '炮二平五 马8进7 炮五进六' >"$work/bad"
    limit_refuses 'a record that stopped' 1 '第3着' "$work/bad"
    limit_refuses 'an empty input' 1 '没有内容'
    limit_refuses 'no such file' 2 '没有这个文件' "$work/nowhere"
    limit_refuses 'limit 0' 2 '1 至 200' --limit 0 "$work/bad"
    limit_refuses 'limit 201' 2 '1 至 200' --limit 201 "$work/bad"
    limit_refuses 'limit -1' 2 '1 至 200' --limit=-1 "$work/bad"
    limit_refuses 'limit 60x' 2 '1 至 200' --limit 60x "$work/bad"
    limit_refuses 'an unknown claimant' 2 'red、black 或 none' --claimant white "$work/bad"
    limit_refuses 'an unknown format' 2 'text 或 json' --format xml "$work/bad"
    limit_refuses 'an unknown option' 2 '--rounds' --rounds 60 "$work/bad"
    qili limit --help
    check 'help of limit' answers 0 'qili limit' '--claimant'
}

test_touch() {
    local pinned='3k5/4r4/9/9/9/4N4/9/9/9/4K4 w'
    touch_says '5.1' --touched a0 -- '必须走动红车（a0）（5.1）' '可走的着法（2 着）' '车九进一'
    touch_says '5.1 in vain' --fen "$pinned" --touched e4 -- '可另走别的棋子（5.1）' '犯规（9.1.5）'
    touch_says '5.2' --touched h9 -- '必须吃掉黑马（h9）（5.2）' '炮二进七'
    touch_says '5.2 in vain' --touched a9 -- '可另行走子（5.2）' '犯规（9.1.6）' '可走的着法（44 着）'
    touch_says '5.3' --touched h2,h9 -- '红炮（h2）必须吃掉黑马（h9）（5.3）'
    touch_says '5.3, it only moves' --touched a0,h9 -- '必须走动红车（a0）（5.3）'
    touch_says '5.4' --touched h9,a0 -- '必须用别的子吃掉（5.4）' '炮二进七'
    touch_says '5.5' --touched a0+h9 -- '必须用别的子吃掉（5.5）' '红车（a0），同时 黑马（h9）'
    touch_says 'free with both fouls' --fen "$pinned" --touched e4,e8 -- '可另行走子（5.3）' \
        '犯规（9.1.5）' '犯规（9.1.6）'
    touch_says '5.6 adjusted' --touched a0:adjusted -- '没有摸子' '经同意摆正，不算'
    touch_says '5.6 brushed' --touched 'a9:brushed, h9' -- '误碰，不算' '（5.2）'
    touch_says 'blanks and capitals' --touched ' H2 , H9 ' -- '（5.3）'
    touch_says 'nothing touched, a move made' --made h2e2 -- '没有摸子'
    touch_says 'the move made stands' --touched a0 --made a0a1 -- '车九进一已离手，落子生根'
    touch_says 'in any notation' --touched a0 --made 车九进一 -- '车九进一已离手，落子生根'
    touch_says 'against the duty' --touched a0 --made 炮二平五 -- '不合摸子的规定'
    touch_says 'an illegal move made' --fen "$pinned" --made e0d0 -- '应判负（4.1.2）'
    touch_says 'Black touches' --fen '5k3/9/9/9/9/9/9/9/r3R4/3K5 b' --touched e1,a1 -- '黑方摸子' \
        '黑车（a1）必须吃掉红车（e1）（5.4）'
    touch_says 'English' --lang en --touched a0,h9 -- 'the red rook on a0 must move (5.3)' \
        'Moves that may be made (2):'
    touch_says 'JSON' --format json --touched h9,a0 -- '"duty":"take"' '"article":"5.4"' \
        '"step":2' \
        '"own":"a0"' '"other":"h9"' '"moves":[{"iccs":"h2h9","zh":"炮二进七"}]' '"fouls":[]' \
        '"made":null'
    touch_says 'JSON of fouls' --fen "$pinned" --format json --touched e4,e8 -- '"duty":"free"' \
        '"fouls":[{"article":"9.1.5","square":"e4"},{"article":"9.1.6","square":"e8"}]'
}

test_touch_refuses() {
    local many
    many=$(printf 'a0,%.0s' {1..32})
    touch_refuses 'an empty square' 1 'a1：这个点上没有可摸的棋子' --touched a1
    touch_refuses 'no such square' 1 '看不懂“j0' --touched a0,j0
    touch_refuses 'no such rank' 1 '看不懂“a:' --touched a:
    touch_refuses 'an unknown excuse' 1 '看不懂“:dropped' --touched a0:dropped
    touch_refuses 'a comma at the end' 1 '看不懂“a0,' --touched a0,
    touch_refuses 'no comma between' 1 '看不懂“b0' --touched 'a0 b0'
    touch_refuses 'too many' 1 '上限 32 次' --touched "${many}a0"
    touch_refuses 'a bad FEN' 1 'FEN' --fen 9/9 --touched a0
    touch_refuses 'a position with a fault' 1 '将帅照面' --fen '4k4/9/9/9/9/9/9/9/9/4K4 w' --touched e0
    touch_refuses 'a move that is none' 1 '看不懂的着法' --touched a0 --made hello
    touch_refuses 'a move of the other side' 1 'a9' --touched a0 --made a9a8
    touch_refuses 'English' 1 'no piece to touch' --lang en --touched a1
    touch_refuses 'nothing given' 2 '缺少 --touched'
    touch_refuses 'an operand' 2 '多出来的参数' --touched a0 h9
    touch_refuses 'an unknown format' 2 'text 或 json' --touched a0 --format xml
    qili touch --help
    check 'help of touch' answers 0 'qili touch' '--touched' ':brushed'
}

test_boundaries
test_checks
test_json
test_games
test_limit_refuses
test_touch
test_touch_refuses

checks_end 'limit and touch'
