"""Cleans subtitles: removes notes, and the authors in the header."""
import re

from engines.passes.metadata.cleaners import markup
from engines.passes.metadata.cleaners.markup import DROP, local
from engines.passes.metadata.cleaners.notes import Notes

# Header fields that players need to position and time the lines.
ASS_KEPT = re.compile(
    r'^(ScriptType|PlayResX|PlayResY|PlayDepth|LayoutResX|LayoutResY|WrapStyle|ScaledBorderAndShadow|Timer|Collisions|YCbCr Matrix|Kerning|Language)\s*:',
    re.IGNORECASE,
)
ASS_SECTIONS = {'[script info]', '[v4 styles]', '[v4+ styles]', '[v4 styles+]', '[v4++ styles]', '[events]', '[fonts]', '[graphics]'}
LRC_TAG = re.compile(r'^\s*\[(?!offset:|\d)[a-z#]{1,10}:[^\]]*\]\s*$', re.IGNORECASE)
TTML_NOTES = {'metadata', 'title', 'desc', 'copyright', 'agent'}


def clean_vtt(text: str) -> str:
    blocks = re.split(r'\n{2,}', text.replace('\r\n', '\n').replace('\r', '\n'))
    first, *others = blocks
    # Removes the title after the signature, and keeps only header lines that streaming players need.
    lines = first.split('\n')
    cue = next((n for n, line in enumerate(lines) if '-->' in line), len(lines))
    head = [line for n, line in enumerate(lines) if n == 0 or n >= cue or line.startswith('X-TIMESTAMP-MAP')]
    mark = '\ufeffWEBVTT' if first.startswith('\ufeff') else 'WEBVTT'
    kept = [block for block in others if not is_note(block)]
    return '\n\n'.join(['\n'.join([mark, *head[1:]]), *kept])


def is_note(block: str) -> bool:
    return re.match(r'NOTE(\s|$)', block.lstrip('\n')) is not None


def clean_ass(text: str) -> str:
    written, section = [], ''
    for line in text.splitlines():
        bare = line.strip().lstrip('\ufeff')
        if re.fullmatch(r'\[[^\]]+\]', bare):
            section = bare.lower()
        is_comment = bare.startswith((';', '!:')) or (section == '[events]' and bare.lower().startswith('comment:'))
        is_about = section == '[script info]' and bare and not bare.startswith('[') and not ASS_KEPT.match(bare)
        if section in ASS_SECTIONS and not is_comment and not is_about or not section:
            written.append(line)
    return '\n'.join(written) + '\n'


def clean_lrc(text: str) -> str:
    return '\n'.join(line for line in text.splitlines() if not LRC_TAG.match(line)) + '\n'


class TimedTextRules(markup.Rules):
    def element(self, name: str, attributes: dict[str, str]):
        return DROP if local(name) in TTML_NOTES else None

    def attribute(self, element: str, name: str, value: str) -> str | None:
        return None if name in ('ttm:agent', 'ttm:role') or name == 'xmlns:ttm' else value


PLAIN = {'vtt': clean_vtt, 'ass': clean_ass, 'ssa': clean_ass, 'lrc': clean_lrc}


def clean_file(step: dict, _: Notes) -> None:
    with open(step['input'], 'rb') as source:
        data = source.read()
    with open(step['output'], 'wb') as result:
        if step['to'] == 'ttml':
            result.write(markup.rewrite(data, TimedTextRules()))
        else:
            result.write(PLAIN[step['to']](data.decode('utf-8', 'surrogateescape')).encode('utf-8', 'surrogateescape'))


def traces_of_file(step: dict) -> list[str]:
    with open(step['output'], 'rb') as result:
        data = result.read()
    if step['to'] == 'ttml':
        elements = markup.Reader(data).read().elements
        return [name for name, _, _ in elements if markup.local_of(name) in TTML_NOTES]
    text = data.decode('utf-8', 'replace')
    searched = {
        'vtt': r'^NOTE(?:\s|$)|\A\ufeff?WEBVTT[ \t]+\S',
        'lrc': r'^\[(?:ar|al|ti|au|by|re|ve|la|tool|#):',
    }
    script = r'^(?:;|!:|Comment:|(?:Title|Original \w+|Script Updated By|Update Details|Synch Point):|\[Aegisub|\[Script Info Comments)'
    return re.findall(searched.get(step['to'], script), text, re.MULTILINE | re.IGNORECASE)
