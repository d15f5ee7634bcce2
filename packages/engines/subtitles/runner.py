"""Turns subtitles of one format into another, or into what is said in them."""
import json
import sys

from engines.runtime.text_encoding import decode, NotText
from engines.subtitles import ass, lrc, page, script, timed, ttml, vtt
from engines.subtitles.cue import Unreadable

READERS = {
    'srt': timed.read_srt,
    'sbv': timed.read_sbv,
    'vtt': vtt.read,
    'ass': ass.read,
    'ssa': ass.read,
    'lrc': lrc.read,
    'ttml': ttml.read,
}

WRITERS = {
    'srt': timed.write_srt,
    'sbv': timed.write_sbv,
    'vtt': vtt.write,
    'ass': ass.write,
    'ssa': lambda cues: script.written(ass.write(cues), 'ssa'),
    'lrc': lrc.write,
    'ttml': ttml.write,
    'txt': page.write_txt,
    'html': page.write_html,
}


def main() -> None:
    step = json.loads(sys.argv[1])
    with open(step['input'], 'rb') as file:
        text = decode(file.read(), declared=step['from'] == 'ttml')
    text = text.replace('\r\n', '\n').replace('\r', '\n')
    cues = READERS[step['from']](text)
    if not cues:
        raise Unreadable('nothing is said in it at any time')
    both_scripts = {step['from'], step['to']} <= {'ass', 'ssa'}
    result = script.written(text, step['to']) if both_scripts else WRITERS[step['to']](cues)
    with open(step['output'], 'w', encoding='utf-8', newline='\n') as file:
        file.write(result)


if __name__ == '__main__':
    try:
        main()
    except (Unreadable, NotText) as error:
        sys.exit(str(error))
