"""Parses LaTeX source: command arguments, verbatim parts and comments."""
import re

VERBATIM = re.compile(
    r'\\begin\{(verbatim|lstlisting|minted|Verbatim|comment|filecontents)\*?\}.*?\\end\{\1\*?\}|\\verb\*?([^A-Za-z\s*]).*?\2', re.DOTALL
)


ROMAN = [(1000, 'm'), (900, 'cm'), (500, 'd'), (400, 'cd'), (100, 'c'), (90, 'xc'), (50, 'l'), (40, 'xl'), (10, 'x'), (9, 'ix'), (5, 'v'), (4, 'iv'), (1, 'i')]


def letters(number: int) -> str:
    return chr(96 + number) if 0 < number < 27 else str(number)


def roman(number: int) -> str:
    text = ''
    for value, sign in ROMAN:
        text += sign * (number // value)
        number %= value
    return text


def without_comments(text: str) -> str:
    """Returns the LaTeX source without its comments. Verbatim parts stay unchanged."""
    kept, done = [], 0
    for code in VERBATIM.finditer(text):
        kept += [uncommented(text[done:code.start()]), code[0]]
        done = code.end()
    return ''.join(kept) + uncommented(text[done:])


def uncommented(text: str) -> str:
    return re.sub(r'(?<!\\)((?:\\\\)*)%[^\n]*\n?[ \t]*', r'\1', text)


def code_only(text: str) -> str:
    """Returns the text with verbatim parts blanked to the same length."""
    return VERBATIM.sub(lambda code: ' ' * len(code[0]), text)


def argument(text: str, at: int) -> tuple[str, int]:
    """Returns the argument in braces at `at`, after optional white space, and the position after it. Returns an empty
    string if there is no argument."""
    start = at
    while start < len(text) and text[start].isspace():
        start += 1
    end = closing(text, start, '{', '}')
    return (text[start + 1:end - 1].strip(), end) if end else ('', at)


def optional(text: str, at: int) -> tuple[str | None, int]:
    """Returns the argument in brackets at `at`, or None, and the position after it."""
    start = at
    while start < len(text) and text[start] in ' \t':
        start += 1
    end = closing(text, start, '[', ']')
    return (text[start + 1:end - 1], end) if end else (None, at)


def closing(text: str, start: int, left: str, right: str) -> int:
    """Returns the position after the bracket that closes the bracket at `start`, or 0."""
    if text[start:start + 1] != left:
        return 0
    depth, at = 0, start
    while at < len(text):
        sign = text[at]
        if sign == '\\':
            at += 2
            continue
        if sign == left or sign == '{' and left == '[':
            depth += 1
        elif sign == right or sign == '}' and left == '[':
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return 0


def split_rows(text: str) -> list[str]:
    """Splits rows at `\\\\` outside braces and inner environments."""
    rows, depth, start, at = [], 0, 0, 0
    while at < len(text):
        if text.startswith('\\begin', at) or text[at] == '{':
            depth += 1
        elif text.startswith('\\end', at) or text[at] == '}':
            depth -= 1
        if text[at] == '\\' and at + 1 < len(text):
            if text[at + 1] == '\\' and depth == 0:
                rows.append(text[start:at])
                start = at + 2
            at += 1
        at += 1
    return [*rows, text[start:]]
