"""Merges the LaTeX project in an archive into a single document. Inserts included files, packages from the archive and
the bibliography, and extracts the figures."""
import hashlib
import os
import posixpath
import re
import subprocess

from engines.shared.pdf.poppler_input import poppler_input
from engines.shared.runner.counted_time import run_within
from engines.shared.text.tex.tex_source import argument, code_only, optional, without_comments
from engines.shared.encoding import legacy_text
from engines.codecs.html_archive import bibliography
from engines.codecs.html_archive.members import Members, NotArchive

MAIN = re.compile(r'\\documentclass\b[^{}]*\{\s*([^{}]*?)\s*\}')
# Document classes of files that are included in other documents.
PART_CLASSES = ('standalone', 'subfiles')
USUAL_NAMES = ('main', 'paper', 'article', 'thesis', 'manuscript', 'ms', 'report', 'book')
COMMAND = re.compile(
    r'\\(?P<name>input|include|subfile|subfileinclude|import|subimport|usepackage|RequirePackage|includegraphics'
    r'|bibliography|printbibliography)\*?(?![A-Za-z])'
)
GRAPHICS_PATH = re.compile(r'\\graphicspath\s*\{((?:\s*\{[^{}]*\})+)\s*\}')
INCLUDE_ONLY = re.compile(r'\\includeonly\s*\{([^{}]*)\}')
BODY = re.compile(r'\\begin\s*\{document\}(.*)\\end\s*\{document\}', re.DOTALL)
# Matches the commands that declare a package. The declarations are removed, because pandoc would skip the whole line of
# a declaration, including any definitions on the line.
PACKAGE_HEAD = re.compile(r'\\(?:NeedsTeXFormat|ProvidesPackage)\s*\{[^{}]*\}(?:\s*\[[^\]]*\])?')
PICTURES = ('.png', '.jpg', '.jpeg', '.svg', '.gif', '.pdf')
# Maximum nesting depth of included files, and maximum length of the document in characters.
MAX_DEPTH = 20
MAX_LENGTH = 20_000_000
TO_PNG = ('/usr/bin/pdftoppm', '-png', '-r', '150', '-singlefile')
PICTURE_TIMEOUT_S = 20


class SeveralDocuments(Exception):
    """Raised if more than one document could be the main document."""


def main_of(members: Members) -> str | None:
    """Returns the name of the main document, or None if the archive has none. @throws SeveralDocuments"""
    texts = {name: _text(members, name) for name in members.names() if name.lower().endswith(('.tex', '.ltx'))}
    found = {name: kind[1] for name, text in texts.items() if (kind := MAIN.search(text)) and BODY.search(text)}
    mains = [name for name, kind in found.items() if kind not in PART_CLASSES] or list(found)
    if not mains:
        return None
    depth = min(name.count('/') for name in mains)
    mains = [name for name in mains if name.count('/') == depth]
    usual = [name for name in mains if _stem(name).lower() in USUAL_NAMES]
    if len(mains) > 1 and len(usual) != 1:
        raise SeveralDocuments
    return (usual or mains)[0]


def _stem(name: str) -> str:
    return posixpath.splitext(posixpath.basename(name))[0]


def _text(members: Members, name: str) -> str:
    text = legacy_text.decoded(members.read(name), 'tex')
    return without_comments(text.replace('\r\n', '\n').replace('\r', '\n'))


class Project:
    """A LaTeX project with the main document `main`. Writes the project's figures to the folder `work`. The merged
    document refers to the figure files, which have names like `picture-….png`."""

    def __init__(self, members: Members, main: str, work: str):
        self._members, self._work = members, work
        self._main, self._folder = main, posixpath.dirname(main)
        self._length = 0
        self._whole = _text(members, main)
        self._graphics = [one.strip() for list_ in GRAPHICS_PATH.findall(self._whole) for one in re.findall(r'\{([^{}]*)\}', list_)]
        only = INCLUDE_ONLY.search(self._whole)
        self._only = {one.strip() for one in only[1].split(',')} if only else None

    def document(self) -> str:
        text = self._joined(self._whole, self._folder, 0)
        return bibliography.inserted(text, self._bibliographies)

    def _joined(self, text: str, folder: str, depth: int) -> str:
        self._length += len(text)
        if depth > MAX_DEPTH or self._length > MAX_LENGTH:
            raise NotArchive('protean-reason: too_complex')
        hidden = code_only(text)
        parts, done = [], 0
        for command in COMMAND.finditer(hidden):
            if command.start() < done:
                continue
            shown, end = self._shown(command, text, folder, depth)
            if shown is not None:
                parts += [text[done:command.start()], shown]
                done = end
        return ''.join(parts) + text[done:]

    def _shown(self, command: re.Match, text: str, folder: str, depth: int) -> tuple[str | None, int]:
        """Returns the replacement for a command, and the position after the command. The replacement is None if the
        command stays unchanged."""
        name = command['name']
        _, at = optional(text, command.end())
        given, end = argument(text, at)
        if name in ('import', 'subimport'):
            inner, end = argument(text, end)
            base = posixpath.join(folder if name == 'subimport' else self._folder, given)
            return self._included(inner, [base], depth), end
        if name in ('usepackage', 'RequirePackage'):
            return self._packages(text[command.start():end], given, depth), end
        if name == 'includegraphics':
            picture = self._picture(given, folder)
            return None if picture is None else text[command.start():at] + f'{{{picture}}}', end
        if name in ('bibliography', 'printbibliography'):
            return None, end
        # Plain TeX allows \input without braces.
        if end == at and name == 'input' and (bare := re.compile(r'\s+([^\s\\{}]+)').match(text, at)):
            given, end = bare[1], bare.end()
        if name == 'include' and self._only is not None and given not in self._only:
            return '', end
        return self._included(given, [self._folder, folder], depth), end

    def _included(self, name: str, folders: list[str], depth: int) -> str | None:
        file = self._file(name, folders, ('.tex', '.ltx', ''))
        if file is None or '#' in name:
            return None
        text = _text(self._members, file)
        body = BODY.search(text)
        return self._joined(body[1] if body else text, posixpath.dirname(file), depth + 1)

    def _packages(self, command: str, names: str, depth: int) -> str | None:
        """Returns the replacement for a command that loads packages. Packages that are in the archive are replaced by
        their text. For each other package, the replacement contains a command that loads the package. Returns None if
        the archive contains none of the packages."""
        listed = [one.strip() for one in names.split(',')]
        local = {one: file for one in listed if (file := self._file(one, [self._folder], ('.sty',)))}
        if not local:
            return None
        others = ''.join(f'\\usepackage{{{one}}}\n' for one in listed if one and one not in local)
        texts = [PACKAGE_HEAD.sub('', _text(self._members, file)) for file in local.values()]
        return others + '\n'.join(self._joined(text, self._folder, depth + 1) for text in texts)

    def _file(self, name: str, folders: list[str], endings: tuple[str, ...]) -> str | None:
        for folder in folders:
            for ending in endings:
                path = posixpath.normpath(posixpath.join(folder, name.strip().strip('"') + ending))
                if not path.startswith('..') and (found := self._members.named(path)):
                    return found
        return None

    def _picture(self, name: str, folder: str) -> str | None:
        folders = [self._folder, folder, *(posixpath.join(self._folder, one) for one in self._graphics)]
        file = self._file(name, folders, ('', *PICTURES))
        ending = posixpath.splitext(file or '')[1].lower()
        if file is None or ending not in PICTURES:
            return None
        content = self._members.read(file)
        stem = f'picture-{hashlib.sha256(content).hexdigest()[:32]}'
        if ending != '.pdf':
            ending = '.jpg' if ending == '.jpeg' else ending
            with open(os.path.join(self._work, stem + ending), 'wb') as target:
                target.write(content)
            return stem + ending
        return f'{stem}.png' if self._drawn(content, os.path.join(self._work, stem)) else None

    def _drawn(self, page: bytes, stem: str) -> bool:
        """Converts the first page of a PDF to a PNG file. Returns whether the conversion succeeded."""
        with open(f'{stem}.pdf', 'wb') as file:
            file.write(page)
        try:
            picture = poppler_input(f'{stem}.pdf', self._work)
            run_within(PICTURE_TIMEOUT_S, [*TO_PNG, picture, stem], check=True)
        except (OSError, subprocess.SubprocessError):
            return False
        return True

    def _bibliographies(self, names: list[str]) -> tuple[str | None, list[str]]:
        """Returns the entries in the main document's .bbl file (None if there are no entries), and the content of each
        database in `names`."""
        made = self._file(_stem(self._main), [self._folder], ('.bbl',))
        entries = _text(self._members, made) if made else ''
        databases = [file for name in names if (file := self._file(name, [self._folder], ('.bib', '')))]
        texts = [self._members.read(file).decode('utf-8', 'replace') for file in databases]
        return (entries if '\\bibitem' in entries else None), texts
