#!/usr/bin/env bash
# qili event, foul, penalty, result, ruling and standings from outside: a round as it is logged.
#
# Usage: QILI=build/qili tests/test_ledger.sh
# Prints "ok NAME" or "not ok NAME" for each check; fails if one of them fails.
# shellcheck source=tests/support/checks.sh
source "$(dirname "$0")/support/checks.sh"
journal=$work/journal.db

# by ARBITER COMMAND...: runs the tool; output, errors and status go to $work/out, $work/err, $status.
by() {
    local arbiter=$1
    shift
    status=0
    "$QILI" "$@" --file "$journal" --arbiter "$arbiter" >"$work/out" 2>"$work/err" || status=$?
}

# see COMMAND...: the same for the commands that only look.
see() {
    status=0
    "$QILI" "$@" --file "$journal" >"$work/out" 2>"$work/err" || status=$?
}

# logged [TEXT]: it was logged without a complaint, with the text in what was said.
logged() {
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ] && grep -qF -e "${1-}" "$work/out"
}

# warned TEXT: it was logged, with the text in a note.
warned() {
    [ "$status" -eq 0 ] && grep -qF -e "$1" "$work/err"
}

# It went well, and nothing was said against it.
quiet() {
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
}

# refused STATUS TEXT: nothing was logged, for the reason in the text, and nothing else was said.
refused() {
    exit_is "$1" && err_has "$2" && out_is_empty
}

# shows TEXT: standard output has it.
shows() {
    [ "$status" -eq 0 ] && grep -qF -e "$1" "$work/out"
}

last_id() {
    grep -oE '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' "$work/out" | tail -1
}

# The number of an entry, by its id, as qili journal list shows it.
entry_number() {
    "$QILI" journal list --file "$journal" --format json |
        python3 -c 'import json, sys
print(next(e["number"] for e in map(json.loads, sys.stdin) if e["id"] == sys.argv[1]))' "$1"
}

start() {
    see event team SH 上海
    check 'nobody is registered yet' refused 1 'qili event arbiter 编号 姓名 chief-arbiter'
    by boss event arbiter boss 王 organiser
    check 'the first arbiter registers himself' logged
    by nobody event arbiter li 李 table-arbiter
    check 'a stranger registers nobody' refused 1 '没有登记'
    by boss event arbiter li 李 table-arbiter
    by boss event arbiter zhang 张 chief-arbiter
    by li event set --name 春季赛
    check 'settings are not for a table arbiter' refused 1 '裁判长或竞赛组织机构'
    by zhang event set --name 春季赛 --late-minutes '15:竞赛规程 5' --points 3,1,2,0:竞赛规程
    check 'settings' logged
    by boss event player 18 钱八 SH
    check 'a player of an unknown team' refused 1 '没有登记'
    by boss event team SH 上海
    by boss event player 18 钱八 SH
    check 'a player' logged
    by boss event player 9 赵一
    by boss event player 21 孙三 SH
    by boss event player 30 '=李四'
    by boss event pairing 1.4 18 9
    check 'a pairing' logged
    pairing=$(last_id)
    by boss event pairing 1.5 21 30
    by boss event pairing 1.6 18 18
    check 'nobody plays himself' refused 1 '同一棋手'
    by boss event pairing 1.4 9 18
    check 'a table that is taken' refused 1 '第1轮第4台已编为钱八对赵一'
    by boss event pairing 1.4 9 18 --corrects "$pairing" --reason 先后有误 --check
    check 'unless the first is corrected' shows '可以记录：对局编排'
    by boss event pairing 1.6 18 --check
    check 'a player at two tables' warned '棋手钱八本轮也编在第 4 台'
    by li event pairing 1.6 21
    check 'pairings are not for a table arbiter' refused 1 '裁判长或竞赛组织机构'
    by li event withdraw "$pairing" --reason 先后有误
    check 'nor is taking them back' refused 1 '裁判长或竞赛组织机构'
    by zhang event player 18 周八 SH --check
    check 'another name for a player is said' warned '“18”原来登记为：钱八'
    see event pairing 1.7 9
    check 'no arbiter is named' refused 1 '--arbiter 可以是 boss、li、zhang'
    by boss event note "$(printf '长%.0s' {1..342})"
    check 'a note that is too long' refused 2 '有 1026 字节，最多 1024 字节'
    by boss event note "$(printf '长%.0s' {1..341})"
    check 'one that just fits' logged
}

fouls() {
    local second
    by li foul 1.4 red clock
    check 'a first foul' logged '红方第 1 次犯规（擅动棋钟）'
    by li foul 1.4 red untrue-claim
    check 'five minutes for an untrue claim' logged '加计 5 分钟'
    second=$(last_id)
    by li foul 1.4 red conduct --check
    check 'only checked' shows '红方第 3 次犯规，按 4.1.8 判负'
    by li foul 1.4 red conduct --lang en
    check 'the third, in English' shows 'foul 3 of Red: Red loses by 4.1.8'
    by li foul 1.4 red conduct
    check 'a fourth' warned '第 4 次犯规'
    by li event withdraw "$second"
    check 'a withdrawal says why' refused 1 '理由'
    by li event withdraw "$second" --reason 属实
    check 'a withdrawal' logged '撤销：犯规'
    by li event withdraw "$(entry_number "$second")" --reason 属实 --check
    check 'the same once more, by its number' refused 1 '该条目已经撤销'
    by li event withdraw 999 --reason 属实
    check 'a number that is none' refused 1 '日志中没有条目“999”'
    by li event withdraw nonsense --reason 属实
    check 'nor is this an entry' refused 1 '日志中没有条目“nonsense”'
    see event game 1.4
    check 'three are left' shows '犯规：红 3 黑 0'
    check 'no line ends in blanks' [ "$(grep -c ' $' "$work/out")" -eq 0 ]
    check 'the withdrawn one is still there' grep -qE "^$(entry_number "$second") .*红方 限着提和不实.*（已更正）$" "$work/out"
    by li foul 9.9 red clock
    check 'a foul in no game' refused 1 '没有编排第9轮第9台'
    by li foul 1.4 red no-such
    check 'no such foul' refused 1 '目录中没有'
    by li foul 1.4 rot clock
    check 'no such side' refused 2 'red 或 black'
    by li foul 1.4 red
    check 'an operand is missing' refused 2 '应给出'
    by li foul 1.4 red clock --format json --check
    check 'as JSON' json 'data["logged"] is False and data["notices"][0]["code"] == "foul-beyond" and
        data["notices"][0]["articles"] == ["4.1.8"] and data["payload"]["side"] == "red"'
}

rulings() {
    local fen='3k5/9/9/9/8r/6n2/9/9/4R4/5K3 w'
    local moves='e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9'
    by li ruling 1.5 --fen "$fen" --moves "$moves" --check
    check 'the tool rules' shows '本局裁定：'
    check 'what was ruled, in words' shows '裁决：红方负（26.1,24.1）；程序的意见相同'
    check 'and what comes next' shows '下一步：记结果 qili result 1.5 black-wins forbidden'
    by li ruling 1.5 --fen "$fen" --moves "$moves" --outcome red-must-change --check
    check 'the arbiter rules otherwise without saying why' warned '与程序的意见不同'
    by li ruling 1.5 --fen "$fen" --moves "$moves" --outcome red-must-change --note 改判
    check 'the arbiter rules otherwise and says why' quiet
    ruling=$(last_id)
    check 'both words are told' shows '裁决：由红方变着，不变判负；程序的意见：红方负'
    check 'and what comes next, after an order' shows 'qili ruling repeated 1.5'
    by li ruling 1.5 --fen "$fen" --moves "$moves"
    check 'a ruling while an order is open' warned '有未了结的变着令'
    by li event withdraw "$(last_id)" --reason 多记
    see event show
    check 'an open order is seen' shows '待红方变着'
    see event game 1.5
    check 'a ruling in words, with its number' grep -qE '^[0-9]+ .*棋例裁决 .*由红方变着' "$work/out"
    see journal list
    check 'a corrected entry is marked in the list' grep -qE ' 犯规 .*限着提和不实.*（已更正）$' "$work/out"
    by li result 1.5 draw agreed --check
    check 'a result while an order is open' warned '未了结的变着令（红方变着），随对局结束而失效'
    by li ruling repeated 1.5
    check 'repeated once more' logged '红方应变着而不变，判负'
    by li ruling changed 1.5
    check 'an order is closed once' refused 1 '没有这一待变着的裁决'
    see journal verify
    local before
    before=$(cat "$work/out")
    by li ruling 1.5 --fen "$fen" --moves 'e1d1 d9e9 d1e1 e9d9' --check
    check 'a cycle that stood twice is told' warned '局面还没有出现三次'
    by li ruling 1.5 --fen "$fen" --moves 'e1d1 d9e9' --check
    check 'moves that repeat nothing' refused 2 '没有局面重复出现'
    check 'invite no outcome' [ "$(grep -c -- --outcome "$work/err")" -eq 0 ]
    by li ruling 1.5 --fen "$fen" --moves 'e1d1 d9e9' --outcome draw --check
    check 'the arbiter who rules on them is told' warned '没有局面重复出现'
    by li ruling 1.5 --fen "$fen" --moves "$moves" --after-order --check
    check 'without an order 24.3 is told' warned '本局没有未了的变着要求'
    check 'and the reason after an order is another' shows 'black-wins not-changed'
    printf '%s\n' "$fen" "$moves" '' "$fen" "$moves" >"$work/two.txt"
    by li ruling 1.5 --dispute "$work/two.txt"
    check 'two disputes are none' refused 2 '一次只裁一局'
    printf '{"fen": "%s", "moves": ["a0a1"]}\n{"fen": "%s", "moves": ["e1d1", "d9e9"]}\n' \
        "$fen" "$fen" >"$work/bad.jsonl"
    by li ruling 1.5 --dispute "$work/bad.jsonl" --outcome draw
    check 'nothing is logged of a file with a fault' out_is_empty
    check 'and it is told' [ "$status" -ne 0 ]
    see journal verify
    check 'the journal has as many as before' shows "$before"
    by li ruling 1.5 --fen "$fen"
    check 'a ruling without moves' refused 2 '应给出'
    by li ruling 1.5 --fen "$fen" --moves "a0a1"
    check 'a ruling on a wrong move' refused 1 'a0a1'
}

# Rulings written out; one stands in table 5's game.
papers() {
    see ruling pgn 1.5
    check 'a ruling as PGN' said '[FEN "' '裁决：' '[Round "1"]' '[Table "5"]'
    check 'it says that the order was not obeyed' said '红方应变着而不变，判负（4.1.7、24.3）'
    cp "$work/out" "$work/ruling.pgn"
    see ruling pgn 1.5 --lang en
    check 'a ruling as PGN in English' said 'Ruling: '
    status=0
    "$QILI" judge "$work/ruling.pgn" >"$work/out" 2>"$work/err" || status=$?
    check 'the PGN can be judged again' said '循环'
    see ruling pdf 1.5 --output "$work/ruling.pdf"
    check 'a ruling as PDF' [ "$status" -eq 0 ]
    check 'it is a PDF of one page' one_page "$work/ruling.pdf"
    cp "$work/ruling.pdf" "$work/first.pdf"
    see ruling pdf 1.5 --output "$work/ruling.pdf"
    check 'the same ruling gives the same file' cmp -s "$work/first.pdf" "$work/ruling.pdf"
    see ruling pdf 1.5 --output "$work/missing/ruling.pdf"
    check 'a folder that is missing' refused 2 'missing/ruling.pdf'
    mkdir "$work/full"
    if [ -c /dev/full ]; then
        ln -s /dev/full "$work/full/ruling.pdf.new"
        see ruling pdf 1.5 --output "$work/full/ruling.pdf"
        check 'a full disk leaves nothing behind' refused 2 'full/ruling.pdf'
        check 'no half of a file' [ ! -e "$work/full/ruling.pdf" ]
    fi
    see journal export --format pgn
    check 'all rulings as games' games_of_rulings
    see journal export --format pgn --type foul
    check 'no ruling among fouls' [ ! -s "$work/out" ]
    see ruling pdf 1.99
    check 'a game without a ruling' refused 2 '没有这个裁决'
    cp "$work/ruling.pgn" "$work/first.pgn"
    see ruling pgn "$(entry_number "$ruling")"
    check 'a ruling by its number' cmp -s "$work/first.pgn" "$work/out"
    see ruling pgn "$ruling"
    check 'a ruling by its id' cmp -s "$work/first.pgn" "$work/out"
    see ruling pdf "$(entry_number "$pairing")" --output "$work/none.pdf"
    check 'an entry that is no ruling' refused 2 "没有这个裁决：$(entry_number "$pairing")"
    see ruling pdf 999 --output "$work/none.pdf"
    check 'a number that no entry has' refused 1 '日志中没有条目“999”'
    see ruling pdf nonsense --output "$work/none.pdf"
    check 'neither an entry nor a game' refused 1 '日志中没有条目“nonsense”'
    see ruling pdf 1.x --output "$work/none.pdf"
    check 'a game that is none' refused 2 '对局应写作'
    check 'and no file' [ ! -e "$work/none.pdf" ]
}

# said TEXT...: the command succeeded and wrote all of these.
said() {
    local text
    [ "$status" -eq 0 ] || return 1
    for text in "$@"; do
        grep -qF -- "$text" "$work/out" || return 1
    done
}

# One game for each ruling of the journal.
games_of_rulings() {
    local rulings
    rulings=$("$QILI" journal export --file "$journal" | grep -c '"type":"ruling"')
    [ "$status" -eq 0 ] && [ "$rulings" -gt 0 ] &&
        [ "$(grep -c '^\[FEN ' "$work/out")" -eq "$rulings" ]
}

one_page() {
    [ "$(head -c 5 "$1")" = '%PDF-' ] && [ "$(grep -ac '/Count 1' "$1")" -ge 1 ]
}

results() {
    by li result 1.4 red-wins checkmate
    check 'a result against what is due' warned '应为黑胜（4.1.8）'
    by li event withdraw "$(last_id)" --reason 记反
    by li result 1.5 black-wins fouls --check
    check 'a loss by fouls that are not there' warned '红方只记了 0 次犯规：3 次才判负（4.1.8）'
    by li result 1.4 black-wins fouls
    check 'a result' logged '黑胜（4.1.8）'
    by zhang event pairing 1.4 9 18 --corrects "$pairing" --reason 先后有误
    check 'who played is not changed behind a result' refused 1 '先撤销结果，再改编排'
    by li foul 1.4 black clock
    check 'a foul on a finished game' warned '第1轮第4台已经结束'
    by li result 1.4 draw agreed
    check 'a second result' refused 1 '已有结果'
    by li result 1.5 draw checkmate
    check 'a draw by mate' refused 1 '不符'
    by boss event pairing 2.1 18 30
    by li result late 2.1 15 0
    check 'just in time' logged '红方迟到 15 分'
    by li result late 2.1 15:01 20
    check 'both too late' logged '判双方弃'
    by li result 2.1 both-lose both-late
    check 'both lose' logged
    by boss event pairing 2.2 9 21
    by li result time 2.2 red
    check 'time overstepped' logged '红方超时判负'
    by li result time 2.2 red checkmate
    check 'mated before the clock was pressed' logged '将死'
    by li result time 2.2 red asleep
    check 'no such exception' refused 2 'clock-fault'
}

penalties() {
    by li penalty warning 18
    check 'a warning by a table arbiter' logged '第 1 次“警告”'
    by li penalty disqualified 9 --game 2.2
    check 'a disqualification is for the chief' refused 1 '须由裁判长作出'
    by zhang penalty disqualified 9 --game 2.2
    check 'by the chief' logged
    by boss penalty expelled 9 --check
    check 'what an expulsion means is for the organiser to say' shows '由竞赛组织机构按第20条决定'
    by zhang foul 2.2 red clock
    by li event withdraw "$(last_id)" --reason 记错
    check "the chief's foul is not for a table arbiter to undo" refused 1 '须由裁判长或竞赛组织机构更正'
    by li foul 1.5 red clock
    early=$(last_id)
    by li event withdraw "$early" --reason 记错
    check 'nor is a foul of an earlier round' refused 1 '第 2 轮已经开始'
    by zhang event withdraw "$early" --reason 记错
    check 'it is for the chief' logged
    by zhang penalty expelled 9
    check 'an expulsion is for the organiser' refused 1 '须由竞赛组织机构作出'
    by boss penalty warning SH --team
    check 'a warning for a team' logged '上海'
}

standings() {
    see standings
    check 'standings have a mark of the byte order' grep -q $'^\xEF\xBB\xBF' "$work/out"
    check 'standings of the players' shows '18,钱八,上海,2,0,0,2,0,3,1,0,0'
    check 'no formulas' shows "30,'=李四,"
    see standings --teams --format json
    check 'standings of the teams as JSON' json \
        'data["key"] == "SH" and data["fouls"] == 3 and data["penalties"]["warning"] == 2'
    see event show --format json
    check 'games as JSON' python3 -c 'import json, sys
lines = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
games = {line["game"]: line for line in lines[1:]}
assert lines[0]["late_minutes"] == {"value": 15, "source": "竞赛规程 5"}, lines[0]
assert games["1.4"]["result"]["outcome"] == "black-wins"
assert games["2.1"]["red"]["mark"] == "-" and games["2.1"]["black"]["mark"] == "-"
assert games["1.5"]["due"]["articles"] == ["4.1.7", "24.3"]' "$work/out"
    see event remarks
    check 'remarks' shows '第1轮第4台已经结束'
    status=0
    "$QILI" event catalogue --lang en >"$work/out" 2>"$work/err" || status=$?
    check 'the catalogue needs no journal' shows 'untrue move-limit claim'
    see journal verify
    check 'the journal is sound' shows '日志完好'
}

unreadable() {
    "$QILI" journal append --raw --file "$journal" --type something-new --payload '{}' >/dev/null
    see event remarks
    check 'an entry of a newer version is a remark' shows '不能读取'
    see standings
    check 'and stops nothing' shows '18,钱八'
    status=0
    "$QILI" standings --file "$work/none.db" >"$work/out" 2>"$work/err" || status=$?
    check 'no journal' refused 2 'none.db'
}

start
fouls
rulings
papers
results
penalties
standings
unreadable

checks_end 'ledger'
