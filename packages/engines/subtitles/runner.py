"""Converts subtitles of one format to another, or to their text."""
import html
import json
import sys

from engines.runtime.html_page import html_page
from engines.runtime.nothing import tell_nothing
from engines.runtime.text_encoding import decode, NotText
from engines.runtime.warn import warn
from engines.subtitles import ass, lrc, microdvd, script, tags, timed, ttml, vtt
from engines.subtitles.cue import Cue, Unreadable, plain


def write_txt(cues: list[Cue]) -> str:
    return '\n'.join(''.join(f'{plain(line)}\n' for line in one.lines) for one in cues)


def write_html(cues: list[Cue]) -> str:
    """A paragraph for each cue."""
    paragraphs = ('<br>\n'.join(tags.written(line, html.escape) for line in one.lines) for one in cues)
    return html_page('Subtitles', '\n'.join(f'<p>{paragraph}</p>' for paragraph in paragraphs))


READERS = {
    'srt': timed.read_srt,
    'sbv': timed.read_sbv,
    'sub': microdvd.read,
    'vtt': vtt.read,
    'ass': ass.read,
    'ssa': ass.read,
    'lrc': lrc.read,
    'ttml': ttml.read,
}

# The formats whose files say that they are whole before their first cue.
IS_EMPTY = {'vtt': vtt.is_empty, 'ass': ass.is_empty, 'ssa': ass.is_empty, 'ttml': ttml.is_empty}

WRITERS = {
    'srt': timed.write_srt,
    'sbv': timed.write_sbv,
    'sub': microdvd.write,
    'vtt': vtt.write,
    'ass': ass.write,
    'ssa': lambda cues: script.written(ass.write(cues), 'ssa'),
    'lrc': lrc.write,
    'ttml': ttml.write,
    'txt': write_txt,
    'html': write_html,
}


def main() -> None:
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        text = decode(file.read())
    text = text.replace('\r\n', '\n').replace('\r', '\n')
    cues = READERS[step['from']](text)
    if not cues:
        if step['from'] not in IS_EMPTY or not IS_EMPTY[step['from']](text):
            raise Unreadable('there is no cue with text in it')
        tell_nothing()
    if step['from'] == 'sub' and microdvd.rate_of(text) is None:
        warn(step, 'frame_rate_guessed', f'{microdvd.USUAL_RATE:.3f}')
    with open(step['output'], 'w', encoding='utf-8', newline='\n') as file:
        file.write(written(step, text, cues))


def written(step, text: str, cues: list[Cue]) -> str:
    if {step['from'], step['to']} <= {'ass', 'ssa'}:
        return script.written(text, step['to'])
    rate = step.get('options', {}).get('fps')
    return microdvd.write(cues, rate) if step['to'] == 'sub' and rate else WRITERS[step['to']](cues)


if __name__ == '__main__':
    try:
        main()
    except (Unreadable, NotText) as error:
        sys.exit(str(error))
