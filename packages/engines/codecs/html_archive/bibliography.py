"""Inserts the bibliography into a LaTeX document, as the environment `thebibliography`. Uses the .bbl file that BibTeX
wrote. Without a .bbl file, pandoc formats the entries of the .bib databases."""
import json
import re
import subprocess
from collections.abc import Callable

from engines.shared.text.tex.tex_source import code_only

PANDOC = ('/usr/bin/pandoc', '--sandbox')
PRINTED = re.compile(r'\\bibliography\s*\{([^{}]*)\}|\\printbibliography\b(?:\s*\[[^\]]*\])?')
RESOURCE = re.compile(r'\\addbibresource\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}')
CITED = re.compile(r'\\[A-Za-z]*[cC]ite[A-Za-z]*\*?(?:\s*\[[^\]]*\]){0,2}\s*\{([^{}]*)\}')
STYLE = re.compile(r'\\bibliographystyle\s*\{([^{}]*)\}')
# Bibliography styles that list entries in the order of their citations.
UNSORTED = re.compile(r'.*unsrt.*|ieeetr|IEEEtran\w*|naturemag|elsarticle-num|apsrev\S*|splncs\d*')
NATBIB = re.compile(r'\\usepackage\s*(?:\[([^\]]*)\])?\s*\{[^{}]*\bnatbib\b[^{}]*\}')
# pandoc writes the text of each entry as a separate paragraph.
BEFORE_ENTRY = re.compile(r'(\\bibitem(?:\[[^\]\n]*\])?\{[^{}\n]*\})\n\n')
AUTHOR_YEAR = re.compile(r'\\usepackage\s*\[[^\]]*style\s*=\s*(?:authoryear|apa|chicago-authordate)[^\]]*\]\s*\{biblatex\}')

# Type of a function that takes the names of bibliography databases. The function returns the entries in the .bbl file
# (None if the project has no .bbl file), and the content of each database.
Find = Callable[[list[str]], tuple['str | None', list[str]]]


def inserted(text: str, find: Find) -> str:
    """Inserts the entries in place of the command that prints the bibliography. Returns `text` unchanged if no entries
    are found."""
    printed = PRINTED.search(code_only(text))
    if not printed:
        return text
    named = [printed[1]] if printed[1] else RESOURCE.findall(text)
    made, databases = find([name.strip() for one in named for name in one.split(',') if name.strip()])
    entries = made or (_entries(text, databases) if databases else '')
    if not entries:
        return text
    return RESOURCE.sub('', text[:printed.start()]) + entries + text[printed.end():]


def _entries(text: str, databases: list[str]) -> str:
    keys = list(dict.fromkeys(key.strip() for found in CITED.findall(code_only(text)) for key in found.split(',')))
    formatted = _formatted('\n'.join(databases))
    style = STYLE.search(text)
    # Biblatex has no style command and sorts by default.
    is_sorted = not (style and UNSORTED.fullmatch(style[1].strip()))
    chosen = [key for key in formatted if key in keys or '*' in keys] if is_sorted else [key for key in keys if key in formatted]
    if not chosen:
        return ''
    labels = _labels('\n'.join(databases)) if _is_author_year(text) else {}
    items = []
    for key in chosen:
        label = f'[{labels[key]}]' if labels.get(key) else ''
        items.append({'t': 'RawBlock', 'c': ['latex', f'\\bibitem{label}{{{key}}}']})
        items += formatted[key]
    document = json.dumps({'pandoc-api-version': formatted.version, 'meta': {}, 'blocks': items})
    body = BEFORE_ENTRY.sub(r'\1 ', _pandoc(['-f', 'json', '-t', 'latex', '--wrap=none'], document))
    return f'\\begin{{thebibliography}}{{99}}\n{body}\n\\end{{thebibliography}}\n'


def _is_author_year(text: str) -> bool:
    natbib = NATBIB.search(text)
    return bool(natbib and not re.search(r'numbers|super', natbib[1] or '') or AUTHOR_YEAR.search(text))


class Formatted(dict):
    """Maps the citation key of each entry to the pandoc blocks of the formatted entry. The entries are sorted by
    author."""

    version: list[int] = []


def _formatted(database: str) -> Formatted:
    tree = json.loads(_pandoc(['-f', 'biblatex', '-t', 'json', '--citeproc'], database))
    entries = Formatted()
    entries.version = tree['pandoc-api-version']
    for block in tree['blocks']:
        if block['t'] != 'Div':
            continue
        for entry in block['c'][1]:
            if entry['t'] == 'Div' and entry['c'][0][0].startswith('ref-'):
                entries[entry['c'][0][0][len('ref-'):]] = entry['c'][1]
    return entries


def _labels(database: str) -> dict[str, str]:
    """Maps the citation key of each entry to the label that natbib shows in citations, such as `Knuth(1984)`."""
    labels = {}
    for entry in json.loads(_pandoc(['-f', 'biblatex', '-t', 'csljson'], database)):
        names = [one.get('family') or one.get('literal') or '' for one in entry.get('author') or entry.get('editor') or []]
        year = next(iter(next(iter(entry.get('issued', {}).get('date-parts', [])), [])), '')
        who = names[0] + ' et al.' if len(names) > 2 else ' and '.join(names)
        if who and year:
            labels[entry['id']] = f'{{{who}}}({year})'
    return labels


def _pandoc(arguments: list[str], text: str) -> str:
    done = subprocess.run([*PANDOC, *arguments], input=text.encode(), capture_output=True, check=True)
    return done.stdout.decode()
