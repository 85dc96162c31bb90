#!/usr/bin/env bash
# The checks of tools/lint refuse what they are there for and pass what is clean; so do the test
# runner and the tool that embeds the rule editions. Each case is a tiny tree with one fault.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
lint=$root/tools/lint
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
cases=0

# fresh: an empty tree with one clean source in board and one in judge.
fresh() {
    rm -rf "${tree:?}/src"
    mkdir -p "$tree/src/board/tables" "$tree/src/judge" "$tree/src/cli"
    cat >"$tree/src/board/clean.c" <<'C'
/* Says strcpy(a, b), "printf(" and malloc(1) in a comment only. */
#include "board/clean.h"

#include <stdlib.h>

const char *const board_words[] = {"strcat(a, b)", "abort()"}; // and exit(1)

char *board_copy(size_t size)
{
    char *copy = malloc(size);
    if (!copy)
        return NULL;
    copy[0] = '"';
    return copy;
}
C
    echo 'char *board_copy(size_t size);' >"$tree/src/board/clean.h"
    printf '#include "board/clean.h"\n#include "judge/clean.h"\nint judge_one(void);\n' \
        >"$tree/src/judge/clean.c"
    echo 'int judge_one(void);' >"$tree/src/judge/clean.h"
}

fail() {
    echo "test_lint: $1"
    sed 's/^/    /' "$tree/output"
    failures=$((failures + 1))
}

# passes NAME COMMAND...
passes() {
    cases=$((cases + 1))
    "${@:2}" >"$tree/output" 2>&1 || fail "$1: should pass"
}

# refuses NAME WORD COMMAND...: fails with status 1, and WORD is in what it says.
refuses() {
    local status=0
    cases=$((cases + 1))
    "${@:3}" >"$tree/output" 2>&1 || status=$?
    if [ $status -ne 1 ]; then
        fail "$1: should be refused with status 1, not $status"
    elif ! grep -qF -- "$2" "$tree/output"; then
        fail "$1: should say: $2"
    fi
}

# reports NAME PLACES COMMAND...: fails, and complains of just these places (file:line, in order)
reports() {
    local status=0
    cases=$((cases + 1))
    "${@:3}" >"$tree/output" 2>&1 || status=$?
    if [ $status -ne 1 ] || [ "$(cut -d: -f1,2 "$tree/output" | paste -sd' ')" != "$2" ]; then
        fail "$1: should be refused just at $2 (status $status)"
    fi
}

# body FILE LINE...: a function with these lines, from line 4 on
body() {
    {
        echo 'int f(char *a, const char *b);'
        echo 'int f(char *a, const char *b)'
        echo '{'
        printf '    %s\n' "${@:2}"
        echo '}'
    } >"$tree/src/$1"
}

# forbidden.sh: functions

fresh
passes 'clean tree' "$lint/forbidden.sh" "$tree"

fresh
body cli/fault.c 'strcpy(a, b);' '(void)strcat (a, b);' 'return sprintf(a, "%s", b);' \
    'return vsprintf(a, b, list);' 'gets(a);' 'return atoi(b);' 'return (int)atol(b);' \
    'return (int)atof(b);' 'while (strtok(a, b))' 'a = alloca(9);'
reports 'unsafe functions' "$(echo src/cli/fault.c:{4..13})" "$lint/forbidden.sh" "$tree"

fresh
body cli/fine.c 'snprintf(a, 9, "%s", b);' 'fgets(a, 9, in); my_strcpy(a, b); strtok_r(a, b, &c);'
passes 'names that only look alike' "$lint/forbidden.sh" "$tree"

fresh
body cli/fault.c '/* one' '   two */ strcpy(a, b); /* three */'
refuses 'code after a comment' 'src/cli/fault.c:5: strcpy' "$lint/forbidden.sh" "$tree"

fresh
body cli/fault.c "a[0] = '\"'; strcpy(a, b);"
refuses 'code after a quote character' 'src/cli/fault.c:4: strcpy' "$lint/forbidden.sh" "$tree"

fresh
body cli/fault.c 'puts("\\"); strcpy(a, "\"x");'
refuses 'code after an escaped backslash' 'src/cli/fault.c:4: strcpy' "$lint/forbidden.sh" "$tree"

# forbidden.sh: libraries do not print or end the program, the tool and the generator may

printing=('printf("x");' 'fprintf(out, "x");' 'puts(b);' 'exit(1);' 'abort();' 'out = stderr;')
for folder in board judge; do
    fresh
    body "$folder/fault.c" "${printing[@]}"
    reports "printing in $folder" "$(echo src/$folder/fault.c:{4..9})" "$lint/forbidden.sh" "$tree"
done
fresh
body cli/fine.c "${printing[@]}"
body board/tables/generate.c "${printing[@]}"
passes 'printing in the tool and the generator' "$lint/forbidden.sh" "$tree"

# forbidden.sh: allocations

fresh
body board/fault.c 'a = malloc(9);' 'a = calloc(9, 1);' 'a = realloc(b, 9);' 'a = strdup(b);' \
    'a = (char *)malloc(9);' 'char *c = strndup(b, 9);' 'if (b)' 'a = malloc(9);' \
    'else { a = malloc(9);' 'a[0] = c[0];' 'return 1;'
reports 'untested' "$(echo src/board/fault.c:{4..9} src/board/fault.c:{11,12})" "$lint/forbidden.sh" "$tree"

fresh
body board/fault.c 'a = malloc(9);' 'one();' 'two();' 'three();' 'if (!a)' 'return 1;'
refuses 'tested too late' 'src/board/fault.c:4: the result of malloc' "$lint/forbidden.sh" "$tree"

fresh
body board/fault.c 'a = malloc(9);' 'if (!ab)' 'return 1;'
refuses 'another variable tested' 'is not tested' "$lint/forbidden.sh" "$tree"

fresh
body board/fault.c 'a = malloc(9);'
refuses 'untested at the end of a file' 'is not tested' "$lint/forbidden.sh" "$tree"

fresh
body board/fault.c 'use(malloc(9));'
refuses 'result given away' 'is not kept' "$lint/forbidden.sh" "$tree"

tests=()
for test in 'if (!a)' 'if (a == NULL)' 'if (NULL == a)' 'if (a)' 'if (b && !a)' 'return a;' \
    'return a ? 1 : 0;' 'if (b && a != NULL)' 'ok = a && b;' 'while (a && *b)'; do
    tests+=('a = malloc(9);' 'one();' "$test" 'return 1;')
done
fresh
body board/fine.c "${tests[@]}"
passes 'tested' "$lint/forbidden.sh" "$tree"

fresh
body board/fine.c 'list->items[n] =' '    realloc(list->items,' '            9);' \
    'if (!list->items[n])' 'return 1;'
passes 'allocation over three lines' "$lint/forbidden.sh" "$tree"

fresh
body board/fine.c '*text = (board_text){.bytes = malloc(9)};' 'return text->bytes != NULL;'
passes 'allocation in an initialiser' "$lint/forbidden.sh" "$tree"

fresh
body board/fault.c '*text = (board_text){.bytes = malloc(9)};' 'return text->size != NULL;'
refuses 'another member tested' 'src/board/fault.c:4:' "$lint/forbidden.sh" "$tree"

fresh
body board/fine.c 'if ((a = malloc(9)) == NULL)' 'return 1;' 'return malloc(9);'
passes 'tested where it is made, or returned' "$lint/forbidden.sh" "$tree"

# forbidden.sh: lengths

fresh
printf '/* %094d */\n' 0 >"$tree/src/board/fine.h"
printf '/* %s */\n' "$(printf '棋%.0s' {1..94})" >>"$tree/src/board/fine.h"
passes 'lines of 100 characters' "$lint/forbidden.sh" "$tree"

fresh
printf '/* %095d */\n' 0 >"$tree/src/board/fault.h"
refuses 'a line of 101 characters' 'src/board/fault.h:1:' "$lint/forbidden.sh" "$tree"

fresh
yes 'int f(void);' | head -n 600 >"$tree/src/cli/long.c" || true
passes 'a file of 600 lines' "$lint/forbidden.sh" "$tree"
cases=$((cases + 1))
! grep -q warning "$tree/output" || fail 'a file of 600 lines: should give no warning'

fresh
yes 'int f(void);' | head -n 700 >"$tree/src/cli/long.c" || true
passes 'a file of 700 lines' "$lint/forbidden.sh" "$tree"
cases=$((cases + 1))
grep -q 'long.c: warning: 700' "$tree/output" || fail 'a file of 700 lines: should give a warning'

fresh
yes 'int f(void);' | head -n 701 >"$tree/src/cli/long.c" || true
refuses 'a file of 701 lines' 'long.c: 701 lines' "$lint/forbidden.sh" "$tree"

rm -rf "$tree/src"
mkdir "$tree/src"
refuses 'no sources: forbidden' 'no sources' "$lint/forbidden.sh" "$tree"
refuses 'no sources: layers' 'no sources' "$lint/layers.sh" "$tree"

# layers.sh

fresh
passes 'clean tree' "$lint/layers.sh" "$tree"

# include FOLDER HEADER...: a tree where src/FOLDER/x.c includes each "HEADER", from line 2 on
include() {
    fresh
    mkdir -p "$tree/src/$1"
    {
        printf '#include <stdio.h>\n'
        printf '#include "%s"\n' "${@:2}"
    } >"$tree/src/$1/x.c"
}

folders=(board judge ledger store sync device office kiosk cli)
may='board board|judge board judge|ledger board judge ledger|store board judge ledger store'
may+='|sync board judge ledger store sync|device device'
may+='|office board judge ledger store sync device office'
may+='|kiosk board judge ledger store sync device kiosk'
may+='|cli board judge ledger store sync device cli'
IFS='|' read -ra rows <<<"$may"
for row in "${rows[@]}"; do
    folder=${row%% *}
    places=
    for i in "${!folders[@]}"; do
        [[ " ${row#* } " == *" ${folders[i]} "* ]] || places+=" src/$folder/x.c:$((i + 2))"
    done
    include "$folder" "${folders[@]/%//y.h}"
    reports "what $folder may include" "${places# }" "$lint/layers.sh" "$tree"
done

include board/tables judge/y.h
refuses 'a folder within a folder' 'src/board/tables/x.c:2:' "$lint/layers.sh" "$tree"
include board y.h
refuses 'a header without its folder' 'src/board/x.c:2:' "$lint/layers.sh" "$tree"
include board ../judge/y.h
refuses 'a header by way of ..' 'src/board/x.c:2:' "$lint/layers.sh" "$tree"
include stable board/y.h
refuses 'an unknown folder' 'src/stable/x.c' "$lint/layers.sh" "$tree"
fresh
echo 'int x;' >"$tree/src/x.c"
refuses 'a file outside the folders' 'src/x.c' "$lint/layers.sh" "$tree"
fresh
printf '#  include "judge/y.h"\n' >"$tree/src/board/x.h"
refuses 'an indented include in a header' 'src/board/x.h:1:' "$lint/layers.sh" "$tree"

# state.sh

# compiled LINE...: these lines as one object in a static library
compiled() {
    printf '%s\n' "$@" >"$tree/state.c"
    rm -f "$tree/libstate.a"
    "${CC:-gcc}" -O2 -fPIE -c -o "$tree/state.o" "$tree/state.c"
    ar rcs "$tree/libstate.a" "$tree/state.o"
}

compiled 'static const int table[] = {1, 2};' 'const char *const names[] = {"a", "b"};' \
    'extern int elsewhere;' 'int f(int i);' \
    'int f(int i) { int n = i; return table[n & 1] + names[n & 1][0] + elsewhere; }'
passes 'constants' "$lint/state.sh" "$tree/libstate.a"

user='int f(void); int f(void) { return counter++; }'
for line in 'static int counter;' 'static int counter = 7;' 'int counter;' 'int counter = 7;' \
    'static _Thread_local int counter;' 'static _Thread_local int counter = 7;'; do
    compiled "$line" "$user"
    refuses "$line" 'counter (' "$lint/state.sh" "$tree/libstate.a"
done
compiled 'int f(void); int f(void) { static int counter; return counter++; }'
refuses 'static inside a function' 'counter.' "$lint/state.sh" "$tree/libstate.a"
compiled 'const char *names[] = {"a", "b"};'
refuses 'pointers that can be written' 'names (' "$lint/state.sh" "$tree/libstate.a"
refuses 'no library' 'no libraries' "$lint/state.sh"

# embed.sh and run-tests.sh

mkdir "$tree/editions"
printf '[edition]\nname = "棋例\\"\n' >"$tree/editions/cxa-2007.ini"
: >"$tree/editions/empty.ini"
"$root/tools/embed.sh" "$tree"/editions/*.ini >"$tree/data.c"
cat >"$tree/print.c" <<'C'
#include "judge/embedded.h"
#include <stdio.h>
int main(void)
{
    for (size_t i = 0; i < judge_embedded_edition_count; i++)
        printf("%s %zu\n%s", judge_embedded_editions[i].name, judge_embedded_editions[i].length,
               judge_embedded_editions[i].text);
    return judge_embedded_editions[judge_embedded_edition_count].name != NULL;
}
C
embedded() {
    "${CC:-gcc}" -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I"$root/src" \
        -o "$tree/print" "$tree/data.c" "$tree/print.c" && "$tree/print" >"$tree/printed" &&
        diff "$tree/expected" "$tree/printed"
}
{
    echo "cxa-2007 $(wc -c <"$tree/editions/cxa-2007.ini")"
    cat "$tree/editions/cxa-2007.ini"
    echo 'empty 0'
} >"$tree/expected"
passes 'two editions embedded' embedded
"$root/tools/embed.sh" >"$tree/data.c"
: >"$tree/expected"
passes 'no edition embedded' embedded
: >"$tree/editions/cxa_2007.ini"
refuses 'two like names' 'too like' "$root/tools/embed.sh" "$tree"/editions/*.ini
: >"$tree/editions/Bad name.ini"
refuses 'a bad name' 'a name may hold' "$root/tools/embed.sh" "$tree/editions/Bad name.ini"

printf 'exit 0\n' >"$tree/good.sh"
printf 'echo why; exit 3\n' >"$tree/bad.sh"
printf 'sleep 60\n' >"$tree/slow.sh"
printf '#!/bin/sh\necho "[==========] 2 test(s) run."\n' >"$tree/two"
printf '#!/bin/sh\nexit 0\n' >"$tree/none"
chmod +x "$tree/two" "$tree/none"
runner=$root/tools/run-tests.sh
passes 'tests that pass' "$runner" qili "$tree/good.sh" "$tree/two"
cases=$((cases + 1))
grep -qx '2 passed, 0 failed' "$tree/output" || fail 'two pass: should be counted'
refuses 'a test that fails' '1 passed, 1 failed' "$runner" qili "$tree/good.sh" "$tree/bad.sh"
refuses 'what a failing test says' '    why' "$runner" qili "$tree/bad.sh"
refuses 'a program without a test' '0 passed, 1 failed' "$runner" qili "$tree/none"
refuses 'a test that hangs' '0 passed, 1 failed' env TEST_TIMEOUT=1 "$runner" qili "$tree/slow.sh"
refuses 'a program that is not there' '0 passed, 1 failed' "$runner" qili "$tree/missing"
refuses 'no test' '0 passed, 0 failed' "$runner" qili

if [ $failures -ne 0 ]; then
    echo "test_lint: $failures of $cases checks failed"
    exit 1
fi
echo "test_lint: $cases checks passed"
