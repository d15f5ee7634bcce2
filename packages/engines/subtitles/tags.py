"""Emphasis by tags like those of HTML, as in SubRip and WebVTT."""
import re

from engines.subtitles.cue import Run

NAMES = ('b', 'i', 'u')


def read(text: str, tag: re.Pattern[str], resolve=str) -> list[Run]:
    """`tag` matches a tag; its first group is the slash of a closing one, its second the name of a known one."""
    runs: list[Run] = []
    styles: frozenset[str] = frozenset()
    at = 0
    for found in tag.finditer(text):
        runs.append(Run(resolve(text[at : found.start()]), styles))
        at = found.end()
        name = (found[2] or '').lower()
        if name in NAMES:
            styles = styles - {name} if found[1] else styles | {name}
    return [*runs, Run(resolve(text[at:]), styles)]


def written(line: list[Run], escape=str) -> str:
    return ''.join(_run(run, escape) for run in line)


def _run(run: Run, escape) -> str:
    names = [name for name in NAMES if name in run.styles]
    before, after = (''.join(f'<{name}>' for name in names), ''.join(f'</{name}>' for name in reversed(names)))
    return before + escape(run.text) + after
