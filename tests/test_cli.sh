#!/usr/bin/env bash
# The qili tool from outside: bad input, usage, both outputs, all file formats.
#
# Usage: QILI=build/qili tests/test_cli.sh
# Prints "ok NAME" or "not ok NAME" for each check; fails if one of them fails.
# shellcheck disable=SC2317 # the checks are called by name
# shellcheck source=tests/support/checks.sh
source "$(dirname "$0")/support/checks.sh"
here=$(cd "$(dirname "$0")" && pwd)
data=$here/data/cli
examples=$here/../docs/examples
export XDG_STATE_HOME=$work/state # where a journal would be

chase='2bakab2/7r1/6n2/c1p1p1p1p/9/1R7/2P1P1P1P/4C1N2/9/2BAKAB2'
good='{"id": "good", "fen": "'$chase' w", "moves": ["b4a4", "a6b6", "a4b4", "b6a6"]}'

# One line of standard error that has all the texts, exit status 1, and one result, the good one.
one_complaint() {
    local text
    exit_is 1 && err_lines 1 && out_lines 1 && out_has '"id":"good"' || return 1
    for text in "$@"; do
        err_has "$text" || return 1
    done
}

# bad_line NAME JSON TEXT...: a bad line before and after a good one.
bad_line() {
    local name=$1 line=$2
    shift 2
    printf '%s\n%s\n' "$line" "$good" >"$work/bad.jsonl"
    qili judge --format json "$work/bad.jsonl"
    check "$name" one_complaint "bad.jsonl:1: " "$@"
    printf '%s\n%s\n' "$good" "$line" >"$work/bad.jsonl"
    qili judge --format json --lang en "$work/bad.jsonl"
    check "$name, second line, English" one_complaint "bad.jsonl:2: "
}

# bad_moves NAME FEN MOVES TEXT...
bad_moves() {
    local name=$1 fen=$2 moves=$3 json
    shift 3
    json=$(printf '"%s", ' "${moves// /\", \"}")
    bad_line "$name" "{\"id\": 1, \"fen\": \"$fen\", \"moves\": [${json%, }]}" "$@"
}

test_bad_positions() {
    bad_moves 'FEN of 8 files' "${chase/2bakab2/2bakab1} w" 'b4a4 a6b6' '9 路'
    bad_moves 'FEN of 9 ranks' "${chase%/*} w" 'b4a4 a6b6' '10 行'
    bad_moves 'FEN with an unknown letter' "${chase/2bakab2/2bakxb2} w" 'b4a4' '不认识的字母'
    bad_moves 'two red kings' "${chase/9\/2BAKAB2/5K3\/2BAKAB2} w" 'b4a4 a6b6' '两个将帅'
    bad_moves 'no black king' "${chase/2bakab2/2ba1ab2} w" 'b4a4 a6b6' '没有黑将'
    bad_moves 'pawn behind its own line' "${chase/9\/2BAKAB2/P8\/2BAKAB2} w" 'b4a4 a6b6' 'a1' \
        '走不到'
    bad_moves 'facing kings' '4k4/9/9/9/9/9/9/9/9/R3K4 w' 'a0a1 e9e8' '照面'
    bad_moves 'the other side in check' '4k4/9/9/9/9/9/9/9/4R4/3K5 w' 'e1e2 e9e8' '正被将军'
}

test_illegal_moves() {
    bad_moves 'blocked leg' "$chase w" 'b4a4 a6b6 g2h4 b6a6' '第3着' 'g2h4' '蹩马腿'
    bad_moves 'blocked eye' "$chase w" 'b4b1 a6b6 c0a2' '第3着' 'c0a2' '塞象眼'
    bad_moves 'elephant over the river' '4k4/9/9/9/9/2B6/9/9/9/5K3 w' 'f0f1 e9e8 c4e6' '第3着' \
        '不能过河'
    bad_moves 'leaves the king in check' '3k5/9/9/9/4r4/9/8P/9/4A4/4K4 w' 'i3i4 d9d8 e1d0' \
        '第3着' 'e1d0' '送将'
    bad_moves 'kings facing after the move' '4k4/9/9/9/9/9/P8/9/4A4/4K4 w' 'a3a4 e9e8 e1d0' \
        '第3着' '照面'
    bad_moves 'cannon without a screen' "$chase w" 'b4a4 a6a4' '第2着' 'a6a4' '隔一个'
    bad_moves 'way blocked' "$chase w" 'b4a4 a6b6 e2e5' '第3着' '阻挡'
    bad_moves 'out of the palace' '4k4/9/9/9/9/9/P8/9/9/5K3 w' 'a3a4 e9e8 f0g0' '第3着' '九宫'
    bad_moves 'pawn backward' "$chase w" 'b4a4 a6b6 c3c2' '第3着' '不能后退'
    bad_moves 'pawn sideways' "$chase w" 'b4a4 a6b6 c3d3' '第3着' '不能横走'
    bad_moves 'empty point' "$chase w" 'b4a4 a6b6 a0a1' '第3着' '没有棋子'
    bad_moves 'piece of the other side' "$chase w" 'b4a4 a6b6 b6c6' '第3着' '不是走子方'
    bad_moves 'own piece on the target' "$chase w" 'b4a4 a6b6 c0e2' '第3着' '己方棋子'
    bad_moves 'not how the piece moves' "$chase w" 'b4a4 a6b6 a4b5' '第3着' '不能这样走'
    bad_moves 'off the board' "$chase w" 'b4a4 a6b6 a4j4' '第3着' 'a4j4'
    bad_moves 'not a move' "$chase w" 'b4a4 hello' '第2着' 'hello'
    bad_moves 'ambiguous short form' "$chase w" '车84' '车84' '可读作：' 'b4b8' 'b4f4'
}

test_bad_json() {
    bad_line 'not JSON' '{"id": 1, ' 'JSON'
    bad_line 'text behind the object' "$good x" 'JSON'
    bad_line 'a key twice' "{\"id\": 2, ${good#\{}" 'JSON'
    bad_line 'an array' '[1]' '对象'
    bad_line 'no fen' '{"moves": ["b4a4"]}' 'fen'
    bad_line 'no moves' "{\"fen\": \"$chase w\"}" 'moves'
    bad_line 'moves of a wrong type' "{\"fen\": \"$chase w\", \"moves\": 7}" 'moves 的类型有误'
    bad_line 'moves that are an object' "{\"fen\": \"$chase w\", \"moves\": {}}" 'moves 的类型有误'
    bad_line 'moves that are null' "{\"fen\": \"$chase w\", \"moves\": null}" '缺少 moves'
    bad_line 'a FEN of a wrong type' '{"fen": 7, "moves": ["b4a4"]}' 'fen 的类型有误'
    bad_line 'one text with a bad move' "{\"fen\": \"$chase w\", \"moves\": \"b4a4 a6a4\"}" '第2着'
    bad_line 'moves that are no texts' "{\"fen\": \"$chase w\", \"moves\": [1]}" '第1项'
    bad_line 'two moves in one text' "{\"fen\": \"$chase w\", \"moves\": [\"b4a4，a6b6\"]}" '一着'
    bad_line 'a FEN among the moves' "{\"fen\": \"$chase w\", \"moves\": [\"b4a4\", \"9/9/9\"]}" '第2着'
    bad_line 'an id that is none' '{"id": {}, "fen": "", "moves": []}' 'id'
    bad_line 'control characters are not passed on' \
        "{\"fen\": \"$chase w\", \"moves\": [\"b4a4\", \"a6\\u001b[2Jb6\"]}" '第2着'
    bad_line 'GBK where UTF-8 is expected' \
        "$(printf '{"fen": "%s w", "moves": ["\xb3\xb5\xb0\xcb\xc6\xbd\xbe\xc5"]}' "$chase")" 'UTF-8'
    {
        printf '{"id": "'
        head -c 10000000 /dev/zero | tr '\0' x
        printf '"}\n%s\n' "$good"
    } >"$work/long.jsonl"
    qili judge --format json "$work/long.jsonl"
    check 'a line of 10 MB' one_complaint 'long.jsonl:1: ' '过长' '1048576'
    head -c 10000000 "$work/long.jsonl" >"$work/cut.jsonl"
    qili judge --format json "$work/cut.jsonl" "$examples/disputes.jsonl"
    check 'a line of 10 MB that does not end' err_lines 1
    check 'after it the next file is judged' out_lines 4
}

test_bad_files() {
    local encoding
    echo "$good" >"$work/good.jsonl"
    : >"$work/empty.txt"
    qili judge --format json "$work/empty.txt" "$work/good.jsonl"
    check 'an empty file' one_complaint 'empty.txt:' '没有内容'
    printf '\n  \n' >"$work/blank.jsonl"
    qili judge --format json "$work/blank.jsonl" "$work/good.jsonl"
    check 'an empty JSON Lines file' one_complaint 'blank.jsonl:' '没有内容'
    printf '[Event "x"]\n[FEN "%s w"]\n\n1. b4a4 a6b6 {a comment' "$chase" >"$work/cut.pgn"
    qili judge --format json "$work/cut.pgn" "$work/good.jsonl"
    check 'a truncated PGN' one_complaint 'cut.pgn:4: ' '不完整'
    printf '[Event "x"]\n[FEN "%s w"]\n\n1. b4a4 a6b6 2. a4b4 b6a6\n' "$chase" >"$work/open.pgn"
    qili judge --format json --lang en "$work/open.pgn"
    check 'a PGN without a result: exit status' exit_is 1
    check 'a PGN without a result: one line' err_lines 1
    check 'a PGN without a result: what to add' err_has 'the game does not end: add a result'
    check 'a PGN without a result: judged all the same' out_has '"outcome":"red-must-change"'
    printf 'FORMAT WXF\nFEN %s w\nSTART{\n1. R8.9 C1.2 2. R9.8 C2.1\n' "$chase" >"$work/open.wxf"
    qili judge "$work/open.wxf"
    check 'a WXF game without its end: one line, what to add' err_has '请在着法之后加上 }END'
    check 'a WXF game without its end: judged all the same' grep -q '^裁决：.*变着' "$work/out"
    printf '[FEN "%s w"]\n\n1. b4b3 h8h9\n' "$chase" >"$work/short.pgn"
    qili judge "$work/short.pgn"
    check 'a PGN without a result that never repeats: one line' err_lines 1
    printf '[FEN "%s w"]\n\n1. b4a4 a6a4 *\n\n' "$chase" | cat - "$data/chase.pgn" >"$work/two.pgn"
    qili judge --format json "$work/two.pgn"
    check 'a PGN game that is wrong before one that is not' err_lines 1
    check 'the line of the file is told' err_has 'two.pgn:3: '
    check 'the other game is judged' out_lines 1
    for encoding in UTF-16 UTF-16LE UTF-16BE; do
        iconv -t "$encoding" "$data/chase.pgn" >"$work/wide.pgn"
        qili judge --format json "$work/wide.pgn" "$work/good.jsonl"
        check "a PGN in $encoding" one_complaint 'wide.pgn' 'UTF-16'
        printf '%s\n%s\n' "$good" "$good" | iconv -t "$encoding" >"$work/wide.jsonl"
        qili judge --format json "$work/wide.jsonl" "$work/good.jsonl"
        check "JSON Lines in $encoding" one_complaint 'wide.jsonl' 'UTF-16'
    done
    tr 'r' '\0' <"$data/chase.pgn" >"$work/nul.pgn"
    qili judge --format json "$work/nul.pgn" "$work/good.jsonl"
    check 'a PGN with NUL bytes' one_complaint 'nul.pgn:' '零字节'
    printf 'XQ\x0a\x00rest' >"$work/game.xqf"
    qili judge --format json "$work/game.xqf" "$work/good.jsonl"
    check 'an XQF file that is cut off' one_complaint 'game.xqf' 'XQF' '不完整'
    head -c 20000000 /dev/zero | tr '\0' 'x' >"$work/huge.txt"
    qili judge --format json "$work/huge.txt" "$work/good.jsonl"
    check 'a huge file' one_complaint 'huge.txt' '过大'
}

test_never_repeating() {
    local line
    line="{\"id\": \"open\", \"fen\": \"$chase w\", \"moves\": [\"b4b3\", \"h8h9\"]}"
    printf '%s\n%s\n' "$line" "$good" >"$work/open.jsonl"
    qili judge --format json "$work/open.jsonl"
    check 'moves that never repeat: exit status' exit_is 1
    check 'moves that never repeat: one line' err_lines 1
    check 'moves that never repeat: what and where' err_has 'open.jsonl:1: 局面从未重复'
    check 'moves that never repeat: the outcome' out_has '"outcome":"no-cycle"'
    check 'moves that never repeat: the rest is judged' out_lines 2
    qili judge --lang en --fen "$chase w" --moves ' b4b3, h8h9 '
    check 'moves that never repeat, English' err_has 'no position is repeated'
}

# wrong_usage NAME TEXT ARGUMENT...
wrong_usage() {
    local name=$1 text=$2
    shift 2
    qili "$@" </dev/null
    check "$name: exit status 2" exit_is 2
    check "$name: one line" err_lines 1
    check "$name: says what" err_has "$text"
    check "$name: no output" out_lines 0
}

test_usage() {
    local command
    wrong_usage 'no command' '缺少命令'
    wrong_usage 'unknown command' 'frobnicate' frobnicate
    qili help
    for command in $(sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' "$work/out") help; do
        wrong_usage "no command, English: $command is named" "$command" --lang en
        wrong_usage "no command: $command is named" "$command"
    done
    wrong_usage 'nothing touched' '--touched' touch --touched ''
    wrong_usage 'only a blank touched' '--touched' touch --touched ' ' --made h2e2
    wrong_usage 'unknown option' '--frobnicate' judge --frobnicate
    wrong_usage 'unknown edition' 'cxa-1907' judge --edition cxa-1907 "$data/chase.pgn"
    wrong_usage 'unknown format' 'xml' judge --format xml "$data/chase.pgn"
    wrong_usage 'unknown language' 'fr' judge --lang fr "$data/chase.pgn"
    wrong_usage 'option without its value' '--fen' judge --fen
    wrong_usage 'FEN without moves' '--moves' judge --fen "$chase w"
    wrong_usage 'FEN and file' '--fen' judge --moves b4a4 "$data/chase.pgn"
    wrong_usage 'no such file' 'missing.txt: cannot be read' judge --lang en "$work/missing.txt"
    wrong_usage 'a directory' '目录' judge "$work"
    wrong_usage 'perft without depth' '深度' perft
    wrong_usage 'perft of a bad depth' '深度' perft 3x
    wrong_usage 'perft of a depth out of range' '深度' perft 99999999999999999999
    wrong_usage 'one argument too many' 'more' moves more
    qili judge --format json "$work/missing.txt" "$data/chase.pgn"
    check 'a missing file: the others are judged' out_lines 1
    check 'a missing file: exit status 2' exit_is 2
}

# Whatever comes from outside is shown without what could upset a terminal: no byte that is not
# UTF-8, no control character but the line's end, nothing that turns the direction of the text.
harmless() {
    python3 - "$work/out" "$work/err" <<'EOF'
import sys, unicodedata
for name in sys.argv[1:]:
    with open(name, "rb") as file:
        text = file.read().decode("utf-8", "strict")
    bad = [c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")]
    assert not bad, (name, bad)
EOF
}

# hostile NAME ARGUMENT...: one line on standard error, and nothing harmful anywhere.
hostile() {
    local name=$1
    shift
    qili "$@" </dev/null
    check "hostile bytes, $name: one line" err_lines 1
    check "hostile bytes, $name: harmless" harmless
}

test_hostile_bytes() {
    local evil=$'x\xff\xfe\x1b[2J\x07\xc2\x9b31m\xe2\x80\xae\xe2\x80\xa8\xed\xa0\x80y'
    local command
    hostile 'command' "$evil"
    hostile 'help' help "$evil"
    hostile 'language' --lang "$evil" judge
    hostile 'word before the command' "--$evil"
    for command in $(qili help && sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' "$work/out"); do
        hostile "$command, option" "$command" "--$evil"
        hostile "$command, letter" "$command" $'-\xff'
        hostile "$command, language" "$command" --lang "$evil"
    done
    for command in judge mate limit show; do
        hostile "$command, file" "$command" "$work/$evil"
    done
    for command in journal event foul penalty result ruling; do
        hostile "$command, part" "$command" "$evil"
    done
    for command in judge mate limit touch journal; do
        hostile "$command, format" "$command" --format "$evil"
    done
    hostile 'edition' judge --edition "$evil" --moves h2e2
    hostile 'override' judge --override "$evil" --moves h2e2
    hostile 'moves' judge --moves "$evil"
    hostile 'FEN of judge' judge --fen "$evil" --moves h2e2
    for command in show moves mate; do
        hostile "FEN of $command" "$command" --fen "$evil"
    done
    hostile 'FEN of perft' perft --fen "$evil" 1
    hostile 'depth' perft "$evil"
    hostile 'operand' moves "$evil"
    hostile 'article' explain "$evil"
    hostile 'edition of articles' explain --edition "$evil"
    hostile 'budget' mate --budget-ms "$evil"
    hostile 'limit' limit --limit "$evil"
    hostile 'claimant' limit --claimant "$evil"
    hostile 'touches' touch --touched "$evil"
    hostile 'touches in the middle' touch --touched "h2,$evil"
    hostile 'move made' touch --touched h2 --made "$evil"
    hostile 'journal file' journal list --file "$work/$evil"
    hostile 'journal entry' journal show --file "$work/none.db" "$evil"
    hostile 'journal number' journal list --limit "$evil"
    printf '{"id": "a\\u001b[2J\\u009b\\u202ez", "fen": "%s w", "moves": "b4a4 a6b6 a4b4 b6a6"}\n' "$chase" \
        >"$work/evil.jsonl"
    printf '[Event "a\x1b[2J\xc2\x9b\xe2\x80\xaez"]\n[Red "\xe2\x81\xa6r"]\n[FEN "%s w"]\n\n1. b4a4 a6b6 2. a4b4 b6a6 *\n' "$chase" \
        >"$work/evil.pgn"
    for command in judge limit mate show; do
        qili "$command" "$work/evil.jsonl"
        check "hostile bytes, id of $command: harmless" harmless
        qili "$command" "$work/evil.pgn"
        check "hostile bytes, game of $command: harmless" harmless
    done
}

test_help() {
    local command
    qili --help
    check '--help' exit_is 0
    check '--help is Chinese' out_has '用法'
    LANG=en_US.UTF-8 qili help
    check 'Chinese whatever the locale' out_has '用法'
    qili --lang en help judge
    check 'help judge' out_has 'Usage: qili judge'
    for command in judge explain mate show moves perft; do
        qili "$command" --help --lang en
        check "$command --help" out_has "Usage: qili $command"
        qili help "$command"
        check "help $command" out_has "用法：qili $command"
    done
    qili --version
    check '--version' out_has 'qili 0.'
}

test_json() {
    qili judge --format json --evidence "$examples/disputes.jsonl"
    check 'JSON: exit status' exit_is 0
    check 'JSON: no complaint' err_lines 0
    check 'JSON: the contract' python3 "$data/check_json.py" "$examples/disputes.jsonl" "$work/out"
    "$QILI" judge --format json - <"$examples/disputes.jsonl" >"$work/plain" 2>"$work/err"
    qili judge --format json <"$examples/disputes.jsonl"
    check 'JSON: "-" is standard input, as is no file' cmp -s "$work/plain" "$work/out"
    check 'JSON: without evidence' python3 "$data/check_json.py" "$examples/disputes.jsonl" "$work/out"
    printf '\n{"fen": "%s w", "moves": ["b4a4", "a6b6", "a4b4", "b6a6"], "more": [{}]}' "$chase" \
        >"$work/no-id.jsonl"
    qili judge --format json "$work/no-id.jsonl"
    check 'JSON: null for a missing id' out_has '"id":null'
    check 'JSON: the line says where' out_has '"input_line":2'
    qili judge --format json <<<"${good/'"good"'/-17}"
    check 'JSON: a number as id stays one' out_has '"id":-17,'
    qili judge --format json <<<"${good/'"good"'/'"17"'}"
    check 'JSON: a text of digits stays a text' out_has '"id":"17",'
    qili judge --format json <<<"${good/'"good"'/null}"
    check 'JSON: null stays null' out_has '"id":null'
    qili judge --format json "$data/chase.pgn"
    check 'JSON: a game has no id, but a line' grep -q '"id":null.*"input_line":1}' "$work/out"
    qili judge --format json --fen "$chase w" --moves 'b4a4 a6b6 a4b4 b6a6'
    check 'JSON: the command line has neither' grep -q '"id":null.*"input_line":null}' "$work/out"
    qili limit --format json "$work/no-id.jsonl"
    check 'limit, JSON: the same' out_has '"id":null,"input_line":2,'
    qili mate --format json "$work/no-id.jsonl"
    check 'mate, JSON: the same' out_has '"id":null,"input_line":2,'
    printf '{"id": "one", "fen": "%s w", "moves": "1. b4a4 a6b6  2. a4b4 b6a6"}' "$chase" \
        >"$work/one.jsonl"
    qili judge --format json "$work/one.jsonl"
    check 'JSON: the moves may be one text' out_has '"outcome":"red-must-change"'
    printf '\xef\xbb\xbf%s\r\n' "$good" >"$work/mark.jsonl"
    qili judge --format json "$work/mark.jsonl"
    check 'JSON: byte order mark and CRLF' exit_is 0
    printf '%s' "${good/good/7}" >"$work/renamed"
    qili judge --format json "$work/renamed"
    check 'JSON Lines are known by their first character' out_has '"id":"7"'
}

test_text() {
    qili judge --evidence "$examples/dispute.txt"
    check 'text: exit status' exit_is 0
    check 'text: the heading tells the line' [ "$(head -n 1 "$work/out")" = '争议局面（第4行）' ]
    check 'text: a board' out_has '楚 河'
    check 'text: Chinese moves' out_has '车八平九'
    check 'text: the label' out_has '红车捉黑炮'
    check 'text: conduct' out_has '红方：长捉（禁止着法）'
    check 'text: the occurrences' out_has '局面已出现4次'
    check 'text: the ruling with articles' grep -q '^裁决：.*变着.*26\.4' "$work/out"
    check 'text: edition' out_has 'cxa-2007'
    check 'text: evidence with its line' out_has '变化（坐标）：a4a6'
    check 'text: evidence cites' out_has '车八平九：捉（28.3、29.1、29.2）'
    check 'text: evidence, what changed' grep -q '走子后的威胁：红车吃黑炮（新）' "$work/out"
    check 'text: evidence, nothing before' grep -q '走子前的威胁：无' "$work/out"
    qili judge --evidence --fen '3k1ab2/4a4/4c4/4R3p/3PC4/4r4/8P/9/9/5K3 w' \
        --moves 'e6d6 d9e9 d6e6 e9d9'
    check 'text: a mate that is threatened is told once' grep -q '走子后的威胁：连将杀（新）$' "$work/out"
    check 'text: an offer to exchange has no line of the side that offers' \
        [ "$(grep -A 1 '叫吃它是邀兑' "$work/out" | grep -c '变化')" = 0 ]
    qili judge --evidence --edition wxf-2018 "$examples/dispute.txt"
    check 'text: world rules are cited by their names' out_has '捉（wxf.chase）'
    check 'text: the ruling too' grep -q '^裁决：.*长捉同一子.*（wxf\.chase）' "$work/out"
    check 'text: and no national articles' [ "$(grep -c '28\.\|29\.' "$work/out")" = 0 ]
    qili judge --fen "$chase w" --moves 'b4a4 a6b6 a4b4 b6a6 g2e1'
    check 'text: a cycle that was left' grep -q '^裁决：循环已变着' "$work/out"
    qili judge --fen '3k5/9/9/9/8r/6n2/9/9/4R4/5K3 w' --moves 'e1d1 d9e9 d1e1 e9d9' --lang en
    check 'text: perpetual check is forbidden' out_has 'Red: perpetual check (forbidden moves)'
    printf '%s\n' "$good" >"$work/named.jsonl"
    qili judge "$work/named.jsonl"
    check 'text: the heading tells the id' [ "$(head -n 1 "$work/out")" = '争议局面 good' ]
    qili judge --lang en --evidence "$examples/dispute.txt"
    check 'text, English: the ruling' grep -q '^Ruling: .*must change.*26\.4' "$work/out"
    check 'text, English: no Chinese but moves' out_has 'red rook chases black cannon'
    qili judge --fen "$chase w" --moves 'b4a4 a6b6 a4b4 b6a6'
    check 'text: how many occurrences are missing' out_has '还差1次'
    check 'text: a single dispute has no name' [ "$(head -n 1 "$work/out")" = '争议局面' ]
    check 'text: a ruling before the third time is conditional' \
        grep -q '^裁决：循环满三次后：.*变着' "$work/out"
    qili judge --format json --fen "$chase w" --moves 'b4a4 a6b6 a4b4'
    check 'JSON: and provisional, one move short too' out_has '"provisional":true'
    qili judge --after-order --fen "$chase w" --moves 'b4a4 a6b6 a4b4 b6a6'
    check 'text: a broken order is no condition' [ "$(grep -c '满三次' "$work/out")" = 0 ]
    check 'text: after an order to change' grep -q '^裁决：.*判负.*24\.3' "$work/out"
    check 'columns line up' python3 "$data/check_columns.py" "$work/out"
    qili judge --lang en --after-order --fen "$chase w" --moves 'b4a4 a6b6 a4b4 b6a6'
    check 'columns line up, English' python3 "$data/check_columns.py" "$work/out"
    qili judge "$data/key-square.jsonl"
    check 'text: what the arbiter must decide' out_has '需裁判认定'
}

# same_ruling NAME ARGUMENT...
same_ruling() {
    local name=$1
    shift
    qili judge --format json "$@"
    check "$name: exit status" exit_is 0
    check "$name: ruling" out_has '"outcome":"red-must-change"'
    check "$name: moves" out_has '"iccs":"b4a4"'
}

test_formats() {
    iconv -f UTF-8 -t GBK "$data/chase.pgn" >"$work/gbk.pgn"
    same_ruling 'PGN, Chinese' "$data/chase.pgn"
    same_ruling 'PGN in GBK' "$work/gbk.pgn"
    same_ruling 'WXF game file' "$data/chase-wxf.txt"
    same_ruling 'DhtmlXQ text' "$data/chase-forum.txt"
    same_ruling 'plain text' "$examples/dispute.txt"
    same_ruling 'ICCS with dashes' --fen "$chase r" --moves 'B4-A4 A6-B6 A4-B4 B6-A6'
    same_ruling 'Chinese, half-width' --fen "$chase w" --moves '车八平九 炮1平2 车九平八 炮2平1'
    same_ruling 'Chinese, traditional' --fen "$chase w" --moves '俥八平九 砲1平2 車九平八 砲2平1'
    same_ruling 'WXF' --fen "$chase w" --moves 'R8.9 C1.2 R9=8 c2.1'
    same_ruling 'short form' --fen "$chase w" --moves '车89 炮1平2 车98 炮2平1'
    same_ruling 'FEN without a side' --fen "$chase" --moves 'b4a4 a6b6 a4b4 b6a6'
    same_ruling 'H and E in the FEN' --fen "$(tr bBnN eEhH <<<"$chase") w - - 0 1" \
        --moves 'b4a4 a6b6 a4b4 b6a6'
    same_ruling 'the FEN names the other side' --fen "$chase b" --moves 'b4a4 a6b6 a4b4 b6a6'
    check 'the correction is told' err_has '更正'
    qili judge --fen "$chase b" --moves 'b4a4 a6b6 a4b4 b6a6'
    check 'the correction is told in the text' out_has '更正'
    check 'and not again on standard error' err_lines 0
}

test_stood() {
    local moves='b4a4 a6b6 g2h4! b6a6 h4g2! a6b6 a4b4 b6a6 b4a4 a6b6'
    qili judge --format json --fen "$chase w" --moves "$moves"
    check 'an illegal move that stood: exit status' exit_is 0
    check 'an illegal move that stood: gone on from' out_has '"iccs":"g2h4"'
    qili judge --fen "$chase w" --moves "$moves"
    check 'an illegal move that stood: told' out_has '违例（蹩马腿）'
    qili judge --evidence --fen '4k4/9/9/9/9/9/P8/9/4A4/4K4 w' --moves 'e1d0! e9d9 d0e1 d9e9'
    check 'an illegal move that leaves the kings facing: counts as check, and breaks the rules' \
        out_has '走子后帅将对面，对方必须回避，按将论（28.1）；这着本身违例（4.1.2）'
    bad_moves 'an illegal move that cannot stand' "$chase w" 'b4a4 a6b6 a0a1!' '第3着'
}

test_small_commands() {
    qili perft 3
    check 'perft 3' out_has 79666
    qili perft 4
    check 'perft 4' out_has 3290240
    qili perft --every-move 3
    check 'perft, every move made' out_has 79666
    qili perft --fen '1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w' 3
    check 'perft with a FEN' out_has 8620
    qili perft 0
    check 'perft 0' out_has 1
    qili perft 2 --divide
    check 'perft --divide: a line a move and the sum' out_lines 45
    check 'perft --divide: the sum' [ "$(tail -n 1 "$work/out")" = 1920 ]
    qili perft --fen 9/9 2
    check 'perft of a bad FEN' exit_is 1
    qili moves
    check 'moves: a heading and 44 moves' out_lines 45
    check 'moves: Chinese' out_has '炮二平五'
    check 'moves: WXF' out_has 'C2.5'
    qili moves --fen '3k5/4P4/9/9/9/9/9/9/9/4K4 b' --lang en
    check 'moves: none' out_has stalemated
    qili show --fen 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
    check 'show: the start' out_has '楚 河'
    qili show </dev/null
    check 'show: nothing to show, exit status' exit_is 1
    check 'show: nothing to show is no board' out_lines 0
    check 'show: nothing to show, one line' err_lines 1
    qili show <"$data/chase.pgn"
    check 'show: standard input' out_has "$chase w"
    check 'show: the heading says what it is' [ "$(head -n 1 "$work/out")" = '局面（第1行）' ]
    qili limit "$data/chase.pgn"
    check 'limit: the heading says what it is' grep -q '^棋局（第1行）' "$work/out"
    qili show --fen '4k4/9/9/9/9/9/9/P8/9/4K4 w'
    check 'show: exit status with faults' exit_is 1
    check 'show: the fault and its point' out_has 'a2：兵（卒）走不到这个点'
    check 'show: the next fault' out_has '照面'
    check 'show: one line of complaint' err_lines 1
    qili show --lang en "$data/chase.pgn"
    check 'show a file' out_has "$chase w"
}

test_override() {
    local moves='b4a4 a6b6 a4b4 b6a6 b4a4 a6b6 a4b4 b6a6'
    qili judge --fen "$chase w" --moves "$moves" --override 7=闲:27.3
    check 'override: exit status' exit_is 0
    check 'override: both labels stand in the table' out_has '工具：捉 → 裁判：闲（27.3）'
    check 'override: the tool keeps its opinion' grep -q '^工具的裁决：.*变着.*26\.4' "$work/out"
    check 'override: the arbiter rules' grep -q '^裁判的裁决：.*作和.*26\.2' "$work/out"
    qili judge --fen "$chase w" --moves "${moves:20}" --override 3=闲:27.3
    check 'override: the columns line up' python3 "$data/check_columns.py" "$work/out"
    qili judge --lang en --fen "$chase w" --moves "$moves" --override 6=chase --override '8=kill'
    check 'override: English, two of them' out_has 'tool: idle → arbiter: kill'
    check 'override: English, the ruling' \
        grep -q '^Ruling of the arbiter: .*draw.*26\.3' "$work/out"
    qili judge --format json --fen "$chase w" --moves "$moves" --override 3=兑:对局双方同意
    check 'override: JSON' out_has \
        '"arbiter":{"overrides":[{"move":3,"label":"兑","reason":"对局双方同意","was":"捉"}]'
    check 'override: JSON, both rulings' grep -q \
        '"outcome":"red-must-change".*"arbiter":.*"outcome":"draw"' "$work/out"
    qili judge --format json "$data/chase.pgn" --override 1=闲
    check 'override: a file with one dispute' out_has '"arbiter"'
    wrong_usage 'override: no such move' '第9着' judge --fen "$chase w" --moves "$moves" --override 9=闲
    wrong_usage 'override: no such label' '改判的判定' judge --moves "$moves" --override 1=好
    wrong_usage 'override: no label' '改判应写作' judge --moves "$moves" --override 1
    wrong_usage 'override: no reason' '改判的理由' judge --moves "$moves" --override 1=闲:
    wrong_usage 'override: twice' '改判了两次' judge --fen "$chase w" --moves "$moves" \
        --override 3=闲 --override 7=闲
    wrong_usage 'override: several disputes' '不止一局' judge --override 1=闲 \
        "$examples/disputes.jsonl"
    wrong_usage 'override: several files' '不止一局' judge --override 1=闲 "$data/chase.pgn" \
        "$examples/dispute.txt"
}

test_explain() {
    qili explain 25.2
    check 'explain: exit status' exit_is 0
    check 'explain: number, Chinese, English' out_lines 3
    check 'explain: the number and the edition' grep -qx '25\.2（cxa-2007）' "$work/out"
    check 'explain: English' out_has 'forbidden'
    qili explain --lang zh 25.2
    check 'explain: Chinese only' out_lines 2
    qili --lang en explain 26.4 item.6
    check 'explain: English only, two articles' out_lines 4
    qili explain --lang both --edition cxa-2020 细则6 图8.10 26
    check 'explain: as rulings write them; a chapter' out_lines 18
    qili explain
    check 'explain: all of them' grep -q '^wxf\.chase' "$work/out"
    wrong_usage 'explain: unknown article' '没有条文“99”' explain 26.4 99
    wrong_usage 'explain: an article of another edition' 'wxf-2018' explain --edition wxf-2018 26.1
    wrong_usage 'explain: unknown edition' 'cxa-1907' explain --edition cxa-1907
    wrong_usage 'explain: unknown language' 'fr' explain --lang fr
}

test_mate() {
    local long='3a1k3/3Pa4/C1P6/2P5N/1cn6/6C2/3n5/8r/3p1p3/R3K4 w' endless='3k5/9/9/9/9/9/9/9/4R4/5K3 w'
    qili mate --format json "$here/data/mates.jsonl"
    check 'mate: exit status' exit_is 0
    check 'mate: at least 150 of 154, the contract' \
        python3 "$data/check_mates.py" "$here/data/mates.jsonl" "$work/out"
    qili mate --fen '3k5/9/9/9/9/9/9/9/4R4/4K4 w'
    check 'mate: one move, Chinese' out_has '1 着连将杀：车五平六'
    qili mate --lang en --fen '3k5/9/9/9/9/9/9/9/4R4/4K4 w'
    check 'mate: English' out_has 'mate by checks in 1: e1d1'
    qili mate --format json --fen "$long"
    check 'mate: more than 64 plies are all printed' grep -qE '"length":(29|[3-9][0-9])' "$work/out"
    qili mate --format json --fen "$endless"
    check 'mate: endless checks are none' out_has '"mate":false,"length":null,"line":[]'
    qili mate --format json --nodes 10 --fen "$long"
    check 'mate: nodes that ran out' out_has '"mate":null'
    check 'mate: what is left open is no bad input' exit_is 0
    qili mate --nodes 10 --fen "$long"
    check 'mate: nodes that ran out, told' out_has '限额用尽'
    printf '%s\n' '{"id": "a", "fen": "4k4/9/9/9/9/9/9/9/9/4K4 w"}' 'x' '{"id": "b"}' \
        "{\"id\": \"c\", \"fen\": \"$endless\", \"moves\": [7], \"length\": []}" >"$work/mates.jsonl"
    qili mate --format json "$work/mates.jsonl"
    check 'mate: bad lines, exit status' exit_is 1
    check 'mate: bad lines, one complaint each' err_lines 3
    check 'mate: bad lines, where and what' err_has 'mates.jsonl:1: e0：将帅照面'
    check 'mate: the good line is searched, other fields are left alone' out_has '"id":"c"'
    qili mate - <"$work/mates.jsonl"
    check 'mate: standard input' out_has 'c：没有连将杀'
    qili mate "$data/chase.pgn"
    check 'mate: a game record' out_has '没有连将杀'
    qili mate --fen 'x w'
    check 'mate: a bad FEN' exit_is 1
    wrong_usage 'mate: a FEN and a file' '--fen' mate --fen "$endless" "$data/chase.pgn"
    wrong_usage 'mate: a bad budget' '--budget-ms' mate --budget-ms 2s --fen "$endless"
    wrong_usage 'mate: no budget' '--budget-ms' mate --budget-ms 0 --fen "$endless"
    wrong_usage 'mate: bad nodes' '--nodes' mate --nodes -5 --fen "$endless"
    wrong_usage 'mate: unknown format' 'xml' mate --format xml --fen "$endless"
    wrong_usage 'mate: two files' 'more' mate "$data/chase.pgn" more
    wrong_usage 'mate: no such file' 'missing.jsonl' mate "$work/missing.jsonl"
}

test_pipes() {
    local pair=
    for _ in $(seq 200); do echo "$good"; done >"$work/many.jsonl"
    status=0
    "$QILI" judge "$work/many.jsonl" 2>"$work/err" | head -n 1 >"$work/out"
    pair="${PIPESTATUS[0]} $(wc -l <"$work/err")"
    check 'a reader that goes away: quiet, no signal' [ "$pair" = '1 0' ]
    "$QILI" judge "$work/many.jsonl" >/dev/full 2>"$work/err"
    status=$?
    check 'a full disk: exit status' exit_is 1
    check 'a full disk: told once' err_lines 1
    mkfifo "$work/in"
    "$QILI" judge --format json - <"$work/in" >"$work/out" 2>"$work/err" &
    exec 9>"$work/in"
    echo "$good" >&9
    for _ in $(seq 100); do
        [ -s "$work/out" ] && break
        sleep 0.1
    done
    check 'a line is judged while the next is not yet there' out_lines 1
    exec 9>&-
    wait
}

test_bad_positions
test_illegal_moves
test_bad_json
test_bad_files
test_never_repeating
test_usage
test_hostile_bytes
test_help
test_json
test_text
test_formats
test_stood
test_small_commands
test_override
test_explain
test_mate
test_pipes

checks_end 'cli'
