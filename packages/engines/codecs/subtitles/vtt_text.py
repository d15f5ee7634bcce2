"""Reads and writes the text of WebVTT cues: its tags, and the classes that format text."""
import html
import re
from dataclasses import replace

from engines.codecs.subtitles import colours
from engines.codecs.subtitles.cue import Cue, Look, PLAIN, Run
from engines.codecs.subtitles.vtt_style import KNOWN, Sheet

TAG = re.compile(r'<(/?)([a-z]*)((?:\.[^\s.<>]+)*)(?:\s([^<>]*))?>|<[^<>]*>')
WORD_TIME = re.compile(r'<[\d:]+\.\d+>')

NAMES = {code: name for name, code in colours.NAMED.items() if name in KNOWN}


def read(text: str, sheet: Sheet, base: Look) -> tuple[list[Run], str, bool]:
    """Returns the runs, the speaker, and whether single words have times."""
    runs: list[Run] = []
    voices: list[str] = []
    before: list[tuple[str, Look]] = []
    look, at = base, 0
    for found in TAG.finditer(text):
        runs.append(Run(html.unescape(text[at : found.start()]), look))
        at = found.end()
        closing, name, classes, annotation = found.groups()
        if not name:
            continue
        if closing:
            look = _closed(name, look, before, runs)
            continue
        before.append((name, look))
        voice = html.unescape(annotation or '').strip() if name == 'v' else ''
        if voice and voice not in voices:
            voices.append(voice)
        if name in ('b', 'i', 'u'):
            look = look.marked(name, True)
        look = sheet.look(look, name, (classes or '').split('.')[1:], voice)
        if name == 'rt':
            before[-1] = (f'rt{len(runs)}', before[-1][1])
    rest = Run(html.unescape(text[at:]), look)
    return [*runs, rest], ', '.join(voices), WORD_TIME.search(text) is not None


def _closed(name: str, look: Look, before: list[tuple[str, Look]], runs: list[Run]) -> Look:
    """Returns the formatting after a closing tag. A closing tag also closes each tag that was opened after the matching
    opening tag."""
    at = next((n for n in reversed(range(len(before))) if re.fullmatch(rf'{name}\d*', before[n][0])), None)
    if at is None:
        return look
    opened, after = before[at]
    if name == 'rt':
        _annotate(runs, int(opened[2:] or 0))
    del before[at:]
    return after


def _annotate(runs: list[Run], start: int) -> None:
    """Turns the runs from index `start` into the annotation of the preceding run."""
    annotation = ''.join(run.text for run in runs[start:]).strip()
    base = start - 1
    while base >= 0 and not runs[base].text.strip():
        base -= 1
    if base >= 0 and annotation:
        runs[base] = Run(runs[base].text, replace(runs[base].look, ruby=annotation))
        del runs[start:]


def written(one: Cue) -> str:
    voice = f'<v {re.sub("[<>&]", "", one.voice)}>' if one.voice else ''
    lines = [''.join(map(_run, line)) for line in one.lines]
    return voice + ''.join(f'{line}\n' for line in lines)


def _run(run: Run) -> str:
    text = html.escape(run.text, quote=False)
    if run.look.ruby:
        text = f'<ruby>{text}<rt>{html.escape(run.look.ruby, quote=False)}</rt></ruby>'
    names = [name for name in ('b', 'i', 'u') if name in run.look.marks]
    text = ''.join(f'<{name}>' for name in names) + text + ''.join(f'</{name}>' for name in reversed(names))
    classes = _classes(run.look)
    return f'<c.{".".join(classes)}>{text}</c>' if classes else text


def _classes(look: Look) -> list[str]:
    return [name for name, _ in _rules(look)]


def _rules(look: Look) -> list[tuple[str, str]]:
    """Returns WebVTT classes with their CSS declarations. Uses predefined classes if possible, because they need no
    style sheet. FFmpeg 5 stops reading at a style sheet."""
    rules = []
    if look.colour:
        name = NAMES.get(look.colour)
        rules.append((name, '') if name else (f'colour-{look.colour}', f'color: #{look.colour}'))
    if look.background:
        name = NAMES.get(look.background)
        rules.append((f'bg_{name}', '') if name else (f'background-{look.background}', f'background-color: #{look.background}'))
    if look.face:
        face = re.sub(r'[^\w -]', '', look.face)
        rules.append(('face-' + re.sub(r'[^\w-]', '-', face), f'font-family: "{face}"'))
    if look.size:
        rules.append((f'size-{look.size}', f'font-size: {look.size}%'))
    return rules + ([('struck', 'text-decoration: line-through')] if 's' in look.marks else [])


def styles(cues: list[Cue]) -> str:
    """Returns the style sheet with the classes of the cues, or an empty string if no cue has a class."""
    looks = {run.look: None for one in cues for line in one.lines for run in line if run.look is not PLAIN}
    rules = {name: rule for look in looks for name, rule in _rules(look) if rule}
    return '\nSTYLE\n' + ''.join(f'::cue(.{name}) {{ {rule}; }}\n' for name, rule in rules.items()) if rules else ''
