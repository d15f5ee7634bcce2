"""Converts subtitles to another format or to text."""
import html
import json
import sys

from engines.shared.html.html_page import html_page
from engines.shared.runner.nothing import tell_nothing
from engines.shared.encoding.text_encoding import decode, NotText
from engines.shared.runner.warn import warn
from engines.codecs.subtitles import ass, features, lrc, microdvd, same_format, script, tags, timed, timing, ttml, ttml_write, vtt
from engines.codecs.subtitles.cue import Track, Unreadable, plain


def write_txt(track: Track) -> str:
    return '\n'.join(''.join(f'{plain(line)}\n' for line in one.lines) for one in track.cues)


def write_html(track: Track) -> str:
    """Returns a page with a paragraph for each cue."""
    paragraphs = ('<br>\n'.join(tags.written(line, html.escape) for line in one.lines) for one in track.cues)
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

# Formats in which a complete file without cues can be distinguished from a truncated file.
IS_EMPTY = {'vtt': vtt.is_empty, 'ass': ass.is_empty, 'ssa': ass.is_empty, 'ttml': ttml.is_empty}

WRITERS = {
    'srt': timed.write_srt,
    'sbv': timed.write_sbv,
    'sub': microdvd.write,
    'vtt': vtt.write,
    'ass': ass.write,
    'ssa': lambda track: script.written(ass.write(track), 'ssa'),
    'lrc': lrc.write,
    'ttml': ttml_write.write,
    'txt': write_txt,
    'html': write_html,
}


def main() -> None:
    step = json.loads(sys.argv[1])
    options = step.get('options', {})
    with open(step['input'], 'rb') as file:
        text = decode(file.read())
    text = text.replace('\r\n', '\n').replace('\r', '\n').removeprefix('\ufeff')
    track = READERS[step['from']](text)
    if not track.cues:
        if step['from'] not in IS_EMPTY or not IS_EMPTY[step['from']](text):
            raise Unreadable('no cue has text')
        tell_nothing()
    if step['from'] == 'sub' and microdvd.rate_of(text) is None:
        warn(step, 'frame_rate_guessed', f'{microdvd.USUAL_RATE:.3f}')
    broken = timing.broken(track.cues)
    if broken:
        warn(step, 'cues_mended', str(broken))
    times = timing.changes(track.cues, options.get('start'), options.get('end'))
    if times and not any(times.values()):
        sys.exit('protean-reason: nothing_in_range')
    track.cues = timing.changed(track.cues, times)
    with open(step['output'], 'w', encoding='utf-8', newline='\n') as file:
        file.write(written(step, text, track, times))


def written(step, text: str, track: Track, times: dict) -> str:
    kept = same_format.written(text, step['from'], step['to'], times)
    if kept is not None:
        return kept
    lost = features.lost(track, step['to'])
    if lost:
        warn(step, 'subtitle_features_left_out', ', '.join(lost))
    rate = step.get('options', {}).get('fps') or (step['to'] == step['from'] == 'sub' and microdvd.rate_of(text))
    return microdvd.write(track, rate) if step['to'] == 'sub' and rate else WRITERS[step['to']](track)


if __name__ == '__main__':
    try:
        main()
    except (Unreadable, NotText) as error:
        sys.exit(str(error))
