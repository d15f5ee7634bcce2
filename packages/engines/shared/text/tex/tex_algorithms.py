"""Converts algorithms in the notation of LaTeX's algorithm packages to lines of text, as LaTeX prints them."""
import re

from engines.shared.text.tex.tex_source import argument

# Printed words before and after the argument of each command that begins a block.
BEGIN = {
    'if': ('if', 'then'), 'while': ('while', 'do'), 'for': ('for', 'do'), 'forall': ('for all', 'do'), 'foreach': ('for each', 'do'),
    'loop': ('loop', ''), 'repeat': ('repeat', ''),
}  # fmt: skip
MIDDLE = {'elsif': ('else if', 'then'), 'elseif': ('else if', 'then'), 'else': ('else', '')}
END = {'endif': 'end if', 'endwhile': 'end while', 'endfor': 'end for', 'endloop': 'end loop', 'endprocedure': 'end procedure', 'endfunction': 'end function'}
LINES = {'state': '', 'statex': '', 'return': 'return', 'require': 'Require:', 'ensure': 'Ensure:', 'print': 'print', 'until': 'until', 'input': 'Input:', 'output': 'Output:'}
TOKEN = re.compile(r'\\(' + '|'.join([*BEGIN, *MIDDLE, *END, *LINES, 'procedure', 'function', 'comment', 'call', 'algorithmicrequire']) + r')(?![A-Za-z])', re.IGNORECASE)
ENVIRONMENT = re.compile(r'\\begin\{(algorithmic|algpseudocode)\}\s*(?:\[[^\]]*\])?(.*?)\\end\{\1\}', re.DOTALL)
INDENT = '\u2003'


def written(text: str) -> str:
    if 'algorithm2e' in text:
        return written_with_braces(text)
    return ENVIRONMENT.sub(lambda found: '\n\n' + '\\\\\n'.join(lines_of(found[2])) + '\n\n', text)


# Block commands of the package algorithm2e. The lines of the block are in the last argument of the command, or in the
# last two arguments.
BLOCKS = {'while': 'while', 'if': 'if', 'uif': 'if', 'for': 'for', 'foreach': 'for each', 'forall': 'for all', 'else': 'else', 'elseif': 'else if', 'uelseif': 'else if'}
BEHIND = {'if': 'then', 'else if': 'then', 'else': ''}
HEADS = {'kwdata': 'Data:', 'kwresult': 'Result:', 'kwin': 'Input:', 'kwout': 'Output:', 'kwret': 'return', 'return': 'return'}
BRACED = re.compile(r'\\(?:(;)|(' + '|'.join([*BLOCKS, *HEADS, 'eif', 'repeat', 'tcp', 'tcc', 'setalgolined', 'dontprintsemicolon', 'linesnumbered', 'caption', 'label']) + r')\*?(?![A-Za-z]))', re.IGNORECASE)
FLOAT = re.compile(r'(\\begin\{algorithm2?e?\}\s*(?:\[[^\]]*\])?)(.*?)(\\end\{algorithm2?e?\})', re.DOTALL)


def written_with_braces(text: str) -> str:
    """Rewrites algorithms of the package algorithm2e. In algorithm2e, a block is an argument in braces."""
    return FLOAT.sub(lambda found: f'\\begin{{algorithm}}{floated(found[2])}\\end{{algorithm}}', text)


def floated(body: str) -> str:
    captions: list[str] = []
    lines = braced_lines(body, 0, captions)
    return ''.join(captions) + '\n\n' + '\\\\\n'.join(lines) + '\n\n'


def braced_lines(body: str, depth: int, captions: list[str]) -> list[str]:
    lines: list[str] = []
    at, line = 0, ''

    def flush() -> None:
        nonlocal line
        if line.strip():
            lines.append(INDENT * depth + ' '.join(line.split()))
        line = ''

    while found := BRACED.search(body, at):
        line += body[at:found.start()]
        at = found.end()
        if found[1]:
            flush()
            continue
        name = found[2].lower()
        if name in ('setalgolined', 'dontprintsemicolon', 'linesnumbered'):
            continue
        value, at = argument(body, at) if name != 'else' else ('', at)
        if name in ('caption', 'label'):
            captions.append(f'\\{name}{{{value}}}')
        elif name in ('tcp', 'tcc'):
            line += f' ▷ {value}'
            flush()
        elif name in HEADS:
            flush()
            line = f'\\textbf{{{HEADS[name]}}} {value}'
            flush()
        else:
            flush()
            inner, at = argument(body, at)
            word = 'repeat' if name == 'repeat' else BLOCKS.get(name, 'if')
            behind = BEHIND.get(word, 'do')
            head = '\\textbf{repeat}' if name == 'repeat' else f'\\textbf{{{word}}} {value}' + (f' \\textbf{{{behind}}}' if behind else '')
            lines += [INDENT * depth + head, *braced_lines(inner, depth + 1, captions)]
            if name == 'eif':
                other, at = argument(body, at)
                lines += [INDENT * depth + '\\textbf{else}', *braced_lines(other, depth + 1, captions)]
            elif name == 'repeat':
                lines.append(INDENT * depth + f'\\textbf{{until}} {value}')
    line += body[at:]
    flush()
    return lines


def lines_of(body: str) -> list[str]:
    lines: list[str] = []
    depth, at = 0, 0
    line = ''

    def flush() -> None:
        nonlocal line
        if line.strip():
            lines.append(INDENT * depth + line.strip())
        line = ''

    while True:
        found = TOKEN.search(body, at)
        line += ' '.join(body[at:found.start() if found else len(body)].split()) and body[at:found.start() if found else len(body)]
        line = re.sub(r'\s+', ' ', line)
        if not found:
            flush()
            return lines
        name, at = found[1].lower(), found.end()
        if name in ('comment', 'call'):
            value, at = argument(body, at)
            if name == 'comment':
                line += f' ▷ {value}'
            else:
                inner, at = argument(body, at)
                line += f'\\textsc{{{value}}}({inner})'
            continue
        if name == 'return' and line.strip() == '':
            line = '\\textbf{return} '
            continue
        if name == 'return':
            line += ' \\textbf{return} '
            continue
        flush()
        if name in BEGIN:
            value, at = argument(body, at) if name not in ('loop', 'repeat') else ('', at)
            before, behind = BEGIN[name]
            line = f'\\textbf{{{before}}} {value}' + (f' \\textbf{{{behind}}}' if behind else '')
            flush()
            depth += 1
        elif name in MIDDLE:
            value, at = argument(body, at) if name != 'else' else ('', at)
            before, behind = MIDDLE[name]
            depth = max(0, depth - 1)
            line = f'\\textbf{{{before}}} {value}' + (f' \\textbf{{{behind}}}' if behind else '')
            flush()
            depth += 1
        elif name in END:
            depth = max(0, depth - 1)
            line = f'\\textbf{{{END[name]}}}'
            flush()
        elif name in ('procedure', 'function'):
            value, at = argument(body, at)
            inner, at = argument(body, at)
            line = f'\\textbf{{{name}}} \\textsc{{{value}}}({inner})'
            flush()
            depth += 1
        else:
            if name == 'until':
                depth = max(0, depth - 1)
                value, at = argument(body, at)
                line = f'\\textbf{{until}} {value}'
            else:
                line = f'\\textbf{{{LINES[name]}}} ' if LINES[name] else ''
