"""What is said, without its times: a paragraph a cue, as plain text or as a web page."""
import html

from engines.runtime.html_page import html_page
from engines.subtitles import tags
from engines.subtitles.cue import Cue, plain


def write_txt(cues: list[Cue]) -> str:
    return '\n'.join(''.join(f'{plain(line)}\n' for line in one.lines) for one in cues)


def write_html(cues: list[Cue]) -> str:
    paragraphs = ('<br>\n'.join(tags.written(line, html.escape) for line in one.lines) for one in cues)
    return html_page('Subtitles', '\n'.join(f'<p>{paragraph}</p>' for paragraph in paragraphs))
