# Reads C sources and prints what tools/lint/forbidden.sh refuses in them; see there.
# Used with strip.awk.

function complain(where, what) {
    print where ": " what
    found = 1
}

# Does `code` call one of `names` (alternatives of a regular expression)? Leaves it in called.
function calls(code, names) {
    if (!match(" " code, "[^A-Za-z0-9_](" names ")[ \t]*\\("))
        return 0
    called = substr(" " code, RSTART + 1, RLENGTH - 1)
    sub(/[ \t]*\($/, "", called)
    return 1
}

function spaceless(text) {
    gsub(/[ \t]/, "", text)
    return text
}

# Is `name` (without blanks) looked at in `code`, or handed on to the caller? A name like ".text"
# (of an initialiser) is looked at as "text" of whatever structure.
function tested(code, name,    at, before, after) {
    sub(/^[ \t]*return[ \t]+/, "return(", code)
    code = spaceless(code)
    if (name ~ /^\./) {
        gsub(/[A-Za-z0-9_]+(->|\.)/, "", code)
        name = substr(name, 2)
    }
    if (code == "return(" name ";")
        return 1
    while ((at = index(code, name)) > 0) {
        before = at == 1 ? "" : substr(code, 1, at - 1)
        after = substr(code, at + length(name))
        if (before ~ /!$/ && after !~ /^[A-Za-z0-9_=.\[-]/)
            return 1
        if (after ~ /^[=!]=(NULL|0)/ || before ~ /NULL[=!]=$/)
            return 1
        if (before ~ /(^|[^A-Za-z0-9_])(if|while)\($/ && after ~ /^[)&|?]/)
            return 1
        if (before ~ /(&&|\|\|)$/ && after ~ /^[)&|?]/)
            return 1
        if (before !~ /[A-Za-z0-9_.>*]$/ && after ~ /^(\?|&&|\|\|)/)
            return 1
        code = after
    }
    return 0
}

function forget_pending() {
    if (pending != "")
        complain(pending_where, "the result of " pending_call " is not tested in the next 3 lines")
    pending = ""
}

# The length of the leading "if (...)", "while (...)" or "for (...)" of a statement, else 0.
function condition_length(statement,    at, depth, c) {
    if (statement !~ /^[ \t]*(if|while|for)[ \t]*\(/)
        return 0
    for (at = index(statement, "("); at <= length(statement); at++) {
        c = substr(statement, at, 1)
        depth += (c == "(") - (c == ")")
        if (depth == 0)
            return at
    }
    return 0
}

# The statement that allocates at `where` is complete: what becomes of the result?
function judge_allocation(statement, where,    left, end) {
    if (!calls(statement, allocators))
        return
    for (;;) {
        sub(/^[ \t{}]*(else[ \t{]+)?/, "", statement)
        end = condition_length(statement)
        if (!end)
            break
        left = substr(statement, 1, end)
        statement = substr(statement, end + 1)
        if (calls(left, allocators) && left !~ /^for/)
            return
    }
    calls(statement, allocators)
    left = spaceless(statement)
    if (left ~ /^return/ && left !~ /=/)
        return
    if (left !~ "=(\\([^()]*\\))?(" allocators ")\\(") {
        complain(where, "the result of " called " is not kept in a variable")
        return
    }
    forget_pending()
    pending_call = called
    left = statement
    sub("[ \t]*=[ \t]*(\\([^()]*\\)[ \t]*)?(" allocators ")[ \t]*\\(.*", "", left)
    # "char *name" -> "name", "list->items[i]" stays
    sub(/^.*[ \t*(,{};]/, "", left)
    pending = spaceless(left)
    pending_where = where
    pending_lines = 0
}

BEGIN {
    allocators = "malloc|calloc|realloc|reallocarray|aligned_alloc|strdup|strndup"
    unsafe = "strcpy|strcat|sprintf|vsprintf|gets|atoi|atol|atoll|atof|strtok|alloca"
    printing = "printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|perror|exit|_Exit|_exit|abort"
}

FNR == 1 {
    forget_pending()
    in_comment = 0
    statement = ""
    library = FILENAME ~ /^src\/(board|judge|ledger|store)\// && FILENAME != "src/board/tables/generate.c"
}

{
    where = FILENAME ":" FNR
    code = strip_line($0)
    if (code ~ /^[ \t]*$/)
        next

    if (calls(code, unsafe))
        complain(where, called " is not used in this project")
    if (library && calls(code, printing))
        complain(where, called ": a library does not print and does not end the program")
    if (library && code ~ /(^|[^A-Za-z0-9_])(stdout|stderr)([^A-Za-z0-9_]|$)/)
        complain(where, "stdout or stderr: a library does not print")

    if (pending != "") {
        pending_lines++
        if (tested(code, pending))
            pending = ""
        else if (pending_lines >= 3)
            forget_pending()
    }

    # A statement is gathered up to the line that ends it; preprocessor lines are left out.
    if (code ~ /^[ \t]*#/)
        next
    statement = statement " " code
    if (calls(code, allocators))
        allocation_where = where
    if (code ~ /[;{}:][ \t]*$/) {
        judge_allocation(statement, allocation_where)
        statement = ""
    }
}

END {
    forget_pending()
    exit found
}
