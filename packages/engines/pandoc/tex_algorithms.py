"""Writes algorithms of the packages algorithmic and algpseudocode as lines of text, as they are printed."""
import re

from engines.pandoc.tex_source import argument

# The words before and behind the argument, and by how much the lines that follow are indented.
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
    return ENVIRONMENT.sub(lambda found: '\n\n' + '\\\\\n'.join(lines_of(found[2])) + '\n\n', text)


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
