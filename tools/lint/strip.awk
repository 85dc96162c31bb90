# strip_line(LINE): LINE of a C source without its comments and without what is inside its string
# and character literals. Call it for every line in order; set in_comment = 0 where a file begins.

function strip_line(line,    kept, at, end, mark) {
    kept = ""
    while (line != "") {
        if (in_comment) {
            end = index(line, "*/")
            if (!end)
                return kept
            line = substr(line, end + 2)
            in_comment = 0
            kept = kept " "
            continue
        }
        if (!match(line, /\/\*|\/\/|"|'/))
            return kept line
        at = RSTART
        mark = substr(line, at, 1)
        if (substr(line, at, 2) == "//")
            return kept substr(line, 1, at - 1)
        if (substr(line, at, 2) == "/*") {
            kept = kept substr(line, 1, at - 1)
            line = substr(line, at + 2)
            in_comment = 1
            continue
        }
        kept = kept substr(line, 1, at) mark
        line = substr(line, at + 1)
        for (end = 1; end <= length(line) && substr(line, end, 1) != mark; end++)
            if (substr(line, end, 1) == "\\")
                end++
        line = substr(line, end + 1)
    }
    return kept
}
